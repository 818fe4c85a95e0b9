//! Operations that types define: what engines refuse of their inputs and of what they run.
//!
//! Unfurl evaluates the inputs for every node that has the type, and for every relation, unless the template gives others; xOpera
//! wants the files of all types that it reads, whatever has them. Both were asked (`tests/engines/demands.json`).

use rustc_hash::FxHashSet;

use super::accesses::OwnedValue;
use super::demanded_reads::called;
use super::demands::DemandPlace;
use super::doubt::When;
use super::search::TemplateWalk;
use super::type_choice::TypeChoice;
use crate::source::FileId;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind};
use crate::tosca::types::engine::{self, Engine};
use crate::tosca::types::{Collection, implementation, operations_in, short_name};

/// An input that a type gives to an operation of an element.
struct TypeInput<'t> {
    value: OwnedValue<'t>,
    element: ElementId,
    /// When the element has the type.
    when: When,
}

/// The body of an element, and the collection of its types.
type Typed<'t> = (Collection, Option<Yaml<'t>>);

impl<'t> TemplateWalk<'_, 't> {
    /// Has the inputs looked at that types give to the operations of nodes and relations, for the engine that evaluates them: those that
    /// are calls of these functions. What is found names the element.
    pub(super) fn look_at_type_operations(&mut self, functions: &[&str], look: fn(&mut Self, &OwnedValue<'t>)) {
        if self.engine != Some(Engine::Unfurl) {
            return;
        }
        for TypeInput { value, element, when } in self.inputs_of_types() {
            // What stands deeper in a value is not looked at before a task runs.
            if !called(value.value).is_some_and(|(function, _)| functions.contains(&function.text())) {
                continue;
            }
            let before = self.doubts.len();
            look(self, &value);
            for doubt in &mut self.doubts[before..] {
                doubt.when = doubt.when.and(&when);
                let owner = (self.model.element(element).span, format!("of {}", self.model.full_display(element)));
                doubt.fault.because.get_or_insert(owner);
            }
        }
    }

    fn inputs_of_types(&self) -> Vec<TypeInput<'t>> {
        let mut found = Vec::new();
        for node in self.model.of_kind(Kind::Node) {
            let body = self.model.element(node).body.map(|body| self.model.yaml(body));
            for choice in self.own_types(node) {
                self.inputs_of_type(node, &choice, (Collection::Node, body), &mut found);
            }
        }
        for relation in self.model.of_kind(Kind::Relation) {
            let body = self.relationship_body(relation);
            for choice in self.types_of_relation(relation) {
                self.inputs_of_type(relation, &choice, (Collection::Relationship, body), &mut found);
            }
        }
        found
    }

    /// The types that a relation may have: that of its relationship template, the one that it names, else those that the types
    /// of its node want.
    pub(super) fn types_of_relation(&self, relation: ElementId) -> Vec<TypeChoice> {
        let ends = self.model.relation(relation);
        if ends.template.is_some() {
            return self.own_types(relation);
        }
        let body = self.model.element(relation).body.map(|body| self.model.yaml(body));
        let named = body.and_then(|body| body.get("relationship")).filter(|named| !named.is_null());
        match named {
            Some(named) if named.is_scalar() => vec![TypeChoice::of(named)],
            _ => self.relationship_types(relation, ends.source, named.or(body)),
        }
    }

    /// What is nearer to the template goes over what is farther, interface by interface and operation by operation.
    fn inputs_of_type(
        &self,
        element: ElementId,
        choice: &TypeChoice,
        (collection, body): Typed<'t>,
        found: &mut Vec<TypeInput<'t>>,
    ) {
        let mut met: FxHashSet<(&str, &str, &str)> = FxHashSet::default();
        let given = body.and_then(|body| body.get("interfaces")).into_iter().flat_map(Yaml::entries);
        for (key, interface) in given {
            let inputs = inputs_in(interface);
            met.extend(inputs.iter().map(|(operation, input, _)| (short_name(key.text()), *operation, *input)));
        }
        let line = self.schemas.line(collection, &choice.name).unwrap_or_default();
        let own = line.iter().filter_map(|name| self.schemas.body(collection, name)?.get("interfaces"));
        // Types call interfaces by their short names, for Unfurl.
        let interfaces = own.flat_map(Yaml::entries).filter(|(key, _)| short_name(key.text()) == key.text());
        for (key, interface) in interfaces {
            for (operation, input, value) in inputs_in(interface) {
                if !met.insert((key.text(), operation, input)) {
                    continue;
                }
                let (own, relation) = match element.kind() {
                    Kind::Relation => (None, Some(element)),
                    _ => (Some(element), None),
                };
                let value = OwnedValue { owner: Some(element), own, relation, value };
                found.push(TypeInput { value, element, when: choice.when.clone() });
            }
        }
    }

    /// The files that types run and have as artifacts, for the engine that looks for all of them.
    pub(super) fn check_files_of_types(&mut self) {
        let Some(engine) = self.engine.filter(|&engine| engine::MISSING_FILE.is_by(engine)) else { return };
        debug_assert_eq!(engine, Engine::Xopera, "what is asked about here is what xOpera does");
        let imported = self.model.imported_files().map(|(_, root)| self.model.yaml(*root));
        let roots: Vec<Yaml<'t>> = [self.model.root()].into_iter().chain(imported).collect();
        let types = roots.into_iter().flat_map(Yaml::entries).filter(|(key, _)| key.text().ends_with("_types"));
        for file in types.flat_map(|(key, section)| section.entries().flat_map(move |(_, body)| files_in(key, body))) {
            let written_in = file.span().file;
            if self.model.has_file_beside(written_in, file.text()) != Some(false) {
                continue;
            }
            let bringing = self.imports_of(written_in);
            let owners = if bringing.is_empty() { vec![None] } else { bringing.into_iter().map(Some).collect() };
            for import in owners {
                let when = import.map_or_else(When::default, |import| self.presence(import));
                self.refuse(engine::MISSING_FILE, DemandPlace::of(None, file.span(), when));
            }
        }
    }

    /// The imports that bring a file in.
    fn imports_of(&self, file: FileId) -> Vec<ElementId> {
        let brings = |import: &ElementId| self.model.files_of_import(*import).contains(&file);
        self.model.of_kind(Kind::Import).filter(brings).collect()
    }
}

