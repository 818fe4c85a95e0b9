//! Unit propagation with two watched literals (Moskewicz et al., DAC 2001) and blockers.

use super::arena::ClauseRef;
use super::trail::Reason;
use super::{Engine, Watch};
use crate::Lit;

/// A clause whose literals are all false.
#[derive(Clone, Copy)]
pub(super) enum Conflict {
    Binary(Lit, Lit),
    Clause(ClauseRef),
}

/// What a look at a watched clause leads to.
enum WatchOutcome {
    /// The clause is true, by this literal.
    True(Lit),
    /// The clause now watches this literal instead.
    Moved(Lit),
    /// All literals but this, the first, are false.
    Last(Lit),
}

impl Engine {
    /// Assigns what the clauses imply, until nothing more follows or a clause is false.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        let start = self.trail.head;
        let mut conflict = None;
        while conflict.is_none()
            && let Some(&lit) = self.trail.literals().get(self.trail.head)
        {
            self.trail.head += 1;
            conflict = self.propagate_binary(lit).or_else(|| self.propagate_long(lit));
        }
        self.propagations += (self.trail.head - start) as u64;
        conflict
    }

    fn propagate_binary(&mut self, lit: Lit) -> Option<Conflict> {
        for &implied in &self.binary[lit.code()] {
            if self.trail.is_true(implied) {
                continue;
            }
            if self.trail.is_true(!implied) {
                return Some(Conflict::Binary(implied, !lit));
            }
            self.trail.assign(implied, Reason::Binary(!lit));
        }
        None
    }

    fn propagate_long(&mut self, lit: Lit) -> Option<Conflict> {
        let mut watches = std::mem::take(&mut self.watches[lit.code()]);
        let mut conflict = None;
        let mut kept = 0;
        let mut next = 0;
        while next < watches.len() {
            let watch = watches[next];
            next += 1;
            if self.trail.is_true(watch.blocker) || self.ignored == Some(watch.clause) {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            match self.find_new_watch(watch, !lit) {
                WatchOutcome::Moved(other) => {
                    let blocker = self.arena.get(watch.clause)[0];
                    self.watches[(!other).code()].push(Watch { clause: watch.clause, blocker });
                    continue;
                }
                WatchOutcome::True(blocker) => watches[kept] = Watch { clause: watch.clause, blocker },
                WatchOutcome::Last(last) => {
                    watches[kept] = watch;
                    if self.trail.is_true(!last) {
                        conflict = Some(Conflict::Clause(watch.clause));
                        kept += 1;
                        break;
                    }
                    self.trail.assign(last, Reason::Clause(watch.clause));
                }
            }
            kept += 1;
        }
        watches.copy_within(next.., kept);
        watches.truncate(kept + watches.len() - next);
        self.watches[lit.code()] = watches;
        conflict
    }

    /// Finds another literal to watch instead of `falsified`.
    #[inline]
    fn find_new_watch(&mut self, watch: Watch, falsified: Lit) -> WatchOutcome {
        let clause = self.arena.get_mut(watch.clause);
        if clause[0] == falsified {
            clause.swap(0, 1);
        }
        let first = clause[0];
        if first != watch.blocker && self.trail.is_true(first) {
            return WatchOutcome::True(first);
        }
        let trail = &self.trail;
        let Some(position) = self.arena.find_open(watch.clause, |lit| !trail.is_true(!lit)) else {
            return WatchOutcome::Last(first);
        };
        let clause = self.arena.get_mut(watch.clause);
        clause.swap(1, position);
        WatchOutcome::Moved(clause[1])
    }
}
