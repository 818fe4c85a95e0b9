//! Diagnostics and findings with their places looked up, so that formats need no sources.

use super::Paths;
use crate::analysis::question;
use crate::answer::{Edit, Finding, Fix, Place, Profile, Values};
use crate::output::render::witness::{Example, arguments};
use crate::source::diagnostic::{self, Diagnostic, Label};
use crate::source::printable::printable;
use crate::source::syntax::vocabulary::{Detected, ProfileReason};
use crate::source::{Position, Sources, Span};
use crate::tosca::model::Model;

impl Finding {
    /// A diagnostic that points into `sources`; the most important of its places is where it is.
    pub fn of(diagnostic: &Diagnostic, sources: &Sources, paths: &Paths) -> Self {
        let mut places = diagnostic.labels.iter().map(|label| Place::of(label, sources, paths));
        let mut finding = Self::new(diagnostic.code, &diagnostic.message);
        if let Some(Place { file, line, column, end, quoted, .. }) = places.next() {
            finding = Self { quoted, ..finding.at(Some(file), (Position { line, column }, end)) };
        }
        Self {
            severity: diagnostic.severity,
            reference_message: diagnostic.reference.clone(),
            places: places.collect(),
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
            fix: diagnostic.fix.as_ref().map(|fix| Fix::of(fix, sources, paths)),
            ..finding
        }
    }

    /// A finding about the variants of `model`.
    pub fn found(finding: &question::Finding, model: &Model, paths: &Paths) -> Self {
        let sources = model.sources();
        let mut because: Vec<&Label> = finding.because.iter().collect();
        because.sort_by_key(|label| label.span);
        Self {
            because: because.into_iter().map(|label| Place::of(label, sources, paths)).collect(),
            element: finding.element.map(|id| model.path(id)),
            witness: finding.witness.as_ref().map(Values::from),
            example: Example::of(finding).map(|Example { values, rest }| arguments(&values) + &rest),
            ..Self::of(&finding.diagnostic, sources, paths)
        }
    }

    /// All places but the most important one, those of which something is said first.
    pub(super) fn others(&self) -> impl Iterator<Item = &Place> {
        self.places.iter().chain(&self.because)
    }

    /// Everything but the headline, line by line.
    pub(super) fn remarks(&self) -> Vec<String> {
        let because = self.others().map(|place| format!("{}:{}: {}", place.file, place.line, printable(place.words())));
        let example = self.example.iter().map(|values| format!("for example with {values}"));
        let notes = self.notes.iter().map(|note| printable(note).into_owned());
        let help = self.help.iter().map(|help| format!("help: {}", printable(help)));
        because.chain(example).chain(notes).chain(help).collect()
    }

    /// Headline and remarks.
    pub(super) fn paragraph(&self) -> String {
        let mut lines = vec![printable(&self.message).into_owned()];
        lines.extend(self.remarks());
        lines.join("\n")
    }
}

impl Place {
    /// White space at the end of what is quoted does not count.
    fn of(Label { span, text }: &Label, sources: &Sources, paths: &Paths) -> Self {
        let file = sources.file(span.file);
        let (from, to) = (span.start as usize, span.end as usize);
        let quoted = file.text().get(from..to).unwrap_or_default().trim_end();
        let Position { line: number, column } = sources.position(*span);
        Self {
            file: paths.show(file.name()),
            line: number,
            column,
            text: text.clone(),
            end: sources.position(Span::new(span.file, from + quoted.len(), to)),
            quoted: file.line_around(from).to_owned(),
        }
    }

    /// What is to be seen there, or else the line itself.
    pub(super) fn words(&self) -> &str {
        if self.text.is_empty() { &self.quoted } else { &self.text }
    }
}

impl Fix {
    fn of(fix: &diagnostic::Fix, sources: &Sources, paths: &Paths) -> Self {
        let edit = |diagnostic::Edit { span, replacement }: &diagnostic::Edit| {
            let (start, end) = (sources.position(*span), sources.position(Span { start: span.end, ..*span }));
            Edit {
                file: paths.show(sources.file(span.file).name()),
                line: start.line,
                column: start.column,
                end_line: end.line,
                end_column: end.column,
                replacement: replacement.clone(),
            }
        };
        Self { title: fix.title.clone(), safety: fix.safety, edits: fix.edits.iter().map(edit).collect() }
    }
}

impl Profile {
    /// What was found out about a template whose files are `sources`.
    pub fn of(detected: &Detected, sources: &Sources, paths: &Paths) -> Self {
        let decided_by = match &detected.reason {
            ProfileReason::Word { text, span } => {
                Some(Place::of(&Label { span: *span, text: text.clone() }, sources, paths))
            }
            ProfileReason::Asked | ProfileReason::Nothing => None,
        };
        Self { name: detected.profile.to_string(), asked: detected.reason == ProfileReason::Asked, decided_by }
    }
}
