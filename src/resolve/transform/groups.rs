//! Groups and policies.

use super::{Key, Output, OutputEntries, Transformation};
use crate::analysis::question::Variant;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, Model, Reference};

impl<'m> Transformation<'m> {
    pub(super) fn groups(&self, section: Yaml<'m>) -> Option<Output> {
        if self.passes_lists(section) {
            return Some(Output::Source(section.id()));
        }
        let mut entries = OutputEntries::new();
        for id in self.model.of_kind(Kind::Group) {
            let is_written = self.has(id) && !self.model.group(id).is_variability_group;
            if let Some(body) = self.body(id).filter(|_| is_written) {
                let output = without_empty(self.group(id, body), "members", self.model);
                entries.push((Key::text(&self.model.element(id).name), output));
            }
        }
        self.section(entries)
    }

    /// Profile A leaves the groups that it keeps as they are, but for relations as members.
    fn group(&self, id: ElementId, body: Yaml<'m>) -> Output {
        let members = &self.model.group(id).members;
        if self.dialect().conditions_make_variability_groups {
            if !members.iter().any(is_relation) {
                return Output::Source(body.id());
            }
            let nodes = || members.iter().filter(|member| !is_relation(member));
            let kept = || Output::Sequence(nodes().map(|member| Output::Source(member.entry)).collect());
            let entry = |(key, value): (Yaml<'m>, Yaml<'m>)| {
                let output = if key.text() == "members" { kept() } else { Output::Source(value.id()) };
                (Key::Source(key.id()), output)
            };
            return Output::Mapping(body.entries().map(entry).collect());
        }
        self.typed(id, body, |all, key| (key.text() == "members").then(|| all.present_references(members)))
    }

    /// Profile A passes policies through.
    pub(super) fn policies(&self, section: Yaml<'m>) -> Option<Output> {
        if !self.dialect().parts_are_elements {
            return Some(Output::Source(section.id()));
        }
        let mut policies = Vec::new();
        for id in self.model.of_kind(Kind::Policy) {
            if let Some(body) = self.body(id).filter(|_| self.has(id)) {
                let model = self.model;
                let policy = self.typed(id, body, |all, key| {
                    (key.text() == "targets").then(|| all.present_references(&model.policy(id).targets))
                });
                let is_null = body.get("targets").is_some_and(Yaml::is_null);
                let policy = if is_null { without_empty(policy, "targets", model) } else { policy };
                policies.push(Output::Mapping(vec![(Key::text(&model.element(id).name), policy)]));
            }
        }
        (!policies.is_empty()).then_some(Output::Sequence(policies))
    }

    /// The entries that name something present, as written; relations are no members in TOSCA.
    fn present_references(&self, references: &[Reference]) -> Output {
        let is_present =
            |reference: &&Reference| reference.elements.iter().any(|&element: &ElementId| self.has(element));
        let written = references.iter().filter(is_present).filter(|reference| !is_relation(reference));
        Output::Sequence(written.map(|reference| Output::Source(reference.entry)).collect())
    }
}

/// A group or policy without its list `name` if that is empty: it says nothing, and engines refuse an empty list of members.
fn without_empty(of: Output, name: &str, model: &Model) -> Output {
    let Output::Mapping(entries) = of else { return of };
    let is_meant = |key: &Key| matches!(key, Key::Source(id) if model.yaml(*id).text() == name);
    let is_empty = |output: &Output| matches!(output, Output::Sequence(items) if items.is_empty());
    Output::Mapping(entries.into_iter().filter(|(key, output)| !(is_meant(key) && is_empty(output))).collect())
}

/// Whether an entry names a relation, which TOSCA has no words for.
fn is_relation(reference: &Reference) -> bool {
    reference.elements.iter().any(|element| element.kind() == Kind::Relation)
}

/// What is said about present relations that are members of present groups: they are left out of the document.
pub fn relations_as_members(model: &Model, variant: &Variant) -> Vec<Diagnostic> {
    let written = |id: &ElementId| variant.has(model, *id) && !model.group(*id).is_variability_group;
    let entries = model.of_kind(Kind::Group).filter(written).flat_map(|id| {
        let members = model.group(id).members.iter().filter(|member| is_relation(member));
        members
            .filter(|member| member.elements.iter().any(|&element| variant.has(model, element)))
            .map(move |member| (id, member))
    });
    let diagnostic = |(group, member): (ElementId, &Reference)| {
        let entry = model.yaml(member.entry);
        let name = &model.element(group).name;
        let message = format!("relation {} is left out of group \"{name}\"", entry.to_json());
        Diagnostic::new(Code::RelationMember, entry.span(), message)
            .note("in TOSCA the members of a group are nodes, and engines refuse anything else")
    };
    entries.map(diagnostic).collect()
}
