//! Alternatives of which one is meant for the case that no other is present, and does not say so.

use crate::tosca::model::{Alternative, ElementId, Model};

/// Of the elements with the name of this one, the only one without a condition, where others have one and none is marked as the
/// default alternative.
pub(crate) fn forgotten_default(model: &Model, id: ElementId) -> Option<ElementId> {
    let dialect = model.dialect();
    if !dialect.has_alternatives
        || dialect.alternatives_are_called_default
        || !id.kind().replaces_conditions_by_alternative()
    {
        return None;
    }
    let place = |id: ElementId| {
        let element = model.element(id);
        (element.container, &element.name)
    };
    let namesakes = model.of_kind(id.kind()).filter(|&other| place(other) == place(id) && !model.is_silent(other));
    let (bare, conditional): (Vec<ElementId>, Vec<ElementId>) =
        namesakes.partition(|&other| model.element(other).conditions.is_empty());
    let is_marked = |&id: &ElementId| model.element(id).alternative != Alternative::Ordinary;
    let [only] = bare[..] else { return None };
    let is_open = !conditional.is_empty() && model.element(only).body.is_some();
    (is_open && !bare.iter().chain(&conditional).any(is_marked)).then_some(only)
}
