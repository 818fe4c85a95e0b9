//! How long a question may take, and how much it may keep.

mod memory;
mod progress;
mod ticker;
mod work;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use memory::Memory;
use work::Work;

pub use memory::Account;
pub use progress::Progress;
pub(crate) use ticker::Ticker;

/// Steps between two looks at a budget where they are not counted.
pub(crate) const CHECK: u64 = 1 << 10;

/// So many steps are minutes of work.
const PARALLEL_THRESHOLD_STEPS: u64 = 100_000_000_000;

/// Limits that long loops look at; the default is none.
///
/// A limit is noticed between two steps of a search, and by the solver whenever it has learned a few clauses. Memory is
/// estimated by those who hold much: caches, circuits, diagrams, clauses. What the solver learns is not in the estimate;
/// a caller that can measure what the process holds reports it by [`measured`](Self::measured).
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    /// When what was found has to be looked through, if that is later than the deadline.
    extension: Option<Instant>,
    interrupt: Option<Arc<AtomicBool>>,
    memory: Option<Arc<Memory>>,
    /// How many checks are left.
    checks: Option<Arc<AtomicU64>>,
    work: Option<Arc<Work>>,
    /// Whether it is for looking through what was found.
    is_extended: bool,
    progress: Option<Arc<Progress>>,
    /// Whether a circuit became larger than it may be.
    was_circuit_full: Arc<AtomicBool>,
}

/// The budget was used up before the answer was known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("stopped before the answer was known")]
pub struct Interrupted;

