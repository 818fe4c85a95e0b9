//! Equal literals: strongly connected components of the implications in clauses of two literals (Aspvall, Plass and
//! Tarjan, 1979).

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::Lit;
use crate::search::engine::Engine;

/// Pairs of equal literals that, closed transitively, say all that the clauses of two literals say. The first of each
/// pair is the smallest literal of its component.
pub(super) fn equivalences(engine: &Engine) -> Vec<(Lit, Lit)> {
    let literals = || (0..2 * engine.var_count()).map(Lit::from_code);
    let mut implications: DiGraph<(), ()> = DiGraph::with_capacity(2 * engine.var_count(), 0);
    literals().for_each(|_| _ = implications.add_node(()));
    for lit in literals().filter(|lit| !engine.is_assigned(lit.var())) {
        for implied in engine.implied_by(lit).iter().filter(|implied| !engine.is_assigned(implied.var())) {
            implications.add_edge(NodeIndex::new(lit.code()), NodeIndex::new(implied.code()), ());
        }
    }
    let components = kosaraju_scc(&implications).into_iter().filter(|component| component.len() > 1);
    let pairs = components.flat_map(|component| {
        let first = component.iter().copied().min();
        let others = component.into_iter().filter(move |&other| Some(other) != first);
        first.into_iter().flat_map(move |first| others.clone().map(move |other| (first, other)))
    });
    pairs.map(|(first, other)| (Lit::from_code(first.index()), Lit::from_code(other.index()))).collect()
}
