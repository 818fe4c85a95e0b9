//! Members of groups and targets of policies: names become elements.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Builder;
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::syntax::vocabulary::SentenceStyle;
use crate::source::syntax::yaml::{Scalar, Yaml, YamlId};
use crate::tosca::model::{ElementId, Kind, Reference};

/// An entry of a list of members or targets.
#[derive(Clone, Copy)]
struct Listed<'t> {
    entry: Yaml<'t>,
    list: Yaml<'t>,
}

impl Listed<'_> {
    /// Whether the list has this name already, so that it is not meant a second time.
    fn has(&self, name: &str) -> bool {
        self.list.items().any(|item| item.is_scalar() && item.text() == name)
    }
}

impl<'t> Builder<'t> {
    /// Finds members, and gives them the conditions of their variability groups.
    pub(super) fn find_members(&mut self) {
        for place in 0..self.contents.groups.len() {
            let group = ElementId::new(Kind::Group, place);
            let members = self.body_of(group).and_then(|body| body.get("members"));
            self.contents.groups[place].members = self.references("members", members, Self::member);
            if self.contents.groups[place].is_variability_group {
                self.hand_conditions_to_members(group);
                self.report_idle_group(group, members);
            }
        }
    }

    /// Finds the targets of policies.
    pub(super) fn find_targets(&mut self) {
        for place in 0..self.contents.policies.len() {
            let policy = ElementId::new(Kind::Policy, place);
            let targets = self.body_of(policy).and_then(|body| body.get("targets"));
            self.contents.policies[place].targets =
                self.references("targets", targets, |builder, entry| builder.policy_target(policy, entry));
        }
    }

