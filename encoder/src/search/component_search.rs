//! The search: decide, propagate, split, and combine what the parts give.
//!
//! An explicit stack of frames, one for each component that is being worked on. Every branch that is entered is known
//! to be satisfiable: the first one by the model at hand, the second by a call of the engine. So a component is never
//! counted beside an unsatisfiable one, learned clauses imply in each component what the component implies alone, and
//! every value that is stored is right (Sang et al., SAT 2004, on what goes wrong otherwise; Lagniez and Marquis,
//! IJCAI 2017, for the calls).
//!
//! Invariant: the phases of the engine are a model of all clauses that agrees with the open decisions.

use std::ops::Range;

use super::branch::Order;
use super::cache::Cache;
use super::split::Splitter;
use super::stacks::{Component, Heights, Stacks};
use super::trace::{Conjunction, Trace};
use crate::budget::Ticker;
use crate::engine::Incidence;
use crate::engine::{Engine, Satisfiability};
use crate::factor::Factors;
use crate::natural::Natural;
use crate::{Account, Budget, Interrupted, Lit, Var};

/// What is searched.
pub(crate) struct SearchTask {
    /// The clauses that decide which variables depend on each other.
    pub(crate) incidence: Incidence,
    /// What a model counts; none where the trace lists literals.
    pub(crate) factors: Factors,
    /// By variable: whether it is counted.
    pub(crate) projected: Vec<bool>,
    /// The branching order.
    pub(crate) order: Order,
}

/// A component that is being worked on. The whole problem is one too, with a branch without a decision.
pub(super) struct ComponentFrame<B> {
    pub(super) component: Component,
    pub(super) decision: Option<Lit>,
    /// The finished branch, once there is one.
    pub(super) first: Option<B>,
    /// Whether a branch is open.
    pub(super) open: bool,
    /// The stacks when the open branch was opened.
    pub(super) heights: Heights,
    /// Free projected variables of the open branch.
    pub(super) free_count: usize,
}

/// A search under way.
pub(crate) struct ComponentSearch<'a, T: Trace> {
    pub(super) task: SearchTask,
    budget: &'a Budget,
    engine: Engine,
    trace: T,
    /// The numbers that factors come to.
    pub(super) numbers: Vec<T::Value>,
    splitter: Splitter,
    cache: Cache<T::Value>,
    pub(super) stacks: Stacks<T::Value>,
    pub(super) frames: Vec<ComponentFrame<T::Branch>>,
    statistics: Statistics,
    is_begun: bool,
    /// What the cache and the trace take.
    account: Account,
    /// The search stops after so many steps, as if the budget were used up.
    #[cfg(test)]
    steps_left: usize,
}

/// What a decision takes besides a look at each variable of its component.
const DECISION_STEPS: u64 = 10_000;

/// How a step of a search ends.
pub(crate) enum SearchStep<T> {
    /// It has ended with this.
    Ended(T),
    /// It can go on.
    Paused,
}

/// Numbers about a search.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Statistics {
    /// Decisions, both branches counted as one.
    pub(crate) decisions: u64,
    /// Work, in the steps of a [`Ticker`].
    pub(crate) steps: u64,
    /// Components that were looked up.
    pub(crate) lookups: u64,
    /// Components that were found in the cache.
    pub(crate) hits: u64,
}

impl Statistics {
    /// The numbers of two searches together.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            decisions: self.decisions + other.decisions,
            steps: self.steps + other.steps,
            lookups: self.lookups + other.lookups,
            hits: self.hits + other.hits,
        }
    }
}

impl<'a, T: Trace> ComponentSearch<'a, T> {
    /// A search with an engine that holds the clauses of the task, and what they imply if anything; its factors come to
    /// `numbers`, its cache stays within about `cache_bytes`.
    pub(crate) fn new(
        task: SearchTask,
        numbers: Vec<Natural>,
        engine: Engine,
        trace: T,
        budget: &'a Budget,
        cache_bytes: usize,
    ) -> Self {
        let splitter = Splitter::new(&task);
        let cache = Cache::new(cache_bytes, T::heap_bytes);
        let (stacks, statistics) = (Stacks::new(&task), Statistics::default());
        Self {
            task,
            budget,
            engine,
            trace,
            numbers: T::values_of(numbers),
            splitter,
            cache,
            stacks,
            frames: Vec::new(),
            statistics,
            is_begun: false,
            account: budget.account(),
            #[cfg(test)]
            steps_left: usize::MAX,
        }
    }

