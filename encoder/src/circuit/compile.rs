//! The search as a compiler: its trace is the circuit (Huang and Darwiche, JAIR 2007).

use rustc_hash::FxHashMap;

use super::{Circuit, Edge, Gate, NodeId};
use crate::count::CountLimits;
use crate::natural::Natural;
use crate::preprocess::{self, Defined, Simplified};
use crate::search::Portfolio;
use crate::search::trace::{Conjunction, Trace};
use crate::{Cnf, Interrupted, Lit, Var};

/// Compiles the assignments of `projection` (all variables, when `None`) that can be extended to models of `cnf`.
///
/// The cache may take half of the bytes of `limits`, and the circuit the other half.
///
/// # Errors
/// [`Interrupted`] when the budget is used up, or the circuit takes more bytes than it may.
///
/// # Panics
/// When `projection` names a variable that `cnf` has not.
pub fn compile(cnf: &Cnf, projection: Option<&[Var]>, limits: &CountLimits) -> Result<Circuit, Interrupted> {
    let mut vars = projection.map_or_else(|| (0..cnf.var_count()).map(Var::new).collect(), <[Var]>::to_vec);
    vars.sort_unstable();
    vars.dedup();
    let circuit = Circuit::new(vars);
    let Some(simplified) = preprocess::simplify(cnf, projection, Defined::Keep, &limits.budget)? else {
        let mut unsatisfiable = circuit;
        unsatisfiable.push(Gate::Or, []);
        return Ok(unsatisfiable);
    };
    let cache_bytes = limits.bytes() / 2;
    let compiler = |simplified: &Simplified| Compiler::new(circuit.clone(), simplified, cache_bytes);
    let mut portfolio = Portfolio::new(simplified, &limits.budget, cache_bytes, compiler);
    let inner = portfolio.run()?;
    let Compiler { mut circuit, outer, .. } = portfolio.into_trace();
    match inner {
        Some(inner) => {
            let edge = circuit.make_edge([], inner);
            circuit.push(Gate::And, outer.into_iter().chain([edge]))
        }
        None => circuit.push(Gate::Or, []),
    };
    Ok(circuit)
}

/// Builds nodes from what the search finds.
struct Compiler {
    circuit: Circuit,
    truth: NodeId,
    /// What simplification found out about variables that the search does not see.
    outer: Vec<Edge>,
    /// By variable of the search: the original literals that its positive literal stands for, its own first.
    meanings: Vec<Vec<Lit>>,
    /// By variable of the search: the node that says that its literals are equal, once it is needed.
    either: Vec<Option<NodeId>>,
    limit: usize,
}

impl Compiler {
    fn new(mut circuit: Circuit, simplified: &Simplified, limit: usize) -> Self {
        // What is counted besides is not mentioned: it follows from the rest.
        let is_asked = |var: &&Var| circuit.vars.binary_search(var).is_ok();
        let meaning = |var: &Var| Some(var).filter(is_asked).map(|var| var.positive()).into_iter().collect();
        let mut meanings: Vec<Vec<Lit>> = simplified.originals.iter().map(meaning).collect();
        let mut numbers = vec![None; circuit.var_limit()];
        for (number, var) in simplified.originals.iter().enumerate().filter(|(_, var)| is_asked(var)) {
            numbers[var.index()] = Some(number);
        }
        for &(var, equal) in &simplified.equal {
            if let Some(number) = numbers[equal.var().index()] {
                meanings[number].push(var.lit(equal.is_positive()));
            }
        }
        let truth = circuit.push(Gate::And, []);
        let either = vec![None; meanings.len()];
        let mut compiler = Self { circuit, truth, outer: Vec::new(), meanings, either, limit };
        compiler.outer = compiler.outer(simplified);
        compiler
    }

