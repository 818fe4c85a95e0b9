//! Why no variant satisfies the rules: a minimal set of the author's lines that cannot hold together.

use std::time::Duration;

use variscope_encoder::{Budget, Explainer, Reason};

use super::Variants;
use super::truth::Truth;
use crate::condition::{AtomMeaning, ValueAtom};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::ElementId;
use crate::presence::Origin;
use crate::source::Span;

/// Lines that are quoted at most; the others are counted.
const MOST_LINES: usize = 8;

/// "No variant", explained as far as that takes little time.
pub(super) fn no_variant(variants: &Variants<'_>, truth: &Truth) -> Diagnostic {
    let problem = variants.rules().problem();
    let budget = Budget::unlimited().with_time(Duration::from_millis(500));
    let core = Explainer::new(problem, |atom| truth.get(atom), budget).core();
    let reasons: Vec<Reason> = core.ok().flatten().unwrap_or_default();
    let mut places: Vec<(Span, String)> = reasons.iter().map(|reason| place(variants, *reason)).collect();
    places.dedup();
    let message = "no variant satisfies all rules under this configuration";
    let root = Span::start_of(variants.model().root().span().file);
    let Some((first, text)) = places.first().cloned() else {
        return Diagnostic::new(Code::NoVariant, root, message).reference("Could not solve");
    };
    let mut diagnostic = Diagnostic::new(Code::NoVariant, first, message).labelled(text).reference("Could not solve");
    for (span, text) in places.iter().skip(1).take(MOST_LINES - 1) {
        diagnostic = diagnostic.and(*span, text.clone());
    }
    if places.len() > MOST_LINES {
        diagnostic = diagnostic.note(format!("and {} more rules", places.len() - MOST_LINES));
    }
    diagnostic.note("these cannot hold together, and without any one of them the others can")
}

fn place(variants: &Variants<'_>, reason: Reason) -> (Span, String) {
    let model = variants.model();
    match reason {
        Reason::Rule(index) => origin(variants, variants.rules().origin(index)),
        Reason::Known(atom) => match variants.rules().atoms().meaning(atom) {
            AtomMeaning::Value(id) => {
                let yaml = match variants.rules().atoms().value_atom(id) {
                    ValueAtom::Expression { expression, .. } => *expression,
                    ValueAtom::Input(name) => *name,
                };
                (model.yaml(yaml).span(), "decided by the given inputs".to_owned())
            }
            AtomMeaning::Presence(id) | AtomMeaning::Manual(id) => (model.element(id).span, "assumed".to_owned()),
            AtomMeaning::Named(id) => (model.yaml(variants.rules().named(id).body).span(), "assumed".to_owned()),
        },
    }
}

fn origin(variants: &Variants<'_>, origin: Origin) -> (Span, String) {
    let model = variants.model();
    let of_element = |id: ElementId, text: String| (model.element(id).span, text);
    match origin {
        Origin::Conditions(id) | Origin::Manual(id) => {
            of_element(id, format!("the conditions of {} decide its presence", model.full_display(id)))
        }
        Origin::Named(id) => (model.yaml(variants.rules().named(id).body).span(), "this expression".to_owned()),
        Origin::Constraint(yaml) => (model.yaml(yaml).span(), "this constraint".to_owned()),
        Origin::Option(constraint, element) => {
            let entry = crate::model::CONSTRAINTS.iter().find(|entry| entry.constraint == constraint);
            let option = entry.map_or("an option", |entry| entry.option);
            let span = element.map_or_else(|| Span::start_of(model.root().span().file), |id| model.element(id).span);
            (span, format!("required by option {option}"))
        }
        Origin::Implied(id) => of_element(id, format!("{} is implied", model.full_display(id))),
        Origin::Implies(_, entry) => (model.yaml(entry).span(), "this implication".to_owned()),
    }
}
