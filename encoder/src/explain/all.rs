//! All minimal cores and all minimal corrections, one after the other: MARCO [Liffiton, Previti, Malik &
//! Marques-Silva 2016].
//!
//! A second solver knows which sets of reasons are still unexplored. It proposes a large one; if that is
//! contradictory, a core is in it, otherwise it grows until nothing can be added, and what is left is a correction.

use super::Reason;
use super::minimal::{Oracle, blame};
use super::selected::Selected;
use crate::budget::{Budget, Interrupted};
use crate::lit::{Lit, Var};
use crate::sat::Solver;

/// One way to see why something follows.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Explanation {
    /// Reasons, ascending, that suffice, none of which can be spared.
    Core(Vec<Reason>),
    /// Reasons, ascending, without which it does not follow, none of which can be kept.
    Correction(Vec<Reason>),
}

/// All explanations of one fact, each once. There may be exponentially many: take as many as are wanted.
pub struct Explanations {
    selected: Selected,
    /// What can be blamed, ascending.
    reasons: Vec<Reason>,
    /// Ascending.
    supporting: Vec<Reason>,
    /// Variable `i` is true when reason `i` is in the set.
    unexplored: Solver,
}

impl Explanations {
    pub(super) fn new(selected: Selected, reasons: Vec<Reason>, supporting: Vec<Reason>, budget: &Budget) -> Self {
        Self { selected, reasons, supporting, unexplored: Solver::within(budget).preferring_true() }
    }

    /// Minimal cores in the words of `described`, `most` at most, and whether there are, or may be, others. Of sets of which
    /// one is part of another in these words, the smaller is kept.
    pub fn cores<T: PartialEq>(self, most: usize, described: impl Fn(Vec<Reason>) -> Vec<T>) -> (Vec<Vec<T>>, bool) {
        let mut cores = Vec::new();
        for explanation in self {
            match explanation {
                Ok(Explanation::Core(_)) if cores.len() == most => return (cores, true),
                Ok(Explanation::Core(reasons)) => keep_minimal(&mut cores, described(reasons)),
                Ok(Explanation::Correction(_)) => {}
                Err(Interrupted) => return (cores, true),
            }
        }
        (cores, false)
    }

    fn lit(index: usize) -> Lit {
        Var::new(index).positive()
    }

    /// A large set of reasons that is in no correction's complement and contains no core found so far.
    fn seed(&mut self) -> Result<Option<Vec<Reason>>, Interrupted> {
        if !self.unexplored.solve(&[])? {
            return Ok(None);
        }
        let chosen = self.reasons.iter().enumerate();
        let chosen = chosen.filter(|(index, _)| self.unexplored.value(Self::lit(*index)));
        Ok(Some(chosen.map(|(_, reason)| *reason).collect()))
    }

    /// Adds reasons as long as they do not contradict each other.
    fn grow(&mut self, mut seed: Vec<Reason>) -> Result<Vec<Reason>, Interrupted> {
        for index in 0..self.reasons.len() {
            let reason = self.reasons[index];
            if self.selected.holds(reason) {
                if let Err(place) = seed.binary_search(&reason) {
                    seed.insert(place, reason);
                }
            } else {
                let more: Vec<Reason> = seed.iter().copied().chain([reason]).collect();
                if self.refute(&more)?.is_none() {
                    seed = more;
                    seed.sort_unstable();
                }
            }
        }
        Ok(seed)
    }

    fn refute(&mut self, reasons: &[Reason]) -> Result<Option<Vec<Reason>>, Interrupted> {
        self.selected.refute(&[reasons, &self.supporting].concat())
    }

    fn explore(&mut self, seed: Vec<Reason>) -> Result<Explanation, Interrupted> {
        if let Some(mut core) = self.refute(&seed)? {
            core.retain(|reason| self.reasons.binary_search(reason).is_ok());
            return blame(&mut self.selected, &core, &self.supporting).map(Explanation::Core);
        }
        let largest = self.grow(seed)?;
        let left = self.reasons.iter().filter(|reason| largest.binary_search(reason).is_err());
        Ok(Explanation::Correction(left.copied().collect()))
    }

    /// Sets that contain the core, or miss the whole correction, need not be proposed again.
    fn exclude(&mut self, explanation: &Explanation) {
        let place = |reason: &Reason| self.reasons.binary_search(reason).ok().map(Self::lit);
        let clause: Vec<Lit> = match explanation {
            Explanation::Core(core) => core.iter().filter_map(place).map(|lit| !lit).collect(),
            Explanation::Correction(correction) => correction.iter().filter_map(place).collect(),
        };
        self.unexplored.add_clause(&clause);
    }
}

fn keep_minimal<T: PartialEq>(found: &mut Vec<Vec<T>>, fresh: Vec<T>) {
    let is_part = |part: &[T], whole: &[T]| part.iter().all(|one| whole.contains(one));
    if !found.iter().any(|known| is_part(known, &fresh)) {
        found.retain(|known| !is_part(&fresh, known));
        found.push(fresh);
    }
}

impl Iterator for Explanations {
    type Item = Result<Explanation, Interrupted>;

    fn next(&mut self) -> Option<Self::Item> {
        let explanation = match self.seed() {
            Ok(Some(seed)) => self.explore(seed),
            Ok(None) => return None,
            Err(interrupted) => Err(interrupted),
        };
        if let Ok(explanation) = &explanation {
            self.exclude(explanation);
        }
        Some(explanation)
    }
}
