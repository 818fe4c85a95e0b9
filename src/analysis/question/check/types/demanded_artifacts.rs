//! What Unfurl refuses of artifacts and of what operations run.

use super::search::TemplateWalk;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind};
use crate::tosca::types::engine::{self, Engine, EngineRefusal};
use crate::tosca::types::{Collection, operations_in};

impl<'t> TemplateWalk<'_, 't> {
    /// Artifacts of nodes, and those inside of operations.
    pub(super) fn check_artifacts(&mut self) {
        if self.engine != Some(Engine::Unfurl) {
            return;
        }
        for (id, body) in self.bodies(Kind::Artifact).into_iter().filter(|(_, body)| body.is_mapping()) {
            let named = body.get("type").filter(|name| name.is_scalar() && !name.is_null());
            let is_known = named.is_none_or(|name| self.is_artifact_known(name.text()));
            let place = self.demand_at(id, body.span());
            self.refuse_unless(is_known, engine::ARTIFACT_TYPE, place.clone());
            self.refuse_unless(body.get("file").is_some(), engine::ARTIFACT_FILE, place);
        }
        for (id, body) in self.bodies(Kind::Node) {
            for (_, interface) in body.get("interfaces").into_iter().flat_map(Yaml::entries) {
                operations_in(interface).for_each(|(_, operation)| self.check_operation(id, operation));
            }
        }
    }

    fn is_artifact_known(&self, name: &str) -> bool {
        let is_built_in = self.engine.is_some_and(|engine| engine.builds_in(name));
        self.model.are_types_open() || is_built_in || self.schemas.is_known(Collection::Artifact, name)
    }

    fn check_operation(&mut self, node: ElementId, operation: Yaml<'t>) {
        self.refuse_other_keys(node, operation, engine::OPERATION_KEYS, engine::OPERATION_KEY);
        let Some(implementation) = operation.get("implementation") else { return };
        self.refuse_other_keys(node, implementation, engine::IMPLEMENTATION_KEYS, engine::OPERATION_KEY);
        let dependencies = implementation.get("dependencies").into_iter().flat_map(Yaml::items);
        for artifact in implementation.get("primary").into_iter().chain(dependencies) {
            self.refuse_other_keys(node, artifact, engine::INLINE_ARTIFACT_KEYS, engine::INLINE_ARTIFACT);
        }
    }

    fn refuse_other_keys(&mut self, node: ElementId, body: Yaml<'t>, known: &[&str], refusal: EngineRefusal) {
        for (key, _) in body.entries().filter(|(key, _)| !known.contains(&key.text())) {
            let place = self.demand_at(node, key.span());
            self.refuse(refusal, place);
        }
    }
}
