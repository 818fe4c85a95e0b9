//! Fewer variables, the same models: unit clauses and equivalent literals are folded away.

mod equivalence;
mod probing;

use crate::budget::{Budget, Interrupted};
use crate::cnf::Cnf;
use crate::lit::{Lit, Var};
use crate::signed::normalise_junction;
use crate::tseitin::Term;
use crate::unit_propagation::Propagator;

/// Rounds after which a formula that still changes is taken as it is.
const ROUNDS: usize = 12;

/// What each variable became. Variables beyond the table are themselves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reduction {
    terms: Vec<Term>,
}

impl Reduction {
    /// What the literal became.
    pub(crate) fn term(&self, lit: Lit) -> Term {
        match self.terms.get(lit.var().index()) {
            Some(term) => term.negated_if(!lit.is_positive()),
            None => lit.into(),
        }
    }

    /// The clause in normal form over what its literals became; `None` when it is always true.
    pub(crate) fn clause(&self, clause: &[Lit]) -> Option<Vec<Lit>> {
        let mut lits = Vec::with_capacity(clause.len());
        for lit in clause {
            match self.term(*lit) {
                Term::Const(true) => return None,
                Term::Const(false) => {}
                Term::Lit(lit) => lits.push(lit),
            }
        }
        let is_tautology = normalise_junction(&mut lits);
        (!is_tautology).then_some(lits)
    }

    fn cnf(&self, cnf: &Cnf) -> Cnf {
        let mut reduced = Cnf::with_vars(cnf.var_count());
        for clause in cnf.clauses().filter_map(|clause| self.clause(clause)) {
            reduced.add(&clause);
        }
        reduced
    }

    /// First this reduction, then `next`.
    pub(crate) fn then(&mut self, next: &Self) {
        for term in &mut self.terms {
            if let Term::Lit(lit) = *term {
                *term = next.term(lit);
            }
        }
        self.terms.extend(next.terms.iter().skip(self.terms.len()));
    }
}

/// The reduced clauses, over the same variable numbers, and what became of the variables; `None` when unit
/// propagation or an equivalence of opposite literals refutes the formula.
pub(crate) fn reduce(cnf: &Cnf) -> Option<(Reduction, Cnf)> {
    reduce_within(cnf, &Budget::unlimited()).expect("nothing stops it")
}

/// Like [`reduce`].
///
/// # Errors
/// [`Interrupted`] when the budget is used up.
pub(crate) fn reduce_within(cnf: &Cnf, budget: &Budget) -> Result<Option<(Reduction, Cnf)>, Interrupted> {
    repeat(cnf, &[units, equivalence::classes], budget)
}

/// Like [`reduce`], with failed literals: worth the effort where a search will follow.
pub(crate) fn reduce_thoroughly(cnf: &Cnf) -> Option<(Reduction, Cnf)> {
    let steps: &[fn(&Cnf) -> Step] = &[units, equivalence::classes, probing::failed_literals];
    repeat(cnf, steps, &Budget::unlimited()).expect("nothing stops it")
}

fn repeat(cnf: &Cnf, steps: &[fn(&Cnf) -> Step], budget: &Budget) -> Result<Option<(Reduction, Cnf)>, Interrupted> {
    let terms = (0..cnf.var_count()).map(|index| Term::Lit(Var::new(index).positive())).collect();
    let mut total = Reduction { terms };
    let mut reduced = total.cnf(cnf);
    for _ in 0..ROUNDS {
        let mut changed = false;
        for step in steps {
            budget.check()?;
            let Some(outcome) = step(&reduced) else { return Ok(None) };
            if let Some(found) = outcome {
                budget.check()?;
                reduced = found.cnf(&reduced);
                total.then(&found);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    Ok(Some((total, reduced)))
}

/// The result of one step: nothing when it refutes the formula, no reduction when there is nothing to do.
type Step = Option<Option<Reduction>>;

fn units(cnf: &Cnf) -> Step {
    if !cnf.clauses().any(|clause| clause.len() < 2) {
        return Some(None);
    }
    let propagator = Propagator::new(cnf);
    if propagator.is_refuted() {
        return None;
    }
    let term = |index| {
        let lit = Var::new(index).positive();
        propagator.value(lit).map_or(Term::Lit(lit), Term::Const)
    };
    Some(Some(Reduction { terms: (0..cnf.var_count()).map(term).collect() }))
}

#[cfg(test)]
mod tests;
