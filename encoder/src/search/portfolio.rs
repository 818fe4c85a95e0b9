//! Several orders for one problem: the usual one for a while, then the most promising of several, then two at once.
//!
//! No order is the best for all problems, and it is unknown beforehand which one is. Easy problems never get beyond the
//! usual order; when others are tried depends on the number of decisions alone, so that everything but a race ends the
//! same way each time. What a race finds does not depend on who wins when it is a number.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::component_search::{ComponentSearch, SearchStep, Statistics};
use super::trace::{Counting, Trace};
use super::{Bounds, Order, SearchTask};
use crate::budget::Ticker;
use crate::decompose::{self, Arrangement};
use crate::engine::{Engine, Incidence};
use crate::factor::Factors;
use crate::natural::Natural;
use crate::preprocess::Simplified;
use crate::{Budget, Interrupted};

/// Where other orders come in, in the steps of a [`Ticker`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct SwitchingSchedule {
    /// With the usual order at least; and some times as many steps as it took to find it.
    pub(crate) usual: u64,
    /// With the one that promises most.
    pub(crate) promising: u64,
}

impl SwitchingSchedule {
    /// A fraction of a second, and then about ten.
    const NORMAL: Self = Self { usual: 300_000_000, promising: 10_000_000_000 };
}

/// The usual order is tried for at least so many times the steps that it took to find: the others take as long to find,
/// each.
const ORDERS: u64 = 10;

/// Another order is tried if it costs less than this part of the usual one.
const GAIN: f64 = 0.7;

/// In a race, ranks of this many levels are one for the second runner: what conflicts say counts for more then.
const COARSE: u32 = 3;

/// Searches for the same thing in several orders.
pub(crate) struct Portfolio<'a, T: Trace, F> {
    simplified: Simplified,
    budget: &'a Budget,
    cache_bytes: usize,
    schedule: SwitchingSchedule,
    /// Makes the trace of a search over the variables as they are numbered for it.
    trace: F,
    /// The searches that were begun; the last one is the best.
    searches: Vec<ComponentSearch<'a, T>>,
}

impl<'a, T: Trace, F: Fn(&Simplified) -> T> Portfolio<'a, T, F> {
    /// Nothing is begun yet. Caches stay within about `cache_bytes` together.
    pub(crate) fn new(simplified: Simplified, budget: &'a Budget, cache_bytes: usize, trace: F) -> Self {
        Self { simplified, budget, cache_bytes, schedule: SwitchingSchedule::NORMAL, trace, searches: Vec::new() }
    }

    /// Other orders come in at other times.
    #[cfg(test)]
    pub(crate) fn with_schedule(self, schedule: SwitchingSchedule) -> Self {
        Self { schedule, ..self }
    }

    /// Solves everything, with one search at a time; `None` when there is no model.
    pub(crate) fn run(&mut self) -> Result<Option<T::Value>, Interrupted> {
        if let SearchStep::Ended(value) = self.try_usual()? {
            return Ok(value);
        }
        self.begin_best()?;
        // What an earlier search found is of no use to this one.
        self.searches.drain(..self.searches.len() - 1);
        match self.resume(&|_| true)? {
            SearchStep::Ended(value) => Ok(value),
            SearchStep::Paused => unreachable!("nothing pauses the search"),
        }
    }

    /// What the searches did, together.
    pub(crate) fn statistics(&self) -> Statistics {
        self.searches.iter().map(ComponentSearch::statistics).fold(Statistics::default(), Statistics::plus)
    }

    /// The trace of the search that ended.
    ///
    /// # Panics
    /// When nothing was run.
    pub(crate) fn into_trace(mut self) -> T {
        self.searches.pop().expect("a search has ended").into_trace()
    }

    fn try_usual(&mut self) -> Result<SearchStep<Option<T::Value>>, Interrupted> {
        let usual = decompose::arrange(&self.simplified, &mut Ticker::new(self.budget))?;
        self.begin(&usual, 1)?;
        let schedule = self.schedule.usual.max(ORDERS * usual.steps);
        self.resume(&|now| now.steps < schedule)
    }

