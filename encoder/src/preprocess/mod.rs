//! Simplification: fewer variables and clauses, the same models.
//!
//! [`reduce`] folds away units and equal literals, which is what every search begins with. [`simplify`], before counting,
//! takes all steps: clauses and the projected variables come in; a smaller formula goes out, with all that is needed to
//! say which assignments of the projected variables of the first belong to which of the second.
//!
//! [`Reduced`] holds the clauses between the steps: [`probe`] (failed literals), [`equivalence`], [`subsume`],
//! [`vivify`] and [`eliminate`]. Where not all variables are counted, [`sat_sweeping`] and [`determined`] come first. Where only a
//! number is wanted, [`long_clauses`] and [`bucket_elimination`] go further.

mod bucket_elimination;
mod determined;
mod eliminate;
mod equivalence;
mod local_model;
mod long_clauses;
mod probe;
mod reduced;
mod sat_sweeping;
mod simplified;
mod subsume;
mod vivify;

pub(crate) use bucket_elimination::eliminate_buckets;
pub(crate) use eliminate::Defined;
pub(crate) use long_clauses::join_lone_variables;
pub(crate) use reduced::Reduced;
pub(crate) use simplified::Simplified;

use crate::budget::Ticker;
use crate::{Budget, Cnf, Interrupted, Var};

/// How many clauses more an elimination may add than it removes, in the rounds of all steps.
const GROWTH: [usize; 3] = [0, 8, 16];
/// Propagated literals in one search for failed literals.
const PROBE_BUDGET: u64 = 3_000_000;
/// Propagated literals in one search for clauses of which literals, or all, are superfluous.
const VIVIFY_BUDGET: u64 = 6_000_000;
/// Comparisons of clauses.
const SUBSUME_BUDGET: u64 = 40_000_000;
/// Literals of clauses in which equal and determined variables are looked for.
const SHARED_SIZE: usize = 4_000_000;
/// Searches for failed literals, and for equal ones, that are repeated while they find something.
const PROPAGATE_ROUNDS: usize = 6;
/// Propagated literals, for each literal of the clauses, in a search for failed literals before a solver is asked.
const STRENGTHEN_BUDGET: u64 = 2;

/// Folds away units and equal literals; `None` when that shows that there is no model.
///
/// # Errors
/// [`Interrupted`] when the budget is used up.
pub(crate) fn reduce(cnf: &Cnf, budget: &Budget) -> Result<Option<Reduced>, Interrupted> {
    let mut ticker = Ticker::new(budget);
    let mut reduced = Reduced::new(cnf, None, &mut ticker)?;
    propagate(&mut reduced, 0, &mut ticker)?;
    Ok(reduced.consistent.then_some(reduced))
}

/// Looks for failed literals too, for a limited time: worth the effort where a search will follow. False when that shows
/// that there is no model.
pub(crate) fn strengthen(reduced: &mut Reduced) -> bool {
    let probes = STRENGTHEN_BUDGET * size(reduced) as u64;
    // An interruption would leave the clauses half rewritten.
    propagate(reduced, probes, &mut Ticker::new(&Budget::unlimited())).expect("nothing stops it");
    reduced.consistent
}

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
    let mut reduced = Reduced::new(cnf, projection, &mut ticker)?;
    if projection.is_some() && defined != Defined::Hide {
        share(&mut reduced, &mut ticker)?;
    }
    for growth in GROWTH {
        let size = size(&reduced);
        round(&mut reduced, defined, growth, &mut ticker)?;
        if !reduced.consistent || size == self::size(&reduced) {
            break;
        }
    }
    propagate(&mut reduced, PROBE_BUDGET, &mut ticker)?;
    Ok(reduced.consistent.then(|| Simplified::new(&reduced)))
}

/// Where some variables are hidden, merges counted ones that are equal, and counts hidden ones that they determine.
fn share(reduced: &mut Reduced, ticker: &mut Ticker<'_>) -> Result<(), Interrupted> {
    propagate(reduced, PROBE_BUDGET, ticker)?;
    let has_hidden = reduced.clauses.clauses().flatten().any(|lit| !reduced.projected[lit.var().index()]);
    if reduced.consistent && has_hidden && size(reduced) <= SHARED_SIZE {
        sat_sweeping::merge_equal(reduced, ticker)?;
        determined::count_determined(reduced, ticker)?;
    }
    Ok(())
}

fn size(reduced: &Reduced) -> usize {
    reduced.clauses.literal_count()
}

/// All steps, once.
fn round(reduced: &mut Reduced, defined: Defined, growth: usize, ticker: &mut Ticker<'_>) -> Result<(), Interrupted> {
    propagate(reduced, PROBE_BUDGET, ticker)?;
    reduced.clauses = subsume::subsume(&reduced.clauses, SUBSUME_BUDGET, ticker)?;
    propagate(reduced, PROBE_BUDGET, ticker)?;
    if !reduced.consistent {
        return Ok(());
    }
    let vivified = vivify::vivify(&reduced.clauses, VIVIFY_BUDGET, ticker)?;
    reduced.clauses = vivified.clauses;
    vivified.implied.clauses().for_each(|clause| reduced.implied.add(clause));
    reduced.clauses = eliminate::eliminate(&reduced.clauses, &mut reduced.projected, defined, growth, ticker)?;
    reduced.drop_eliminated();
    Ok(())
}

/// Units, equal literals, and failed literals as far as `probes` propagated literals go. Afterwards there are no unit
/// clauses, or no model.
fn propagate(reduced: &mut Reduced, probes: u64, ticker: &mut Ticker<'_>) -> Result<(), Interrupted> {
    for round in 0.. {
        // Nothing follows from longer clauses where no literal is assigned.
        let is_idle = probes == 0 && reduced.clauses.clauses().all(|clause| clause.len() > 1);
        let mut engine = reduced.engine(if is_idle { 2 } else { usize::MAX }, ticker)?;
        let mut equal = Vec::new();
        if round < PROPAGATE_ROUNDS {
            equal = probe::probe(&mut engine, probes >> round, ticker)?;
            equal.extend(equivalence::equivalences(&engine));
        }
        reduced.consistent &= engine.is_consistent();
        let units = engine.last_level();
        if !reduced.consistent || units.is_empty() && equal.is_empty() {
            break;
        }
        reduced.assign(units);
        equal.into_iter().for_each(|(first, second)| reduced.merge(first, second));
        reduced.rewrite(ticker)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