    /// Edges that say what simplification found out about variables that the search does not see.
    fn outer(&mut self, simplified: &Simplified) -> Vec<Edge> {
        let mut edges = vec![self.circuit.make_edge(simplified.fixed.iter().copied(), self.truth)];
        let mut equal: FxHashMap<Var, Vec<Lit>> = FxHashMap::default();
        for &(var, lit) in &simplified.equal {
            equal.entry(lit.var()).or_default().push(var.lit(lit.is_positive()));
        }
        for free in &simplified.free {
            if let Some(others) = equal.get(free) {
                let node = self.all_or_none(&[&[free.positive()][..], others].concat());
                edges.push(self.circuit.make_edge([], node));
            }
        }
        edges
    }

    /// The node that says that the literals are equal.
    fn all_or_none(&mut self, literals: &[Lit]) -> NodeId {
        let all = self.circuit.make_edge(literals.iter().copied(), self.truth);
        let none = self.circuit.make_edge(literals.iter().map(|&lit| !lit), self.truth);
        self.circuit.push(Gate::Or, [all, none])
    }

    /// Nodes for the free variables that have others equal to them; the rest need no mention.
    fn free_nodes(&mut self, free: &[Var]) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        for var in free.iter().map(|var| var.index()) {
            if self.meanings[var].len() > 1 {
                let node = self.either[var].unwrap_or_else(|| {
                    let meanings = std::mem::take(&mut self.meanings[var]);
                    let node = self.all_or_none(&meanings);
                    self.meanings[var] = meanings;
                    node
                });
                self.either[var] = Some(node);
                nodes.push(node);
            }
        }
        nodes
    }
}

impl Trace for Compiler {
    type Value = NodeId;
    type Branch = Edge;
    const LITERALS: bool = true;

    fn values_of(numbers: Vec<Natural>) -> Vec<NodeId> {
        assert!(numbers.is_empty(), "nothing is summed out for a circuit");
        Vec::new()
    }

    fn conjoin(&mut self, conjunction: &Conjunction<'_, NodeId>) -> Edge {
        let mut children = self.free_nodes(conjunction.free);
        children.extend_from_slice(conjunction.children);
        let target = match children[..] {
            [] => self.truth,
            [only] => only,
            _ => {
                let edges: Vec<Edge> = children.iter().map(|&child| self.circuit.make_edge([], child)).collect();
                self.circuit.push(Gate::And, edges)
            }
        };
        let meanings = &self.meanings;
        let meaning = |lit: &Lit| {
            let positive = lit.is_positive();
            meanings[lit.var().index()].iter().map(move |&other| if positive { other } else { !other })
        };
        self.circuit.make_edge(conjunction.literals.iter().flat_map(meaning), target)
    }

    fn disjoin(&mut self, first: Edge, second: Option<Edge>) -> NodeId {
        match second {
            Some(second) => self.circuit.push(Gate::Or, [first, second]),
            None if first.literals.is_empty() => first.target,
            None => self.circuit.push(Gate::And, [first]),
        }
    }

    fn heap_bytes(_: &NodeId) -> usize {
        0
    }

    fn bytes(&self) -> usize {
        self.circuit.bytes()
    }

    fn is_full(&self) -> bool {
        self.circuit.bytes() > self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    /// Pairs of neighbours in a ring, of which one holds: no part of it is free of the others.
    fn ring(vars: usize) -> Cnf {
        let mut cnf = Cnf::with_vars(vars);
        for var in 0..vars {
            cnf.add(&[Var::new(var).positive(), Var::new((var + 1) % vars).positive()]);
        }
        cnf
    }

    #[test]
    fn a_circuit_that_is_too_large_is_noted() {
        for (cache_bytes, is_full) in [(1, true), (1 << 20, false)] {
            let budget = Budget::unlimited();
            let limits = CountLimits { budget: budget.clone(), cache_bytes, threads: None };
            assert_eq!(compile(&ring(12), None, &limits).is_err(), is_full, "{cache_bytes}");
            assert_eq!(budget.was_circuit_full(), is_full, "{cache_bytes}");
        }
    }
}
