//! Learned clauses: which to keep.

use super::Engine;
use super::arena::ClauseRef;
use super::trail::Reason;

/// A learned clause of three and more literals.
struct LearnedClause {
    clause: ClauseRef,
    /// Decision levels among its literals when it was learned; few is good.
    levels: u32,
    /// Conflicts it took part in since the last reduction.
    uses: u32,
}

/// All learned clauses; in the arena they stand after all others, in this order.
#[derive(Default)]
pub(super) struct LearnedClauses {
    entries: Vec<LearnedClause>,
    /// Where learned clauses begin in the arena; `None` before the first.
    start: Option<ClauseRef>,
    /// How many entries are kept before the next reduction.
    limit: usize,
}

/// Clauses of so few levels are kept for good.
const GLUE: u32 = 2;
/// Learned clauses that are kept before the first of them are forgotten.
const FIRST_LIMIT: usize = 4_000;
/// So many more are kept after each time that some were.
const LIMIT_GROWTH: usize = 500;

impl LearnedClauses {
    /// Notes that `clause` took part in a conflict; others than learned ones are ignored.
    pub(super) fn used(&mut self, clause: ClauseRef) {
        if self.start.is_some_and(|start| clause >= start)
            && let Ok(index) = self.entries.binary_search_by_key(&clause, |entry| entry.clause)
        {
            self.entries[index].uses += 1;
        }
    }
}

impl Engine {
    /// Stores the clause that the analysis left, and gives it as the reason of its first literal.
    pub(super) fn learn(&mut self, levels: u32) -> Reason {
        let clause = std::mem::take(&mut self.analysis.clause);
        let reason = match clause[..] {
            [first, second] => {
                self.add_binary(first, second);
                Reason::Binary(second)
            }
            [unit] => {
                // As a binary clause of twice the same literal: the opposite decision runs into it.
                self.binary[(!unit).code()].push(unit);
                Reason::Clause(self.store_learned(&[unit], 0))
            }
            _ => Reason::Clause(self.store_learned(&clause, levels)),
        };
        self.analysis.clause = clause;
        reason
    }

    fn store_learned(&mut self, clause: &[crate::Lit], levels: u32) -> ClauseRef {
        let reference = self.arena.push(clause);
        if let [first, second, ..] = *clause {
            self.watch(reference, first, second);
        }
        self.learned.start.get_or_insert(reference);
        self.learned.entries.push(LearnedClause { clause: reference, levels, uses: 1 });
        reference
    }

    /// Forgets the less useful half of the learned clauses when there are too many.
    pub(super) fn reduce_learned(&mut self) {
        self.learned.limit = self.learned.limit.max(FIRST_LIMIT);
        if self.learned.entries.len() < self.learned.limit {
            return;
        }
        self.learned.limit += LIMIT_GROWTH;
        let keep = self.choose_kept();
        self.compact(&keep);
    }

    fn choose_kept(&self) -> Vec<bool> {
        let entries = &self.learned.entries;
        let mut keep: Vec<bool> = entries.iter().map(|entry| entry.levels <= GLUE).collect();
        let late = self.late.iter().map(|late| late.reason);
        for reason in self.trail.literals().iter().map(|lit| self.trail.reason_of(lit.var())).chain(late) {
            if let Reason::Clause(clause) = reason
                && let Ok(index) = entries.binary_search_by_key(&clause, |entry| entry.clause)
            {
                keep[index] = true;
            }
        }
        let mut others: Vec<usize> = (0..entries.len()).filter(|&index| !keep[index]).collect();
        others.sort_by_key(|&index| (std::cmp::Reverse(entries[index].uses), entries[index].levels));
        for &index in &others[..others.len() / 2] {
            keep[index] = true;
        }
        keep
    }

    /// Removes the learned clauses that are not kept, and moves the others together.
    fn compact(&mut self, keep: &[bool]) {
        let Some(start) = self.learned.start else { return };
        for watches in &mut self.watches {
            watches.retain(|watch| watch.clause < start);
        }
        let old: Vec<ClauseRef> = self.learned.entries.iter().map(|entry| entry.clause).collect();
        let mut new = vec![start; old.len()];
        let mut end = start;
        for (index, &clause) in old.iter().enumerate().filter(|&(index, _)| keep[index]) {
            new[index] = end;
            end = self.arena.move_to(clause, end);
        }
        self.arena.truncate(end);
        self.redirect_reasons(&old, &new);
        let mut index = 0;
        self.learned.entries.retain_mut(|entry| {
            index += 1;
            entry.clause = new[index - 1];
            entry.uses = 0;
            keep[index - 1]
        });
        for index in 0..self.learned.entries.len() {
            let clause = self.learned.entries[index].clause;
            if let [first, second, ..] = *self.arena.get(clause) {
                self.watch(clause, first, second);
            }
        }
    }

    fn redirect_reasons(&mut self, old: &[ClauseRef], new: &[ClauseRef]) {
        let redirect = |reason: Reason| match reason {
            Reason::Clause(clause) => Reason::Clause(old.binary_search(&clause).map_or(clause, |index| new[index])),
            Reason::Decision | Reason::Binary(_) => reason,
        };
        for at in 0..self.trail.literals().len() {
            let var = self.trail.literals()[at].var();
            self.trail.set_reason(var, redirect(self.trail.reason_of(var)));
        }
        for late in &mut self.late {
            late.reason = redirect(late.reason);
        }
    }
}