    /// Lets the search stop after so many steps.
    #[cfg(test)]
    pub(super) fn stop_after(&mut self, steps: usize) {
        self.steps_left = steps;
    }

    /// Whether the search has to stop for another reason than the budget.
    fn is_exhausted(&mut self) -> bool {
        #[cfg(test)]
        {
            self.steps_left = self.steps_left.saturating_sub(1);
            if self.steps_left == 0 {
                return true;
            }
        }
        let is_full = self.trace.is_full();
        if is_full {
            self.budget.note_full_circuit();
        }
        is_full
    }

    /// Solves everything; `None` when there is no model.
    #[cfg(test)]
    pub(super) fn run(&mut self) -> Result<Option<T::Value>, Interrupted> {
        match self.resume(&|_| true)? {
            SearchStep::Ended(value) => Ok(value),
            SearchStep::Paused => unreachable!("nothing pauses the search"),
        }
    }

    /// Solves everything, or pauses where `may_go_on` says so; called again, it goes on from there.
    pub(crate) fn resume(
        &mut self,
        may_go_on: &dyn Fn(Statistics) -> bool,
    ) -> Result<SearchStep<Option<T::Value>>, Interrupted> {
        if !self.is_begun && !self.begin()? {
            return Ok(SearchStep::Ended(None));
        }
        let mut ticker = Ticker::new(self.budget);
        while let Some(frame) = self.frames.last() {
            let steps = 16 * (frame.component.vars.len() + 1);
            self.statistics.steps += steps as u64;
            ticker.spend(steps)?;
            self.account.set(self.cache.bytes() + self.trace.bytes());
            if self.is_exhausted() {
                return Err(Interrupted);
            }
            if !may_go_on(self.statistics) {
                return Ok(SearchStep::Paused);
            }
            if self.top().heights.pending < self.stacks.pending.len() {
                let component = self.stacks.pending.pop().expect("higher than the frame's start");
                self.enter(component);
            } else {
                self.finish_branch()?;
            }
        }
        Ok(SearchStep::Ended(self.stacks.values.pop()))
    }

    /// Opens the whole problem; false when there is no model.
    fn begin(&mut self) -> Result<bool, Interrupted> {
        let vars: Vec<Var> = (0..self.task.projected.len()).map(Var::new).collect();
        match self.engine.satisfy(&vars, self.budget) {
            Satisfiability::Stopped => return Err(Interrupted),
            Satisfiability::Unsatisfiable => return Ok(false),
            Satisfiability::Satisfiable => self.stacks.vars = vars,
        }
        self.is_begun = true;
        self.budget.begin(None);
        self.open_frame(Component { vars: 0..self.stacks.vars.len(), key: 0..0, hash: 0 }, None);
        Ok(true)
    }

    /// From now on, the cache stays within about so many bytes.
    pub(crate) fn limit_cache(&mut self, bytes: usize) {
        self.cache.set_limit(bytes);
    }

    /// The numbers so far.
    pub(crate) fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The trace with all that it built.
    pub(crate) fn into_trace(self) -> T {
        self.trace
    }

    fn top(&mut self) -> &mut ComponentFrame<T::Branch> {
        self.frames.last_mut().expect("the whole problem is open until the end")
    }

    /// Decides in the component, first as the model at hand does.
    fn enter(&mut self, component: Component) {
        self.statistics.decisions += 1;
        self.statistics.steps += DECISION_STEPS;
        self.budget.advance(1);
        let scope = &self.stacks.vars[component.vars.clone()];
        let var = self.task.order.choose(&self.engine, &self.task.projected, scope);
        let decision = self.engine.phase(var);
        let consistent = self.engine.probe(decision);
        assert!(consistent, "the model at hand satisfies the decision and all that it implies");
        self.open_frame(component, Some(decision));
    }

    fn open_frame(&mut self, component: Component, decision: Option<Lit>) {
        let heights = self.stacks.heights();
        self.frames.push(ComponentFrame { component, decision, first: None, open: true, heights, free_count: 0 });
        self.open_branch();
    }

