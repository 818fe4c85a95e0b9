//! Properties of `it` that no element has: a misspelt name would make every assertion false.

use super::super::text::{Phrase, PhraseMeaning, Unreadable};
use super::meaning::error;
use super::typed_elements::TypedElement;
use crate::source::diagnostic::did_you_mean;
use crate::tosca::model::{ElementId, Model};

/// What is wrong with the first property of `it` in a condition that none of these elements has; nothing where there is no element.
pub(super) fn unknown(model: &Model, condition: &Phrase, typed: &[TypedElement]) -> Option<Unreadable> {
    if typed.is_empty() {
        return None;
    }
    let properties = || typed.iter().flat_map(|one| model.properties_of(one.element).iter().copied());
    let name = |id: ElementId| &*model.element(id).name;
    let mut open = vec![condition];
    while let Some(phrase) = open.pop() {
        match &phrase.says {
            PhraseMeaning::Name(path) => {
                let Some(property) = path.strip_prefix("it.") else { continue };
                let has_default = |one: &TypedElement| !model.type_defaults(one.element, property).is_empty();
                if properties().any(|id| name(id) == property) || typed.iter().any(has_default) {
                    continue;
                }
                let message = format!("no element that this is about has a property \"{property}\"");
                let close = did_you_mean(property, properties().map(name));
                let help = close.map(|close| format!("did you mean `it.{close}`?"));
                return Some(error(&phrase.place, message, help));
            }
            PhraseMeaning::Not(inner) => open.push(inner),
            PhraseMeaning::List(parts) | PhraseMeaning::Call(_, parts) => open.extend(parts.iter().rev()),
            PhraseMeaning::Verb(_, sides) => open.extend(sides.iter().rev()),
            PhraseMeaning::Truth(_)
            | PhraseMeaning::Text(_)
            | PhraseMeaning::Number(_)
            | PhraseMeaning::Date(_)
            | PhraseMeaning::Nothing
            | PhraseMeaning::Rest => {}
        }
    }
    None
}
