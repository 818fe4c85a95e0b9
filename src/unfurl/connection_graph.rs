//! What a template says about hosting and connections, whatever is present; asked with a set of present elements.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::connection::{Connection, ConnectionTarget, Connections, explicit_typed, from_localhost};
use super::external::LOCALHOST;
use super::hosting::Hosting;
use super::matched_hosts::Present;
use super::operation_host::OperationHost;
use super::run_environment::RunEnvironment;
use crate::analysis::presence::When;
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::{ElementId, Kind, Model};

/// Hosting and connections of a template.
pub(super) struct ConnectionGraph<'c> {
    model: &'c Model,
    hosting: Hosting,
    connections: Connections<'c>,
    /// What leads from where the runtime runs to nodes of a name, as another ensemble says.
    localhost: Vec<(Arc<str>, Connection<'c>)>,
    /// By place of the node: each type that it may have.
    types: Vec<Vec<TypedNode>>,
}

/// A node with a type that it may have.
struct TypedNode {
    /// The element that the type is, where types are elements.
    id: Option<ElementId>,
    name: Arc<str>,
    target: ConnectionTarget,
}

impl<'c> ConnectionGraph<'c> {
    /// The graph of `model` with the connections of what surrounds it.
    pub(super) fn of(
        model: &'c Model,
        run_environment: &RunEnvironment<'c>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let connections = Connections::of(model, run_environment, diagnostics);
        let mut words = TypeWords::default();
        let types: Vec<Vec<TypedNode>> = model.of_kind(Kind::Node).map(|node| types(model, node, &mut words)).collect();
        let targets: Vec<&ConnectionTarget> = types.iter().flatten().map(|typed| &typed.target).collect();
        diagnostics.extend(connections.unmatched(model, &targets));
        diagnostics.extend(connections.misfits(model, &targets));
        let localhost = from_localhost(model, &run_environment.external);
        Self { model, hosting: Hosting::of(model), connections, localhost, types }
    }