    /// Begins with the best order, unless the usual one is as good.
    fn begin_best(&mut self) -> Result<Arrangement, Interrupted> {
        let [usual, others @ ..] = decompose::arrangements(&self.simplified, &mut Ticker::new(self.budget))?;
        let better = others.into_iter().filter(|other| other.cost < GAIN * usual.cost);
        let best = better.min_by(|a, b| a.cost.total_cmp(&b.cost));
        if let Some(best) = &best {
            self.begin(best, 1)?;
        }
        Ok(best.unwrap_or(usual))
    }

    /// Begins a search in which so many ranks are one.
    fn begin(&mut self, arrangement: &Arrangement, coarseness: u32) -> Result<(), Interrupted> {
        let sequence = &arrangement.sequence;
        let simplified = self.simplified.renumbered(sequence);
        let mut occurrences = vec![0.0; sequence.len()];
        simplified.clauses.clauses().flatten().for_each(|lit| occurrences[lit.var().index()] += 1.0);
        let ranks = sequence.iter().map(|var| arrangement.ranks[var.index()] / coarseness).collect();
        for factor in &simplified.factors {
            factor.vars.iter().for_each(|var| occurrences[var.index()] += 1.0);
        }
        let (factors, numbers) = Factors::new(sequence.len(), &simplified.factors);
        let trace = (self.trace)(&simplified);
        let Simplified { clauses, implied, projected, .. } = simplified;
        let mut ticker = Ticker::new(self.budget);
        let all = || clauses.clauses().chain(implied.clauses());
        let engine = Engine::with_clauses(projected.len(), all, &mut ticker)?;
        let order = Order::new(ranks, occurrences);
        let task = SearchTask { incidence: Incidence::new(&clauses), factors, projected, order };
        self.searches.push(ComponentSearch::new(task, numbers, engine, trace, self.budget, self.cache_bytes));
        Ok(())
    }

    fn resume(&mut self, may_go_on: &dyn Fn(Statistics) -> bool) -> Result<SearchStep<Option<T::Value>>, Interrupted> {
        self.searches.last_mut().expect("a search was begun").resume(may_go_on)
    }
}

impl<F: Fn(&Simplified) -> Counting> Portfolio<'_, Counting, F> {
    /// As [`Portfolio::run`]; at last, two searches race if there are two threads (as many as the machine has, for `None`).
    pub(crate) fn race(&mut self, threads: Option<usize>) -> Result<Option<Natural>, Interrupted> {
        if let SearchStep::Ended(value) = self.try_usual()? {
            return Ok(value);
        }
        let best = self.begin_best()?;
        let threads = threads.or_else(|| thread::available_parallelism().ok().map(NonZero::get)).unwrap_or(1);
        let schedule = if threads < 2 { u64::MAX } else { self.schedule.promising };
        let search = self.searches.last_mut().expect("a search was begun");
        if let SearchStep::Ended(value) = search.resume(&|now| now.steps < schedule)? {
            return Ok(value);
        }
        self.begin(&best, COARSE)?;
        let Some([first, second]) = self.searches.last_chunk_mut() else { unreachable!("two searches were begun") };
        for runner in [&mut *first, &mut *second] {
            runner.limit_cache(self.cache_bytes / 2);
        }
        race(first, second)
    }

    /// What is known after a run that was interrupted: bounds, unless nothing was begun.
    pub(crate) fn bounds(&self) -> Option<Bounds> {
        self.searches.iter().map(ComponentSearch::bounds).reduce(Bounds::meet)
    }
}

