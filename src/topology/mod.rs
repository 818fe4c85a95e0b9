//! The graph of nodes and relations: who hosts whom, who leads to whom.
//!
//! Comes in: a [`Model`]. Goes out: a [`Topology`]. The only graph of petgraph's. Presence plays no part here: the graph has
//! all nodes and relations that the template describes.

use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
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
}

fn index(node: ElementId) -> NodeIndex {
    debug_assert_eq!(node.kind(), Kind::Node, "only nodes are in the graph");
    NodeIndex::new(node.place())
}

/// petgraph lists edges newest first; everything here is in element order.
fn in_order<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items
}
