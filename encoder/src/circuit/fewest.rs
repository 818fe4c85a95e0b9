//! Models with few true variables.

use super::{Circuit, Edge, Gate};
use crate::{Lit, Var};

/// What a branch without models costs.
const IMPOSSIBLE: usize = usize::MAX;

impl Circuit {
    /// A model with the fewest true counted variables of those in which all of `literals` are true; by variable, ascending. None where
    /// there is none. One pass up and one down (Darwiche, JACM 2001).
    ///
    /// # Panics
    /// When a variable is beyond all those that are counted.
    pub(super) fn with_fewest(&self, literals: &[Lit]) -> Option<Vec<Lit>> {
        let mut values: Vec<Option<bool>> = vec![None; self.var_limit()];
        for lit in literals {
            if values[lit.var().index()].replace(lit.is_positive()) == Some(!lit.is_positive()) {
                return None;
            }
        }
        let costs = self.costs(&values);
        if costs[self.root().index()] == IMPOSSIBLE {
            return None;
        }
        let mut open = vec![self.root()];
        while let Some(node) = open.pop() {
            let edges = self.edges(node);
            let chosen = match self.gate(node) {
                Gate::And => edges,
                Gate::Or => {
                    let cheapest = (0..edges.len()).min_by_key(|&place| self.cost(&edges[place], &costs, &values));
                    cheapest.map_or(edges, |place| &edges[place..=place])
                }
            };
            for edge in chosen {
                self.literals(edge).iter().for_each(|lit| values[lit.var().index()] = Some(lit.is_positive()));
                open.push(edge.target);
            }
        }
        // What no branch mentions is free.
        Some(self.vars.iter().map(|&var: &Var| var.lit(values[var.index()] == Some(true))).collect())
    }

    /// By node: how many variables are true in a model of it, at least.
    fn costs(&self, values: &[Option<bool>]) -> Vec<usize> {
        let mut costs: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in self.nodes() {
            let edges = self.edges(node).iter().map(|edge| self.cost(edge, &costs, values));
            let cost = match self.gate(node) {
                Gate::And => edges.fold(0, usize::saturating_add),
                Gate::Or => edges.min().unwrap_or(IMPOSSIBLE),
            };
            costs.push(cost);
        }
        costs
    }

    fn cost(&self, edge: &Edge, costs: &[usize], values: &[Option<bool>]) -> usize {
        self.literals(edge).iter().fold(costs[edge.target.index()], |cost, lit| match values[lit.var().index()] {
            Some(value) if value != lit.is_positive() => IMPOSSIBLE,
            _ => cost.saturating_add(usize::from(lit.is_positive())),
        })
    }
}
