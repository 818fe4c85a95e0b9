//! Exact (projected) model counting.
//!
//! Clauses and projected variables come in; the number of assignments of the projected variables that can be extended
//! to a model goes out, or bounds when the budget ends first. Simplification, a branching order and the search do it.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::budget::Ticker;
use crate::natural::Natural;
use crate::preprocess::{self, Defined, Simplified};
use crate::search::trace::Counting;
use crate::search::{Bounds, Portfolio, Statistics};
use crate::{Budget, Cnf, Interrupted, Var};

/// How much a count may take.
#[derive(Clone, Debug)]
pub struct CountLimits {
    /// Time and interruption.
    pub budget: Budget,
    /// Bytes for the cache of components, which takes most of the memory; where the budget limits memory, half of that
    /// instead. When it is full, half of it is dropped: the answer is the same, later.
    pub cache_bytes: usize,
    /// Threads for problems that take long; as many as the machine has, when `None`. The number found is the same for
    /// any number of them.
    pub threads: Option<usize>,
}

impl Default for CountLimits {
    /// The cache is so large that a process with nothing else in it stays below a gigabyte.
    fn default() -> Self {
        Self { budget: Budget::unlimited(), cache_bytes: 512 << 20, threads: None }
    }
}

impl CountLimits {
    /// Bytes for what may forget: half of the memory, where the budget limits that.
    pub(crate) fn bytes(&self) -> usize {
        self.budget.memory_limit().map_or(self.cache_bytes, |limit| limit / 2)
    }
}

/// What is known of a count, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    lower: BigUint,
    upper: BigUint,
    effort: CountStatistics,
}

/// What a count took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CountStatistics {
    /// Variables that were left after simplification.
    pub vars: usize,
    /// Clauses that were left after simplification.
    pub clauses: usize,
    /// Decisions of the search; both branches count as one.
    pub decisions: u64,
    /// Components that the search looked up in its cache.
    pub lookups: u64,
    /// Components that it found there.
    pub hits: u64,
}

impl Count {
    /// The number, when it is known.
    pub fn exact(&self) -> Option<&BigUint> {
        (self.lower == self.upper).then_some(&self.lower)
    }

    /// A number that the count is not below.
    pub fn lower(&self) -> &BigUint {
        &self.lower
    }

    /// A number that the count is not above.
    pub fn upper(&self) -> &BigUint {
        &self.upper
    }

    /// What it took.
    pub fn effort(&self) -> CountStatistics {
        self.effort
    }
}

/// Counts the assignments of `projection` (all variables, when `None`) that can be extended to models of `cnf`.
///
/// Variables in no clause are counted: each doubles the number. Variables that are listed twice count once. When the
/// budget ends before the count is known, the result is bounds.
///
/// # Panics
/// When `projection` names a variable that `cnf` has not.
pub fn count(cnf: &Cnf, projection: Option<&[Var]>, limits: &CountLimits) -> Count {
    count_with(Defined::Eliminate, cnf, projection, limits)
}

/// As [`count`] over `inputs`, for clauses that say what follows from these: definitions, and conditions on what they define.
///
/// The number is the same. What conditions do not look at is left out, whatever defines it, and so few inputs are left: with
/// [`count`], what inputs determine is decided next to them, which is better where outputs are counted and inputs are hidden.
///
/// # Panics
/// When `inputs` names a variable that `cnf` has not.
pub fn count_inputs(cnf: &Cnf, inputs: &[Var], limits: &CountLimits) -> Count {
    count_with(Defined::Hide, cnf, Some(inputs), limits)
}

fn count_with(defined: Defined, cnf: &Cnf, projection: Option<&[Var]>, limits: &CountLimits) -> Count {
    match preprocess::simplify(cnf, projection, defined, &limits.budget) {
        Ok(Some(simplified)) => count_simplified(simplified, limits),
        Ok(None) => Count { lower: BigUint::zero(), upper: BigUint::zero(), effort: CountStatistics::default() },
        Err(Interrupted) => unknown(projected_count(cnf, projection), CountStatistics::default()),
    }
}

/// What is known of a count over so many variables before anything is known.
fn unknown(vars: usize, effort: CountStatistics) -> Count {
    Count { lower: BigUint::zero(), upper: BigUint::one() << vars, effort }
}

fn projected_count(cnf: &Cnf, projection: Option<&[Var]>) -> usize {
    projection.map_or(cnf.var_count(), |vars| {
        let mut vars = vars.to_vec();
        vars.sort_unstable();
        vars.dedup();
        vars.len()
    })
}

fn count_simplified(simplified: Simplified, limits: &CountLimits) -> Count {
    let free = simplified.free.len();
    let projected = simplified.projected.iter().filter(|&&projected| projected).count();
    let simplified = preprocess::join_lone_variables(simplified);
    let Ok(core) = preprocess::eliminate_buckets(simplified, &mut Ticker::new(&limits.budget)) else {
        return unknown(free + projected, CountStatistics::default());
    };
    let (vars, clauses) = (core.projected.len(), core.clauses.len());
    let mut portfolio = Portfolio::new(core, &limits.budget, limits.bytes(), |_| Counting);
    let result = portfolio.race(limits.threads);
    let Statistics { decisions, lookups, hits, .. } = portfolio.statistics();
    let effort = CountStatistics { vars, clauses, decisions, lookups, hits };
    let bounds = match result {
        Ok(count) => Bounds::exact(count.unwrap_or(Natural::ZERO)),
        Err(Interrupted) => match portfolio.bounds() {
            Some(bounds) => bounds,
            None => return unknown(free + projected, effort),
        },
    };
    let [lower, upper] = [bounds.lower, bounds.upper].map(|bound| BigUint::from(bound) << free);
    Count { lower, upper, effort }
}

#[cfg(test)]
mod tests;
