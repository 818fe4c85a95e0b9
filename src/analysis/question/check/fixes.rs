//! Edits that take the reason of a finding away.
//!
//! Where an edit would not be sure to mean what the author means, there is none: for conditions that come from somewhere
//! else, and for those that speak of the element in which they stand.

use std::sync::Arc;

use crate::analysis::domain::Candidate;
use crate::analysis::presence::forgotten_default;
use crate::analysis::question::Witness;
use crate::analysis::question::all_variants::lifted::Lifted;
use crate::analysis::value::Value;
use crate::source::diagnostic::{Edit, Fix};
use crate::source::fix::{add_entry, condition, remove_entry, remove_item, replace_value};
use crate::source::syntax::yaml::{Yaml, YamlId};
use crate::tosca::model::{Alternative, Element, ElementId, Kind, Model};

/// An element loses its conditions, if it has written all of them itself.
pub(super) fn without_conditions(model: &Model, id: ElementId) -> Option<Fix> {
    let (body, _) = own_conditions(model, id)?;
    fix(format!("remove the condition of {}", model.full_display(id)), remove_entry(body, CONDITIONS))
}

/// An element gets a condition that says what its own come to, if it has written all of them itself.
pub(super) fn always_present(model: &Model, id: ElementId) -> Option<Fix> {
    let (body, conditions) = own_conditions(model, id)?;
    if conditions.iter().all(|condition| condition.as_bool() == Some(true)) {
        return None;
    }
    fix(
        format!("write `true` for the condition of {}", model.full_display(id)),
        replace_value(body, CONDITIONS, "true"),
    )
}

/// A constraint of the list of constraints goes.
pub(super) fn without_constraint(model: &Model, constraint: YamlId) -> Option<Fix> {
    let list = model.variability()?.get("constraints")?;
    let place = list.items().position(|item| item.id() == constraint)?;
    fix("remove the constraint".to_owned(), remove_item(list, place))
}

/// A named expression goes.
pub(super) fn without_expression(model: &Model, name: &str) -> Option<Fix> {
    let expressions = model.variability()?.get("expressions")?;
    fix(format!("remove the expression \"{name}\""), remove_entry(expressions, name))
}

/// A relation without a condition gets that of the node at one of its ends, where the other end has none: else it needs both, and what
/// is missing is rather a mode.
pub(super) fn like_its_end(model: &Model, relation: ElementId, end: End) -> Option<Fix> {
    // Beside `default_alternative` conditions have no effect.
    let is_bare = |element: &Element| element.conditions.is_empty() && element.alternative == Alternative::Ordinary;
    if relation.kind() != Kind::Relation || !is_bare(model.element(relation)) {
        return None;
    }
    let (node, word) = match end {
        End::Source => (model.relation(relation).source, "source"),
        End::Target => (model.relation(relation).target?, "target"),
    };
    let ends = [Some(model.relation(relation).source), model.relation(relation).target];
    if ends.into_iter().flatten().all(|end| !model.element(end).conditions.is_empty()) {
        return None;
    }
    let (_, conditions) = own_conditions(model, node)?;
    let condition = condition(&conditions)?;
    let body = model.yaml(model.element(relation).body?);
    let edit = if body.is_scalar() {
        let replacement = format!("{{node: {}, {CONDITIONS}: {condition}}}", body.written());
        Some(Edit { span: body.span(), replacement })
    } else {
        add_entry(body, CONDITIONS, &condition)
    };
    fix(format!("give {} the condition of its {word}", model.full_display(relation)), edit)
}

/// The only one of several alternatives that has no condition becomes the one for all other cases.
pub(super) fn as_default_alternative(model: &Model, id: ElementId) -> Option<Fix> {
    let default = forgotten_default(model, id)?;
    let body = model.yaml(model.element(default).body?);
    let edit = if body.is_mapping() { add_entry(body, "default_alternative", "true") } else { None };
    fix(format!("mark {} as the default alternative", model.full_display(default)), edit)
}

