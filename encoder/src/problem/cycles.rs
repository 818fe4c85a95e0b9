//! Definitions that refer to each other in cycles.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

use super::Problem;
use crate::formula::Atom;

impl Problem {
    /// The cycles of definitions among `atoms`: maximal sets in which every atom's definition leads back to the atom
    /// without leaving the set. A cycle stands before those whose definitions mention it; atoms ascend.
    pub fn cycles(&self, atoms: impl IntoIterator<Item = Atom>) -> Vec<Vec<Atom>> {
        let mut layers = self.layers(atoms);
        layers.retain(|layer| layer.len() > 1 || self.is_circular(layer[0]));
        layers
    }

    /// `atoms` in an order in which definitions mention only what stands before or in the same layer; a layer is a
    /// cycle or a single atom. Atoms of a layer ascend.
    pub fn layers(&self, atoms: impl IntoIterator<Item = Atom>) -> Vec<Vec<Atom>> {
        self.layers_with(atoms, &[])
    }

    /// As [`Problem::layers`], and the atoms of each tie are in one layer.
    pub(crate) fn layers_with(&self, atoms: impl IntoIterator<Item = Atom>, ties: &[Vec<Atom>]) -> Vec<Vec<Atom>> {
        let mut graph: DiGraph<Atom, ()> = DiGraph::new();
        let nodes: FxHashMap<Atom, NodeIndex> = atoms.into_iter().map(|atom| (atom, graph.add_node(atom))).collect();
        for user in graph.node_indices() {
            let Some(rule) = self.definition(graph[user]) else { continue };
            for used in self.formulas().atoms(rule.formula) {
                if let Some(&used) = nodes.get(&used) {
                    graph.add_edge(user, used, ());
                }
            }
        }
        for tie in ties {
            let next = tie.iter().cycle().skip(1);
            tie.iter().zip(next).for_each(|(atom, next)| _ = graph.add_edge(nodes[atom], nodes[next], ()));
        }
        let atoms = |nodes: Vec<NodeIndex>| {
            let mut atoms: Vec<Atom> = nodes.into_iter().map(|node| graph[node]).collect();
            atoms.sort_unstable();
            atoms
        };
        kosaraju_scc(&graph).into_iter().map(atoms).collect()
    }

    /// Whether the definition of the atom mentions the atom.
    pub fn is_circular(&self, atom: Atom) -> bool {
        self.definition(atom).is_some_and(|rule| self.formulas().atoms(rule.formula).contains(&atom))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Atom, Problem, RuleIndex};

    #[test]
    fn cycles_come_in_the_order_of_their_use() {
        let mut problem = Problem::new();
        let [left, right, own, lower, upper] = [(); 5].map(|()| problem.new_atom());
        let rule = RuleIndex::new(0);
        let both = problem.formulas_mut().and([left.into(), lower.into()]);
        problem.define(left, right.into(), rule);
        problem.define(right, both, rule);
        problem.define(own, own.into(), rule);
        problem.define(lower, upper.into(), rule);
        problem.define(upper, lower.into(), rule);
        let cycles = problem.cycles(problem.atoms());
        let place = |cycle: &[Atom]| cycles.iter().position(|found| found == cycle).expect("one of the cycles");
        assert_eq!(cycles.len(), 3);
        assert!(place(&[lower, upper]) < place(&[left, right]));
        assert_eq!(cycles[place(&[own])], [own]);
        assert_eq!(problem.cycles([left, own, lower]), [vec![own]]);
    }
}
