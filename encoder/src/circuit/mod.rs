//! Compiled formulas: all models in a deterministic, decomposable circuit (d-DNNF; Darwiche, JACM 2001).
//!
//! Clauses and projected variables come in ([`compile`]), or a file in the dialect of the compiler d4 ([`nnf`]); answers
//! to many questions go out, each in time linear in the circuit: counts under assumptions, counts of each variable, the
//! backbone, equal variables, uniform samples, the model with a given number.
//!
//! Circuits are not smoothed: a branch does not mention the variables that are free in it. Passes therefore work with
//! the *fraction* of assignments that satisfy a node, to which a variable that is not mentioned contributes nothing.

mod atomic;
mod clauses;
mod compare;
mod compile;
mod decomposable;
mod deterministic;
mod diagram;
mod feasible;
mod fewest;
mod fraction;
mod frequencies;
pub mod nnf;
mod passes;
mod renumbered;
mod sample;
mod unrank;

pub use compare::{Comparison, EditKind, ModelSubset};
pub use compile::compile;
pub use frequencies::Frequencies;
pub use sample::Sampler;
pub use unrank::Models;

use std::ops::Range;

use crate::{Lit, Var};

/// A node of a [`Circuit`], 0-based; the targets of its edges have lower numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct NodeId(u32);

impl NodeId {
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// How the edges of a node belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gate {
    /// All hold; no two mention the same variable. Without edges: true.
    And,
    /// One holds, and no two hold together. Without edges: false.
    Or,
}

/// A conjunction of literals and a node.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    literals: Range<u32>,
    target: NodeId,
}

#[derive(Clone, Debug)]
struct CircuitNode {
    gate: Gate,
    edges: Range<u32>,
}

/// All models of a formula, restricted to the counted variables.
#[derive(Clone, Debug)]
pub struct Circuit {
    /// The counted variables, ascending.
    vars: Vec<Var>,
    /// The last node is the root.
    nodes: Vec<CircuitNode>,
    edges: Vec<Edge>,
    literals: Vec<Lit>,
}

impl Circuit {
    /// A circuit without nodes, to be built.
    fn new(vars: Vec<Var>) -> Self {
        Self { vars, nodes: Vec::new(), edges: Vec::new(), literals: Vec::new() }
    }

    /// The counted variables, ascending. The circuit may leave some of them free everywhere.
    pub fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// One more than the largest index of a counted variable.
    fn var_limit(&self) -> usize {
        self.vars.last().map_or(0, |var| var.index() + 1)
    }

    fn root(&self) -> NodeId {
        NodeId(u32::try_from(self.nodes.len() - 1).expect("fewer than 2^32 nodes"))
    }

    /// The nodes, targets first.
    fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    fn gate(&self, node: NodeId) -> Gate {
        self.nodes[node.index()].gate
    }

    fn edges(&self, node: NodeId) -> &[Edge] {
        let edges = &self.nodes[node.index()].edges;
        &self.edges[edges.start as usize..edges.end as usize]
    }

    fn literals(&self, edge: &Edge) -> &[Lit] {
        &self.literals[edge.literals.start as usize..edge.literals.end as usize]
    }

    /// Stores literals for an edge to `target`.
    fn make_edge(&mut self, literals: impl IntoIterator<Item = Lit>, target: NodeId) -> Edge {
        let start = self.literals.len() as u32;
        self.literals.extend(literals);
        Edge { literals: start..u32::try_from(self.literals.len()).expect("fewer than 2^32 literals"), target }
    }

    /// Adds a node; the targets of the edges are there already.
    fn push(&mut self, gate: Gate, edges: impl IntoIterator<Item = Edge>) -> NodeId {
        let start = self.edges.len() as u32;
        self.edges.extend(edges);
        let end = u32::try_from(self.edges.len()).expect("fewer than 2^32 edges");
        self.nodes.push(CircuitNode { gate, edges: start..end });
        self.root()
    }

    /// Bytes that the circuit takes.
    fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<CircuitNode>()
            + self.edges.len() * size_of::<Edge>()
            + self.literals.len() * size_of::<Lit>()
    }
}

#[cfg(test)]
mod tests;
