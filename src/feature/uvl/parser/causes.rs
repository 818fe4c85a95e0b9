//! Errors from which others follow, so that these are not reported.

use std::collections::BTreeSet;

use super::super::lexer::NOT_CLOSED;
use crate::source::diagnostic::Diagnostic;

/// Errors in the spelling of words.
pub(super) struct Causes {
    /// Where lines begin.
    starts: Vec<usize>,
    /// The lines that they are on, from 0.
    lines: BTreeSet<usize>,
    /// Where the text ends early, as something that was opened is not closed; white space behind it aside.
    early_end: Option<usize>,
}

impl Causes {
    pub(super) fn of(text: &str, faults: &[Diagnostic]) -> Self {
        let starts = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        let mut causes = Self { starts, lines: BTreeSet::new(), early_end: None };
        for fault in faults.iter().filter(|fault| fault.is_error()) {
            causes.lines.extend(causes.line(fault));
            if fault.message.ends_with(NOT_CLOSED) {
                causes.early_end = Some(text.trim_end().len());
            }
        }
        causes
    }

    /// Whether an error in the order of words follows from one of these.
    pub(super) fn explain(&self, fault: &Diagnostic) -> bool {
        let is_at_end = |end: usize| fault.span().is_some_and(|span| span.start as usize >= end);
        self.line(fault).is_some_and(|line| self.lines.contains(&line)) || self.early_end.is_some_and(is_at_end)
    }

    fn line(&self, fault: &Diagnostic) -> Option<usize> {
        let start = fault.span()?.start as usize;
        Some(self.starts.partition_point(|&line| line <= start))
    }
}
