//! How long a question may take.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits that long loops look at; the default is none.
///
/// A limit is noticed between two steps of a search, and by the solver whenever it has learned a few clauses.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    interrupt: Option<Arc<AtomicBool>>,
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

    /// The same budget, and `time` from now at most.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Self {
        let deadline = Instant::now().checked_add(time);
        Self { deadline: [self.deadline, deadline].into_iter().flatten().min(), ..self }
    }

    /// The same budget, and no longer than until `flag` is raised (replaces an earlier flag).
    #[must_use]
    pub fn with_interrupt(self, flag: Arc<AtomicBool>) -> Self {
        Self { interrupt: Some(flag), ..self }
    }

    /// Whether there is anything that may stop.
    pub fn is_limited(&self) -> bool {
        self.deadline.is_some() || self.interrupt.is_some()
    }

    /// Goes on, or stops with `?`.
    ///
    /// # Errors
    /// [`Interrupted`] when the deadline has passed or the flag is raised.
    pub fn check(&self) -> Result<(), Interrupted> {
        let raised = self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if raised || late { Err(Interrupted) } else { Ok(()) }
    }
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
}
