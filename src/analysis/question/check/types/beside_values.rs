//! Places beside values in which nothing is evaluated, and conditions within values, which decide nothing.

use super::accesses::OwnedValue;
use super::doubt::{ConditionalFault, When};
use super::search::TemplateWalk;
use crate::analysis::value::named_in;
use crate::source::diagnostic::Code;
use crate::source::syntax::vocabulary::{Arity, Layer, OperatorEntry, is_condition};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, Model, PropertyValue};
use crate::tosca::types::completion::{Fault, Path, RuntimeResponse};

/// The key of conditions.
const CONDITIONS: &str = "conditions";

/// What to do about conditions in what an operation runs.
const OF_OPERATIONS: &str = "put them on the node, or give the implementation as an artifact with conditions";

/// What to do about conditions in other values.
const OF_VALUES: &str = "only elements have conditions: nothing is left out within a value";

/// Keys of elements that are no values of properties, and stand in the document as they are written.
static AS_WRITTEN: &[(Kind, &[&str])] = &[
    (Kind::Node, &["description", "metadata", "directives"]),
    (Kind::Artifact, &["file", "repository", "description", "metadata"]),
    (Kind::Relation, &["occurrences", "metadata"]),
    (Kind::Group, &["description", "metadata"]),
    (Kind::Policy, &["description", "metadata", "triggers"]),
    (Kind::Input, &["default", "description", "metadata"]),
    (Kind::Output, &["description", "metadata"]),
];

impl<'t> TemplateWalk<'_, 't> {
    /// What elements have beside values of properties, and what the topology has beside elements.
    pub(super) fn beside_values(&self) -> Vec<OwnedValue<'t>> {
        let model = self.model;
        let mut places = Vec::new();
        for &(kind, keys) in AS_WRITTEN {
            for id in model.of_kind(kind) {
                let Some(body) = model.element(id).body.map(|body| model.yaml(body)) else { continue };
                let values = keys.iter().filter_map(|key| body.get(key));
                places.extend(values.map(|value| OwnedValue::of(Some(id), value)));
            }
        }
        let substitution = model.topology_template().and_then(|topology| topology.get("substitution_mappings"));
        places.extend(substitution.map(|value| OwnedValue::of(None, value)));
        places
    }

    /// Conditions within values. What is called so in data may be anything: they have to name what the template declares.
    pub(super) fn conditions_in_values(&mut self) {
        let model = self.model;
        let mut found: Vec<(Yaml<'t>, Option<ElementId>, &str)> = Vec::new();
        for id in model.of_kind(Kind::Property) {
            let PropertyValue::Literal(value) = model.property(id).value else { continue };
            // Conditions of the value itself, or of one of its items, are reported where they are read.
            let value = model.yaml(value);
            let parts =
                value.items().chain([value]).flat_map(Yaml::entries).filter(|(key, _)| key.text() != CONDITIONS);
            let parts = parts.map(|(_, part)| part).chain(value.items().filter(|item| item.is_sequence()));
            parts.for_each(|part| found.extend(conditions_in(part).map(|key| (key, Some(id), OF_VALUES))));
        }
        for id in model.of_kind(Kind::Node) {
            let Some(body) = model.element(id).body.and_then(|body| model.yaml(body).get("interfaces")) else {
                continue;
            };
            for (part, help) in [("implementation", OF_OPERATIONS), ("inputs", OF_VALUES)] {
                let values = body.descendants().filter_map(|yaml| yaml.get(part));
                found.extend(values.flat_map(conditions_in).map(|key| (key, Some(id), help)));
            }
        }
        let beside = self.beside_values();
        // Those of a trigger are reported where its keys are looked at.
        let is_policy = |place: &&OwnedValue<'t>| place.owner.is_some_and(|owner| owner.kind() == Kind::Policy);
        for place in beside.iter().filter(|place| !is_policy(place)) {
            found.extend(conditions_in(place.value).map(|key| (key, place.owner, OF_VALUES)));
        }
        for (mapping, owner, help) in found {
            let Some((key, body)) = mapping.entry(CONDITIONS).filter(|(_, body)| self.is_meant(*body)) else {
                continue;
            };
            let message = "these conditions are not evaluated here: they are a part of the value".to_owned();
            let fault = Fault {
                response: RuntimeResponse::PassedOver,
                help: Some(help.to_owned()),
                ..Fault::new(Code::UnknownMember, &Path::new(body.text()), key.span(), message)
            };
            self.doubts.push(ConditionalFault::new(fault, owner, When::default()));
        }
    }

    /// Whether a value is a condition that asks for an input, an expression or an element of the template.
    fn is_meant(&self, body: Yaml<'_>) -> bool {
        is_condition(body, self.model.profile())
            && (named_in(body).iter().any(|named| named.is_declared(self.model)) || asks_presence(self.model, body))
    }
}

/// The mappings within a value, and the value, that have conditions.
fn conditions_in(value: Yaml<'_>) -> impl Iterator<Item = Yaml<'_>> {
    value.descendants().filter(|yaml| yaml.get(CONDITIONS).is_some())
}

/// Whether a condition asks for the presence of an element that there is.
fn asks_presence(model: &Model, condition: Yaml<'_>) -> bool {
    let asks = |(key, name): (Yaml<'_>, Yaml<'_>)| {
        let operator = OperatorEntry::named(key.text(), model.profile());
        let is_presence = operator.is_some_and(|it| it.layer == Layer::Logic && it.arity == Arity::Reference);
        is_presence && name.is_scalar() && model.ids().any(|id| *model.element(id).name == *name.text())
    };
    condition.descendants().any(|yaml| yaml.entries().any(asks))
}
