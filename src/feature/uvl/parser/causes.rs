//! Errors from which others follow, so that these are not reported.

use std::collections::BTreeSet;

use super::super::lexer::{INDENTED_OTHERWISE, NO_SUCH_INDENTATION, NOT_CLOSED, QUOTATION_NOT_CLOSED};
use crate::source::diagnostic::{Diagnostic, Severity};
use crate::source::line_start;

/// Errors in the spelling of words.
pub(super) struct Causes {
    /// Where lines begin.
    starts: Vec<usize>,
    /// The lines that they are on, from 0.
    lines: BTreeSet<usize>,
    /// Where something begins that is not closed: what is behind it is no longer read as it is meant.
    early_end: Option<usize>,
}

impl Causes {
    pub(super) fn of(text: &str, diagnostics: &[Diagnostic]) -> Self {
        let starts = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        let mut causes = Self { starts, lines: BTreeSet::new(), early_end: None };
        for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.is_error()) {
            causes.lines.extend(causes.line(diagnostic));
            let is_open = diagnostic.message.ends_with(NOT_CLOSED) && diagnostic.message != QUOTATION_NOT_CLOSED;
            if let Some(span) = diagnostic.span().filter(|_| is_open) {
                let end = causes.early_end.unwrap_or(usize::MAX);
                causes.early_end = Some(end.min(span.start as usize));
            }
        }
        causes
    }

    /// Whether an error in the order of words follows from one of these.
    pub(super) fn explain(&self, diagnostic: &Diagnostic) -> bool {
        let is_behind = |end: usize| diagnostic.span().is_some_and(|span| span.start as usize >= end);
        self.line(diagnostic).is_some_and(|line| self.lines.contains(&line)) || self.early_end.is_some_and(is_behind)
    }

    fn line(&self, diagnostic: &Diagnostic) -> Option<usize> {
        let start = diagnostic.span()?.start as usize;
        Some(self.starts.partition_point(|&line| line <= start))
    }
}

/// Makes an error of the warning that a line is indented by other white space than the one before, where errors follow from that:
/// those on both lines, and those about the indentation of later ones. It takes their place.
pub(super) fn blame_white_space(text: &str, diagnostics: &mut Vec<Diagnostic>) {
    let is_cause = |diagnostic: &Diagnostic| diagnostic.message.starts_with(INDENTED_OTHERWISE);
    let Some(cause) = diagnostics.iter().position(is_cause) else { return };
    let start = |diagnostic: &Diagnostic| diagnostic.span().map_or(0, |span| span.start as usize);
    let here = start(&diagnostics[cause]);
    let line_of = |offset: usize| line_start(text, offset);
    let (line, end) = (line_of(here), here + text[here..].find('\n').unwrap_or(text.len() - here));
    let first = line_of(line.saturating_sub(1));
    let follows = |diagnostic: &Diagnostic| {
        let is_indentation = diagnostic.message == NO_SUCH_INDENTATION && start(diagnostic) >= line;
        diagnostic.is_error() && (is_indentation || (first..end).contains(&start(diagnostic)))
    };
    if diagnostics.iter().any(follows) {
        let on_line =
            diagnostics.iter().find(|diagnostic| follows(diagnostic) && (line..end).contains(&start(diagnostic)));
        let labels = on_line.unwrap_or(&diagnostics[cause]).labels.clone();
        let cause = Diagnostic { severity: Severity::Error, labels, ..diagnostics.remove(cause) };
        diagnostics.retain(|diagnostic| !follows(diagnostic));
        diagnostics.insert(0, cause);
    }
}
