//! Reasons of the solver layer as lines of the author.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use variscope_encoder::{Atom, Reason};

use super::presence_rule;

use crate::analysis::condition::{AtomMeaning, ValueAtom};
use crate::analysis::presence::Origin;
use crate::analysis::question::Variants;
use crate::source::Span;
use crate::source::diagnostic::Label;
use crate::tosca::model::{CONSTRAINTS, Constraint, ElementId};

/// The line behind a reason.
pub(crate) fn label(variants: &Variants<'_>, reason: Reason) -> Label {
    match reason {
        Reason::Rule(index) => of_origin(variants, variants.rules().origin(index)),
        Reason::Known(atom) => of_known(variants, atom),
    }
}

/// Labels of the same place as one, in the order in which places come first.
pub(crate) fn by_place(labels: impl IntoIterator<Item = Label>) -> Vec<Label> {
    let mut places: IndexMap<Span, Vec<String>, FxBuildHasher> = IndexMap::default();
    for Label { span, text } in labels {
        let texts = places.entry(span).or_default();
        // What one says with more words need not be said twice.
        if !texts.iter().any(|known| known.starts_with(&text)) {
            texts.retain(|known| !text.starts_with(known.as_str()));
            texts.push(text);
        }
    }
    places.into_iter().map(|(span, texts)| Label { span, text: texts.join(", ") }).collect()
}

fn of_known(variants: &Variants<'_>, atom: Atom) -> Label {
    let model = variants.model();
    let label = |span, text: &str| Label { span, text: text.to_owned() };
    match variants.rules().atoms().meaning(atom) {
        AtomMeaning::Value(id) => {
            let yaml = match variants.rules().atoms().value_atom(id) {
                ValueAtom::Expression { expression, .. } => *expression,
                ValueAtom::Input(name) => *name,
            };
            label(model.yaml(yaml).span(), "decided by the values of the inputs")
        }
        AtomMeaning::Presence(id) | AtomMeaning::Manual(id) => label(model.element(id).span, "assumed"),
        AtomMeaning::Named(id) => label(model.yaml(variants.rules().named(id).body).span(), "assumed"),
    }
}

fn of_origin(variants: &Variants<'_>, origin: Origin) -> Label {
    let model = variants.model();
    let of_element = |id: ElementId, text: String| Label { span: model.element(id).span, text };
    match origin {
        Origin::Conditions(id) => of_element(id, presence_rule::sentence(variants, id)),
        Origin::Manual(id) => of_element(id, presence_rule::own(model, id)),
        Origin::Named(id) => {
            let span = model.yaml(variants.rules().named(id).body).span();
            Label { span, text: "this expression".to_owned() }
        }
        Origin::Constraint(yaml) => Label { span: model.yaml(yaml).span(), text: "this constraint".to_owned() },
        Origin::Option(constraint, element) => {
            let entry = CONSTRAINTS.iter().find(|entry| entry.constraint == constraint);
            let option = entry.map_or("an option", |entry| entry.option);
            let span = element.map_or_else(|| Span::start_of(model.root().span().file), |id| model.element(id).span);
            let text = format!("required by option {option}");
            match constraint {
                Constraint::UniqueRelation => {
                    Label { span, text: text + ": one relation of a name at most, whatever the type of the node says" }
                }
                _ => Label { span, text },
            }
        }
        Origin::Implied(id) => of_element(id, format!("{} is implied", model.full_display(id))),
        Origin::Implies(_, entry) => Label { span: model.yaml(entry).span(), text: "this implication".to_owned() },
    }
}
