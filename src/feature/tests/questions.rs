//! Explanations, reviews, optima and differences.

use std::collections::BTreeSet;

use variscope_encoder::Budget;

use super::{all, count, dimacs, text};
use crate::analysis::question::ReasonLimit;
use crate::answer::{Diff, Explained, Finding, Relation};
use crate::feature::optimum::NoOptimum;
use crate::feature::{FeatureModel, Format, Reading};
use crate::source::Position;
use crate::source::diagnostic::Code;
use crate::tosca::model::Direction;

fn uvl(content: &str) -> FeatureModel {
    Reading::of(Format::Uvl, text("model.uvl", content), None).model.unwrap()
}

const SHOP: &str = "\
features
\tShop
\t\tmandatory
\t\t\tPayment
\t\t\t\tor
\t\t\t\t\tCard {price 20}
\t\t\t\t\tInvoice {price 5.5, weight -3}
\t\toptional
\t\t\tSearch {weight 1}
\t\t\tPremium {price 0.25}
\t\t\tOld
\t\t\tBasket
constraints
\tSearch => Card
\tPremium => Search & Card
\t!Old
\tPremium => Card
\tPayment => Basket
";

/// What is so, and the lines that force it, each with what it contributes.
fn why(model: &FeatureModel, feature: Option<&str>) -> (Explained, Vec<(Option<u32>, String)>) {
    let feature = feature.map(|name| model.find(name).unwrap());
    let answer = model.explain(feature, ReasonLimit::Any, &Budget::unlimited()).unwrap().unwrap();
    (answer.answer, answer.because.into_iter().map(|line| (line.line, line.text)).collect())
}

fn lines(lines: &[(Option<u32>, &str)]) -> Vec<(Option<u32>, String)> {
    lines.iter().map(|&(line, text)| (line, text.to_owned())).collect()
}

#[test]
fn explanations_name_the_least_that_forces() {
    let mut model = uvl(SHOP);
    assert_eq!(why(&model, None), (Explained::SomeVariant, vec![]));
    assert_eq!(why(&model, Some("Card")), (Explained::Depends, vec![]));
    assert_eq!(why(&model, Some("Old")), (Explained::Absent, lines(&[(Some(16), "constraint")])));
    let basket = lines(&[(Some(2), "root"), (Some(3), "group"), (Some(18), "constraint")]);
    assert_eq!(why(&model, Some("Basket")), (Explained::Present, basket));
    model.give(["Invoice=false"]).unwrap();
    let card = lines(&[(None, "given"), (Some(2), "root"), (Some(3), "group"), (Some(5), "group")]);
    assert_eq!(why(&model, Some("Card")), (Explained::Present, card));
    model.give(["Card=false"]).unwrap();
    assert_eq!(why(&model, Some("Search")).0, Explained::NoVariant);
}

#[test]
fn clauses_are_named_by_their_line() {
    let model = dimacs("c a comment\np cnf 4 4\n1 0 -1\n2 0\n-2 3 0\n\n-4 -3 0\n");
    let lines: Vec<Option<u32>> = why(&model, Some("4")).1.into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, [3, 3, 5, 7].map(Some));
    let answer =
        model.explain(Some(model.find("1").unwrap()), ReasonLimit::Any, &Budget::unlimited()).unwrap().unwrap();
    // The next clause in the same line is none of the reasons.
    assert_eq!(answer.because[0].source, "1 0");
}

