//! Diagnostics for people: the author's lines with what is wrong beneath them, in the layout of rustc.
//!
//! Comes in: diagnostics in the order in which the reference would meet them. Goes out: one text, sorted by
//! place (what may follow from errors, behind them), the first ones of each code, with a closing line of counts. Where
//! Variability Tests may compare it, [`report`] says what they expect and marks the error with which the reference would have
//! stopped; elsewhere, [`report_findings`] does not. Control characters of the author never reach the terminal.

mod grouped;
mod window;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use annotate_snippets::{Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};

use crate::source::Sources;
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::printable::{on_one_line, printable};
pub use grouped::{Detail, MAX_QUOTED};
use grouped::{FindingsOfCode, with_few_quotes};
use window::{LabelMark, View, Window, windows};

/// So many diagnostics of one code are quoted outside of `check`, which says more of fewer.
const MAX_DIAGNOSTICS_OF_A_CODE: usize = 100;

/// Whether a text carries terminal colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Plain text.
    Plain,
    /// ANSI escape sequences.
    Coloured,
}

/// All `diagnostics` sorted by place, and how many there are; empty when there are none.
///
/// # Panics
/// When a diagnostic quotes a place that is not in `sources`.
pub fn report(diagnostics: &[Diagnostic], sources: &Sources, paint: Paint) -> String {
    let first = exit_error(diagnostics);
    draw(diagnostics, |diagnostic| sentence_note(diagnostic, first), sources, paint)
}

/// [`report`] where no Variability Test is meant: nothing is said of what one expects.
///
/// # Panics
/// When a diagnostic quotes a place that is not in `sources`.
pub fn report_findings(diagnostics: &[Diagnostic], sources: &Sources, paint: Paint) -> String {
    draw(diagnostics, |_| None, sources, paint)
}

/// Findings without their number, where more is to follow: the worst first, those with the same code together.
///
/// # Panics
/// When a diagnostic quotes a place that is not in `sources`.
pub fn quotations(diagnostics: &[Diagnostic], sources: &Sources, paint: Paint, detail: Detail) -> String {
    quotations_with(diagnostics, |_| None, sources, paint, detail)
}

/// [`quotations`] with a note, by place of the diagnostic, which is made only for those that are shown.
///
/// # Panics
/// When a diagnostic quotes a place that is not in `sources`.
pub fn quotations_with(
    diagnostics: &[Diagnostic],
    note: impl Fn(usize) -> Option<String>,
    sources: &Sources,
    paint: Paint,
    detail: Detail,
) -> String {
    let noted = |shown: &&Diagnostic| {
        let place = diagnostics.iter().position(|diagnostic| std::ptr::eq(diagnostic, *shown));
        let mut short = with_few_quotes(shown, detail);
        short.notes.extend(place.and_then(&note));
        short
    };
    let mut text = String::new();
    for alike in FindingsOfCode::of(diagnostics, detail) {
        let shown: Vec<Diagnostic> = alike.shown.iter().map(noted).collect();
        text.push_str(&draw_in_order(shown.iter(), |_| None, sources, paint));
        text.push_str(&alike.rest(sources));
    }
    text
}

/// `sentence`: what is said of Variability Tests.
fn draw(
    diagnostics: &[Diagnostic],
    sentence: impl Fn(&Diagnostic) -> Option<String>,
    sources: &Sources,
    paint: Paint,
) -> String {
    let Some(counts) = counts(diagnostics) else { return String::new() };
    let (shown, others) = first_of_each_code(diagnostics);
    let mut text = draw_in_order(shown.into_iter(), sentence, sources, paint);
    others.iter().for_each(|others| text.push_str(others));
    text.push_str(&counts);
    text.push('\n');
    text
}

