//! The formula between two steps.

use crate::search::Ticker;
use crate::search::engine::Engine;
use crate::{Cnf, Interrupted, Lit, Var};

/// Clauses, and what has been found out about the variables that are no longer in them.
///
/// Invariant: the assignments of the projected variables that can be extended to models of the original formula are
/// those that agree with `truth` and `representatives` and can be extended to models of `clauses`.
pub(crate) struct Formula {
    /// What has to hold. No clause has a literal twice, or with its complement.
    pub(crate) clauses: Cnf,
    /// What `clauses` imply, and propagation is helped by.
    pub(crate) implied: Cnf,
    /// By variable: whether it is counted.
    pub(crate) projected: Vec<bool>,
    /// By literal: whether it is known to be true.
    truth: Vec<bool>,
    /// By variable: the literal that it equals; itself unless it has been replaced.
    representatives: Vec<Lit>,
    /// False when there is no model.
    pub(crate) consistent: bool,
}

impl Formula {
    /// The formula of arbitrary clauses, and the variables to be counted (all, when `None`).
    pub(crate) fn new(cnf: &Cnf, projection: Option<&[Var]>, ticker: &mut Ticker<'_>) -> Result<Self, Interrupted> {
        let count = cnf.var_count();
        let mut projected = vec![projection.is_none(); count];
        for var in projection.unwrap_or_default() {
            projected[var.index()] = true;
        }
        let mut formula = Self {
            clauses: Cnf::with_vars(count),
            implied: Cnf::with_vars(count),
            projected,
            truth: vec![false; 2 * count],
            representatives: (0..count).map(|index| Var::new(index).positive()).collect(),
            consistent: true,
        };
        formula.clauses = cnf.clone();
        formula.clauses.rewrite(|clause| {
            ticker.spend(8 * clause.len())?;
            Ok(normalize(clause))
        })?;
        Ok(formula)
    }

    /// Number of variables, gone or not.
    pub(crate) fn var_count(&self) -> usize {
        self.representatives.len()
    }

    /// Whether `lit` is known to be true.
    #[inline]
    pub(crate) fn is_true(&self, lit: Lit) -> bool {
        self.truth[lit.code()]
    }

    /// The literal that stands for `lit` in the clauses, unless its value is known.
    #[inline]
    pub(crate) fn representative(&self, lit: Lit) -> Lit {
        let mut lit = lit;
        loop {
            let representative = self.representatives[lit.var().index()];
            if representative.var() == lit.var() {
                return lit;
            }
            lit = if lit.is_positive() { representative } else { !representative };
        }
    }

    /// An engine with all clauses, propagated.
    pub(crate) fn engine(&self, ticker: &mut Ticker<'_>) -> Result<Engine, Interrupted> {
        Engine::with_clauses(self.var_count(), || self.clauses.clauses().chain(self.implied.clauses()), ticker)
    }

    /// Takes over literals that hold.
    pub(crate) fn assign(&mut self, literals: &[Lit]) {
        for &lit in literals {
            let lit = self.representative(lit);
            self.consistent &= !self.is_true(!lit);
            self.truth[lit.code()] = true;
        }
    }

    /// Takes over that two literals are equal.
    pub(crate) fn merge(&mut self, first: Lit, second: Lit) {
        let (first, second) = (self.representative(first), self.representative(second));
        if first.var() == second.var() {
            self.consistent &= first == second;
            return;
        }
        let known = [first, !first, second, !second].into_iter().any(|lit| self.is_true(lit));
        if known {
            return self.merge_known(first, second);
        }
        // A counted variable is never represented by one that is not; otherwise the first number stays.
        let rank = |lit: Lit| (!self.projected[lit.var().index()], lit.var());
        let (kept, gone) = if rank(first) < rank(second) { (first, second) } else { (second, first) };
        self.representatives[gone.var().index()] = if gone.is_positive() { kept } else { !kept };
    }

    fn merge_known(&mut self, first: Lit, second: Lit) {
        for (one, other) in [(first, second), (second, first), (!first, !second), (!second, !first)] {
            if self.is_true(one) {
                self.assign(&[other]);
            }
        }
    }

    /// Brings the clauses up to what is known.
    pub(crate) fn rewrite(&mut self, ticker: &mut Ticker<'_>) -> Result<(), Interrupted> {
        let [mut clauses, mut implied] = [&mut self.clauses, &mut self.implied].map(std::mem::take);
        for cnf in [&mut clauses, &mut implied] {
            cnf.rewrite(|clause| {
                ticker.spend(8 * clause.len())?;
                Ok(self.update(clause))
            })?;
        }
        (self.clauses, self.implied) = (clauses, implied);
        self.consistent &= self.clauses.clauses().all(|clause| !clause.is_empty());
        Ok(())
    }

    /// Forgets implied clauses with variables that are in no clause any more.
    pub(crate) fn drop_eliminated(&mut self) {
        let mut used = vec![false; self.var_count()];
        self.clauses.clauses().flatten().for_each(|lit| used[lit.var().index()] = true);
        let mut kept = Cnf::with_vars(self.var_count());
        let clauses = self.implied.clauses().filter(|clause| clause.iter().all(|lit| used[lit.var().index()]));
        clauses.for_each(|clause| kept.add(clause));
        self.implied = kept;
    }

    /// Puts representatives in, and takes out what is known to be false; false when the clause holds anyway.
    fn update(&self, clause: &mut Vec<Lit>) -> bool {
        clause.iter_mut().for_each(|lit| *lit = self.representative(*lit));
        clause.retain(|&lit| !self.is_true(!lit));
        normalize(clause) && !clause.iter().any(|&lit| self.is_true(lit))
    }
}

/// Sorts the literals and takes out those that are there twice; false for a tautology.
fn normalize(clause: &mut Vec<Lit>) -> bool {
    clause.sort_unstable();
    clause.dedup();
    !clause.windows(2).any(|pair| pair[0] == !pair[1])
}
