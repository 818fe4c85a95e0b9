//! The pass from the leaves to the root that counts, and counts under assumptions.

use num_bigint::BigUint;
use num_traits::Zero;

use super::fraction::Fraction;
use super::{Circuit, Edge, Gate, NodeId};
use crate::Lit;

/// What is assumed of each literal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Assumed {
    Nothing,
    True,
    False,
}

/// Literals that are assumed.
pub(super) struct Assumptions {
    /// By literal.
    assumed: Vec<Assumed>,
    /// How many variables are assumed to have a value.
    count: usize,
    /// Whether a literal is assumed together with its complement.
    contradictory: bool,
}

impl Assumptions {
    pub(super) fn new(var_limit: usize, literals: &[Lit]) -> Self {
        let mut assumptions = Self { assumed: vec![Assumed::Nothing; 2 * var_limit], count: 0, contradictory: false };
        for &lit in literals {
            match assumptions.assumed[lit.code()] {
                Assumed::True => {}
                Assumed::False => assumptions.contradictory = true,
                Assumed::Nothing => {
                    assumptions.assumed[lit.code()] = Assumed::True;
                    assumptions.assumed[(!lit).code()] = Assumed::False;
                    assumptions.count += 1;
                }
            }
        }
        assumptions
    }

    /// How many of the literals are left to chance; `None` when one is false.
    fn chances(&self, literals: &[Lit]) -> Option<usize> {
        let mut chances = 0;
        for lit in literals {
            match self.assumed[lit.code()] {
                Assumed::Nothing => chances += 1,
                Assumed::True => {}
                Assumed::False => return None,
            }
        }
        Some(chances)
    }
}

impl Circuit {
    /// The number of models.
    pub fn count(&self) -> BigUint {
        self.count_under(&[])
    }

    /// The number of models in which all of `literals`, of counted variables, are true.
    ///
    /// # Panics
    /// When a variable is beyond all those that are counted.
    pub fn count_under(&self, literals: &[Lit]) -> BigUint {
        let assumptions = Assumptions::new(self.var_limit(), literals);
        if assumptions.contradictory {
            return BigUint::zero();
        }
        let fractions = self.fractions(&assumptions);
        fractions[self.root().index()].of_power(self.vars.len() - assumptions.count)
    }

    /// By node: the fraction of the assignments to the variables that are not assumed that satisfy it.
    pub(super) fn fractions(&self, assumptions: &Assumptions) -> Vec<Fraction> {
        let mut fractions: Vec<Fraction> = Vec::with_capacity(self.nodes.len());
        for node in self.nodes() {
            let edges = self.edges(node).iter().map(|edge| self.edge_fraction(edge, &fractions, assumptions));
            let fraction = match self.gate(node) {
                Gate::And => edges.fold(Fraction::ONE, |product, edge| product.multiply(&edge)),
                Gate::Or => edges.fold(Fraction::ZERO, Fraction::add),
            };
            fractions.push(fraction);
        }
        fractions
    }

    /// The fraction of an edge, from those of the nodes.
    pub(super) fn edge_fraction(&self, edge: &Edge, fractions: &[Fraction], assumptions: &Assumptions) -> Fraction {
        match assumptions.chances(self.literals(edge)) {
            Some(chances) => fractions[edge.target.index()].clone().halve(chances),
            None => Fraction::ZERO,
        }
    }

    /// By node: the fraction of all assignments that satisfy it.
    pub(super) fn plain_fractions(&self) -> (Assumptions, Vec<Fraction>) {
        let nothing = Assumptions::new(self.var_limit(), &[]);
        let fractions = self.fractions(&nothing);
        (nothing, fractions)
    }

    /// Whether there is no model.
    pub fn is_unsatisfiable(&self) -> bool {
        let mut satisfiable: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for node in self.nodes() {
            let holds = |edge: &Edge| -> bool { satisfiable[edge.target.index()] };
            let value = match self.gate(node) {
                Gate::And => self.edges(node).iter().all(holds),
                Gate::Or => self.edges(node).iter().any(holds),
            };
            satisfiable.push(value);
        }
        !satisfiable[self.root().index()]
    }
}

impl From<NodeId> for usize {
    fn from(node: NodeId) -> Self {
        node.index()
    }
}
