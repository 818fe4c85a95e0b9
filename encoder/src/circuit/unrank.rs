//! Models by number, so that they can be listed from anywhere.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::fraction::Fraction;
use super::passes::Assumptions;
use super::{Circuit, Gate, NodeId};
use crate::{Lit, Var};

/// The models of a circuit in its order.
///
/// The order is that of the choices at the disjunctions, from the root down, and then of the free variables, the last
/// one changing fastest. Given the circuit, it is the same on every run.
pub struct Models<'a> {
    circuit: &'a Circuit,
    nothing: Assumptions,
    /// By node.
    fractions: Vec<Fraction>,
    count: BigUint,
}

impl Circuit {
    /// The models in order.
    pub fn models(&self) -> Models<'_> {
        let (nothing, fractions) = self.plain_fractions();
        let count = fractions[self.root().index()].of_power(self.vars.len());
        Models { circuit: self, nothing, fractions, count }
    }
}

impl Models<'_> {
    /// How many there are.
    pub fn count(&self) -> &BigUint {
        &self.count
    }

    /// Model number `index`, 0-based; `None` when there are not so many.
    ///
    /// The literals of the counted variables are ascending by variable.
    pub fn get(&self, index: &BigUint) -> Option<Vec<Lit>> {
        if *index >= self.count {
            return None;
        }
        let circuit = self.circuit;
        // How many models are left by the choices so far, and which of them is wanted.
        let (mut left, mut index) = (self.count.clone(), index.clone());
        let mut values: Vec<Option<bool>> = vec![None; circuit.var_limit()];
        let mut pending = vec![circuit.root()];
        while let Some(node) = pending.pop() {
            let mut taken = circuit.edges(node);
            if circuit.gate(node) == Gate::Or {
                let (position, models) = self.choose(node, &left, &mut index);
                left = models;
                taken = &taken[position..=position];
            }
            for edge in taken.iter().rev() {
                circuit.literals(edge).iter().for_each(|lit| values[lit.var().index()] = Some(lit.is_positive()));
                pending.push(edge.target);
            }
        }
        Some(circuit.complete(&values, &index))
    }

    /// The edge of a disjunction that leads to number `index` of the `left` models, and how many of them it leads to;
    /// `index` becomes the number among those.
    fn choose(&self, node: NodeId, left: &BigUint, index: &mut BigUint) -> (usize, BigUint) {
        let parts = self.circuit.edges(node).iter();
        let parts = parts.map(|edge| self.circuit.edge_fraction(edge, &self.fractions, &self.nothing));
        select(parts.map(|part| share(left, &part, &self.fractions[node.index()])), index)
    }
}

impl Circuit {
    /// Gives the variables without value the binary digits of `index`, the last one the lowest.
    fn complete(&self, values: &[Option<bool>], index: &BigUint) -> Vec<Lit> {
        let free = self.vars.iter().filter(|var| values[var.index()].is_none()).count() as u64;
        let mut digit = free;
        let literal = |&var: &Var| {
            let value = values[var.index()].unwrap_or_else(|| {
                digit -= 1;
                index.bit(digit)
            });
            var.lit(value)
        };
        self.vars.iter().map(literal).collect()
    }
}

/// How many of `left` models belong to `part` of `whole`.
fn share(left: &BigUint, part: &Fraction, whole: &Fraction) -> BigUint {
    let halvings = part.halvings.max(whole.halvings);
    left * part.of_power(halvings) / whole.of_power(halvings)
}

/// The share that holds number `index`, and its size; `index` becomes the number within it.
fn select(shares: impl Iterator<Item = BigUint>, index: &mut BigUint) -> (usize, BigUint) {
    for (position, share) in shares.enumerate() {
        if *index < share {
            return (position, share);
        }
        *index -= share;
    }
    debug_assert!(index.is_zero(), "the shares sum up to the whole");
    (0, BigUint::one())
}
