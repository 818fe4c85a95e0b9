//! Two templates mean the same exactly when every configuration gives the same with both, and a fix that is called safe
//! changes nothing.

use std::sync::Arc;

use proptest::prelude::*;
use variscope::analysis::question::{CheckOptions, Limits, Sameness, Variants};
use variscope::analysis::value::{Configuration, Given, Provenance};
use variscope::resolve::resolution::document;
use variscope::resolve::sameness::same_meaning;
use variscope::source::diagnostic::Fix;
use variscope::source::fix::Patch;
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::Model;

use super::generated::{Formula, Template, configurations, formula};
use crate::support::model::loaded;

/// The document of a configuration, if it has one.
fn resolved(model: &Model, configuration: &Configuration) -> Option<String> {
    document(&Variants::of(model, configuration).unwrap()).ok()
}

/// Both templates, asked and resolved, agree.
fn agree(old: &str, new: &str) -> Result<(), TestCaseError> {
    let (before, after) = (loaded(old, Profile::D), loaded(new, Profile::D));
    let (was, is) = (before.model.as_ref().unwrap(), after.model.as_ref().unwrap());
    let differs = |configuration: &Configuration| resolved(was, configuration) != resolved(is, configuration);
    match same_meaning(&before, &after, &Limits::default()) {
        Sameness::Same => prop_assert!(!configurations().iter().any(differs), "{old}\n{new}"),
        Sameness::Differs(contrast) => {
            let mut configuration = configurations()[0].clone();
            for (input, value) in &contrast.witness {
                configuration.set(Arc::clone(input), Given { value: value.clone(), provenance: Provenance::Assumed });
            }
            prop_assert!(differs(&configuration), "{old}\n{new}");
        }
        Sameness::Undecided(doubt) => prop_assert!(false, "{doubt}: {old}\n{new}"),
    }
    Ok(())
}

fn reworded(formula: &Formula) -> Formula {
    Formula::Not(Box::new(Formula::Not(Box::new(formula.clone()))))
}

/// Everything that is called safe to change, made together where that is possible.
fn with_safe_fixes(model: &Model) -> Option<String> {
    let nothing = Configuration::new();
    let found = Variants::of(model, &nothing).ok()?.check(&Limits::default(), CheckOptions::default());
    let fixes: Vec<Fix> =
        found.findings.into_iter().filter_map(|finding| finding.diagnostic.fix).map(|fix| *fix).collect();
    // Each is safe alone.
    fixes.iter().filter(|fix| fix.is_safe()).map(|fix| Patch::of([fix]).apply(model.sources()).remove(0).after).next()
}

const OPTIMISED: &[&str] = &[
    "optimization_topology: max, optimization_topology_unique: false",
    "optimization_topology: min, optimization_topology_unique: false",
    "optimization_topology: min",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn meaning_is_that_of_all_configurations(
        old in Template::without_cycles(),
        new in Template::without_cycles(),
        place in 0_usize..4,
    ) {
        let mut edited = old.clone();
        edited.conditions[place] = new.conditions[place.min(1)].clone();
        agree(&old.text(), &edited.text())?;
        let conditions = old.conditions.iter().map(reworded).collect();
        agree(&old.text(), &Template { conditions, ..old.clone() }.text())?;
    }

    #[test]
    fn meaning_of_cycles_is_that_of_all_configurations(
        old in Template::with_cycles(OPTIMISED),
        further in formula(4),
        place in 0_usize..4,
    ) {
        let mut edited = old.clone();
        edited.conditions[place] = further;
        agree(&old.text(), &edited.text())?;
        let conditions = old.conditions.iter().map(reworded).collect();
        agree(&old.text(), &Template { conditions, ..old.clone() }.text())?;
    }

    #[test]
    fn safe_fixes_change_no_document(
        template in Template::without_cycles(),
        profile in prop::sample::select(vec!["", ", mode: semantic-loose", ", node_default_condition: true, node_default_condition_mode: incoming"]),
    ) {
        let options = format!("{}{profile}", template.options);
        let text = Template { options, ..template }.text();
        let before = loaded(&text, Profile::D).model.unwrap();
        if let Some(edited) = with_safe_fixes(&before) {
            let after = loaded(&edited, Profile::D).model.unwrap();
            for configuration in configurations() {
                prop_assert_eq!(resolved(&before, &configuration), resolved(&after, &configuration), "{}\n{}", text, edited);
            }
        }
    }
}