#[test]
fn reviews_find_what_is_suspicious_and_nothing_else() {
    let model = uvl(SHOP);
    let findings = |model: &FeatureModel| {
        let review = model.review(&Budget::unlimited());
        assert!(review.is_complete);
        review.findings
    };
    let found = findings(&model);
    let about = |name: &str, code, what: &str, line, column| {
        let [start, end] = [0, name.len() as u32].map(|more| Position { line, column: column + more });
        let found = Finding::new(code, format!("\"{name}\" {what}")).at(None, (start, end));
        Finding { element: Some(name.to_owned()), ..found }
    };
    let dead = about("Old", Code::DeadElement, "is never selected", 11, 4);
    let why = "looks optional, but is selected whenever its parent is";
    let optional = about("Basket", Code::FalseOptional, why, 12, 4);
    let range = (Position { line: 17, column: 2 }, Position { line: 17, column: 17 });
    let redundant = Finding::new(Code::RedundantConstraint, "`Premium => Card` changes nothing").at(None, range);
    assert_eq!(found, [dead, optional, Finding { quoted: "Premium => Card".to_owned(), ..redundant }]);
    // Without the redundant constraint the variants are the same; without any other, they are not.
    for (number, line) in SHOP.lines().enumerate().skip(13) {
        let without = SHOP.replacen(&format!("{line}\n"), "", 1);
        assert_eq!(count(&uvl(&without)) == count(&model), number + 1 == 17, "{line}");
    }
    let void = dimacs("p cnf 2 2\n1 0\n-1 0\n");
    assert_eq!(findings(&void), [Finding::new(Code::NoValidVariant, "there is no variant")]);
    assert_eq!(findings(&dimacs("p cnf 2 1\n1 2 0\n")), []);
}

/// However early a review ends, it claims nothing that is not so, and knows whether it was at its end.
#[test]
fn reviews_that_are_stopped_say_what_they_found() {
    for model in [uvl(SHOP), dimacs("p cnf 3 4\n1 2 0\n1 -2 0\n-1 -3 0\n2 3 -1 0\n"), dimacs("p cnf 1 2\n1 0\n-1 0\n")]
    {
        let all = model.review(&Budget::unlimited());
        let reviews: Vec<_> = (0..200).map(|checks| model.review(&Budget::unlimited().with_checks(checks))).collect();
        assert!(!reviews[0].is_complete && reviews[199] == all);
        for review in reviews {
            assert!(review.findings.iter().all(|finding| all.findings.contains(finding)));
            assert!(!review.is_complete || review == all);
        }
    }
}

#[test]
fn optima_are_those_of_all_variants() {
    let model = uvl(SHOP);
    let names: Vec<&str> = model.features().iter().map(|feature| feature.name.as_str()).collect();
    let weight = |attribute: Option<&str>, name: &str| match (attribute, name) {
        (None, _) | (Some("weight"), "Search") => 100,
        (Some("price"), "Card") => 2000,
        (Some("price"), "Invoice") => 550,
        (Some("price"), "Premium") => 25,
        (Some("weight"), "Invoice") => -300,
        _ => 0,
    };
    for attribute in [None, Some("price"), Some("weight")] {
        let sum = |variant: &Vec<bool>| -> i64 {
            variant.iter().zip(&names).filter(|(selected, _)| **selected).map(|(_, name)| weight(attribute, name)).sum()
        };
        let sums: Vec<i64> = all(&model).iter().map(sum).collect();
        for (goal, best) in [(Direction::Min, sums.iter().min()), (Direction::Max, sums.iter().max())] {
            let optimum = model.optimum(goal, attribute, &Budget::unlimited()).unwrap();
            let value: f64 = optimum.value.to_string().parse().unwrap();
            assert_eq!((value * 100.0).round() as i64, *best.unwrap(), "{attribute:?} {goal:?}");
            let variant = optimum.variant.iter().map(|lit| lit.is_positive()).collect();
            assert_eq!(sum(&variant), *best.unwrap());
            assert!(all(&model).contains(&variant));
        }
    }
    let missing = model.optimum(Direction::Min, Some("colour"), &Budget::unlimited());
    assert_eq!(
        missing,
        Err(NoOptimum::NoAttribute {
            name: "colour".to_owned(),
            nearest: None,
            known: ["price", "weight"].map(str::to_owned).to_vec()
        })
    );
    let void = dimacs("p cnf 1 2\n1 0\n-1 0\n");
    assert_eq!(void.optimum(Direction::Min, None, &Budget::unlimited()), Err(NoOptimum::Void));
}

