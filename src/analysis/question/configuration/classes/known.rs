//! Classes that were found before.

use std::sync::{Arc, OnceLock};

use super::subjects::SumHandling;
use super::{InputReader, Outcome};
use crate::analysis::domain::Partition;

/// Classes with what reads inputs.
#[derive(Clone, Debug)]
pub(crate) struct FoundClasses {
    pub(super) subjects: Vec<InputReader>,
    pub(super) partition: Arc<Partition<Outcome>>,
    /// Whether some readers look at sums, and are in no group.
    pub(super) has_sums: bool,
}

/// Classes of the same configurations, found once for all questions that ask for them: to find out where numbers meet may take
/// long, and questions go different ways one after the other.
#[derive(Debug, Default)]
pub(crate) struct KnownClasses {
    grouped: OnceLock<FoundClasses>,
    joint_only: OnceLock<FoundClasses>,
    separate: OnceLock<FoundClasses>,
}

impl KnownClasses {
    /// The classes where sums are looked at like this. Those with separate sums are the same where there are no sums.
    pub(super) fn recall(&self, sums: SumHandling, search: impl FnOnce() -> FoundClasses) -> FoundClasses {
        let known = match sums {
            SumHandling::Grouped => &self.grouped,
            SumHandling::JointOnly => &self.joint_only,
            SumHandling::Separate => &self.separate,
        };
        let same = || self.separate.get().filter(|found| !found.has_sums).cloned();
        known.get_or_init(|| same().unwrap_or_else(search)).clone()
    }
}
