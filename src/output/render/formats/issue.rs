//! A diagnostic with its places looked up, so that formats need no sources.

use super::Paths;
use crate::analysis::question::Finding;
use crate::answer::Values;
use crate::output::render::witness::{Example, arguments};
use crate::source::diagnostic::{Code, Diagnostic, Fix, Label, Severity};
use crate::source::printable::printable;
use crate::source::{Position, Sources, Span};
use crate::tosca::model::Model;

/// One thing found.
#[derive(Clone, Debug)]
pub struct Issue {
    /// Which kind of thing.
    pub code: Code,
    /// How bad it is, with the user's settings applied.
    pub severity: Severity,
    /// Lower-case headline that can stand alone.
    pub message: String,
    /// The quoted places, the most important first; empty when no file exists to point at.
    pub places: Vec<FileRange>,
    /// The places that force it.
    pub because: Vec<FileRange>,
    /// Further lines.
    pub notes: Vec<String>,
    /// One thing to type or change.
    pub help: Option<String>,
    /// The sentence of the reference implementation.
    pub reference: Option<String>,
    /// The path of the element that it is about.
    pub element: Option<String>,
    /// Values for inputs that show it, by name.
    pub witness: Option<Values>,
    /// The same values as people write them.
    pub example: Option<String>,
    /// The help as edits.
    pub fix: Option<Change>,
}

/// A range of a file.
#[derive(Clone, Debug)]
pub struct FileRange {
    /// The path, relative to the current directory.
    pub path: String,
    /// Where it starts.
    pub start: Position,
    /// Behind its last character.
    pub end: Position,
    /// What is to be seen there; may be empty.
    pub text: String,
    /// The line that it starts in, without the white space around it.
    pub line: String,
}

/// A fix with its places looked up.
#[derive(Clone, Debug)]
pub struct Change {
    /// What is done.
    pub title: String,
    /// Ranges and what is written in their place.
    pub edits: Vec<(FileRange, String)>,
    /// Whether every document stays as it is.
    pub is_safe: bool,
}

impl Issue {
    /// A diagnostic that points into `sources`.
    pub fn of(diagnostic: &Diagnostic, sources: &Sources, paths: &Paths) -> Self {
        let place = |label: &Label| FileRange::of(label.span, &label.text, sources, paths);
        Self {
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            places: diagnostic.labels.iter().map(place).collect(),
            because: Vec::new(),
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
            reference: diagnostic.reference.clone(),
            element: None,
            witness: None,
            example: None,
            fix: diagnostic.fix.as_ref().map(|fix| Change::of(fix, sources, paths)),
        }
    }

    /// A finding about the variants of `model`.
    pub fn found(finding: &Finding, model: &Model, paths: &Paths) -> Self {
        let sources = model.sources();
        let place = |label: &Label| FileRange::of(label.span, &label.text, sources, paths);
        Self {
            because: finding.because.iter().map(place).collect(),
            element: finding.element.map(|id| model.path(id)),
            witness: finding.witness.as_ref().map(Values::from),
            example: Example::of(finding).map(|Example { values, rest }| arguments(&values) + &rest),
            ..Self::of(&finding.diagnostic, sources, paths)
        }
    }

    /// Something about a file that cannot be read at all.
    pub fn unreadable(code: Code, message: String, path: String) -> Self {
        let start = Position { line: 1, column: 1 };
        Self::at(code, message, FileRange { path, start, end: start, text: String::new(), line: String::new() })
    }

    /// Something about a file that is no template.
    pub fn at(code: Code, message: String, place: FileRange) -> Self {
        let diagnostic = Diagnostic::unplaced(code, message);
        Self { places: vec![place], ..Self::of(&diagnostic, &Sources::new(), &Paths::default()) }
    }

    /// The most important place.
    pub fn place(&self) -> Option<&FileRange> {
        self.places.first()
    }

    /// All other places, those of which something is said first.
    pub fn others(&self) -> impl Iterator<Item = &FileRange> {
        self.places.iter().skip(1).chain(&self.because)
    }

    /// Everything but the headline, line by line.
    pub fn remarks(&self) -> Vec<String> {
        let because =
            self.others().map(|place| format!("{}:{}: {}", place.path, place.start.line, printable(place.said())));
        let example = self.example.iter().map(|values| format!("for example with {values}"));
        let notes = self.notes.iter().map(|note| printable(note).into_owned());
        let help = self.help.iter().map(|help| format!("help: {}", printable(help)));
        because.chain(example).chain(notes).chain(help).collect()
    }

    /// Headline and remarks.
    pub fn paragraph(&self) -> String {
        let mut lines = vec![printable(&self.message).into_owned()];
        lines.extend(self.remarks());
        lines.join("\n")
    }
}

impl FileRange {
    pub(super) fn of(span: Span, text: &str, sources: &Sources, paths: &Paths) -> Self {
        let file = sources.file(span.file);
        let (from, to) = (span.start as usize, span.end as usize);
        let quoted = file.text().get(from..to).unwrap_or_default().trim_end();
        let line_start = file.text()[..from].rfind('\n').map_or(0, |end| end + 1);
        let line = file.text()[line_start..].lines().next().unwrap_or_default().trim();
        Self {
            start: sources.position(span),
            end: sources.position(Span::new(span.file, from + quoted.len(), to)),
            ..Self::exact(span, sources, paths)
        }
        .saying(text, line)
    }

    /// The whole range, with the white space at its end.
    fn exact(span: Span, sources: &Sources, paths: &Paths) -> Self {
        let end = Span { start: span.end, ..span };
        Self {
            path: paths.show(sources.file(span.file).name()),
            start: sources.position(span),
            end: sources.position(end),
            text: String::new(),
            line: String::new(),
        }
    }

    fn saying(self, text: &str, line: &str) -> Self {
        Self { text: text.to_owned(), line: line.to_owned(), ..self }
    }

    /// What is to be seen there, or else the line itself.
    pub fn said(&self) -> &str {
        if self.text.is_empty() { &self.line } else { &self.text }
    }
}

impl Change {
    fn of(fix: &Fix, sources: &Sources, paths: &Paths) -> Self {
        let edits = fix.edits.iter();
        let edits = edits.map(|edit| (FileRange::exact(edit.span, sources, paths), edit.replacement.clone()));
        Self { title: fix.title.clone(), edits: edits.collect(), is_safe: fix.is_safe() }
    }

    /// Whether it can be made without looking, in a word.
    pub fn safety(&self) -> &'static str {
        if self.is_safe { "safe" } else { "suggestion" }
    }
}
