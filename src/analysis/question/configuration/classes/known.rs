//! Classes that were found before.

use std::sync::{Arc, OnceLock};

use super::subjects::SumReaders;
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
    in_groups: OnceLock<FoundClasses>,
    joint_alone: OnceLock<FoundClasses>,
    apart: OnceLock<FoundClasses>,
}

impl KnownClasses {
    /// The classes where sums are looked at like this. Those where they are apart are the same where there are none.
    pub(super) fn recall(&self, sums: SumReaders, search: impl FnOnce() -> FoundClasses) -> FoundClasses {
        let known = match sums {
            SumReaders::InGroups => &self.in_groups,
            SumReaders::JointAlone => &self.joint_alone,
            SumReaders::Apart => &self.apart,
        };
        let same = || self.apart.get().filter(|found| !found.has_sums).cloned();
        known.get_or_init(|| same().unwrap_or_else(search)).clone()
    }
}
