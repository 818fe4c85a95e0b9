//! Which lines of a file are quoted around the labels of a diagnostic.
//!
//! Labels of one file that are near each other share a window. A window is cut from its file, so that drawing
//! does not depend on the length of the file.

use std::ops::Range;

use crate::source::diagnostic::Label;
use crate::source::{FileId, Position, Sources, line_start};

/// Labels at most so many bytes apart are quoted together.
const NEAR: usize = 4000;
/// Longer lines are not quoted: they are no lines that a person wrote.
const MAX_LINE_BYTES: usize = 2000;

/// A stretch of lines of one file with marks.
pub(super) struct Window<'s> {
    /// The name of the file.
    pub path: &'s str,
    /// What is shown of it.
    pub view: View<'s>,
    /// What is marked there.
    pub marks: Vec<LabelMark<'s>>,
}

/// What is shown of a file.
pub(super) enum View<'s> {
    /// Whole lines.
    Lines {
        /// The lines.
        text: &'s str,
        /// The number of the first, 1-based.
        first_line: usize,
    },
    /// Nothing but where it is.
    Hidden(Position),
}

/// A label within a window.
pub(super) struct LabelMark<'s> {
    /// Bytes of the window's text.
    pub range: Range<usize>,
    /// What is written there.
    pub text: &'s str,
    /// Whether it is what the diagnostic is about.
    pub is_primary: bool,
}

/// The part of a label that is shown: its first line.
struct ShownLabel<'s> {
    file: FileId,
    range: Range<usize>,
    line: Range<usize>,
    label: &'s Label,
    is_primary: bool,
}

/// The windows of `labels`, that of the first label first.
pub(super) fn windows<'s>(labels: &'s [Label], sources: &'s Sources) -> Vec<Window<'s>> {
    let mut clusters: Vec<Vec<ShownLabel<'s>>> = Vec::new();
    for (index, label) in labels.iter().enumerate() {
        let place = ShownLabel::of(label, index == 0, sources);
        match clusters.iter_mut().find(|cluster| cluster.iter().any(|other| other.is_near(&place))) {
            Some(cluster) => cluster.push(place),
            None => clusters.push(vec![place]),
        }
    }
    clusters.into_iter().map(|cluster| window(&cluster, sources)).collect()
}

impl<'s> ShownLabel<'s> {
    fn of(label: &'s Label, is_primary: bool, sources: &Sources) -> Self {
        let text = sources.file(label.span.file).text();
        let (start, end) = (label.span.start as usize, label.span.end as usize);
        let line_start = line_start(text, start);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let line_end = if text[start..line_end].ends_with('\r') { line_end - 1 } else { line_end };
        Self { file: label.span.file, range: start..end.min(line_end), line: line_start..line_end, label, is_primary }
    }

    fn is_near(&self, other: &Self) -> bool {
        let is_short = |place: &Self| place.line.len() <= MAX_LINE_BYTES;
        self.file == other.file
            && is_short(self)
            && is_short(other)
            && self.line.start.abs_diff(other.line.start) <= NEAR
    }
}

fn window<'s>(cluster: &[ShownLabel<'s>], sources: &'s Sources) -> Window<'s> {
    let first = &cluster[0];
    let file = sources.file(first.file);
    let start = cluster.iter().map(|place| place.line.start).min().unwrap_or(first.line.start);
    let end = cluster.iter().map(|place| place.line.end).max().unwrap_or(first.line.end);
    let mark = |place: &ShownLabel<'s>| LabelMark {
        range: place.range.start - start..place.range.end - start,
        text: &place.label.text,
        is_primary: place.is_primary,
    };
    let marks = cluster.iter().map(mark).collect();
    let text = &file.text()[start..end];
    let view = if first.line.len() > MAX_LINE_BYTES {
        View::Hidden(sources.position(first.label.span))
    } else {
        let upmost = cluster.iter().min_by_key(|place| place.range.start).unwrap_or(first);
        View::Lines { text, first_line: sources.position(upmost.label.span).line as usize }
    };
    Window { path: file.name(), view, marks }
}
