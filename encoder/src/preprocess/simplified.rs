//! What simplification leaves, over variables of its own.

use super::reduced::Reduced;
use crate::factor::Factor;
use crate::{Cnf, Lit, Var};

/// A simplified formula over variables numbered from 0; each of them is in a clause.
///
/// Every assignment of the projected variables of the original that can be extended to a model comes from exactly one
/// such assignment here and one of `free`, unless projected variables have been eliminated as defined or summed out.
#[derive(Default)]
pub(crate) struct Simplified {
    /// What has to hold. Clauses have at least two literals, but where what is counted is summed out: there, they have those of a
    /// factor, which may be one or none.
    pub(crate) clauses: Cnf,
    /// What the clauses imply.
    pub(crate) implied: Cnf,
    /// Each assignment of the projected variables that can be extended to a model counts as many times as the product
    /// of these says, which is not zero; once, when there are none.
    pub(crate) factors: Vec<Factor>,
    /// By variable: whether it is counted.
    pub(crate) projected: Vec<bool>,
    /// By variable: the original one.
    pub(crate) originals: Vec<Var>,
    /// Projected variables with one value, as literals of original variables.
    pub(crate) fixed: Vec<Lit>,
    /// Projected original variables, each with the literal of a projected original variable that it equals.
    pub(crate) equal: Vec<(Var, Lit)>,
    /// Projected original variables that are in no clause.
    pub(crate) free: Vec<Var>,
}

impl Simplified {
    /// Numbers the variables that are left in the clauses of `reduced`, which has no unit clauses, and sorts the others.
    pub(super) fn new(reduced: &Reduced) -> Self {
        let used = reduced.occurring();
        let mut simplified = Self::default();
        let mut numbers = vec![None; reduced.var_count()];
        for var in (0..reduced.var_count()).map(Var::new) {
            if used[var.index()] {
                numbers[var.index()] = Some(Var::new(simplified.originals.len()));
                simplified.originals.push(var);
                simplified.projected.push(reduced.projected[var.index()]);
            } else if reduced.is_asked(var) {
                simplified.sort(reduced, var);
            } else if reduced.projected[var.index()] && reduced.is_open(var) {
                // What was asked for was eliminated, as this defines it.
                simplified.free.push(var);
            }
        }
        let count = simplified.originals.len();
        simplified.clauses = renamed(&reduced.clauses, &numbers, count);
        simplified.implied = renamed(&reduced.implied, &numbers, count);
        simplified
    }

    /// The clauses with their variables in the order of `sequence`.
    pub(crate) fn renumbered(&self, sequence: &[Var]) -> Self {
        let mut numbers = vec![None; sequence.len()];
        for (number, var) in sequence.iter().enumerate() {
            numbers[var.index()] = Some(Var::new(number));
        }
        Self {
            clauses: renamed(&self.clauses, &numbers, sequence.len()),
            implied: renamed(&self.implied, &numbers, sequence.len()),
            factors: self.factors.iter().map(|factor| factor.renamed(&numbers)).collect(),
            projected: sequence.iter().map(|var| self.projected[var.index()]).collect(),
            originals: sequence.iter().map(|var| self.originals[var.index()]).collect(),
            fixed: self.fixed.clone(),
            equal: self.equal.clone(),
            free: self.free.clone(),
        }
    }

    /// Says what is known of a projected variable that is in no clause.
    fn sort(&mut self, reduced: &Reduced, var: Var) {
        let lit = reduced.representative(var.positive());
        if reduced.is_true(lit) {
            self.fixed.push(var.positive());
        } else if reduced.is_true(!lit) {
            self.fixed.push(var.negative());
        } else if lit.var() == var {
            self.free.push(var);
        } else {
            self.equal.push((var, lit));
        }
    }
}

/// The clauses whose variables all have numbers, with these.
pub(super) fn renamed(cnf: &Cnf, numbers: &[Option<Var>], count: usize) -> Cnf {
    let mut result = Cnf::with_vars(count);
    let number = |lit: &Lit| numbers[lit.var().index()].map(|var| var.lit(lit.is_positive()));
    let mut named = Vec::new();
    for clause in cnf.clauses() {
        named.clear();
        named.extend(clause.iter().filter_map(number));
        if named.len() == clause.len() {
            result.add(&named);
        }
    }
    result
}
