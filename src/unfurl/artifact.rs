//! The artifact that an operation runs: a file, or an artifact of the node, of its types, or of the operation itself.

use std::sync::Arc;

use super::connection::texts;
use super::content::{Content, Contents};
use super::instance::text_of;
use super::job::Job;
use super::lineage::{defined, lineage};
use super::operation::operations;
use super::owner::Owner;
use super::property::{GivenProperty, Properties, declared_properties, give, give_written};
use super::task::Task;
use super::task_view::Context;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::ElementId;
use crate::tosca::types::Collection;

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

impl<'j> Artifact<'j> {
    /// What it is called.
    pub(super) fn name(&self) -> &'j str {
        self.name
    }

    /// Its file, or the command that it is; none where only a run can know it.
    pub(super) fn file(&self) -> Option<&'j str> {
        let Some(body) = self.body else { return Some(self.name) };
        text_of(Some(body)).or_else(|| body.get("file")?.as_str())
    }
}

impl<'j> Job<'j> {
    /// What the operation of a task runs, if it runs anything.
    pub(super) fn artifact(&self, context: Context<'_, 'j>) -> Option<Artifact<'j>> {
        let primary = context.operation?.primary_artifact()?;
        if primary.is_mapping() {
            let name = text_of(primary.get("file")).unwrap_or_default();
            return Some(Artifact { name, body: Some(primary), element: None });
        }
        let name = primary.text();
        let Some(Owner::Node(node)) = context.target else { return Some(Artifact { name, body: None, element: None }) };
        let mut own = self.model.node(node).artifacts.iter().copied();
        let element = own.find(|&it| self.has(it) && *self.model.element(it).name == *name);
        let body = match element {
            Some(element) => self.model.element(element).body.map(|body| self.model.yaml(body)),
            None => self.declared_artifact(node, name),
        };
        Some(Artifact { name, body, element })
    }

    /// The artifact of this name that is no element: in profile A, or of a type.
    fn declared_artifact(&self, node: ElementId, name: &str) -> Option<Yaml<'j>> {
        let template = self.model.element(node).body.map(|body| self.model.yaml(body));
        let template = template.filter(|_| !self.model.dialect().parts_are_elements);
        let line = self.type_line(node);
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

    pub(super) fn artifact_properties(&self, artifact: &Artifact<'j>) -> Properties<'j> {
        let line = self.artifact_line(artifact);
        let mut properties = declared_properties(&self.schemas, Collection::Artifact, &line);
        // Early profiles pass properties of artifacts through.
        match artifact.element.filter(|&element| !self.model.properties_of(element).is_empty()) {
            Some(element) => self.assign(element, &mut properties),
            None => give_written(artifact.body, &mut properties),
        }
        properties
    }

    /// Its inputs: what its types declare for their operations, and what it says itself.
    pub(super) fn artifact_inputs(&self, artifact: &Artifact<'j>) -> Properties<'j> {
        let line = self.artifact_line(artifact);
        let declared = operations(&self.schemas, Collection::Artifact, &line, artifact.body);
        let mut inputs: Properties<'j> = declared.into_iter().flat_map(|operation| operation.inputs).collect();
        let own = artifact.body.and_then(|body| body.get("inputs")).into_iter().flat_map(Yaml::entries);
        own.for_each(|(name, value)| give(&mut inputs, name.text().into(), GivenProperty::Written(value)));
        inputs
    }

    /// What is passed to it besides the inputs of the operation: the inputs that it declares over properties of the node
    /// that are marked for it, and these over its own properties.
    pub(super) fn artifact_arguments(&self, context: Context<'_, 'j>) -> Properties<'j> {
        let artifact = self.artifact(context);
        let mut arguments = artifact.as_ref().map_or_else(Properties::default, |it| self.artifact_properties(it));
        arguments.extend(self.marked(context.target));
        arguments.extend(artifact.iter().flat_map(|it| self.artifact_inputs(it)));
        arguments
    }

    /// The properties of a node that `input_match` in the metadata of their definitions makes arguments: of their own
    /// names when it is true, else of those that it says.
    fn marked(&self, target: Option<Owner<'_, 'j>>) -> Properties<'j> {
        let Some(Owner::Node(node)) = target else { return Properties::default() };
        let definitions = defined(self.model, Collection::Node, &self.type_line(node), "properties");
        let (properties, mut marked) = (self.given(Owner::Node(node)), Properties::default());
        for (name, definition) in definitions {
            let mark = definition.get("metadata").and_then(|metadata| metadata.get("input_match"));
            let Some((property, mark)) = properties.get(&name).zip(mark) else { continue };
            let names: Vec<Arc<str>> = match mark.as_bool() {
                Some(true) => vec![name],
                Some(false) => Vec::new(),
                None => texts(mark),
            };
            marked.extend(names.into_iter().map(|name| (name, property.clone())));
        }
        marked
    }

    /// It as a dictionary.
    pub(super) fn artifact_instance(&self, artifact: &Artifact<'j>, task: &Task<'j>) -> Content {
        let values = |properties| self.values_of(&properties, task.owner(), task.context());
        let mut entries = Contents::from_iter([(".name".into(), Content::string(artifact.name))]);
        let own_type = self.artifact_line(artifact).into_iter().next();
        entries.extend(own_type.map(|own_type| (".type".into(), Content::string(&own_type))));
        entries.extend(artifact.file().map(|file| ("file".into(), Content::string(file))));
        for key in KEYS {
            let value = artifact.body.and_then(|body| body.get(key)).filter(|value| !value.is_null());
            entries.extend(value.map(|value| (key.into(), task.written(self, value))));
        }
        entries.extend(values(self.artifact_properties(artifact)));
        let inputs = values(self.artifact_inputs(artifact));
        if !inputs.is_empty() {
            entries.insert("inputs".into(), Content::Map(inputs));
        }
        Content::Map(entries)
    }
}