    fn body_of(&self, id: ElementId) -> Option<Yaml<'t>> {
        self.element(id).body.map(|body| self.tree.at(body))
    }

    fn references(
        &mut self,
        keyword: &str,
        list: Option<Yaml<'t>>,
        find: impl Fn(&mut Self, Listed<'t>) -> Vec<ElementId>,
    ) -> Vec<Reference> {
        let Some(list) = list.filter(|list| !list.is_null()) else { return Vec::new() };
        if !list.is_sequence() {
            self.report_shape(list, keyword, "a list");
            return Vec::new();
        }
        let entries: Vec<Yaml<'t>> = list.items().collect();
        self.report_repeated(keyword, &entries);
        let reference = |entry: Yaml<'t>| Reference { entry: entry.id(), elements: find(self, Listed { entry, list }) };
        entries.into_iter().map(reference).collect()
    }

    /// What a list names twice, which makes no difference.
    fn report_repeated(&mut self, keyword: &str, entries: &[Yaml<'t>]) {
        let mut seen: FxHashMap<String, Yaml<'t>> = FxHashMap::default();
        for &entry in entries {
            let Some(first) = seen.insert(entry.to_json(), entry) else { continue };
            let message = format!("{} stands twice among the {keyword}", entry.to_json());
            let diagnostic = Diagnostic::new(Code::DuplicateName, entry.span(), message).labelled("has no effect");
            let diagnostic =
                diagnostic.and(first.span(), "first written here").help("remove one, or name what is meant");
            self.report(Diagnostic { severity: Severity::Warning, ..diagnostic });
        }
    }

    fn hand_conditions_to_members(&mut self, group: ElementId) {
        let conditions: Vec<YamlId> = self.element(group).conditions.clone();
        let members: Vec<ElementId> =
            self.contents.groups[group.place()].members.iter().flat_map(|member| member.elements.clone()).collect();
        for member in members {
            self.element_mut(member).conditions.extend_from_slice(&conditions);
        }
    }

    /// A variability group is there for nothing but conditions of members.
    fn report_idle_group(&mut self, group: ElementId, members: Option<Yaml<'t>>) {
        let has_members =
            members.is_some_and(|members| !(members.is_null() || members.is_sequence() && members.is_empty()));
        let has_conditions = self.body_of(group).is_some_and(|body| body.get("conditions").is_some());
        let element = self.element(group);
        let (what, help) = match (has_members, has_conditions) {
            (true, true) => return,
            (true, false) => ("conditions", "write its `conditions`, or remove it"),
            (false, _) => ("members", "list its `members`, or remove it"),
        };
        let message = format!("variability group \"{}\" has no {what}, and so no effect", element.name);
        let diagnostic = Diagnostic::new(Code::ShadowedKey, element.span, message);
        self.report(diagnostic.help(help));
    }

    /// A node name, or `[node, relation name or index]`.
    fn member(&mut self, listed: Listed<'t>) -> Vec<ElementId> {
        let entry = listed.entry;
        if entry.as_str().is_some() || self.the(Kind::Node, entry.text()).is_some() {
            return self.member_node(listed, entry).into_iter().collect();
        }
        let parts: Vec<Yaml<'t>> = entry.items().collect();
        match parts.as_slice() {
            &[node, relation] if node.is_scalar() && relation.is_scalar() => {
                self.member_relation(listed, node, relation)
            }
            _ => {
                self.report_member(
                    listed,
                    Code::WrongShape,
                    format!("Member \"{}\" has bad format", entry.to_pretty_json()),
                );
                Vec::new()
            }
        }
    }

    fn member_node(&mut self, listed: Listed<'t>, name: Yaml<'t>) -> Option<ElementId> {
        let found = self.the(Kind::Node, name.text());
        if found.is_none() && !self.dialect().ignores_unknown_references {
            let name =
                if self.dialect().sentences == SentenceStyle::Full { name.text().to_owned() } else { name.to_json() };
            self.report_member(listed, Code::UndefinedElement, format!("Node \"{name}\" not found"));
        }
        found
    }

    fn member_relation(&mut self, listed: Listed<'t>, node: Yaml<'t>, relation: Yaml<'t>) -> Vec<ElementId> {
        let Some(node) = self.member_node(listed, node) else { return Vec::new() };
        let entry = listed.entry;
        let relations = self.contents.nodes[node.place()].relations.clone();
        let index = match relation.scalar() {
            Scalar::Integer(text) => text.parse::<usize>().ok(),
            _ => None,
        };
        let found: Vec<ElementId> = match index {
            Some(index) => relations.get(index).copied().into_iter().collect(),
            None => relations.into_iter().filter(|&id| &*self.element(id).name == relation.text()).collect(),
        };
        if self.dialect().ignores_unknown_references {
            return found;
        }
        match found.as_slice() {
            [_] => found,
            [] => {
                let sentence = format!("Relation \"{}\" not found", entry.to_pretty_json());
                self.report_member(listed, Code::UndefinedElement, sentence);
                Vec::new()
            }
            _ => {
                let sentence = format!("Relation \"{}\" is ambiguous", entry.to_pretty_json());
                self.report_member(listed, Code::AmbiguousReference, sentence);
                Vec::new()
            }
        }
    }

    fn report_member(&mut self, listed: Listed<'t>, code: Code, sentence: String) {
        let entry = listed.entry;
        let what = match code {
            Code::WrongShape => "is neither a node nor `[node, relation]`",
            Code::AmbiguousReference => "names several relations",
            _ if self.is_group(entry) => "is a group: members are nodes, or relations as `[node, relation]`",
            _ => "does not exist",
        };
        let mut diagnostic =
            Diagnostic::new(code, entry.span(), format!("member {} {what}", entry.to_json())).reference(sentence);
        let known = self.contents.elements[Kind::Node].iter().map(|node| &*node.name);
        let known = known.filter(|name| !listed.has(name));
        if self.is_group(entry) {
            diagnostic = diagnostic.help("list the members of that group here as well");
        } else if entry.is_scalar() {
            diagnostic = diagnostic.suggesting(entry.text(), known);
        }
        self.report(diagnostic);
    }

    fn is_group(&self, entry: Yaml<'t>) -> bool {
        entry.is_scalar() && !self.contents.names.named(Kind::Group, entry.text()).is_empty()
    }

    /// A node, else a group.
    fn policy_target(&mut self, policy: ElementId, listed: Listed<'t>) -> Vec<ElementId> {
        let entry = listed.entry;
        let name = entry.text();
        let group = self.the(Kind::Group, name);
        let is_hidden = |group: &ElementId| {
            self.dialect().hides_variability_groups && self.contents.groups[group.place()].is_variability_group
        };
        let hidden = group.filter(is_hidden);
        if let Some(found) = self.the(Kind::Node, name).or(group.filter(|_| hidden.is_none())) {
            return vec![found];
        }
        let element = self.element(policy);
        let policy_name = Arc::clone(&element.name);
        let sentence = if self.dialect().sentences == SentenceStyle::Full {
            format!("Policy target \"{name}\" of policy \"{policy_name}@{}\" does not exist", element.index)
        } else {
            format!("Policy target \"{name}\" of policy \"{policy_name} does not exist")
        };
        if !entry.is_scalar() {
            let message =
                format!("a target of policy \"{policy_name}\" is the name of a node or group, not a {}", entry.kind());
            let diagnostic = Diagnostic::new(Code::UndefinedElement, entry.span(), message).reference(sentence);
            let names = || entry.items().map(Yaml::text).collect::<Vec<_>>().join(", ");
            let is_nested = entry.is_sequence() && entry.items().all(Yaml::is_scalar);
            let help = if is_nested { format!("write `targets: [{}]`", names()) } else { "write its name".to_owned() };
            self.report(diagnostic.help(help));
            return Vec::new();
        }
        if hidden.is_some() {
            let message = format!("policy \"{policy_name}\" targets \"{name}\", which is a variability group");
            let diagnostic = Diagnostic::new(Code::UndefinedElement, entry.span(), message).reference(sentence);
            let diagnostic =
                diagnostic.note("a variability group is no element: it only gives its conditions to its members");
            self.report(diagnostic.help("name its members"));
            return Vec::new();
        }
        let message = format!("policy \"{policy_name}\" targets \"{name}\", which is neither a node nor a group");
        let mut diagnostic = Diagnostic::new(Code::UndefinedElement, entry.span(), message).reference(sentence);
        let known = self.contents.elements[Kind::Node]
            .iter()
            .chain(&self.contents.elements[Kind::Group])
            .map(|element| &*element.name)
            .filter(|name| !listed.has(name));
        diagnostic = diagnostic.suggesting(name, known);
        self.report(diagnostic);
        Vec::new()
    }
}