impl Budget {
    /// No limit.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Limits the time to `time` from now.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Self {
        let deadline = Instant::now().checked_add(time);
        let deadline = [self.deadline, deadline].into_iter().flatten().min();
        Self { deadline, extension: None, ..self }
    }

    /// Allows to look through what was found when the time is up, `time` from now at most. This is
    /// forgotten when the time is limited further.
    #[must_use]
    pub fn with_extension(self, time: Duration) -> Self {
        Self { extension: Instant::now().checked_add(time), ..self }
    }

    /// The budget for looking through what was found, which its extension is for: of steps, that is a quarter more.
    #[must_use]
    pub fn extended(&self) -> Self {
        let deadline = self.deadline.max(self.deadline.and(self.extension));
        Self { deadline, extension: None, is_extended: true, ..self.clone() }
    }

    /// Stops when `flag` is raised (replaces an earlier flag).
    #[must_use]
    pub fn with_interrupt(self, flag: Arc<AtomicBool>) -> Self {
        Self { interrupt: Some(flag), ..self }
    }

    /// Limits memory to about so many bytes at a time, all clones together (replaces an earlier limit).
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        Self { memory: Some(Arc::new(Memory::new(bytes))), ..self }
    }

    /// Limits the number of checks, all clones together (replaces an earlier limit).
    ///
    /// Searches check after about the same amount of work each, so that this limits work: where a search of one thread
    /// stops does not depend on the clock.
    #[must_use]
    pub fn with_checks(self, checks: u64) -> Self {
        Self { checks: Some(Arc::new(AtomicU64::new(checks))), ..self }
    }

    /// Limits the work to about so many steps, all clones together (replaces an earlier limit).
    ///
    /// A step is work of some nanoseconds. Unlike checks, steps are not given anew to parts of a search: they bound a whole
    /// answer. A search of one thread that is not limited otherwise stops at the same place on every run.
    #[must_use]
    pub fn with_steps(self, steps: u64) -> Self {
        Self { work: Some(Arc::new(Work::new(steps))), ..self }
    }

    /// Reports progress to `progress`.
    #[must_use]
    pub fn with_progress(self, progress: Arc<Progress>) -> Self {
        Self { progress: Some(progress), ..self }
    }

    /// Whether there is anything that may stop.
    pub fn is_limited(&self) -> bool {
        self.deadline.is_some() || self.interrupt.is_some() || self.memory.is_some() || self.has_work()
    }

    /// Whether parts of a question may be worked on at the same time: steps are not limited, or so many are left that hardly a
    /// question uses them up. What is found before they are used up depends on the order of the work.
    pub fn has_steps_to_spare(&self) -> bool {
        self.work.as_ref().is_none_or(|work| work.left() >= PARALLEL_THRESHOLD_STEPS)
    }

    /// Whether work is limited.
    fn has_work(&self) -> bool {
        self.checks.is_some() || self.work.is_some()
    }

    /// Whether all steps are used up, where they are limited.
    pub fn are_steps_exhausted(&self) -> bool {
        self.work.as_ref().is_some_and(|work| work.is_done())
    }

    /// Whether something had to stop because more was held than may be.
    pub fn was_memory_exhausted(&self) -> bool {
        self.memory.as_ref().is_some_and(|memory| memory.was_full())
    }

    /// Whether a circuit was given up because it became larger than it may be; a limit of memory says how large that is.
    pub fn was_circuit_full(&self) -> bool {
        self.was_circuit_full.load(Ordering::Relaxed)
    }

    /// A circuit is given up because it is larger than it may be.
    pub(crate) fn note_full_circuit(&self) {
        self.was_circuit_full.store(true, Ordering::Relaxed);
    }

    /// Goes on, or stops with `?`.
    ///
    /// # Errors
    /// [`Interrupted`] when the deadline has passed, the flag is raised, more is held than may be, or no check is left.
    pub fn check(&self) -> Result<(), Interrupted> {
        self.spend(CHECK)
    }

    /// [`check`](Self::check) for those who know how many steps they took since the last time.
    pub(crate) fn spend(&self, steps: u64) -> Result<(), Interrupted> {
        let spent = self.checks.as_ref().is_some_and(|checks| is_spent(checks));
        let spend = if self.is_extended { Work::spend_late } else { Work::spend };
        let worked_out = self.work.as_ref().is_some_and(|work| spend(work, steps).is_err());
        if spent || worked_out { Err(Interrupted) } else { self.check_until(self.deadline) }
    }

    /// [`check`](Self::check) for those who look through what was found, which their extension is for: of steps, that is a quarter more.
    ///
    /// # Errors
    /// [`Interrupted`] when the deadline and the extension have passed, the flag is raised, or more is held than may be.
    pub fn check_extension(&self) -> Result<(), Interrupted> {
        let worked_out = self.work.as_ref().is_some_and(|work| work.spend_late(CHECK).is_err());
        if worked_out {
            Err(Interrupted)
        } else {
            self.check_until(self.deadline.max(self.deadline.and(self.extension)))
        }
    }

    fn check_until(&self, deadline: Option<Instant>) -> Result<(), Interrupted> {
        let raised = self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        let full = self.memory.as_ref().is_some_and(|memory| memory.is_full());
        let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if raised || full || late { Err(Interrupted) } else { Ok(()) }
    }

    /// An account for something that grows; what it holds counts against the memory of the budget.
    pub fn account(&self) -> Account {
        Account::of(self.memory.clone())
    }

    /// How many bytes may be held at a time, when that is limited.
    pub fn memory_limit(&self) -> Option<usize> {
        self.memory.as_ref().map(|memory| memory.limit())
    }

    /// Reports how much the whole process holds now, which counts beside the estimates; the greater of both is compared with
    /// the limit.
    pub fn measured(&self, bytes: usize) {
        if let Some(memory) = &self.memory {
            memory.measured(bytes);
        }
    }

    /// Reports how many steps there are, none when that is unknown, and that none is done.
    pub fn begin(&self, total: Option<u64>) {
        if let Some(progress) = &self.progress {
            progress.begin(total);
        }
    }

    /// Reports that so many steps are done.
    pub fn advance(&self, steps: u64) {
        if let Some(progress) = &self.progress {
            progress.advance(steps);
        }
    }
}

