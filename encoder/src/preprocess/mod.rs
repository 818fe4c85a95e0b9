//! Simplification before counting: the same (projected) count, fewer variables and clauses.
//!
//! Clauses and the projected variables come in; a smaller formula goes out, with all that is needed to say which
//! assignments of the projected variables of the first belong to which of the second.
//!
//! [`formula`] holds the clauses between the steps: [`probe`] (failed literals), [`equivalence`], [`subsume`],
//! [`vivify`] and [`eliminate`]. Where only a number is wanted, [`bucket_elimination`] goes further.

mod bucket_elimination;
mod eliminate;
mod equivalence;
mod formula;
mod probe;
mod simplified;
mod subsume;
mod vivify;

pub(crate) use bucket_elimination::eliminate_buckets;
pub(crate) use eliminate::Defined;
pub(crate) use simplified::Simplified;

use crate::search::Ticker;
use crate::{Budget, Cnf, Interrupted, Var};
use formula::Formula;

/// How many clauses more an elimination may add than it removes, in the rounds of all steps.
const GROWTH: [usize; 3] = [0, 8, 16];
/// Propagated literals in one search for failed literals, and for needless clauses.
const PROBE_BUDGET: u64 = 3_000_000;
const VIVIFY_BUDGET: u64 = 6_000_000;
/// Comparisons of clauses.
const SUBSUME_BUDGET: u64 = 40_000_000;
/// Searches for failed literals, and for equal ones, that are repeated while they find something.
const PROPAGATE_ROUNDS: usize = 6;

/// Simplifies; `None` when there is no model.
///
/// # Errors
/// [`Interrupted`] when the budget is used up.
pub(crate) fn simplify(
    cnf: &Cnf,
    projection: Option<&[Var]>,
    defined: Defined,
    budget: &Budget,
) -> Result<Option<Simplified>, Interrupted> {
    let mut ticker = Ticker::new(budget);
    let mut formula = Formula::new(cnf, projection, &mut ticker)?;
    for growth in GROWTH {
        let size = size(&formula);
        round(&mut formula, defined, growth, &mut ticker)?;
        if !formula.consistent || size == self::size(&formula) {
            break;
        }
    }
    propagate(&mut formula, &mut ticker)?;
    Ok(formula.consistent.then(|| Simplified::new(&formula)))
}

fn size(formula: &Formula) -> usize {
    formula.clauses.literal_count()
}

/// All steps, once.
fn round(formula: &mut Formula, defined: Defined, growth: usize, ticker: &mut Ticker<'_>) -> Result<(), Interrupted> {
    propagate(formula, ticker)?;
    formula.clauses = subsume::subsume(&formula.clauses, SUBSUME_BUDGET, ticker)?;
    propagate(formula, ticker)?;
    if !formula.consistent {
        return Ok(());
    }
    let vivified = vivify::vivify(&formula.clauses, VIVIFY_BUDGET, ticker)?;
    formula.clauses = vivified.clauses;
    vivified.implied.clauses().for_each(|clause| formula.implied.add(clause));
    formula.clauses = eliminate::eliminate(&formula.clauses, &mut formula.projected, defined, growth, ticker)?;
    formula.drop_eliminated();
    Ok(())
}

/// Units, failed literals and equal literals. Afterwards there are no unit clauses, or no model.
fn propagate(formula: &mut Formula, ticker: &mut Ticker<'_>) -> Result<(), Interrupted> {
    for round in 0.. {
        let mut engine = formula.engine(ticker)?;
        let mut equal = Vec::new();
        if round < PROPAGATE_ROUNDS {
            equal = probe::probe(&mut engine, PROBE_BUDGET >> round, ticker)?;
            equal.extend(equivalence::equivalences(&engine));
        }
        formula.consistent &= engine.is_consistent();
        let units = engine.last_level();
        if !formula.consistent || units.is_empty() && equal.is_empty() {
            break;
        }
        formula.assign(units);
        equal.into_iter().for_each(|(first, second)| formula.merge(first, second));
        formula.rewrite(ticker)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
