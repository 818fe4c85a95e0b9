//! Deployment artifacts.

use super::Builder;
use super::entries::NamedEntry;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{Artifact, Element, ElementId, Kind};

/// The type of an artifact that names none.
pub const FILE_ARTIFACT: &str = "tosca.artifacts.File";

impl<'t> Builder<'t> {
    /// The artifacts that `artifacts` lists; none in profile A, where an artifact is no element.
    pub(super) fn add_artifacts(&mut self, node: ElementId, artifacts: Option<Yaml<'t>>) -> Vec<ElementId> {
        if !self.dialect().parts_are_elements {
            return Vec::new();
        }
        let entries = self.entries(artifacts, "artifacts");
        let ids: Vec<ElementId> = entries.into_iter().map(|entry| self.add_artifact(node, entry)).collect();
        self.settle_namesakes(&ids);
        ids
    }

    fn add_artifact(&mut self, node: ElementId, entry: NamedEntry<'t>) -> ElementId {
        let element = self.described(Kind::Artifact, entry, Some(node));
        let id = self.add(Kind::Artifact, element);
        self.contents.artifacts.push(Artifact::default());
        if self.dialect().types_are_elements {
            let types = self.artifact_types(id, entry.body);
            let properties = self.add_properties(id, entry.body.get("properties"));
            self.contents.artifacts[id.place()] = Artifact { types, properties };
        }
        id
    }

    fn artifact_types(&mut self, id: ElementId, body: Yaml<'t>) -> Vec<ElementId> {
        match body.get("type").filter(|types| !types.is_null()) {
            Some(types) => self.add_types(id, Some(types)),
            None => vec![self.add_file_type(id)],
        }
    }

    fn add_file_type(&mut self, id: ElementId) -> ElementId {
        let artifact = self.element(id).clone();
        let element = Element {
            name: FILE_ARTIFACT.into(),
            index: 0,
            is_listed: false,
            container: Some(id),
            conditions: Vec::new(),
            alternative: crate::tosca::model::Alternative::Ordinary,
            overrides: None,
            ..artifact
        };
        self.add(Kind::Type, element)
    }
}
