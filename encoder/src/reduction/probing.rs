//! Failed literals [Freeman 1995]: a literal from which unit propagation derives a conflict is false.
//!
//! The solver would learn these one by one, each time at the cost of a pass over all clauses.

use super::{Reduction, Step};
use crate::cnf::Cnf;
use crate::lit::{Lit, Var};
use crate::tseitin::Term;
use crate::unit_propagation::Propagator;

/// So many clauses are looked at per literal of the formula before no further literal is tried.
const EFFORT: usize = 2;

/// Fixes the failed ones among the literals that imply others and are implied by none.
pub(super) fn failed_literals(cnf: &Cnf) -> Step {
    let mut propagator = Propagator::new(cnf);
    let mut changed = false;
    let effort = EFFORT * cnf.clauses().map(<[Lit]>::len).sum::<usize>();
    for lit in roots(cnf) {
        if propagator.value(lit).is_some() {
            continue;
        }
        if propagator.steps() > effort {
            break;
        }
        if propagator.consequences(lit).is_none() {
            propagator.fix(!lit);
            changed = true;
        }
        if propagator.is_refuted() {
            return None;
        }
    }
    let term = |index| {
        let lit = Var::new(index).positive();
        propagator.value(lit).map_or(Term::Lit(lit), Term::Const)
    };
    Some(changed.then(|| Reduction { terms: (0..cnf.var_count()).map(term).collect() }))
}

/// Literals that imply others by clauses of two literals and are implied by none, ascending: whatever fails below
/// one of them makes it fail.
fn roots(cnf: &Cnf) -> impl Iterator<Item = Lit> + use<> {
    let mut occurs = vec![false; 2 * cnf.var_count()];
    for lit in cnf.clauses().filter(|clause| clause.len() == 2).flatten() {
        occurs[lit.code()] = true;
    }
    let is_root = move |lit: &Lit| occurs[(!*lit).code()] && !occurs[lit.code()];
    (0..2 * cnf.var_count()).map(Lit::from_code).filter(is_root)
}