    /// All connections.
    pub(super) fn connections(&self) -> &Connections<'c> {
        &self.connections
    }

    /// How many nodes there are, whatever is present.
    pub(super) fn node_count(&self) -> usize {
        self.types.len()
    }

    /// What leads from where the runtime runs to nodes of a name, as another ensemble says.
    pub(super) fn localhost(&self) -> &[(Arc<str>, Connection<'c>)] {
        &self.localhost
    }

    /// What may host a node, each with where it does, if it is present.
    pub(super) fn hosting_of(&self, node: ElementId) -> &[(When, ElementId)] {
        self.hosting.of_node(node)
    }

    /// Where a host of a node is matched with a requirement.
    pub(super) fn matched_hosts(&self, node: ElementId) -> &[When] {
        self.hosting.matched(node)
    }

    /// Whether a run decides what hosts a present node, or one of its hosts.
    pub(super) fn is_host_open(&self, present: Present<'_>, node: ElementId) -> bool {
        let is_open = |node: ElementId| {
            let is_matched = self.hosting.matched(node).iter().any(|place| place.holds(present));
            is_matched && self.hosts_of(present, node).is_empty()
        };
        is_open(node) || self.hosts(present, node).into_iter().any(is_open)
    }

    /// The types that a node may have, the first that is present being the one: the element that the type is, where it
    /// is one, its name, and the node as connections see it.
    pub(super) fn type_choices(
        &self,
        node: ElementId,
    ) -> impl Iterator<Item = (Option<ElementId>, &Arc<str>, &ConnectionTarget)> {
        self.types[node.place()].iter().map(|typed| (typed.id, &typed.name, &typed.target))
    }

    /// The nodes that host `node` directly.
    pub(super) fn hosts_of(&self, present: Present<'_>, node: ElementId) -> Vec<ElementId> {
        let mut hosts = Vec::new();
        for (place, host) in self.hosting.of_node(node) {
            if *host != node && place.holds(present) && present(*host) && !hosts.contains(host) {
                hosts.push(*host);
            }
        }
        hosts
    }

    /// The nodes that host `node`, nearest first.
    pub(super) fn hosts(&self, present: Present<'_>, node: ElementId) -> Vec<ElementId> {
        let (mut met, mut hosts, mut pending) = (FxHashSet::from_iter([node]), Vec::new(), VecDeque::from([node]));
        while let Some(hosted) = pending.pop_front() {
            for host in self.hosts_of(present, hosted) {
                if met.insert(host) {
                    hosts.push(host);
                    pending.push_back(host);
                }
            }
        }
        hosts
    }

    /// The name of the type that a present node has; empty where it has none.
    pub(super) fn type_of(&self, present: Present<'_>, node: ElementId) -> Arc<str> {
        Arc::clone(&self.typed(present, node).name)
    }

    fn typed(&self, present: Present<'_>, node: ElementId) -> &TypedNode {
        let types = &self.types[node.place()];
        let found = types.iter().find(|typed| typed.id.is_none_or(present));
        found.expect("the last of the types is always there")
    }

    /// The connections for which a present node is meant, by number, each name once.
    pub(super) fn local(&self, present: Present<'_>, node: ElementId) -> Vec<usize> {
        let target = &self.typed(present, node).target;
        let matching = self.connections.iter().enumerate().filter(|(_, it)| it.matches(self.model, target));
        let held = matching.filter(|(_, connection)| connection.is_held(present));
        let mut found = Vec::new();
        self.extend_by_name(&mut found, held.map(|(number, _)| number));
        found
    }

    /// Adds connections whose names are new.
    pub(super) fn extend_by_name(&self, found: &mut Vec<usize>, others: impl IntoIterator<Item = usize>) {
        for number in others {
            let name = &self.connections.get(number).name;
            if found.iter().all(|&known| self.connections.get(known).name != *name) {
                found.push(number);
            }
        }
    }

    /// The connections that are available to a task of `node`, in lookup order: what the farthest host gives comes first,
    /// within a host what is declared last; `reach` are those that reach it, nearest first. A task also has what leads from where it
    /// runs to the node or its hosts.
    ///
    /// The sources of the rules leave the order open; this is what the runtime does.
    pub(super) fn available(
        &self,
        present: Present<'_>,
        (node, reach): (ElementId, &[usize]),
        operation_host: &OperationHost,
    ) -> Vec<Connection<'c>> {
        let host = self.node_of(present, operation_host);
        if host.is_none() && (self.localhost.is_empty() || *operation_host != OperationHost::Local) {
            return reach.iter().rev().map(|&number| self.connections.get(number).clone()).collect();
        }
        let mut found: Vec<Connection<'c>> = Vec::new();
        let mut chain = vec![node];
        chain.extend(self.hosts(present, node));
        for place in chain {
            let local = self.local(present, place).into_iter().map(|number| self.connections.get(number).clone());
            let explicit = match host {
                Some(host) => self.explicit(present, host, place),
                None => self.leading_from_localhost(place),
            };
            for connection in local.chain(explicit) {
                if found.iter().all(|known| known.name != connection.name) {
                    found.push(connection);
                }
            }
        }
        found.reverse();
        found
    }

    /// The node that an operation host is, if it is present: the runtime may run on one of the template.
    pub(super) fn node_of(&self, present: Present<'_>, host: &OperationHost) -> Option<ElementId> {
        match host {
            OperationHost::Node(node) => Some(*node),
            OperationHost::Unknown(_) => None,
            OperationHost::Local => self.model.named(Kind::Node, LOCALHOST).iter().copied().find(|&node| present(node)),
        }
    }

    /// The relationship templates that lead from `source` to `target`.
    fn explicit(&self, present: Present<'_>, source: ElementId, target: ElementId) -> Vec<Connection<'c>> {
        let relations = self.model.node(source).relations.iter().copied();
        let leading = relations.filter(|&relation| {
            source != target && present(relation) && self.model.relation(relation).target == Some(target)
        });
        let templates = leading.flat_map(|relation| explicit_typed(self.model, relation));
        templates.filter(|template| template.is_held(present)).collect()
    }

    /// The relationship templates that lead to `target` from where the runtime runs, as another ensemble says.
    fn leading_from_localhost(&self, target: ElementId) -> Vec<Connection<'c>> {
        let name = &self.model.element(target).name;
        let leading = self.localhost.iter().filter(|(target, _)| target == name);
        leading.map(|(_, connection)| connection.clone()).collect()
    }
}

/// By name of a type: everything by which a connection can mean nodes of it.
type TypeWords = FxHashMap<Arc<str>, Arc<[Arc<str>]>>;

/// The types that a node may have; the last is none, which is there without any of the others.
fn types(model: &Model, node: ElementId, words: &mut TypeWords) -> Vec<TypedNode> {
    let mut types = model.type_candidates(node);
    types.push((None, "".into()));
    let typed = |(id, name): (Option<ElementId>, Arc<str>)| {
        let words = words.entry(Arc::clone(&name)).or_insert_with(|| ConnectionTarget::words(model, &name));
        let target = ConnectionTarget::new(model, node, Arc::clone(words));
        TypedNode { id, name, target }
    };
    types.into_iter().map(typed).collect()
}