/// The first ones of each code, sorted by place, but errors that may follow from others behind these; and how many more there are. That
/// which the reference would stop with is among them.
fn first_of_each_code(diagnostics: &[Diagnostic]) -> (Vec<&Diagnostic>, Vec<String>) {
    let exit_error = exit_error(diagnostics);
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    let hides_names = diagnostics.iter().any(|diagnostic| diagnostic.is_error() && diagnostic.code.hides_names());
    sorted.sort_by_key(|diagnostic| {
        let may_follow = hides_names && diagnostic.is_error() && !diagnostic.code.hides_names();
        (may_follow, diagnostic.span().map(|span| (span.file, span.start)), Reverse(diagnostic.severity))
    });
    let mut times: BTreeMap<Code, usize> = BTreeMap::new();
    sorted.retain(|diagnostic| {
        let times = times.entry(diagnostic.code).or_default();
        *times += 1;
        let is_exit_error = exit_error.is_some_and(|error| std::ptr::eq(error, *diagnostic));
        *times -= usize::from(is_exit_error);
        is_exit_error || *times <= MAX_DIAGNOSTICS_OF_A_CODE
    });
    let more = times.into_iter().filter(|(_, times)| *times > MAX_DIAGNOSTICS_OF_A_CODE);
    let more = more.map(|(code, times)| {
        format!("... and {} more like this ({})\n\n", times - MAX_DIAGNOSTICS_OF_A_CODE, code.entry().number)
    });
    (sorted, more.collect())
}

fn draw_in_order<'d>(
    diagnostics: impl Iterator<Item = &'d Diagnostic>,
    sentence: impl Fn(&Diagnostic) -> Option<String>,
    sources: &Sources,
    paint: Paint,
) -> String {
    let renderer = match paint {
        Paint::Plain => Renderer::plain(),
        Paint::Coloured => Renderer::styled(),
    };
    let mut text = String::new();
    for diagnostic in diagnostics {
        text.push_str(&renderer.render(&[group(diagnostic, sentence(diagnostic), sources)]));
        text.push_str("\n\n");
    }
    text
}

/// `2 errors, 1 warning`; nothing when there is neither.
fn counts(diagnostics: &[Diagnostic]) -> Option<String> {
    let count = |severity| diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
    let parts: Vec<String> = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")]
        .into_iter()
        .map(|(severity, word)| (count(severity), word))
        .filter(|&(count, _)| count > 0)
        .map(|(count, word)| format!("{count} {word}{}", if count == 1 { "" } else { "s" }))
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The first of several errors.
fn exit_error(diagnostics: &[Diagnostic]) -> Option<&Diagnostic> {
    let mut errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    let first = errors.next();
    errors.next().and(first)
}

fn group<'s>(diagnostic: &'s Diagnostic, sentence: Option<String>, sources: &'s Sources) -> Group<'s> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(printable(&diagnostic.message)).id(diagnostic.code.entry().number);
    let places = windows(&diagnostic.labels, sources).into_iter().flat_map(place);
    let notes = diagnostic.notes.iter().map(|note| Level::NOTE.message(printable(note)));
    let sentence = sentence.map(|sentence| Level::NOTE.message(printable(&sentence).into_owned()));
    let help = diagnostic.help.iter().map(|help| Level::HELP.message(printable(help)));
    title.elements(places).elements(notes).elements(sentence).elements(help)
}

/// What a Variability Test compares: the reference's own sentence for the error, which is the first where there are several.
fn sentence_note(diagnostic: &Diagnostic, first: Option<&Diagnostic>) -> Option<String> {
    if let Some(first) = first {
        let note = || {
            let sentence = on_one_line(diagnostic.sentence());
            format!("a Variability Test looks at the first error, this one, and expects `{sentence}`")
        };
        return std::ptr::eq(diagnostic, first).then(note);
    }
    let reference = diagnostic.reference.as_ref().filter(|reference| **reference != diagnostic.message)?;
    Some(format!("a Variability Test expects `{}`", on_one_line(reference)))
}

/// A quotation; of lines too long to quote, only where they are.
fn place(window: Window<'_>) -> Vec<Element<'_>> {
    match window.view {
        View::Lines { text, first_line } => {
            let snippet = Snippet::source(text).path(printable(window.path)).line_start(first_line);
            vec![snippet.annotations(window.marks.into_iter().map(annotation)).into()]
        }
        View::Hidden(position) => {
            let origin =
                Origin::path(printable(window.path)).line(position.line as usize).char_column(position.column as usize);
            let texts = window.marks.into_iter().filter(|mark| !mark.text.is_empty());
            let notes = texts.map(|mark| Level::NOTE.message(printable(mark.text)).into());
            std::iter::once(origin.into()).chain(notes).collect()
        }
    }
}

fn annotation(mark: LabelMark<'_>) -> Annotation<'_> {
    let kind = if mark.is_primary { AnnotationKind::Primary } else { AnnotationKind::Context };
    kind.span(mark.range).label((!mark.text.is_empty()).then(|| printable(mark.text)))
}

#[cfg(test)]
mod tests;
