//! Hosts that no requirement names: a node is matched with the requirement when the template is deployed.
//!
//! Comes in: a requirement that names a type of nodes, or that a node does not have though its type wants it. Goes out: the
//! nodes that fit, each with where it is the only one. Which of several is taken, and what a filter lets through, a run decides.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::lineage::{line, lineage, named_entries};
use crate::analysis::presence::When;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, Model};
use crate::tosca::types::{Collection, Occurrences};

/// Whether an element is present.
pub(super) type Present<'p> = &'p dyn Fn(ElementId) -> bool;

/// Of more nodes that fit, none is looked at.
const MAX_FITTING: usize = 16;

/// A requirement that some node is matched with.
pub(super) struct MatchedHost {
    /// Where there is such a requirement.
    pub(super) place: When,
    /// The nodes that fit, each with where no other does.
    pub(super) hosts: Vec<(When, ElementId)>,
}

/// What has been asked for before.
pub(super) struct HostMatching<'m> {
    model: &'m Model,
    /// By type: the nodes that may be of it, and whether they are whatever is present.
    fitting: FxHashMap<Arc<str>, Vec<(ElementId, bool)>>,
}

impl<'m> HostMatching<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        Self { model, fitting: FxHashMap::default() }
    }

    /// What is matched with a requirement that names no node.
    pub(super) fn open(&mut self, relation: ElementId) -> MatchedHost {
        let (element, ends) = (self.model.element(relation), self.model.relation(relation));
        let is_filtered = |body: Yaml<'_>| body.get("node_filter").is_some();
        let mut types = self.model.type_candidates(ends.source).into_iter();
        let is_filtered = element.body.is_some_and(|body| is_filtered(self.model.yaml(body)))
            || types.any(|(_, name)| self.declared(&name, &element.name).into_iter().any(is_filtered));
        let place = When::present([relation]);
        let wanted = Some(&*ends.target_name).filter(|_| !is_filtered);
        self.matched(place, wanted, ends.source)
    }

    /// What is matched with requirements that a node does not have and its own types want; `is_hosting` says which host,
    /// by the type that declares them.
    pub(super) fn declared_by_types(
        &mut self,
        node: ElementId,
        is_hosting: &dyn Fn(&str, &str) -> bool,
    ) -> Vec<MatchedHost> {
        let (mut found, mut before) = (Vec::new(), Vec::new());
        for (id, node_type) in self.model.type_candidates(node) {
            let place = When::present(id).without(before.iter().copied());
            before.extend(id);
            for name in self.wanted_by(&node_type) {
                if !is_hosting(&node_type, name) {
                    continue;
                }
                let relations = self.model.node(node).relations.iter().copied();
                let place = place.without(relations.filter(|&relation| *self.model.element(relation).name == *name));
                let declared = self.declared(&node_type, name);
                let is_filtered = declared.iter().any(|body| body.get("node_filter").is_some());
                let wanted = declared.iter().find_map(|body| body.get("node")).filter(|_| !is_filtered);
                found.push(self.matched(place, wanted.map(Yaml::text), node));
            }
        }
        found
    }

    /// The requirements of which types of the author want one at least.
    fn wanted_by(&self, node_type: &str) -> Vec<&'m str> {
        let types = self.model.types();
        let own = line(self.model, Collection::Node, node_type, None).into_iter();
        let own = own.filter(|(name, _)| !types.is_normative(Collection::Node, name));
        let sections = own.filter_map(|(_, body)| body?.get("requirements"));
        let mut names: Vec<&'m str> = Vec::new();
        for (key, _) in sections.flat_map(named_entries) {
            let declared = self.declared(node_type, key.text());
            let range = declared.iter().find_map(|body| body.get("occurrences"));
            let is_wanted = range.and_then(|range| Occurrences::read(range).ok()).is_none_or(|range| range.least > 0);
            if is_wanted && !names.contains(&key.text()) {
                names.push(key.text());
            }
        }
        names
    }

    /// What a type and those that it derives from say of a requirement, nearest first.
    fn declared(&self, node_type: &str, requirement: &str) -> Vec<Yaml<'m>> {
        let line = line(self.model, Collection::Node, node_type, None).into_iter();
        let sections = line.filter_map(|(_, body)| body?.get("requirements"));
        sections.flat_map(named_entries).filter(|(key, _)| key.text() == requirement).map(|(_, body)| body).collect()
    }

    fn matched(&mut self, place: When, wanted: Option<&str>, source: ElementId) -> MatchedHost {
        let fitting = wanted.map_or(&[][..], |wanted| self.fitting(wanted));
        let fitting = if fitting.len() > MAX_FITTING { &[] } else { fitting };
        let alone = |&(node, _): &(ElementId, bool)| {
            let others = fitting.iter().map(|&(other, _)| other).filter(|&other| other != node);
            (place.and(&When::present([node])).without(others), node)
        };
        let hosts = fitting.iter().filter(|&&(node, is_sure)| is_sure && node != source).map(alone).collect();
        MatchedHost { place, hosts }
    }

    fn fitting(&mut self, wanted: &str) -> &[(ElementId, bool)] {
        let model = self.model;
        let fitting = || {
            let is_of = |name: &str| lineage(model.types(), Collection::Node, name).iter().any(|own| **own == *wanted);
            let fits = |node: ElementId| {
                let types = model.type_candidates(node);
                let fit = types.iter().filter(|(_, name)| is_of(name)).count();
                (fit > 0).then_some((node, fit == types.len()))
            };
            model.of_kind(Kind::Node).filter_map(fits).collect()
        };
        self.fitting.entry(wanted.into()).or_insert_with(fitting)
    }
}