/// Runs both, until one ends or both are interrupted.
fn race(
    first: &mut ComponentSearch<'_, Counting>,
    second: &mut ComponentSearch<'_, Counting>,
) -> Result<Option<Natural>, Interrupted> {
    let is_over = AtomicBool::new(false);
    let run = |runner: &mut ComponentSearch<'_, Counting>| {
        let step = runner.resume(&|_| !is_over.load(Ordering::Relaxed));
        if matches!(step, Ok(SearchStep::Ended(_))) {
            is_over.store(true, Ordering::Relaxed);
        }
        step
    };
    let ends = thread::scope(|scope| {
        let rival = scope.spawn(|| run(second));
        let end = run(first);
        [end, rival.join().unwrap_or_else(|panic| resume_unwind(panic))]
    });
    let ended = ends.into_iter().find_map(|end| match end {
        Ok(SearchStep::Ended(value)) => Some(value),
        Ok(SearchStep::Paused) | Err(Interrupted) => None,
    });
    ended.ok_or(Interrupted)
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use crate::preprocess::{self, Defined};
    use crate::random::Congruential;
    use crate::search::oracle::{models, random_cnf, random_projection};
    use crate::{Cnf, Lit, Var};

    type Counter = fn(&Simplified) -> Counting;

    const EARLY: SwitchingSchedule = SwitchingSchedule { usual: 0, promising: 0 };

    fn portfolio<'a>(
        cnf: &Cnf,
        projection: Option<&[Var]>,
        budget: &'a Budget,
    ) -> Option<Portfolio<'a, Counting, Counter>> {
        let simplified = preprocess::simplify(cnf, projection, Defined::Keep, budget).unwrap()?;
        let simplified = preprocess::eliminate_buckets(simplified, &mut Ticker::new(budget)).unwrap();
        Some(Portfolio::new(simplified, budget, 1 << 16, |_| Counting))
    }

    #[test]
    fn every_attempt_counts_the_same() {
        let budget = Budget::unlimited();
        let mut begun = [0; 4];
        for (seed, threads) in (0..600).flat_map(|seed| [(seed, 1), (seed, 2)]) {
            let mut random = Congruential::new(seed);
            let cnf = random_cnf(&mut random, 14);
            let projection = random_projection(&mut random, &cnf);
            let expected = BigUint::from(models(&cnf, projection.as_deref()).len());
            let Some(portfolio) = portfolio(&cnf, projection.as_deref(), &budget) else {
                assert_eq!(expected, BigUint::ZERO);
                continue;
            };
            let free = portfolio.simplified.free.len();
            let mut portfolio = portfolio.with_schedule(EARLY);
            let count = portfolio.race(Some(threads)).unwrap().map_or(BigUint::ZERO, BigUint::from) << free;
            assert_eq!(count, expected, "seed {seed}, {threads} threads: {cnf:?}");
            begun[portfolio.searches.len()] += 1;
        }
        assert!(begun[1] > 0 && begun[2] > 0, "{begun:?}");
    }

    /// Long clauses among many short ones: what they have in common is better left out of the usual order.
    #[test]
    fn better_orders_are_found() {
        let budget = Budget::unlimited();
        let mut begun = [0; 4];
        for seed in 0..12 {
            let mut random = Congruential::new(seed);
            let mut cnf = Cnf::with_vars(90);
            for var in 0..90 {
                let mut near = |step| Var::new((var + step) % 90).lit(random.below(2) == 0);
                cnf.add(&[Var::new(var).positive(), near(1), near(3)]);
            }
            let long: Vec<Lit> = (0..90).filter(|var| var % 9 < 4).map(|var| Var::new(var).positive()).collect();
            cnf.add(&long);
            // Simplification would shorten the clause.
            let as_it_is = || Simplified {
                clauses: cnf.clone(),
                projected: vec![true; 90],
                originals: (0..90).map(Var::new).collect(),
                ..Simplified::default()
            };
            let mut usual = Portfolio::new(as_it_is(), &budget, 1 << 16, |_| Counting);
            let expected = usual.run().unwrap();
            assert_eq!(usual.searches.len(), 1);
            let mut others = Portfolio::new(as_it_is(), &budget, 1 << 16, |_| Counting).with_schedule(EARLY);
            assert_eq!(others.race(Some(2)).unwrap(), expected);
            begun[others.searches.len()] += 1;
        }
        assert!(begun[3] > 0, "{begun:?}");
    }
}
