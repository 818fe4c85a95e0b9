//! Lines of a file that was read.
//!
//! Nearly always there is a clause in each line, one after the other: the lines of clauses are kept as runs.

use std::collections::BTreeMap;

use crate::Var;

/// Where things were written; all lines are numbered from 1.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The line of the header; zero without one.
    pub header: u32,
    /// The lines that name variables; for each variable the last one.
    pub names: BTreeMap<Var, u32>,
    /// The first line that names a variable which has another name already.
    pub renamed: Option<u32>,
    /// The first line that names, in one word, a variable which the header does not declare.
    pub undeclared: Option<u32>,
    /// The first line `c t wmc` or `c p weight`: there are weights of literals, which are not read.
    pub weights: Option<u32>,
    runs: Vec<Run>,
}

/// Clauses that begin in successive lines, up to the next run.
#[derive(Clone, Copy, Debug)]
struct Run {
    clause: u32,
    line: u32,
}

impl Run {
    /// The line of a clause of the run, given by the number of a clause.
    fn line(self, clause: u32) -> u32 {
        self.line.saturating_add(clause - self.clause)
    }
}

impl Places {
    /// Clause number `clause`, 0-based, begins in `line`; clauses come in order.
    #[inline]
    pub(super) fn begin(&mut self, clause: usize, line: u32) {
        // Places of more clauses than that are no longer distinguished.
        let clause = u32::try_from(clause).unwrap_or(u32::MAX);
        if self.runs.last().is_none_or(|run| run.line(clause) != line) {
            self.runs.push(Run { clause, line });
        }
    }

    /// The line in which clause number `index`, 0-based, begins; `None` when nothing was read.
    pub fn clause(&self, index: usize) -> Option<u32> {
        let clause = u32::try_from(index).ok()?;
        let behind = self.runs.partition_point(|run| run.clause <= clause);
        Some(self.runs[..behind].last()?.line(clause))
    }
}
