//! Keys that engines do not know, triggers of policies, and keys that say nothing.

use rustc_hash::FxHashSet;

use super::demands::DemandPlace;
use super::doubt::When;
use super::search::TemplateWalk;
use crate::source::Span;
use crate::source::diagnostic::Code;
use crate::source::syntax::vocabulary::check_keys;
use crate::source::syntax::yaml::{Yaml, is_date};
use crate::tosca::model::{ElementId, Kind};
use crate::tosca::types::engine::{self, Engine, EngineRefusal};
use crate::tosca::types::{Collection, DataType, SimpleType, operations_in};

/// The one data type that Unfurl takes for topology inputs.
const PORT: &str = "tosca.datatypes.network.PortDef";

impl<'t> TemplateWalk<'_, 't> {
    /// Outputs, topology inputs, imports, artifacts, interfaces and mappings.
    pub(super) fn check_keys(&mut self) {
        for output in self.model.declared_outputs() {
            let place = self.demand_at(output.id, output.span);
            self.refuse_unless(output.body.get("value").is_some(), engine::OUTPUT, place.clone());
            self.refuse_unless(output.body.get("type").is_none(), engine::OUTPUT_TYPE, place);
        }
        for input in self.model.declared_inputs() {
            let place = self.demand_at(input.id, input.span);
            self.refuse_unless(input.body.get("type").is_some(), engine::INPUT, place.clone());
            self.refuse_unless(input.body.get("value").is_none(), engine::INPUT_VALUE, place.clone());
            let type_name = input.body.get("type").map(Yaml::text).unwrap_or_default();
            let is_profiles = type_name.starts_with("tosca.datatypes.");
            let is_data = SimpleType::parse(type_name).is_none()
                && (is_profiles || !matches!(self.schemas.data_type(type_name), DataType::Unknown))
                && type_name != PORT;
            self.refuse_unless(!is_data, engine::INPUT_DATA, place);
        }
        for (id, body) in self.bodies(Kind::Artifact) {
            for (key, refusal) in
                [("version", engine::ARTIFACT_VERSION), ("artifact_version", engine::ARTIFACT_TYPE_VERSION)]
            {
                self.refuse_key(refusal, id, body.entry(key));
            }
        }
        for (id, body) in self.bodies(Kind::Node) {
            for (_, interface) in body.get("interfaces").into_iter().flat_map(Yaml::entries) {
                for (key, refusal) in [("inputs", engine::INTERFACE_INPUTS), ("notifications", engine::NOTIFICATIONS)] {
                    self.refuse_key(refusal, id, interface.entry(key));
                }
            }
        }
        let mappings = self.model.topology_template().and_then(|topology| topology.get("substitution_mappings"));
        if let Some(node) = mappings.and_then(|mappings| mappings.get("node")).filter(|node| node.is_scalar()) {
            let mut place = self.demand_at(None, node.span());
            place.when = place.when.without(self.model.named(Kind::Node, node.text()).iter().copied());
            self.refuse(engine::SUBSTITUTED_NODE, place);
        }
        let properties = mappings.and_then(|mappings| mappings.get("properties"));
        for (key, value) in properties.into_iter().flat_map(Yaml::entries).filter(|(_, value)| value.len() > 1) {
            let place = self.demand_at(None, key.span());
            self.refuse_unless(!value.is_sequence(), engine::SUBSTITUTED_PROPERTY, place);
        }
    }

    /// Metadata of the template, of types, and of all that has a type or is declared.
    pub(super) fn check_metadata(&mut self) {
        let root = self.model.root();
        let mut bodies: Vec<(Option<ElementId>, Yaml<'t>)> = vec![(None, root)];
        let types = root.entries().filter(|(key, _)| key.text().ends_with("_types"));
        for (_, body) in types.flat_map(|(_, section)| section.entries()) {
            let capabilities = body.get("capabilities").into_iter().flat_map(values);
            let declaring = [body].into_iter().chain(capabilities);
            let declared = declaring.flat_map(|part| part.get("properties").into_iter().flat_map(values));
            bodies.extend([body].into_iter().chain(declared).map(|body| (None, body)));
        }
        for kind in [Kind::Node, Kind::Group, Kind::Policy] {
            bodies.extend(self.bodies(kind).into_iter().map(|(id, body)| (Some(id), body)));
        }
        bodies.extend(self.model.declared_inputs().iter().map(|input| (input.id, input.body)));
        bodies.extend(self.model.declared_outputs().iter().map(|output| (output.id, output.body)));
        for template in self.model.relationship_templates() {
            bodies.push((template.relations.first().copied(), self.model.yaml(template.body)));
        }
        for (id, body) in self.bodies(Kind::Relation) {
            bodies.extend(body.get("relationship").map(|template| (Some(id), template)));
        }
        for (element, body) in bodies {
            for value in body.get("metadata").into_iter().flat_map(values).filter(|value| value.as_str().is_none()) {
                let is_text_elsewhere = value.is_scalar();
                let refusal = if is_text_elsewhere { engine::METADATA } else { engine::METADATA.as_written() };
                let place = self.demand_at(element, value.span());
                self.refuse(refusal, place);
            }
        }
    }

    pub(super) fn bodies(&self, kind: Kind) -> Vec<(ElementId, Yaml<'t>)> {
        let body = |id: ElementId| Some((id, self.model.yaml(self.model.element(id).body?)));
        self.model.of_kind(kind).filter_map(body).collect()
    }

    fn refuse_key(&mut self, refusal: EngineRefusal, element: ElementId, entry: Option<(Yaml<'t>, Yaml<'t>)>) {
        let Some((key, _)) = entry.filter(|(_, value)| !value.is_null()) else { return };
        let place = self.demand_at(element, key.span());
        self.refuse(refusal, place);
    }

    pub(super) fn check_triggers(&mut self) {
        for (policy, body) in self.bodies(Kind::Policy) {
            for (key, trigger) in body.get("triggers").into_iter().flat_map(Yaml::entries) {
                let place = self.demand_at(policy, key.span());
                for (key, refusal) in [
                    ("condition", engine::TRIGGER),
                    ("event", engine::TRIGGER_EVENT),
                    ("action", engine::TRIGGER_ACTION),
                ] {
                    self.refuse_unless(trigger.get(key).is_some(), refusal, place.clone());
                }
                if let Some(condition) = trigger.get("condition") {
                    self.check_condition(condition, place);
                }
            }
        }
    }

    fn check_condition(&mut self, condition: Yaml<'t>, place: DemandPlace) {
        if condition.is_scalar() {
            self.refuse(engine::CONDITION_TEXT, place);
        } else if condition.is_sequence() {
            self.refuse(engine::CONDITION_LIST, place);
        } else {
            let constraint = condition.get("constraint");
            let is_list = constraint.is_none_or(Yaml::is_sequence);
            self.refuse_unless(is_list, engine::CONDITION_CONSTRAINT, place.clone());
            let known = self.engine.map_or(&[][..], Engine::condition_keys);
            let is_known = |(key, _): (Yaml<'_>, Yaml<'_>)| known.contains(&key.text());
            self.refuse_unless(condition.entries().all(is_known), engine::CONDITION_KEY, place);
        }
    }

    /// Keys that neither the language nor the engine knows.
    pub(super) fn check_unknown_keys(&mut self) {
        if !self.engine.is_some_and(|engine| engine::UNKNOWN_KEY.is_by(engine)) {
            return;
        }
        let root = self.model.root();
        let unknown = check_keys(root, self.model.profile()).into_iter().filter(|it| it.code == Code::UnknownKey);
        let unknown: FxHashSet<Span> = unknown.filter_map(|it| it.span()).collect();
        let mut bodies: Vec<(Option<ElementId>, Yaml<'t>)> = vec![(None, root)];
        bodies.extend(self.model.topology_template().map(|topology| (None, topology)));
        for kind in [Kind::Node, Kind::Relation, Kind::Artifact, Kind::Group, Kind::Policy, Kind::Input, Kind::Output] {
            bodies.extend(self.bodies(kind).into_iter().map(|(id, body)| (Some(id), body)));
        }
        for template in self.model.relationship_templates() {
            let body = self.model.yaml(template.body);
            bodies.extend(template.relations.iter().chain(&template.connection).map(|&user| (Some(user), body)));
            bodies.extend(template.default_for.filter(|_| template.connection.is_none()).map(|_| (None, body)));
        }
        let presence = |element: Option<ElementId>| element.map_or_else(When::default, |id| self.presence(id));
        let mut read: Vec<(Option<ElementId>, When, Yaml<'t>)> =
            bodies.into_iter().map(|(element, body)| (element, presence(element), body)).collect();
        // Unfurl reads a type where a node has it.
        for node in self.model.of_kind(Kind::Node) {
            for choice in self.own_types(node) {
                let when = self.presence(node).and(&choice.when);
                let line = self.schemas.line(Collection::Node, &choice.name).unwrap_or_default();
                let types = line.into_iter().filter_map(|name| self.schemas.body(Collection::Node, name));
                read.extend(types.map(|body| (Some(node), when.clone(), body)));
            }
        }
        let mut met = FxHashSet::default();
        for (element, when, body) in read {
            let is_placed = element.is_some_and(|id| matches!(id.kind(), Kind::Node | Kind::Relation));
            let is_refused = |key: &Yaml<'_>| {
                let is_own = engine::OWN_KEYS.contains(&key.text());
                unknown.contains(&key.span()) && !is_own || is_placed && engine::LATER_KEYS.contains(&key.text())
            };
            for key in body.entries().map(|(key, _)| key).filter(is_refused) {
                if met.insert(key.span()) {
                    self.refuse(engine::UNKNOWN_KEY, DemandPlace::of(element, key.span(), when.clone()));
                }
            }
        }
    }

    /// Dates, which readers of YAML 1.1 take for no texts.
    pub(super) fn check_dates(&mut self) {
        if !self.engine.is_some_and(|engine| engine::DATE.is_by(engine)) {
            return;
        }
        let root = self.model.root();
        let variability = self.model.variability().map(Yaml::span);
        let is_read = |part: &Yaml<'_>| !variability.is_some_and(|section| section.contains(part.span()));
        let bodies: Vec<(ElementId, Yaml<'t>)> =
            [Kind::Node, Kind::Input, Kind::Output, Kind::Policy, Kind::Group].map(|kind| self.bodies(kind)).concat();
        for date in root.descendants().filter(|part| is_date(*part)).filter(is_read) {
            let owner = bodies.iter().find(|(_, body)| body.span().contains(date.span())).map(|(id, _)| *id);
            let place = self.demand_at(owner, date.span());
            self.refuse(engine::DATE, place);
        }
    }

    /// Keys without a value: documents for engines do not have them.
    pub(super) fn check_empty_keys(&mut self) {
        let root = self.model.root();
        self.empty_keys(None, root, &["description", "metadata", "imports"], engine::EMPTY);
        self.empty_keys(None, root, &["repositories"], engine::EMPTY_REPOSITORIES);
        if let Some(topology) = self.model.topology_template().filter(|topology| topology.id() != root.id()) {
            self.empty_keys(None, topology, &["description"], engine::EMPTY);
        }
        let types = root.entries().filter(|(key, _)| key.text().ends_with("_types"));
        for (_, body) in types.flat_map(|(_, section)| section.entries()) {
            self.empty_keys(None, body, &["description", "metadata", "properties"], engine::EMPTY);
        }
        if self.model.dialect().keeps_empty_requirements {
            for (id, body) in self.bodies(Kind::Node) {
                self.empty_keys(id, body, &["requirements"], engine::EMPTY);
            }
        }
        for (kind, keys) in [
            (Kind::Node, ["description", "metadata", "attributes", "capabilities"].as_slice()),
            (Kind::Artifact, &["description", "version", "checksum", "checksum_algorithm"]),
            (Kind::Group, &["description"]),
            (Kind::Policy, &["description", "triggers"]),
            (Kind::Input, &["description"]),
            (Kind::Output, &["description"]),
        ] {
            for (id, body) in self.bodies(kind) {
                self.empty_keys(id, body, keys, engine::EMPTY);
                if matches!(kind, Kind::Group | Kind::Policy) {
                    self.empty_keys(id, body, &["metadata"], engine::EMPTY_METADATA);
                }
            }
        }
        for template in self.model.relationship_templates() {
            let (user, body) = (template.relations.first().copied(), self.model.yaml(template.body));
            self.empty_keys(user, body, &["description", "metadata", "interfaces"], engine::EMPTY);
        }
        for (id, body) in self.bodies(Kind::Node) {
            self.empty_keys(id, body, &["interfaces"], engine::EMPTY);
            for (key, interface) in body.get("interfaces").into_iter().flat_map(Yaml::entries) {
                if interface.is_null() {
                    self.refuse_empty(id, key, engine::EMPTY_INTERFACE);
                }
                self.empty_keys(id, interface, &["operations"], engine::EMPTY_INTERFACE);
                for (key, operation) in operations_in(interface) {
                    if operation.is_null() {
                        self.refuse_empty(id, key, engine::EMPTY);
                    }
                    self.empty_keys(id, operation, &["inputs"], engine::EMPTY);
                }
            }
        }
    }

    /// Those of `keys` that have no value in a mapping.
    fn empty_keys(
        &mut self,
        element: impl Into<Option<ElementId>> + Copy,
        body: Yaml<'t>,
        keys: &[&str],
        refusal: EngineRefusal,
    ) {
        for (key, _) in body.entries().filter(|(key, value)| value.is_null() && keys.contains(&key.text())) {
            self.refuse_empty(element, key, refusal);
        }
    }

    /// A key that says nothing; `refusal` says who refuses it besides those who refuse all such keys.
    fn refuse_empty(&mut self, element: impl Into<Option<ElementId>>, key: Yaml<'t>, refusal: EngineRefusal) {
        let refuses_all = self.engine.is_some_and(|engine| engine::EMPTY.is_by(engine));
        let place = self.demand_at(element, key.span());
        self.refuse(if refuses_all { engine::EMPTY } else { refusal }, place);
    }
}

fn values(mapping: Yaml<'_>) -> impl Iterator<Item = Yaml<'_>> {
    mapping.entries().map(|(_, value)| value)
}
