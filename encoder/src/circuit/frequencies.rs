//! How often each variable is true: one pass up and one pass down (Darwiche, JACM 2003).

use num_bigint::BigUint;
use num_traits::Zero;

use super::fraction::Fraction;
use super::passes::Assumptions;
use super::{Circuit, Gate, NodeId};
use crate::{Lit, Var};

/// In how many models each counted variable is true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frequencies {
    total: BigUint,
    positive: Vec<(Var, BigUint)>,
}

impl Frequencies {
    /// The number of models.
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// In how many models a variable is true.
    ///
    /// # Panics
    /// When the variable is not counted.
    pub fn of(&self, var: Var) -> &BigUint {
        let place = self.positive.binary_search_by_key(&var, |(var, _)| *var);
        &self.positive[place.expect("the variable is counted")].1
    }

    /// Each counted variable, ascending, with the number of models in which it is true.
    pub fn positive(&self) -> &[(Var, BigUint)] {
        &self.positive
    }

    /// The literals that are true in all models, ascending; empty when there is no model.
    pub fn backbone(&self) -> Vec<Lit> {
        if self.total.is_zero() {
            return Vec::new();
        }
        let constant = self.positive.iter().filter(|(_, count)| count.is_zero() || *count == self.total);
        constant.map(|(var, count)| var.lit(!count.is_zero())).collect()
    }
}

impl Circuit {
    /// In how many models each counted variable is true.
    pub fn frequencies(&self) -> Frequencies {
        let (nothing, fractions) = self.plain_fractions();
        let mut down = DownwardPass {
            circuit: self,
            nothing,
            fractions,
            weights: vec![Fraction::ZERO; self.nodes.len()],
            mentions: vec![Fraction::ZERO; 2 * self.var_limit()],
        };
        down.weights[self.root().index()] = Fraction::ONE;
        self.nodes().rev().for_each(|node| down.visit(node));
        let total = down.fractions[self.root().index()].clone();
        let positive = self.vars.iter().map(|&var| (var, down.frequency(var, &total))).collect();
        Frequencies { total: total.of_power(self.vars.len()), positive }
    }
}

/// The pass down.
struct DownwardPass<'a> {
    circuit: &'a Circuit,
    nothing: Assumptions,
    fractions: Vec<Fraction>,
    /// By node: by how much the root's fraction grows with the node's.
    weights: Vec<Fraction>,
    /// By literal: the fraction of all assignments that satisfy the root by way of an edge with it.
    mentions: Vec<Fraction>,
}

impl DownwardPass<'_> {
    fn visit(&mut self, node: NodeId) {
        let weight = std::mem::replace(&mut self.weights[node.index()], Fraction::ZERO);
        if weight.is_zero() {
            return;
        }
        match self.circuit.gate(node) {
            Gate::Or => (0..self.circuit.edges(node).len()).for_each(|at| self.follow(node, at, &weight)),
            Gate::And => self.visit_and(node, weight),
        }
    }

    /// Each edge weighs as much as the others together satisfy.
    fn visit_and(&mut self, node: NodeId, weight: Fraction) {
        let edges = self.circuit.edges(node);
        let fractions: Vec<Fraction> =
            edges.iter().map(|edge| self.circuit.edge_fraction(edge, &self.fractions, &self.nothing)).collect();
        let mut after = vec![Fraction::ONE; edges.len() + 1];
        for at in (0..edges.len()).rev() {
            after[at] = after[at + 1].clone().multiply(&fractions[at]);
        }
        let mut before = weight;
        for at in 0..edges.len() {
            let weight = before.clone().multiply(&after[at + 1]);
            self.follow(node, at, &weight);
            before = before.multiply(&fractions[at]);
        }
    }

    /// Hands the weight of an edge to its target, and what it satisfies to its literals.
    fn follow(&mut self, node: NodeId, at: usize, weight: &Fraction) {
        let edge = &self.circuit.edges(node)[at];
        let literals = self.circuit.literals(edge);
        let weight = weight.clone().halve(literals.len());
        let satisfied = weight.clone().multiply(&self.fractions[edge.target.index()]);
        for lit in literals {
            let mention = std::mem::replace(&mut self.mentions[lit.code()], Fraction::ZERO);
            self.mentions[lit.code()] = mention.add(satisfied.clone());
        }
        let target = std::mem::replace(&mut self.weights[edge.target.index()], Fraction::ZERO);
        self.weights[edge.target.index()] = target.add(weight);
    }

    /// Where `var` is not mentioned, it is true in half of the models.
    fn frequency(&self, var: Var, total: &Fraction) -> BigUint {
        let power = self.circuit.vars.len() + 1;
        let [positive, negative] =
            [var.positive(), var.negative()].map(|lit| self.mentions[lit.code()].of_power(power));
        let unmentioned = total.of_power(power) - &positive - &negative;
        (positive + (unmentioned >> 1u8)) >> 1u8
    }
}