    /// Splits the component of the top frame under its decision, and looks the parts up.
    fn open_branch(&mut self) {
        let scope = self.top().component.vars.clone();
        self.settle(scope.clone());
        self.splitter.split(&self.engine, &self.task, &self.stacks.settled, &self.stacks.vars[scope.clone()]);
        self.top().free_count = self.splitter.free_count();
        self.value_lone();
        if T::LITERALS {
            self.stacks.list(&self.task, &self.engine, &self.splitter, scope.clone());
        }
        let ranges = self.stacks.distribute(&self.engine, &self.splitter, scope);
        for (part, vars) in ranges.into_iter().enumerate() {
            if let Some(vars) = vars {
                self.look_up(part, vars);
            }
        }
    }

    /// Takes the numbers of the factors that depend on nothing any more since the branch of the top frame was opened.
    fn settle(&mut self, scope: Range<usize>) {
        if self.frames.len() == 1 {
            let constants = self.task.factors.constants();
            self.stacks.values.extend(constants.map(|class| self.numbers[class as usize].clone()));
        }
        for at in scope {
            let var = self.stacks.vars[at];
            if !self.engine.is_assigned(var) {
                continue;
            }
            for &id in self.task.factors.of(var) {
                let rest = self.task.factors.rest(id, &self.engine);
                if rest.support == 0 && self.stacks.settle(id) {
                    self.stacks.values.push(self.numbers[rest.class as usize].clone());
                }
            }
        }
    }

    /// Takes the numbers of the parts that are one variable that only factors depend on.
    fn value_lone(&mut self) {
        for &var in &self.splitter.lone {
            let [first, second] = [var.positive(), var.negative()].map(|lit| {
                let factors = self.task.factors.of(var).iter().filter(|&&id| !self.stacks.settled.holds(id));
                let depending = factors.filter(|&&id| self.task.factors.depends(id, &self.engine, var));
                let numbers = depending.map(|&id| self.task.factors.class_with(id, &self.engine, lit));
                let children: Vec<T::Value> = numbers.map(|class| self.numbers[class as usize].clone()).collect();
                self.trace.conjoin(&Conjunction { literals: &[lit], free: &[], free_count: 0, children: &children })
            });
            self.stacks.values.push(self.trace.disjoin(first, Some(second)));
        }
    }

    /// Takes the value of a part from the cache, or puts the part among the pending ones.
    fn look_up(&mut self, part: usize, vars: Range<usize>) {
        let component = self.stacks.component(&mut self.splitter, part, vars);
        self.statistics.lookups += 1;
        match self.cache.get(component.hash, &self.stacks.keys[component.key.clone()]) {
            Some(value) => {
                self.statistics.hits += 1;
                self.stacks.keys.truncate(component.key.start);
                self.stacks.values.push(value);
            }
            None => self.stacks.pending.push(component),
        }
    }

    /// Closes the branch of the top frame, which has no pending parts, and opens the second one if there is one.
    fn finish_branch(&mut self) -> Result<(), Interrupted> {
        let frame = self.frames.last_mut().expect("a branch belongs to a frame");
        let branch = self.trace.conjoin(&self.stacks.conjunction(frame.heights, frame.free_count));
        self.stacks.truncate(frame.heights);
        let Some(decision) = frame.decision else {
            self.close(branch, None);
            return Ok(());
        };
        self.engine.backtrack(self.engine.level() - 1);
        match frame.first.take() {
            Some(first) => self.close(first, Some(branch)),
            None => {
                frame.first = Some(branch);
                frame.open = false;
                self.open_second(!decision)?;
            }
        }
        Ok(())
    }

    /// Opens the branch of the opposite decision, or closes the frame with the first alone.
    fn open_second(&mut self, decision: Lit) -> Result<(), Interrupted> {
        let base = self.engine.level();
        self.engine.decide(decision);
        match self.engine.repair(&self.task.incidence, self.budget) {
            Satisfiability::Stopped => return Err(Interrupted),
            Satisfiability::Satisfiable => {
                self.top().open = true;
                self.open_branch();
            }
            Satisfiability::Unsatisfiable => {
                self.engine.backtrack(base);
                let first = self.top().first.take().expect("the second branch comes after the first");
                self.close(first, None);
            }
        }
        Ok(())
    }

    /// Takes the top frame away, and leaves its value for the frame below.
    fn close(&mut self, first: T::Branch, second: Option<T::Branch>) {
        let value = self.trace.disjoin(first, second);
        let component = self.frames.pop().expect("a branch belongs to a frame").component;
        if !component.key.is_empty() {
            self.cache.insert(component.hash, &self.stacks.keys[component.key], value.clone());
        }
        self.stacks.values.push(value);
    }
}
