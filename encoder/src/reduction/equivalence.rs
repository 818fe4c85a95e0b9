//! Equivalent literals: the strongly connected components of the binary implication graph
//! [Aspvall, Plass & Tarjan 1979].

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::{Reduction, Step};
use crate::cnf::Cnf;
use crate::lit::{Lit, Var};
use crate::tseitin::Term;

/// Replaces every literal by the one of its class with the smallest variable.
pub(super) fn classes(cnf: &Cnf) -> Step {
    let graph = implications(cnf);
    if graph.edge_count() == 0 {
        return Some(None);
    }
    let mut terms: Vec<Term> = (0..cnf.var_count()).map(|index| Term::Lit(Var::new(index).positive())).collect();
    let mut changed = false;
    for class in kosaraju_scc(&graph) {
        if class.len() < 2 {
            continue;
        }
        let mut class: Vec<Lit> = class.into_iter().map(|node| Lit::from_code(node.index())).collect();
        class.sort_unstable();
        if class.windows(2).any(|pair| pair[0] == !pair[1]) {
            return None;
        }
        changed = true;
        for lit in &class[1..] {
            terms[lit.var().index()] = Term::Lit(class[0]).negated_if(!lit.is_positive());
        }
    }
    Some(changed.then_some(Reduction { terms }))
}

/// A node per literal code, and for each clause of two literals both implications.
fn implications(cnf: &Cnf) -> DiGraph<(), ()> {
    let binaries = cnf.clauses().filter(|clause| clause.len() == 2).count();
    let mut graph = DiGraph::with_capacity(2 * cnf.var_count(), 2 * binaries);
    for _ in 0..2 * cnf.var_count() {
        graph.add_node(());
    }
    let node = |lit: Lit| NodeIndex::new(lit.code());
    for clause in cnf.clauses() {
        if let [left, right] = *clause {
            graph.add_edge(node(!left), node(right), ());
            graph.add_edge(node(!right), node(left), ());
        }
    }
    graph
}
