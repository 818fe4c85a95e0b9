//! A model without learning: chronological backtracking over a given order [Davis, Logemann & Loveland 1962], given
//! up after limited effort.
//!
//! Formulas that come from definitions are easy when the inputs of the definitions are decided first, in the order in
//! which the definitions mention them: everything else follows by propagation, and a conflict is close to its cause.
//! A solver that learns decides in any order and jumps back far, which costs it a pass over a large formula per conflict.

use crate::cnf::Cnf;
use crate::lit::{Lit, Var};
use crate::unit_propagation::{Position, Propagator};

/// A decision that can still be reversed.
struct Decision {
    before: Position,
    lit: Lit,
    /// Where in the order the next decision is to be looked for.
    next: usize,
}

/// A model for which these literals, in this order, were tried true first, then all other variables false first.
pub(crate) fn model(cnf: &Cnf, order: &[Lit]) -> Option<Vec<bool>> {
    /// Each clause is looked at about so many times before the search gives up.
    const EFFORT: usize = 20;
    let effort = EFFORT * (cnf.var_count() + cnf.len());
    model_within(&mut Propagator::new(cnf), order, effort)
}

/// Like [`model`], on top of what is fixed or assumed, giving up once so many clauses were looked at.
pub(crate) fn model_within(propagator: &mut Propagator, order: &[Lit], effort: usize) -> Option<Vec<bool>> {
    let start = propagator.position();
    let model = if propagator.is_refuted() { None } else { search(propagator, order, effort) };
    propagator.undo(start);
    model
}

fn search(propagator: &mut Propagator, order: &[Lit], effort: usize) -> Option<Vec<bool>> {
    let rest = (0..propagator.var_count()).map(|index| Var::new(index).negative());
    let order: Vec<Lit> = order.iter().copied().chain(rest).collect();
    let mut decisions: Vec<Decision> = Vec::new();
    let mut next = 0;
    let limit = propagator.steps() + effort;
    while let Some(lit) = order.get(next).copied() {
        next += 1;
        if propagator.value(lit).is_some() {
            continue;
        }
        decisions.push(Decision { before: propagator.position(), lit, next });
        let mut holds = propagator.assume(lit);
        while !holds {
            let reversed = decisions.pop().filter(|_| propagator.steps() < limit)?;
            propagator.undo(reversed.before);
            next = reversed.next;
            holds = propagator.assume(!reversed.lit);
        }
    }
    Some(propagator.values())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute_force::{assignments, lit};
    use proptest::prelude::{any, proptest};

    proptest! {
        #[test]
        fn what_is_found_is_a_model_and_satisfiable_formulas_of_this_size_have_one(
            clauses in proptest::collection::vec(proptest::collection::vec((0..6usize, any::<bool>()), 1..4), 0..16),
            order in proptest::collection::vec(0..6usize, 0..6),
        ) {
            let mut cnf = Cnf::with_vars(6);
            for clause in &clauses {
                cnf.add(&clause.iter().map(|(index, value)| lit(*index, *value)).collect::<Vec<_>>());
            }
            let holds = |values: &Vec<bool>| {
                cnf.clauses().all(|clause| clause.iter().any(|lit| values[lit.var().index()] == lit.is_positive()))
            };
            let order: Vec<Lit> = order.into_iter().map(|index| lit(index, index % 2 == 0)).collect();
            match model(&cnf, &order) {
                Some(values) => assert!(holds(&values)),
                None => assert!(!assignments(6).any(|values| holds(&values)) || cnf.len() > 6),
            }
        }
    }

    #[test]
    fn values_that_cannot_be_false_are_reversed_one_by_one() {
        let mut cnf = Cnf::with_vars(8);
        for index in 0..4 {
            let [left, right] = [2 * index, 2 * index + 1];
            for (a, b) in [(true, true), (true, false), (false, true)] {
                cnf.add(&[lit(left, a), lit(right, b)]);
            }
        }
        assert_eq!(model(&cnf, &[]), Some(vec![true; 8]));
    }
}