/// The inputs that an interface gives values, each with its operation, none for those of the interface: for Unfurl, what has a type is
/// a definition, with a value at best.
fn inputs_in(interface: Yaml<'_>) -> Vec<(&str, &str, Yaml<'_>)> {
    let shared = interface.get("inputs").map(|inputs| ("", inputs));
    let own = operations_in(interface).filter_map(|(key, body)| Some((key.text(), body.get("inputs")?)));
    let inputs = shared.into_iter().chain(own);
    let inputs = inputs.flat_map(|(operation, inputs)| inputs.entries().map(move |entry| (operation, entry)));
    let given = inputs.filter_map(|(operation, (key, body))| {
        let value = if body.get("type").is_some() { body.get("default")? } else { body };
        Some((operation, key.text(), value))
    });
    given.collect()
}

/// The files that a type of this section names: artifacts, and what its operations run.
fn files_in<'t>(section: Yaml<'t>, body: Yaml<'t>) -> Vec<Yaml<'t>> {
    let artifacts = body.get("artifacts").into_iter().flat_map(Yaml::entries).map(|(_, artifact)| artifact);
    // An interface type has operations itself.
    let interface = (section.text() == "interface_types").then_some(body);
    let own = interface.into_iter().flat_map(files_run_by);
    artifacts.filter_map(file_of).chain(files_run(body)).chain(own).collect()
}

/// The files that the operations of a node, a relationship or a type run, and those that these need.
pub(super) fn files_run(owner: Yaml<'_>) -> Vec<Yaml<'_>> {
    owner.get("interfaces").into_iter().flat_map(Yaml::entries).flat_map(|(_, it)| files_run_by(it)).collect()
}

fn files_run_by(interface: Yaml<'_>) -> Vec<Yaml<'_>> {
    let run = operations_in(interface).filter_map(|(_, operation)| implementation(operation));
    let artifacts = run.flat_map(|run| {
        let primary = if run.is_scalar() { Some(run) } else { run.get("primary") };
        primary.into_iter().chain(run.get("dependencies").into_iter().flat_map(Yaml::items))
    });
    artifacts.filter_map(file_of).collect()
}

/// The file of an artifact.
pub(super) fn file_of(artifact: Yaml<'_>) -> Option<Yaml<'_>> {
    let file = if artifact.is_scalar() { Some(artifact) } else { artifact.get("file") };
    file.filter(|file| file.as_str().is_some_and(|text| !text.is_empty()))
}
