//! Which connections reach the present nodes of a variant: from the nodes themselves, and from what hosts them.
//!
//! Comes in: a [`ConnectionGraph`] and a set of present elements. Goes out: for each node connections by number, nearest first,
//! each name once. A node with one host is reached by what reaches that host, so that a chain of hosts takes time linear in
//! its length; invariant: the result is that of walking from each node by itself.

use rustc_hash::FxHashSet;

use super::connection_graph::ConnectionGraph;
use super::matched_hosts::Present;
use crate::tosca::model::{ElementId, Kind, Model};

/// The connections that reach nodes.
pub(super) struct NodeConnections {
    /// By place of the node; empty for those that are absent.
    connections: Vec<Vec<usize>>,
}

impl NodeConnections {
    pub(super) fn of(model: &Model, graph: &ConnectionGraph<'_>, present: Present<'_>) -> Self {
        let places = model.of_kind(Kind::Node).count();
        let mut search = ReachSearch { graph, present, found: vec![None; places] };
        model.of_kind(Kind::Node).filter(|&node| present(node)).for_each(|node| search.visit(node));
        Self { connections: search.found.into_iter().map(Option::unwrap_or_default).collect() }
    }

    /// The connections that reach a node, by number, nearest first.
    pub(super) fn to(&self, node: ElementId) -> &[usize] {
        &self.connections[node.place()]
    }
}

struct ReachSearch<'s, 'c> {
    graph: &'s ConnectionGraph<'c>,
    present: Present<'s>,
    /// By place of the node, once known.
    found: Vec<Option<Vec<usize>>>,
}

impl ReachSearch<'_, '_> {
    fn visit(&mut self, start: ElementId) {
        let (mut path, mut met, mut next) = (Vec::new(), FxHashSet::default(), Some(start));
        while let Some(node) = next.filter(|node| self.found[node.place()].is_none()) {
            if !met.insert(node) {
                // Those on a cycle reach each other, each in its own order.
                let entry = path.iter().position(|&other| other == node).expect("it was met on the path");
                path.split_off(entry).into_iter().for_each(|node| self.walk(node));
                break;
            }
            match self.graph.hosts_of(self.present, node).as_slice() {
                [] => next = None,
                [host] => next = Some(*host),
                _ => {
                    self.walk(node);
                    break;
                }
            }
            path.push(node);
        }
        for node in path.into_iter().rev() {
            let host = self.graph.hosts_of(self.present, node).first().copied();
            let mut found = self.graph.local(self.present, node);
            let hosts = host.and_then(|host| self.found[host.place()].as_deref()).unwrap_or_default();
            self.graph.extend_by_name(&mut found, hosts.iter().copied());
            self.found[node.place()] = Some(found);
        }
    }

    /// Goes to all hosts of a node, nearest first.
    fn walk(&mut self, node: ElementId) {
        let mut found = self.graph.local(self.present, node);
        for host in self.graph.hosts(self.present, node) {
            self.graph.extend_by_name(&mut found, self.graph.local(self.present, host));
        }
        self.found[node.place()] = Some(found);
    }
}
