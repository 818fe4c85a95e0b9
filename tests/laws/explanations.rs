//! The lines of an explanation force the answer, and without any one of them it is not forced.

use std::collections::BTreeSet;

use proptest::prelude::*;
use variscope::analysis::question::{Explanation, Limits, PresenceVerdict, ReasonLimit, Variants};
use variscope::analysis::value::Configuration;
use variscope::source::diagnostic::Label;
use variscope::tosca::model::Model;

use super::generated::{Assignment, NODES, Rule, Template};
use crate::support::model::model;

/// What an explanation is about.
#[derive(Clone, Copy, Debug)]
enum Claim {
    Nothing,
    Has(usize, bool),
}

/// Whether some rules force the claim.
fn force(template: &Template, rules: &BTreeSet<Rule>, claim: Claim) -> bool {
    Assignment::all().filter(|&under| template.satisfies(rules, under)).all(|under| match claim {
        Claim::Nothing => false,
        Claim::Has(node, is_present) => under.has(node) == is_present,
    })
}

/// The rules that the lines of a reason stand for; none for a line that says nothing.
fn rules(template: &Template, model: &Model, because: &[Label]) -> Option<BTreeSet<Rule>> {
    // What values are without any choice is known to the truth table.
    let chosen = because.iter().filter(|label| {
        !label.text.ends_with(" under the given values") && !label.text.ends_with(" for all values of the inputs")
    });
    chosen.map(|label| template.rule(model.sources().position(label.span).line as usize)).collect()
}

fn is_minimal(template: &Template, model: &Model, because: &[Label], claim: Claim) -> Result<(), TestCaseError> {
    let rules = rules(template, model, because);
    prop_assert!(rules.is_some(), "{:?}", because);
    let rules = rules.unwrap();
    prop_assert!(force(template, &rules, claim), "{:?} by {:?}: {}", claim, because, template.text());
    for rule in &rules {
        let rest = rules.iter().copied().filter(|other| other != rule).collect();
        prop_assert!(!force(template, &rest, claim), "{:?} without {:?}: {}", claim, rule, template.text());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn explanations_force_and_are_minimal(template in Template::without_cycles()) {
        let template = Template { is_wired: false, ..template };
        let (model, nothing) = (model(&template.text()), Configuration::new());
        let variants = Variants::of(&model, &nothing).unwrap();
        for node in 0..NODES {
            let id = model.find(&format!("node:n{node}")).unwrap();
            let Explanation { answer, because, others, .. } = variants.explain_by(Some(id), ReasonLimit::All(10), &Limits::default());
            let claim = match answer {
                PresenceVerdict::Present => Claim::Has(node, true),
                PresenceVerdict::Absent => Claim::Has(node, false),
                PresenceVerdict::NoVariant => Claim::Nothing,
                PresenceVerdict::Depends { .. } => {
                    for is_present in [false, true] {
                        prop_assert!(!force(&template, &template.rules(), Claim::Has(node, is_present)));
                    }
                    continue;
                }
                PresenceVerdict::SomeVariant { .. } | PresenceVerdict::Unknown => unreachable!("an element was asked about"),
            };
            is_minimal(&template, &model, &because, claim)?;
            for other in &others {
                is_minimal(&template, &model, other, claim)?;
            }
            let one = variants.explain(Some(id), &Limits::default());
            is_minimal(&template, &model, &one.because, claim)?;
        }
    }
}
