//! Members of groups and targets of policies against the types that group and policy types take (sections 3.7.11 and
//! 3.7.12 of the profile).

use super::doubt::{ConditionalFault, When};
use super::search::TemplateWalk;
use crate::source::diagnostic::Code;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, Reference};
use crate::tosca::types::Collection;
use crate::tosca::types::completion::{Fault, Path};

/// The types that a group or policy takes.
struct MemberDemand<'t> {
    owner: ElementId,
    listed: Yaml<'t>,
    /// When the group or policy is present with the type that says so.
    when: When,
}

impl TemplateWalk<'_, '_> {
    /// What groups contain, and what policies are for.
    pub(super) fn members(&mut self) {
        for group in self.model.of_kind(Kind::Group) {
            self.taken(group, Collection::Group, "members", &self.model.group(group).members);
        }
        for policy in self.model.of_kind(Kind::Policy) {
            self.taken(policy, Collection::Policy, "targets", &self.model.policy(policy).targets);
        }
    }

    /// Whether a group or policy takes what it names. `key` is what its type lists the types under that it takes.
    fn taken(&mut self, owner: ElementId, collection: Collection, key: &str, references: &[Reference]) {
        for choice in self.own_types(owner) {
            let line = self.schemas.line(collection, &choice.name).unwrap_or_default();
            let listed = line.iter().find_map(|name| self.schemas.body(collection, name)?.get(key));
            let Some(listed) = listed.filter(|listed| listed.is_sequence()) else { continue };
            let when = self.presence(owner).and(&choice.when);
            let demand = MemberDemand { owner, listed, when };
            for reference in references {
                let nodes = reference.elements.iter().filter(|id| id.kind() == Kind::Node);
                for &node in nodes {
                    self.untaken(&demand, node, reference);
                }
            }
        }
    }

    fn untaken(&mut self, demand: &MemberDemand<'_>, node: ElementId, reference: &Reference) {
        let &MemberDemand { owner, listed, ref when } = demand;
        let taken: Vec<&str> = listed.items().map(Yaml::text).collect();
        for choice in self.own_types(node) {
            let line = self.schemas.line(Collection::Node, &choice.name);
            if line.is_none_or(|line| line.iter().any(|name| taken.contains(name))) {
                continue;
            }
            let (own, other) = (self.model.full_display(owner), &self.model.element(node).name);
            let message = format!("{own} takes no \"{}\", which is the type of \"{other}\"", choice.name);
            let span = self.model.yaml(reference.entry).span();
            let because = Some((listed.span(), "these are taken".to_owned()));
            let path = Path::new(&self.model.element(owner).name);
            let fault = Fault { because, ..Fault::new(Code::UnfitMember, &path, span, message) };
            let when = when.and(&self.presence(node)).and(&choice.when);
            self.doubts.push(ConditionalFault::new(fault, Some(owner), when));
        }
    }
}
