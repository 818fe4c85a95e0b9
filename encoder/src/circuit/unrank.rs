//! The model with a given number.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::fraction::Fraction;
use super::{Circuit, Gate};
use crate::{Lit, Var};

impl Circuit {
    /// Model number `index`, 0-based, in the order of the circuit; `None` when there are not so many.
    ///
    /// The order is that of the choices at the disjunctions, from the root down, and then of the free variables, the
    /// last one changing fastest. Given the circuit, it is the same on every run. The literals of the counted variables
    /// are ascending by variable.
    pub fn model(&self, index: &BigUint) -> Option<Vec<Lit>> {
        let (nothing, fractions) = self.plain_fractions();
        // How many models are left by the choices so far, and which of them is wanted.
        let mut left = fractions[self.root().index()].of_power(self.vars.len());
        let mut index = index.clone();
        if index >= left {
            return None;
        }
        let mut values: Vec<Option<bool>> = vec![None; self.var_limit()];
        let mut pending = vec![self.root()];
        while let Some(node) = pending.pop() {
            let mut taken = self.edges(node);
            if self.gate(node) == Gate::Or {
                let parts = taken.iter().map(|edge| self.edge_fraction(edge, &fractions, &nothing));
                let shares = parts.map(|part| share(&left, &part, &fractions[node.index()]));
                let (position, models) = select(shares, &mut index);
                left = models;
                taken = &taken[position..=position];
            }
            for edge in taken.iter().rev() {
                self.literals(edge).iter().for_each(|lit| values[lit.var().index()] = Some(lit.is_positive()));
                pending.push(edge.target);
            }
        }
        Some(self.complete(&values, &index))
    }

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
