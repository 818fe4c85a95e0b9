//! The artifact that an operation runs: a file, or an artifact of the node, of its types, or of the operation itself.

use std::sync::Arc;

use super::content::{Content, Contents};
use super::instance::text_of;
use super::job::Job;
use super::lineage::lineage;
use super::operation::operations;
use super::property::{Properties, Property, declared_properties, give_written};
use super::task::Task;
use crate::model::ElementId;
use crate::syntax::vocabulary::Profile;
use crate::syntax::yaml::Yaml;
use crate::types::Collection;

/// What an operation runs.
pub(super) struct Artifact<'j> {
    name: &'j str,
    /// Its definition; none for what is nothing but a file or a command.
    body: Option<Yaml<'j>>,
    /// The element that it is, where the template has it.
    element: Option<ElementId>,
}

/// What the description of an artifact says besides its properties and inputs.
const KEYS: [&str; 4] = ["file", "repository", "contents", "deploy_path"];

impl<'j> Job<'j> {
    /// What the operation of a task runs, if it runs anything.
    pub(super) fn artifact(&self, task: &Task<'j>) -> Option<Artifact<'j>> {
        let primary = task.operation.as_ref()?.primary_artifact()?;
        if primary.is_mapping() {
            let name = text_of(primary.get("file")).unwrap_or_default();
            return Some(Artifact { name, body: Some(primary), element: None });
        }
        let name = primary.text();
        let own = self.model.node(task.node).artifacts.iter().copied().filter(|_| task.relation.is_none());
        let element = own.into_iter().find(|&it| self.has(it) && *self.model.element(it).name == *name);
        let body = match element {
            Some(element) => self.model.element(element).body.map(|body| self.model.yaml(body)),
            None => self.declared_artifact(task, name),
        };
        Some(Artifact { name, body, element })
    }

    /// The artifact of this name that is no element: in profile A, or of a type.
    fn declared_artifact(&self, task: &Task<'j>, name: &str) -> Option<Yaml<'j>> {
        if task.relation.is_some() {
            return None;
        }
        let template = self.model.element(task.node).body.map(|body| self.model.yaml(body));
        let template = template.filter(|_| self.model.profile() == Profile::A);
        let line = self.type_line(task.node);
        let types = line.iter().filter_map(|own| self.schemas.body(Collection::Node, own));
        template.into_iter().chain(types).find_map(|body| body.get("artifacts")?.get(name))
    }

    /// The type of an artifact and what it derives from, nearest first.
    fn artifact_line(&self, artifact: &Artifact<'j>) -> Vec<Arc<str>> {
        let candidates = artifact.element.into_iter().flat_map(|element| self.model.type_candidates(element));
        let of_element = candidates.into_iter().find(|(id, _)| id.is_none_or(|id| self.has(id))).map(|(_, name)| name);
        let name = of_element.or_else(|| Some(text_of(artifact.body?.get("type"))?.into()));
        name.map_or_else(Vec::new, |name| lineage(self.model.types(), Collection::Artifact, &name))
    }

    /// Its properties, defaults included.
    pub(super) fn artifact_properties(&self, artifact: &Artifact<'j>, task: &Task<'j>) -> Contents {
        let line = self.artifact_line(artifact);
        let mut properties = declared_properties(&self.schemas, Collection::Artifact, &line);
        // Early profiles pass properties of artifacts through.
        match artifact.element.filter(|&element| !self.model.properties_of(element).is_empty()) {
            Some(element) => self.assign(element, &mut properties),
            None => give_written(artifact.body, &mut properties),
        }
        self.contents(&properties, task)
    }

    /// Its inputs: what its types declare for their operations, and what it says itself.
    pub(super) fn artifact_inputs(&self, artifact: &Artifact<'j>, task: &Task<'j>) -> Contents {
        let line = self.artifact_line(artifact);
        let declared = operations(&self.schemas, Collection::Artifact, &line, artifact.body);
        let mut inputs: Contents =
            declared.iter().flat_map(|operation| self.contents(&operation.inputs, task)).collect();
        let own = artifact.body.and_then(|body| body.get("inputs")).into_iter().flat_map(Yaml::entries);
        inputs.extend(own.map(|(name, value)| (Arc::from(name.text()), task.written(self, value))));
        inputs
    }

    fn contents(&self, properties: &Properties<'j>, task: &Task<'j>) -> Contents {
        let value = |(name, property): (&Arc<str>, &Property<'j>)| {
            Some((Arc::clone(name), self.value(task.owner(), property, task.context())?))
        };
        properties.iter().filter_map(value).collect()
    }

    /// It as a dictionary.
    pub(super) fn artifact_instance(&self, artifact: &Artifact<'j>, task: &Task<'j>) -> Content {
        let mut entries = Contents::from_iter([(".name".into(), Content::string(artifact.name))]);
        let own_type = self.artifact_line(artifact).into_iter().next();
        entries.extend(own_type.map(|own_type| (".type".into(), Content::string(&own_type))));
        let file = artifact.body.map_or(Some(artifact.name), |body| text_of(Some(body)));
        entries.extend(file.map(|file| ("file".into(), Content::string(file))));
        for key in KEYS {
            let said = artifact.body.and_then(|body| body.get(key)).filter(|said| !said.is_null());
            entries.extend(said.map(|said| (key.into(), task.written(self, said))));
        }
        entries.extend(self.artifact_properties(artifact, task));
        let inputs = self.artifact_inputs(artifact, task);
        if !inputs.is_empty() {
            entries.insert("inputs".into(), Content::Map(inputs));
        }
        Content::Map(entries)
    }
}
