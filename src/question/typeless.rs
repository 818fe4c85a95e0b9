//! Present elements without anything that could be written as their type.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{ElementId, Kind, Model};
use crate::syntax::vocabulary::Profile;

/// The elements for which no document can be written, because all candidates for their type are absent. Before profile
/// D types are written as they stand.
pub(super) fn typeless(model: &Model, present: &[bool]) -> Vec<Diagnostic> {
    if model.profile() != Profile::D {
        return Vec::new();
    }
    let has = |id: ElementId| present[model.position(id)];
    let found = model.ids().filter(|&id| has(id)).filter_map(|id| {
        let missing = if id.kind() == Kind::Node { of_node(model, id, has) } else { of_other(model, id, has) };
        missing.map(|what| diagnostic(model, id, what))
    });
    found.collect()
}

/// A node takes the type of its technology, else its own.
fn of_node(model: &Model, id: ElementId, has: impl Fn(ElementId) -> bool) -> Option<&'static str> {
    let technologies = &model.node(id).technologies;
    if !technologies.is_empty() && !model.options().is_edmm {
        let Some(technology) = technologies.iter().find(|&&technology| has(technology)) else {
            return Some("technology");
        };
        if model.technology(*technology).assign.is_some() {
            return None;
        }
    }
    no_type(model, id, has)
}

/// Other elements are written without a type when they have none.
fn of_other(model: &Model, id: ElementId, has: impl Fn(ElementId) -> bool) -> Option<&'static str> {
    let is_written = model.element(id).body.is_some_and(|body| model.yaml(body).get("type").is_some());
    if is_written { no_type(model, id, has) } else { None }
}

fn no_type(model: &Model, id: ElementId, has: impl Fn(ElementId) -> bool) -> Option<&'static str> {
    let types = model.types_of(id);
    (!types.is_empty() && !types.iter().any(|&found| has(found))).then_some("type")
}

fn diagnostic(model: &Model, id: ElementId, what: &str) -> Diagnostic {
    let message = format!("{} is present without a {what}", model.full_display(id));
    let sentence = format!("{} has no present {what}", model.title(id));
    Diagnostic::new(Code::NoPresentType, model.element(id).span, message).reference(sentence)
}
