//! Keys that engines do not know, triggers of policies, and keys that say nothing.

use super::demands::DemandPlace;
use super::doubt::When;
use super::search::TemplateWalk;
use crate::source::Span;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind};
use crate::tosca::types::engine::{self, Engine, EngineRefusal};
use crate::tosca::types::operations_in;

/// Where a key stands that says nothing, with who refuses it besides those who refuse all such keys.
struct EmptyKey {
    element: Option<ElementId>,
    span: Span,
    refusal: EngineRefusal,
}

impl<'t> TemplateWalk<'_, 't> {
    /// Outputs, topology inputs, imports, artifacts, interfaces and mappings.
    pub(super) fn keys_for(&mut self, engine: Engine) {
        for output in self.model.declared_outputs() {
            let when = output.id.map_or_else(When::default, |id| self.presence(id));
            let place = DemandPlace::of(output.id, output.span, when);
            self.refuse_unless(output.body.get("value").is_some(), engine, engine::OUTPUT, place.clone());
            self.refuse_unless(output.body.get("type").is_none(), engine, engine::OUTPUT_TYPE, place);
        }
        for input in self.model.declared_inputs() {
            let when = input.id.map_or_else(When::default, |id| self.presence(id));
            let place = DemandPlace::of(input.id, input.span, when);
            self.refuse_unless(input.body.get("type").is_some(), engine, engine::INPUT, place.clone());
            self.refuse_unless(input.body.get("value").is_none(), engine, engine::INPUT_VALUE, place);
        }
        for (id, body) in self.bodies(Kind::Artifact) {
            for (key, refusal) in
                [("version", engine::ARTIFACT_VERSION), ("artifact_version", engine::ARTIFACT_TYPE_VERSION)]
            {
                self.refuse_key(engine, refusal, id, body.entry(key));
            }
        }
        for (id, body) in self.bodies(Kind::Node) {
            for (_, interface) in body.get("interfaces").into_iter().flat_map(Yaml::entries) {
                for (key, refusal) in [("inputs", engine::INTERFACE_INPUTS), ("notifications", engine::NOTIFICATIONS)] {
                    self.refuse_key(engine, refusal, id, interface.entry(key));
                }
            }
        }
        let mappings = self.model.topology_template().and_then(|topology| topology.get("substitution_mappings"));
        let properties = mappings.and_then(|mappings| mappings.get("properties"));
        for (key, value) in properties.into_iter().flat_map(Yaml::entries).filter(|(_, value)| value.len() > 1) {
            let place = DemandPlace::of(None, key.span(), When::default());
            self.refuse_unless(!value.is_sequence(), engine, engine::SUBSTITUTED_PROPERTY, place);
        }
    }

    fn bodies(&self, kind: Kind) -> Vec<(ElementId, Yaml<'t>)> {
        let body = |id: ElementId| Some((id, self.model.yaml(self.model.element(id).body?)));
        self.model.of_kind(kind).filter_map(body).collect()
    }

    fn refuse_key(
        &mut self,
        engine: Engine,
        refusal: EngineRefusal,
        element: ElementId,
        entry: Option<(Yaml<'t>, Yaml<'t>)>,
    ) {
        let Some((key, _)) = entry.filter(|(_, value)| !value.is_null()) else { return };
        let place = DemandPlace::of(Some(element), key.span(), self.presence(element));
        self.refuse(engine, refusal, place);
    }

    pub(super) fn triggers_for(&mut self, engine: Engine) {
        for (policy, body) in self.bodies(Kind::Policy) {
            for (key, trigger) in body.get("triggers").into_iter().flat_map(Yaml::entries) {
                let place = DemandPlace::of(Some(policy), key.span(), self.presence(policy));
                for (key, refusal) in [
                    ("condition", engine::TRIGGER),
                    ("event", engine::TRIGGER_EVENT),
                    ("action", engine::TRIGGER_ACTION),
                ] {
                    self.refuse_unless(trigger.get(key).is_some(), engine, refusal, place.clone());
                }
                if let Some(condition) = trigger.get("condition") {
                    self.condition_for(engine, condition, place);
                }
            }
        }
    }

    fn condition_for(&mut self, engine: Engine, condition: Yaml<'t>, place: DemandPlace) {
        if condition.is_scalar() {
            self.refuse(engine, engine::CONDITION_TEXT, place);
        } else if condition.is_sequence() {
            self.refuse(engine, engine::CONDITION_LIST, place);
        } else {
            let constraint = condition.get("constraint");
            let is_list = constraint.is_none_or(Yaml::is_sequence);
            self.refuse_unless(is_list, engine, engine::CONDITION_CONSTRAINT, place.clone());
            let is_known = |(key, _): (Yaml<'_>, Yaml<'_>)| engine.condition_keys().contains(&key.text());
            self.refuse_unless(condition.entries().all(is_known), engine, engine::CONDITION_KEY, place);
        }
    }

    /// Keys without a value: documents for engines do not have them.
    pub(super) fn empty_for(&mut self, engine: Engine) {
        for EmptyKey { element, span, refusal } in self.empty_keys() {
            let when = element.map_or_else(When::default, |id| self.presence(id));
            let place = DemandPlace::of(element, span, when);
            let refusal = if engine::EMPTY.is_by(engine) { engine::EMPTY } else { refusal };
            self.refuse(engine, refusal, place);
        }
    }

    fn empty_keys(&self) -> Vec<EmptyKey> {
        let mut found = Vec::new();
        let root = self.model.root();
        look(&mut found, None, root, &["description", "metadata", "imports", "repositories"], engine::EMPTY);
        if let Some(topology) = self.model.topology_template().filter(|topology| topology.id() != root.id()) {
            look(&mut found, None, topology, &["description"], engine::EMPTY);
        }
        let types = root.entries().filter(|(key, _)| key.text().ends_with("_types"));
        for (_, body) in types.flat_map(|(_, section)| section.entries()) {
            look(&mut found, None, body, &["description", "metadata", "properties"], engine::EMPTY);
        }
        if self.model.dialect().keeps_empty_requirements {
            for (id, body) in self.bodies(Kind::Node) {
                look(&mut found, Some(id), body, &["requirements"], engine::EMPTY);
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
                look(&mut found, Some(id), body, keys, engine::EMPTY);
                let is_strict = matches!(kind, Kind::Group | Kind::Policy);
                let metadata: &[&str] = if is_strict { &["metadata"] } else { &[] };
                look(&mut found, Some(id), body, metadata, engine::EMPTY_METADATA);
            }
        }
        for template in self.model.relationship_templates() {
            let (user, body) = (template.relations.first().copied(), self.model.yaml(template.body));
            look(&mut found, user, body, &["description", "metadata", "interfaces"], engine::EMPTY);
        }
        for (id, body) in self.bodies(Kind::Node) {
            look(&mut found, Some(id), body, &["interfaces"], engine::EMPTY);
            for (key, interface) in body.get("interfaces").into_iter().flat_map(Yaml::entries) {
                if interface.is_null() {
                    found.push(EmptyKey { element: Some(id), span: key.span(), refusal: engine::EMPTY_INTERFACE });
                }
                look(&mut found, Some(id), interface, &["operations"], engine::EMPTY_INTERFACE);
                for (key, operation) in operations_in(interface) {
                    if operation.is_null() {
                        found.push(EmptyKey { element: Some(id), span: key.span(), refusal: engine::EMPTY });
                    }
                    look(&mut found, Some(id), operation, &["inputs"], engine::EMPTY);
                }
            }
        }
        found
    }
}

/// Those of `keys` that have no value in a mapping.
fn look(found: &mut Vec<EmptyKey>, element: Option<ElementId>, body: Yaml<'_>, keys: &[&str], refusal: EngineRefusal) {
    let empty = body.entries().filter(|(key, value)| value.is_null() && keys.contains(&key.text()));
    found.extend(empty.map(|(key, _)| EmptyKey { element, span: key.span(), refusal }));
}