/// An option that the author does not mention is turned on.
pub(super) fn turned_on(model: &Model, option: &str) -> Option<Fix> {
    fix(format!("turn on `{option}`"), with_option(model, option, "true"))
}

/// An option that the author does not mention gets a value.
pub(super) fn set(model: &Model, option: &str, value: &str) -> Option<Fix> {
    fix(format!("set `{option}: {value}`"), with_option(model, option, value))
}

fn with_option(model: &Model, option: &str, value: &str) -> Option<Edit> {
    let variability = model.variability()?;
    match variability.get("options") {
        Some(options) if options.get(option).is_some() => None,
        Some(options) if options.is_null() || options.is_empty() => {
            replace_value(variability, "options", &format!("{{{option}: {value}}}"))
        }
        Some(options) => add_entry(options, option, value),
        None => add_entry(variability, "options", &format!("{{{option}: {value}}}")),
    }
}

/// An end of a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The node that has the requirement.
    Source,
    /// The node that it leads to.
    Target,
}

/// Inputs that have a value in the witness that nothing mentions are restricted to the values that are mentioned.
pub(super) fn mentioned_values(lifted: &Lifted<'_, '_>, witness: &Witness) -> Option<Fix> {
    let model = lifted.variants().model();
    let mut edits = Vec::new();
    for (input, value) in witness {
        let Some(mentioned) = mentioned(lifted, input, value) else { continue };
        let declaration = model.variability()?.get("inputs")?.get(input)?;
        if declaration.get("constraints").is_some() {
            return None;
        }
        let values: Vec<String> = mentioned.iter().map(Value::to_json).collect();
        edits.push(add_entry(declaration, "constraints", &format!("[{{valid_values: [{}]}}]", values.join(", ")))?);
    }
    edits.sort_by_key(|edit| edit.span);
    let title = "declare the values that the template mentions as `valid_values`".to_owned();
    (!edits.is_empty()).then(|| Fix::new(title, edits))
}

/// The values of an input that the template mentions, if this one is any other.
fn mentioned(lifted: &Lifted<'_, '_>, input: &Arc<str>, value: &Value) -> Option<Vec<Value>> {
    let mentioned = candidates(lifted, input).filter(|candidate| !candidate.is_unmentioned);
    let mentioned: Vec<Value> = mentioned.map(|candidate| candidate.value.clone()).collect();
    (is_unmentioned(lifted, input, value) && !mentioned.is_empty()).then_some(mentioned)
}

/// Whether nothing mentions this value of an input.
pub(super) fn is_unmentioned(lifted: &Lifted<'_, '_>, input: &Arc<str>, value: &Value) -> bool {
    candidates(lifted, input).any(|candidate| candidate.is_unmentioned && candidate.value == *value)
}

/// The values of an input that were looked at.
fn candidates<'l>(lifted: &'l Lifted<'_, '_>, input: &'l Arc<str>) -> impl Iterator<Item = &'l Candidate> {
    let groups = lifted.classes().groups().iter();
    let columns = groups.flat_map(|group| group.inputs.iter().zip(&group.occurrences));
    let own = columns.filter(move |(known, _)| *known == input).take(1);
    own.flat_map(|(_, candidates)| candidates.iter().map(|(candidate, _)| candidate))
}

const CONDITIONS: &str = "conditions";

/// The body of an element and its conditions, if all of them stand there.
fn own_conditions(model: &Model, id: ElementId) -> Option<(Yaml<'_>, Vec<Yaml<'_>>)> {
    let element = model.element(id);
    let body = model.yaml(element.body?);
    let written = body.get(CONDITIONS)?;
    let own: Vec<YamlId> = if written.is_sequence() {
        written.items().filter(|item| !item.is_null()).map(Yaml::id).collect()
    } else {
        vec![written.id()]
    };
    let conditions: Vec<Yaml<'_>> = element.conditions.iter().map(|condition| model.yaml(*condition)).collect();
    (!own.is_empty() && own == element.conditions).then_some((body, conditions))
}

fn fix(title: String, edit: Option<Edit>) -> Option<Fix> {
    edit.map(|edit| Fix::new(title, vec![edit]))
}
