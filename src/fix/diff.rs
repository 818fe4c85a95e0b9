//! Two texts as a unified diff, which `patch` and `git apply` read.

use std::fmt::Write as _;
use std::ops::Range;

/// Lines around a change.
const CONTEXT: usize = 3;

/// What becomes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line<'t> {
    Kept(&'t str),
    Gone(&'t str),
    New(&'t str),
}

/// The changes from `before` to `after`; empty when there are none.
pub(super) fn unified(name: &str, before: &str, after: &str) -> String {
    let lines = compare(before, after);
    let mut text = String::new();
    let (mut at, mut old, mut new) = (0, 1, 1);
    while let Some(hunk) = next_hunk(&lines, at) {
        for line in &lines[at..hunk.0] {
            (old, new) = advanced(*line, old, new);
        }
        if text.is_empty() {
            text = format!("--- {name}\n+++ {name}\n");
        }
        let (mut old_end, mut new_end, mut body) = (old, new, String::new());
        for line in &lines[hunk.0..hunk.1] {
            (old_end, new_end) = advanced(*line, old_end, new_end);
            body.push_str(&shown(*line));
        }
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "@@ -{},{} +{},{} @@\n{body}",
            first(old, old_end),
            old_end - old,
            first(new, new_end),
            new_end - new
        );
        (at, old, new) = (hunk.1, old_end, new_end);
    }
    text
}

/// The bytes of `before` that go, each with what comes for them, ascending.
pub(super) fn changes(before: &str, after: &str) -> Vec<(Range<usize>, String)> {
    let mut changes: Vec<(Range<usize>, String)> = Vec::new();
    let (mut at, mut is_open) = (0, false);
    for line in compare(before, after) {
        if !is_open && !matches!(line, Line::Kept(_)) {
            changes.push((at..at, String::new()));
        }
        is_open = !matches!(line, Line::Kept(_));
        match (line, changes.last_mut()) {
            (Line::Gone(text), Some((gone, _))) => gone.end += text.len(),
            (Line::New(text), Some((_, new))) => new.push_str(text),
            _ => {}
        }
        if let Line::Kept(text) | Line::Gone(text) = line {
            at += text.len();
        }
    }
    changes
}

/// An empty range stands behind the line before it.
fn first(start: usize, end: usize) -> usize {
    if start == end { start - 1 } else { start }
}

fn advanced(line: Line<'_>, old: usize, new: usize) -> (usize, usize) {
    match line {
        Line::Kept(_) => (old + 1, new + 1),
        Line::Gone(_) => (old + 1, new),
        Line::New(_) => (old, new + 1),
    }
}

fn shown(line: Line<'_>) -> String {
    let (sign, text) = match line {
        Line::Kept(text) => (' ', text),
        Line::Gone(text) => ('-', text),
        Line::New(text) => ('+', text),
    };
    let end = if text.ends_with('\n') { "" } else { "\n\\ No newline at end of file\n" };
    format!("{sign}{text}{end}")
}

/// The range of lines of the next changes that are near each other, from `at` on.
fn next_hunk(lines: &[Line<'_>], at: usize) -> Option<(usize, usize)> {
    let is_change = |line: &Line<'_>| !matches!(line, Line::Kept(_));
    let start = at + lines[at..].iter().position(is_change)?;
    let mut last = start;
    for (place, _) in lines.iter().enumerate().skip(start).filter(|(_, line)| is_change(line)) {
        if place - last > 2 * CONTEXT {
            break;
        }
        last = place;
    }
    Some((start.saturating_sub(CONTEXT).max(at), (last + 1 + CONTEXT).min(lines.len())))
}

/// Lines that stay, found from the front; fixes change few lines, so the next line that both have is near.
fn compare<'t>(before: &'t str, after: &'t str) -> Vec<Line<'t>> {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        let (skipped_old, skipped_new) = next_common(&old[i..], &new[j..]);
        lines.extend(old[i..i + skipped_old].iter().map(|line| Line::Gone(line)));
        lines.extend(new[j..j + skipped_new].iter().map(|line| Line::New(line)));
        (i, j) = (i + skipped_old, j + skipped_new);
        if i < old.len() && j < new.len() {
            lines.push(Line::Kept(old[i]));
            (i, j) = (i + 1, j + 1);
        }
    }
    lines
}

/// How many lines to skip on both sides until they agree, as few as possible; all when they never do.
fn next_common(old: &[&str], new: &[&str]) -> (usize, usize) {
    for skipped in 0..old.len() + new.len() {
        let from = skipped.saturating_sub(new.len().saturating_sub(1));
        for gone in from..=skipped.min(old.len().saturating_sub(1)) {
            let added = skipped - gone;
            if old.get(gone).is_some_and(|line| new.get(added) == Some(line)) {
                return (gone, added);
            }
        }
    }
    (old.len(), new.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_lead_from_one_text_to_the_other() {
        let before = "1\n2\n3\n4\n5\n6\n";
        for after in ["", "1\n3\n4\n5\n6\n", "0\n1\n2\n3\n4\nfive\n5a\n6", "6\n5\n4\n3\n", before] {
            let changes = changes(before, after);
            let made = changes.iter().rev().fold(before.to_owned(), |mut text, (gone, new)| {
                text.replace_range(gone.clone(), new);
                text
            });
            assert_eq!(made, after);
            assert!(changes.windows(2).all(|pair| pair[0].0.end < pair[1].0.start));
        }
    }

    #[test]
    fn changes_are_shown_with_three_lines_around() {
        let before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n";
        let after = before.replace("5\n6\n", "six\n").replace("16\n", "16");
        assert_eq!(
            unified("a.yaml", before, &after),
            "--- a.yaml\n+++ a.yaml\n@@ -2,8 +2,7 @@\n 2\n 3\n 4\n-5\n-6\n+six\n 7\n 8\n 9\n\
             @@ -13,4 +12,4 @@\n 13\n 14\n 15\n-16\n+16\n\\ No newline at end of file\n"
        );
        assert_eq!(unified("a", before, before), "");
        assert_eq!(unified("a", "x\n", ""), "--- a\n+++ a\n@@ -1,1 +0,0 @@\n-x\n");
    }
}
