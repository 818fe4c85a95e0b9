//! Clauses between two steps of simplification, or after the last.

use crate::budget::Ticker;
use crate::engine::Engine;
use crate::signed::normalise_junction;
use crate::term::Term;
use crate::{Cnf, Interrupted, Lit, Var};

/// Clauses, and what has been found out about the variables that are no longer in them.
///
/// Invariant: the assignments of the projected variables that can be extended to models of the original formula are
/// those that agree with `truth` and `representatives` and can be extended to models of `clauses`.
#[derive(Default)]
pub(crate) struct Reduced {
    /// What has to hold. No clause has a literal twice, or with its complement.
    pub(crate) clauses: Cnf,
    /// What `clauses` imply, and propagation is helped by.
    pub(crate) implied: Cnf,
    /// By variable: whether it is counted.
    pub(crate) projected: Vec<bool>,
    /// By variable: whether it is counted although it was not asked for, as others determine it.
    is_besides: Vec<bool>,
    /// By literal: whether it is known to be true.
    truth: Vec<bool>,
    /// By variable: the literal that it equals; itself unless it has been replaced.
    representatives: Vec<Lit>,
    /// False when there is no model.
    pub(crate) consistent: bool,
}

impl Reduced {
    /// The formula of arbitrary clauses, and the variables to be counted (all, when `None`).
    pub(crate) fn new(cnf: &Cnf, projection: Option<&[Var]>, ticker: &mut Ticker<'_>) -> Result<Self, Interrupted> {
        let count = cnf.var_count();
        let mut projected = vec![projection.is_none(); count];
        for var in projection.unwrap_or_default() {
            projected[var.index()] = true;
        }
        let mut reduced = Self {
            clauses: cnf.clone(),
            implied: Cnf::with_vars(count),
            projected,
            is_besides: vec![false; count],
            truth: vec![false; 2 * count],
            representatives: (0..count).map(|index| Var::new(index).positive()).collect(),
            consistent: true,
        };
        reduced.clauses.rewrite(|clause| {
            ticker.spend(8 * clause.len())?;
            Ok(normalise(clause))
        })?;
        Ok(reduced)
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
            lit = representative.negated_if(!lit.is_positive());
        }
    }

    /// What became of the literal. Variables that were not there at first are themselves.
    pub(crate) fn term(&self, lit: Lit) -> Term {
        if lit.var().index() >= self.var_count() {
            return lit.into();
        }
        let lit = self.representative(lit);
        [lit, !lit].into_iter().find(|&lit| self.is_true(lit)).map_or(lit.into(), |known| Term::Const(known == lit))
    }

    /// The clause in normal form over what its literals became; `None` when it is always true.
    pub(crate) fn clause(&self, clause: &[Lit]) -> Option<Vec<Lit>> {
        let mut lits = Vec::with_capacity(clause.len());
        for &lit in clause {
            match self.term(lit) {
                Term::Const(true) => return None,
                Term::Const(false) => {}
                Term::Lit(lit) => lits.push(lit),
            }
        }
        normalise(&mut lits).then_some(lits)
    }

    /// Adds a clause in normal form over what literals became.
    pub(crate) fn add(&mut self, clause: &[Lit]) {
        self.clauses.add(clause);
        let known = self.var_count()..self.clauses.var_count();
        self.representatives.extend(known.map(|index| Var::new(index).positive()));
        self.projected.resize(self.var_count(), true);
        self.is_besides.resize(self.var_count(), false);
        self.truth.resize(2 * self.var_count(), false);
    }

    /// An engine with all clauses of so many literals at most, propagated.
    pub(crate) fn engine(&self, longest: usize, ticker: &mut Ticker<'_>) -> Result<Engine, Interrupted> {
        let clauses = || self.clauses.clauses().chain(self.implied.clauses());
        Engine::with_clauses(self.var_count(), || clauses().filter(|clause| clause.len() <= longest), ticker)
    }

    /// Takes over literals that hold.
    pub(crate) fn assign(&mut self, literals: &[Lit]) {
        for &lit in literals {
            let lit = self.representative(lit);
            self.consistent &= !self.is_true(!lit);
            self.truth[lit.code()] = true;
        }
    }

    /// Counts a variable besides, which those that are counted determine.
    pub(crate) fn count_besides(&mut self, var: Var) {
        self.projected[var.index()] = true;
        self.is_besides[var.index()] = true;
    }

    /// Whether the variable is one of those that were to be counted.
    pub(crate) fn is_asked(&self, var: Var) -> bool {
        self.projected[var.index()] && !self.is_besides[var.index()]
    }

    /// Whether the variable stands for itself and has no known value.
    pub(crate) fn is_open(&self, var: Var) -> bool {
        let lit = var.positive();
        self.representative(lit) == lit && !self.is_true(lit) && !self.is_true(!lit)
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
        let rank = |lit: Lit| (!self.is_asked(lit.var()), !self.projected[lit.var().index()], lit.var());
        let (kept, gone) = if rank(first) < rank(second) { (first, second) } else { (second, first) };
        self.representatives[gone.var().index()] = kept.negated_if(!gone.is_positive());
    }

    fn merge_known(&mut self, first: Lit, second: Lit) {
        for (one, other) in [(first, second), (second, first), (!first, !second), (!second, !first)] {
            if self.is_true(one) {
                self.assign(&[other]);
            }
        }
    }

    /// Makes every variable name its representative at once, so that no chain is walked twice.
    fn shorten_chains(&mut self) {
        let mut chain = Vec::new();
        for var in (0..self.var_count()).map(Var::new) {
            let mut lit = var.positive();
            while self.representatives[lit.var().index()].var() != lit.var() {
                chain.push(lit);
                lit = self.representatives[lit.var().index()].negated_if(!lit.is_positive());
            }
            for member in chain.drain(..) {
                self.representatives[member.var().index()] = lit.negated_if(!member.is_positive());
            }
        }
    }

    /// Brings the clauses up to what is known.
    pub(crate) fn rewrite(&mut self, ticker: &mut Ticker<'_>) -> Result<(), Interrupted> {
        self.shorten_chains();
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

    /// By variable: whether it is in some clause.
    pub(crate) fn occurring(&self) -> Vec<bool> {
        let mut occurs = self.clauses.occurring();
        occurs.resize(self.var_count(), false);
        occurs
    }

    /// Forgets implied clauses with variables that are in no clause any more.
    pub(crate) fn drop_eliminated(&mut self) {
        let used = self.occurring();
        let mut kept = Cnf::with_vars(self.var_count());
        let clauses = self.implied.clauses().filter(|clause| clause.iter().all(|lit| used[lit.var().index()]));
        clauses.for_each(|clause| kept.add(clause));
        self.implied = kept;
    }

    /// Puts representatives in, and takes out what is known to be false; false when the clause holds anyway.
    fn update(&self, clause: &mut Vec<Lit>) -> bool {
        clause.iter_mut().for_each(|lit| *lit = self.representative(*lit));
        clause.retain(|&lit| !self.is_true(!lit));
        normalise(clause) && !clause.iter().any(|&lit| self.is_true(lit))
    }
}

/// Sorts the literals and takes out those that are there twice; false for a tautology.
fn normalise(clause: &mut Vec<Lit>) -> bool {
    !normalise_junction(clause)
}
