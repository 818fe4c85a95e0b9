//! Removals each of which changes nothing, but not together: two constraints that say the same, of which one is needed.

use super::removal::{Proposal, RemovalOutcome, RemovalTrials};
use crate::analysis::question::Sameness;

/// What is said at what becomes needed by a removal.
pub(super) const ONLY_ONE: &str = "this could be removed as well, but not both";

/// Two proposals, by their numbers, only one of which can be made.
pub(super) struct Conflict {
    /// The one that stands first.
    pub(super) earlier: usize,
    /// The one behind it.
    pub(super) later: usize,
}

impl RemovalTrials<'_> {
    /// Those that cannot be made together with one that stands before them, as far as there are trials for that.
    pub(super) fn conflicts(&mut self, proposals: &[Proposal], outcomes: &[RemovalOutcome]) -> Vec<Conflict> {
        let is_made = |&number: &usize| outcomes[number] == RemovalOutcome::Same;
        let mut numbers: Vec<usize> = (0..proposals.len()).filter(is_made).collect();
        numbers.sort_by_key(|&number| proposals[number].start());
        if numbers.len() < 2 || self.are_same(proposals, &numbers) {
            return Vec::new();
        }
        let (mut made, mut conflicts): (Vec<usize>, Vec<Conflict>) = (Vec::new(), Vec::new());
        for later in numbers {
            let together: Vec<usize> = made.iter().copied().chain([later]).collect();
            if made.is_empty() || self.are_same(proposals, &together) {
                made.push(later);
                continue;
            }
            // Of several that are needed together with it the last one is named.
            let alone = made.iter().copied().find(|&earlier| !self.are_same(proposals, &[earlier, later]));
            let earlier = alone.unwrap_or(made[made.len() - 1]);
            conflicts.push(Conflict { earlier, later });
        }
        conflicts
    }

    /// Whether the template means the same with these edits; yes where there are no trials left, or no time for one.
    fn are_same(&mut self, proposals: &[Proposal], numbers: &[usize]) -> bool {
        if !self.may_go_on() {
            return true;
        }
        self.left -= 1;
        matches!(self.compare(proposals, numbers), Some(Sameness::Same | Sameness::Undecided(_)))
    }
}