/// The variants over the features that another model has too, as sets of names.
fn variants(model: &FeatureModel, other: &FeatureModel) -> BTreeSet<Vec<String>> {
    let names: Vec<String> = model.features().iter().map(|feature| feature.name.clone()).collect();
    let common = |variant: Vec<bool>| {
        let selected = variant.into_iter().zip(&names).filter(|(selected, _)| *selected);
        let mut names: Vec<String> =
            selected.map(|(_, name)| name.clone()).filter(|name| other.find(name).is_ok()).collect();
        names.sort_unstable();
        names
    };
    all(model).into_iter().map(common).collect()
}

#[test]
fn differences_are_those_of_the_sets_of_variants() {
    let models = [
        "c 1 a\nc 2 b\nc 3 c\np cnf 3 1\n1 2 0\n",
        "c 3 a\nc 1 b\nc 2 c\np cnf 3 1\n3 1 0\n",
        "c 1 a\nc 2 b\nc 3 c\nc 4 d\np cnf 4 3\n1 2 0\n-4 3 0\n-1 4 0\n",
        "c 1 c\nc 2 b\nc 3 a\np cnf 4 2\nc p show 1 2 3 0\n-4 1 0\n4 2 0\n",
        "c 1 a\nc 2 b\nc 3 c\np cnf 3 2\n1 0\n-1 0\n",
    ];
    for old in models {
        for new in models {
            let (old, new) = (dimacs(old), dimacs(new));
            let (before, after) = (variants(&old, &new), variants(&new, &old));
            let found: Diff = old.difference(&new, &Budget::unlimited()).unwrap().unwrap();
            for (number, witness, one, other) in [
                (&found.added, &found.added_witness, &after, &before),
                (&found.removed, &found.removed_witness, &before, &after),
            ] {
                assert_eq!(*number, one.difference(other).count().into());
                let witness = witness.clone().map(|mut example| {
                    example.present.sort_unstable();
                    example.present
                });
                assert!(witness.map_or(number.is_zero(), |names| one.contains(&names) && !other.contains(&names)));
            }
            let has_same_features = found.only_new.is_empty() && found.only_old.is_empty();
            let expected = match (before.is_subset(&after), after.is_subset(&before)) {
                _ if !has_same_features => Relation::ArbitraryEdit,
                (true, true) => Relation::Refactoring,
                (false, true) => Relation::Specialization,
                (true, false) => Relation::Generalization,
                (false, false) => Relation::ArbitraryEdit,
            };
            assert_eq!(found.relation, expected);
            assert_eq!(found.kept, before.intersection(&after).count().into());
        }
    }
    let (old, new) = (dimacs(models[0]), dimacs(models[2]));
    let found = old.difference(&new, &Budget::unlimited()).unwrap().unwrap();
    assert_eq!((found.only_new, found.only_old), (vec!["d".to_owned()], vec![]));
}

#[test]
fn values_that_were_not_compared_are_reported() {
    let model = |bound: u8, order: &str| {
        let (one, other) = (format!("\tN < {bound}\n"), "\tN > 3 => B\n\tB | R\n".to_owned());
        let constraints = if order == "first" { one + &other } else { other + &one };
        uvl(&format!("features\n\tR\n\t\toptional\n\t\t\tInteger N\n\t\t\tB\nconstraints\n{constraints}"))
    };
    let old = model(5, "first");
    for (new, is_exact) in [(model(5, "last"), true), (model(2, "first"), false)] {
        let found = old.difference(&new, &Budget::unlimited()).unwrap().unwrap();
        assert_eq!((found.relation, found.exactness.exact), (Relation::Refactoring, is_exact));
        assert_eq!(found.exactness.caveats.is_empty(), is_exact);
    }
}

#[test]
fn atomic_sets_come_and_go_together() {
    let model = dimacs("p cnf 5 5\n-1 2 0\n-2 1 0\n3 1 0\n-3 -1 0\n4 0\n");
    let found = model.atomic_sets(&Budget::unlimited()).unwrap();
    let sets: Vec<Vec<(&str, bool)>> =
        found.sets.iter().map(|set| set.iter().map(|member| (member.id.as_str(), member.is_equal)).collect()).collect();
    assert_eq!(sets, [vec![("1", true), ("2", true), ("3", false)]]);
}
