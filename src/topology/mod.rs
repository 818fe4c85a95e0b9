//! The graph of nodes and relations: who hosts whom, who leads to whom, what hangs together.
//!
//! Comes in: a [`Model`]. Goes out: a [`Topology`]. The only user of petgraph. Presence plays no part here: the graph has
//! all nodes and relations that the template describes.

use petgraph::Direction;
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::unionfind::UnionFind;
use petgraph::visit::EdgeRef;

use crate::model::{ElementId, Kind, Model};

/// Node templates as nodes, relations with a known target as edges from source to target.
#[derive(Clone, Debug)]
pub struct Topology {
    /// Graph indices are the places of nodes among the nodes of the model.
    graph: DiGraph<ElementId, Edge>,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    relation: ElementId,
    is_hosting: bool,
}

impl Topology {
    /// The topology of `model`.
    pub fn of(model: &Model) -> Self {
        let relations = model.of_kind(Kind::Relation);
        let mut graph =
            DiGraph::with_capacity(model.of_kind(Kind::Node).count(), model.of_kind(Kind::Relation).count());
        for node in model.of_kind(Kind::Node) {
            graph.add_node(node);
        }
        for id in relations {
            let relation = model.relation(id);
            if let Some(target) = relation.target {
                let edge = Edge { relation: id, is_hosting: relation.is_hosting };
                graph.add_edge(index(relation.source), index(target), edge);
            }
        }
        Self { graph }
    }

    /// The hosting relations of `node`, each with the host, in order.
    pub fn hosting(&self, node: ElementId) -> Vec<(ElementId, ElementId)> {
        let edges = self.graph.edges(index(node)).filter(|edge| edge.weight().is_hosting);
        in_order(edges.map(|edge| (edge.weight().relation, self.graph[edge.target()])))
    }

    /// The relations that lead to `node`, each with its source, in order.
    pub fn incoming(&self, node: ElementId) -> Vec<(ElementId, ElementId)> {
        let edges = self.graph.edges_directed(index(node), Direction::Incoming);
        in_order(edges.map(|edge| (edge.weight().relation, self.graph[edge.source()])))
    }

    /// The relations of `node`, each with its target, in order.
    pub fn outgoing(&self, node: ElementId) -> Vec<(ElementId, ElementId)> {
        let edges = self.graph.edges(index(node));
        in_order(edges.map(|edge| (edge.weight().relation, self.graph[edge.target()])))
    }

    /// Sets of nodes that host each other in a circle, each in order.
    pub fn hosting_circles(&self) -> Vec<Vec<ElementId>> {
        let hosting = self.graph.filter_map(|_, &node| Some(node), |_, &edge| edge.is_hosting.then_some(edge));
        let is_circle = |set: &Vec<NodeIndex>| set.len() > 1 || hosting.contains_edge(set[0], set[0]);
        let circles = tarjan_scc(&hosting).into_iter().filter(is_circle);
        let mut circles: Vec<Vec<ElementId>> =
            circles.map(|set| in_order(set.into_iter().map(|node| hosting[node]))).collect();
        circles.sort();
        circles
    }

    /// Sets of nodes that relations connect, whatever their direction, each in order.
    pub fn components(&self) -> Vec<Vec<ElementId>> {
        let mut sets = UnionFind::new(self.graph.node_count());
        for edge in self.graph.edge_references() {
            sets.union(edge.source().index(), edge.target().index());
        }
        let labels = sets.into_labeling();
        let mut components: Vec<Vec<ElementId>> = vec![Vec::new(); labels.len()];
        for (node, label) in self.graph.node_weights().zip(labels) {
            components[label].push(*node);
        }
        components.retain(|component| !component.is_empty());
        components.sort();
        components
    }
}

fn index(node: ElementId) -> NodeIndex {
    debug_assert_eq!(node.kind(), Kind::Node, "only nodes are in the graph");
    NodeIndex::new(node.place())
}

/// petgraph lists edges newest first; everything here is in element order.
fn in_order<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort();
    items
}
