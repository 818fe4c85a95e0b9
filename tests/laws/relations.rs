//! An edit refines, generalises or refactors a template when the sets of variants say so.

use std::collections::BTreeSet;

use proptest::prelude::*;
use variscope::analysis::question::{Limits, Variants, countable};
use variscope::analysis::value::Configuration;
use variscope::tosca::model::Model;
use variscope_encoder::circuit::EditKind;

use super::generated::{Formula, Template, configurations, formula, variants};
use crate::support::model::model;

/// The variants over the elements that another template has too, by name.
fn common(model: &Model, other: &Model) -> BTreeSet<BTreeSet<String>> {
    let paths = |model: &Model| countable(model).into_iter().map(|id| model.path(id)).collect::<Vec<_>>();
    let (own, others) = (paths(model), paths(other));
    let present = |present: &Vec<bool>| {
        let present = own.iter().zip(present).filter(|(path, is_present)| **is_present && others.contains(path));
        present.map(|(path, _)| path.clone()).collect()
    };
    variants(model).iter().map(present).collect()
}

fn relation(old: &BTreeSet<BTreeSet<String>>, new: &BTreeSet<BTreeSet<String>>) -> EditKind {
    match (new.is_subset(old), old.is_subset(new)) {
        (true, true) => EditKind::Refactoring,
        (true, false) => EditKind::Specialization,
        (false, true) => EditKind::Generalization,
        (false, false) => EditKind::ArbitraryEdit,
    }
}

fn agree(old: &Template, new: &Template) -> Result<(), TestCaseError> {
    let (before, after, nothing) = (model(&old.text()), model(&new.text()), Configuration::new());
    let of = |model| Variants::of(model, &nothing).unwrap();
    let found = of(&before).difference(&of(&after), &Limits::default()).unwrap();
    let expected = match relation(&common(&before, &after), &common(&after, &before)) {
        // The same variants, but not for the same configurations.
        EditKind::Refactoring if by_configuration(&before) != by_configuration(&after) => EditKind::ArbitraryEdit,
        relation => relation,
    };
    prop_assert!(found.is_exact);
    prop_assert_eq!(found.edit_kind(), expected, "{}\n{}", old.text(), new.text());
    Ok(())
}

/// The variant of every configuration, if it has one.
fn by_configuration(model: &Model) -> Vec<Option<BTreeSet<String>>> {
    let variant = |configuration: &Configuration| {
        let variant = Variants::of(model, configuration).unwrap().resolve().ok()?;
        Some(countable(model).into_iter().filter(|&id| variant.has(model, id)).map(|id| model.path(id)).collect())
    };
    configurations().iter().map(variant).collect()
}

/// The condition in other words.
fn reworded(formula: &Formula) -> Formula {
    Formula::Not(Box::new(Formula::Not(Box::new(formula.clone()))))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn verdicts_are_those_of_the_sets(old in Template::without_cycles(), new in Template::without_cycles()) {
        agree(&old, &Template { is_wired: old.is_wired, ..new })?;
    }

    #[test]
    fn verdicts_on_small_edits_are_those_of_the_sets(
        template in Template::without_cycles(),
        constraint in formula(4),
        is_lost in any::<bool>(),
    ) {
        let mut narrow = template.clone();
        narrow.constraints.push(constraint);
        if is_lost { agree(&template, &narrow)?; } else { agree(&narrow, &template)?; }
    }

    #[test]
    fn other_words_are_a_refactoring(template in Template::without_cycles()) {
        let conditions = template.conditions.iter().map(reworded).collect();
        agree(&template, &Template { conditions, ..template.clone() })?;
    }

    #[test]
    fn verdicts_on_the_best_variants_are_those_of_the_sets(
        old in Template::with_cycles(&["optimization_topology: max, optimization_topology_unique: false"]),
        new in Template::with_cycles(&["optimization_topology: min, optimization_topology_unique: false"]),
    ) {
        agree(&old, &new)?;
    }
}