/// Whether no check was left; takes one.
fn is_spent(checks: &AtomicU64) -> bool {
    checks.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_stops() {
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget::unlimited().with_interrupt(Arc::clone(&flag));
        assert_eq!(budget.check(), Ok(()));
        assert_eq!(budget.clone().with_time(Duration::ZERO).check(), Err(Interrupted));
        assert_eq!(budget.clone().with_time(Duration::MAX).check(), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(budget.check(), Err(Interrupted));
    }

    #[test]
    fn an_extended_budget_goes_on_for_as_long_as_its_extension() {
        let late = Budget::unlimited().with_time(Duration::ZERO).with_extension(Duration::from_secs(1_000));
        assert_eq!((late.check(), late.extended().check()), (Err(Interrupted), Ok(())));
        let worked = Budget::unlimited().with_steps(4 * CHECK);
        while worked.check().is_ok() {}
        assert_eq!(worked.extended().check(), Ok(()));
        while worked.extended().check().is_ok() {}
        assert_eq!(worked.check_extension(), Err(Interrupted));
    }

    #[test]
    fn what_was_found_may_be_looked_through_longer() {
        let hour = Duration::from_secs(3600);
        let budget = Budget::unlimited().with_time(Duration::ZERO).with_extension(hour);
        assert_eq!([budget.check(), budget.check_extension()], [Err(Interrupted), Ok(())]);
        assert_eq!(budget.with_time(hour).check_extension(), Err(Interrupted));
        let shorter = Budget::unlimited().with_time(hour).with_extension(Duration::ZERO);
        assert_eq!([shorter.check(), shorter.check_extension()], [Ok(()), Ok(())]);
        let unlimited = Budget::unlimited().with_extension(Duration::ZERO);
        assert_eq!(unlimited.check_extension(), Ok(()));
        let raised = unlimited.with_interrupt(Arc::new(AtomicBool::new(true)));
        assert_eq!(raised.check_extension(), Err(Interrupted));
    }

    #[test]
    fn checks_are_counted_for_all_clones() {
        let budget = Budget::unlimited().with_checks(2);
        let clone = budget.clone();
        assert_eq!([budget.check(), clone.check()], [Ok(()), Ok(())]);
        assert_eq!([budget.check(), clone.check()], [Err(Interrupted), Err(Interrupted)]);
    }

    #[test]
    fn steps_are_counted_for_all_clones_and_parts() {
        let budget = Budget::unlimited().with_steps(2 * CHECK + 1);
        let part = budget.clone().with_checks(1).with_time(Duration::from_secs(3600));
        assert_eq!([part.check(), part.check()], [Ok(()), Err(Interrupted)]);
        assert_eq!((budget.spend(1), budget.are_steps_exhausted()), (Ok(()), true));
        assert_eq!([budget.check(), part.with_checks(9).check()], [Err(Interrupted), Err(Interrupted)]);
        assert!(!Budget::unlimited().are_steps_exhausted());
    }

    #[test]
    fn what_is_held_counts_for_all_clones_until_it_is_given_back() {
        let budget = Budget::unlimited().with_memory(10 << 20);
        let (mut one, mut other) = (budget.account(), budget.clone().account());
        one.set(6 << 20);
        assert_eq!(budget.check(), Ok(()));
        other.set(6 << 20);
        assert_eq!(budget.check(), Err(Interrupted));
        other.set(1 << 20);
        assert_eq!(budget.check(), Ok(()));
        other.set(6 << 20);
        drop(one);
        assert_eq!((budget.check(), budget.was_memory_exhausted()), (Ok(()), true));
        assert!(!Budget::unlimited().with_memory(1).was_memory_exhausted());
    }

    #[test]
    fn what_is_measured_counts_as_long_as_it_is_so_much() {
        let budget = Budget::unlimited().with_memory(10 << 20);
        let clone = budget.clone();
        assert_eq!((budget.memory_limit(), Budget::unlimited().memory_limit()), (Some(10 << 20), None));
        clone.measured(11 << 20);
        assert_eq!(budget.check(), Err(Interrupted));
        clone.measured(9 << 20);
        assert_eq!(budget.check(), Ok(()));
        Budget::unlimited().measured(usize::MAX);
    }
}
