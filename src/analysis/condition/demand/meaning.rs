//! What a name in a condition means.

use rustc_hash::FxHashSet;

use super::super::text::Unreadable;
use crate::source::diagnostic::did_you_mean;
use crate::source::syntax::vocabulary::Operator;
use crate::tosca::model::{ElementId, Kind, Model, NotFound};

/// What a name means.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Meaning {
    /// A variability input.
    Input,
    /// A named expression.
    Expression,
    /// Elements, one of which is meant to be present.
    Elements(Vec<ElementId>),
    /// The values that a property of an element may have; none where it has no such property.
    Values(ElementId, Vec<ElementId>),
}

/// What `name` means; `it` is the element that an assertion is about.
pub(super) fn meaning(model: &Model, name: &str, it: Option<ElementId>) -> Result<Meaning, (String, Option<String>)> {
    if name == "it" || name.starts_with("it.") {
        let help = "write `for node: ...` or `for node of TYPE: ...` before the condition";
        let it = it.ok_or_else(|| ("`it` means nothing here".to_owned(), Some(help.to_owned())))?;
        return Ok(match name.strip_prefix("it.") {
            None => Meaning::Elements(vec![it]),
            Some(property) => Meaning::Values(it, values_of(model, it, property)),
        });
    }
    let language = model.language();
    let is_expression = language.expression(name).is_some();
    if language.input(name).is_some() {
        if !is_expression {
            return Ok(Meaning::Input);
        }
        let message = format!("\"{name}\" is an input and a named expression");
        return Err((message, Some(format!("write `variability_input({name})` or `value_expression({name})`"))));
    }
    if is_expression {
        return Ok(Meaning::Expression);
    }
    let fault = match elements(model, name) {
        Ok(elements) => return Ok(Meaning::Elements(elements)),
        Err(fault) => fault,
    };
    if let Some((owner, property)) = name.rsplit_once('.')
        && let Ok([owner]) = elements(model, owner).as_deref()
    {
        let values = values_of(model, *owner, property);
        if !values.is_empty() {
            return Ok(Meaning::Values(*owner, values));
        }
    }
    if !model.dialect().inputs_are_declared && reads_input(model, name) {
        return Ok(Meaning::Input);
    }
    Err(match fault {
        NotFound::Ambiguous { choices, .. } => {
            (format!("\"{name}\" may mean several elements"), Some(format!("write one of {}", choices.join(", "))))
        }
        NotFound::Unknown { .. } => unknown(model, name),
    })
}

/// Whether the template reads an input of this name, which needs no declaration before the last profile.
fn reads_input(model: &Model, name: &str) -> bool {
    let mut open = vec![model.root()];
    let mut seen = FxHashSet::default();
    while let Some(yaml) = open.pop() {
        if yaml.is_scalar() || !seen.insert(yaml.id()) {
            continue;
        }
        open.extend(yaml.items());
        for (key, value) in yaml.entries() {
            let is_input = || Operator::named(key.text(), model.profile()) == Some(Operator::VariabilityInput);
            if value.is_scalar() && value.text() == name && is_input() {
                return true;
            }
            open.push(value);
        }
    }
    false
}

/// The elements that a name means: what [`Model::find`] finds, or all that have a short form such as `relation.app.host`.
fn elements(model: &Model, name: &str) -> Result<Vec<ElementId>, NotFound> {
    let short: Vec<ElementId> = match name.split_once('.') {
        Some((kind, rest)) => {
            let kind = Kind::ALL.into_iter().find(|found| found.word() == kind);
            let of_kind = kind.into_iter().flat_map(|kind| model.of_kind(kind));
            of_kind.filter(|&id| is_short(model, id, rest)).collect()
        }
        None => Vec::new(),
    };
    match model.find(name) {
        Ok(found) => Ok(vec![found]),
        Err(_) if !short.is_empty() => Ok(short),
        Err(fault) => Err(fault),
    }
}

/// Whether `rest` is the name of the element, behind that of what contains it where something does.
fn is_short(model: &Model, id: ElementId, rest: &str) -> bool {
    let element = model.element(id);
    let Some(container) = element.container else { return rest == &*element.name };
    let behind = rest.strip_prefix(&*model.element(container).name).and_then(|rest| rest.strip_prefix('.'));
    behind.is_some_and(|name| name == &*element.name)
}

/// The values of a property, those that are never written out aside.
fn values_of(model: &Model, owner: ElementId, property: &str) -> Vec<ElementId> {
    let named = model.properties_of(owner).iter().copied();
    named.filter(|&id| &*model.element(id).name == property).collect()
}

fn unknown(model: &Model, name: &str) -> (String, Option<String>) {
    let language = model.language();
    let inputs = language.inputs().map(|(name, _)| name.to_owned());
    let expressions = language.expressions().map(|(name, _)| name.to_owned());
    let elements = model.ids().flat_map(|id| {
        let element = model.element(id);
        let path = format!("{}.{}", id.kind(), element.name);
        let short = element
            .container
            .map(|container| format!("{}.{}.{}", id.kind(), model.element(container).name, element.name));
        [Some(path).filter(|_| element.container.is_none()), short]
    });
    let known: Vec<String> = inputs.chain(expressions).chain(elements.flatten()).collect();
    let help = match did_you_mean(name, known.iter().map(String::as_str)) {
        Some(close) => format!("did you mean `{close}`?"),
        None if name.contains('-') => "a minus has a space on each side; a text stands in quotes".to_owned(),
        None => format!("a text stands in quotes: {name:?}"),
    };
    (format!("there is no input, expression or element \"{name}\""), Some(help))
}

/// Something that is wrong at a place of the text.
pub(super) fn fault(place: &std::ops::Range<usize>, message: String, help: Option<String>) -> Unreadable {
    Unreadable { message, place: place.clone(), help }
}
