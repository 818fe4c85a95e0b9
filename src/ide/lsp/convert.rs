//! Diagnostics, spans and edits as the protocol writes them.

use std::collections::HashMap;
use std::path::Path;

use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range, TextEdit, Uri, WorkspaceEdit,
};

use rustc_hash::FxHashSet;

use super::position::Lines;
use super::uri;
use crate::ide::editor::Draft;
use crate::source::diagnostic::{Diagnostic, Edit, Severity};
use crate::source::fix::replacement_in;
use crate::source::{Sources, Span};

/// Turns spans of a draft into places of the protocol.
pub(super) struct Converter<'d> {
    uri: &'d Uri,
    draft: &'d Draft,
    /// The files that spans are in.
    sources: &'d Sources,
    lines: Lines,
}

impl<'d> Converter<'d> {
    pub(super) fn new(uri: &'d Uri, draft: &'d Draft) -> Self {
        Self { uri, draft, sources: draft.sources(), lines: Lines::new(draft.text()) }
    }

    /// Converts spans in other files than those of the draft, the text itself among them.
    pub(super) fn among(self, sources: &'d Sources) -> Self {
        Self { sources, ..self }
    }

    /// A place, in the text or in a file that it imports.
    pub(super) fn location(&self, span: Span) -> Option<Location> {
        let file = self.sources.file(span.file);
        let uri = if self.is_own(span) { self.uri.clone() } else { uri::uri(Path::new(file.name()))? };
        Some(Location { uri, range: self.range(span) })
    }

    fn range(&self, span: Span) -> Range {
        let (text, bytes) = (self.sources.file(span.file).text(), span.start as usize..span.end as usize);
        if self.is_own(span) { self.lines.range(text, bytes) } else { Lines::new(text).range(text, bytes) }
    }

    /// Whether a place is in the text itself and not in another file.
    fn is_own(&self, span: Span) -> bool {
        self.draft.is_text(self.sources.file(span.file).text())
    }

    /// A place in another file, as people call it.
    fn elsewhere(&self, span: Span) -> String {
        let place = self.sources.place(span);
        let folder = uri::path(self.uri).and_then(|path| Some(path.parent()?.display().to_string()));
        let inside = folder.and_then(|folder| place.strip_prefix(&folder)?.strip_prefix('/').map(ToOwned::to_owned));
        inside.unwrap_or(place)
    }

    /// A diagnostic; what is wrong in another file is shown where that is imported, else at the beginning, and says where it is.
    pub(super) fn diagnostic(&self, diagnostic: &Diagnostic) -> lsp_types::Diagnostic {
        let own = diagnostic.span().filter(|&span| self.is_own(span));
        let elsewhere = diagnostic.span().filter(|_| own.is_none());
        let shown = own.or_else(|| self.draft.import_of(self.sources.file(elsewhere?.file).name()));
        let before = elsewhere.map(|span| format!("{}: ", self.elsewhere(span))).unwrap_or_default();
        let further = diagnostic.labels.iter().skip(usize::from(own.is_some()));
        let related = further.filter_map(|label| {
            let message = if label.text.is_empty() { "here".to_owned() } else { label.text.clone() };
            Some(DiagnosticRelatedInformation { location: self.location(label.span)?, message })
        });
        lsp_types::Diagnostic {
            range: shown.map(|span| self.range(span)).unwrap_or_default(),
            severity: Some(severity(diagnostic.severity)),
            code: Some(NumberOrString::String(diagnostic.code.to_string())),
            source: Some("variscope".to_owned()),
            message: before + &message(diagnostic),
            related_information: Some(related.collect()),
            ..lsp_types::Diagnostic::default()
        }
    }

    /// Edits of files, all or nothing.
    pub(super) fn edit(&self, edits: &[Edit]) -> Option<WorkspaceEdit> {
        let mut all = FileEdits::default();
        all.add(self.edits(edits));
        all.finish(|location| location)
    }

    /// Edits with the places of their files.
    pub(super) fn edits(&self, edits: &[Edit]) -> Vec<Option<PlacedText>> {
        let placed = |edit: &Edit| {
            let text = replacement_in(self.sources.file(edit.span.file).text(), edit).into_owned();
            Some((self.location(edit.span)?, text))
        };
        edits.iter().map(placed).collect()
    }
}

/// A place, and what is to stand there.
pub(super) type PlacedText = (Location, String);

/// Edits of several files; none of them without the others.
#[derive(Default)]
pub(super) struct FileEdits(Vec<Option<PlacedText>>);

impl FileEdits {
    pub(super) fn add(&mut self, edits: Vec<Option<PlacedText>>) {
        self.0.extend(edits);
    }

    /// Adds edits of files that are no part of a draft.
    pub(super) fn add_of(&mut self, edits: &[Edit], sources: &Sources) {
        self.0.extend(edits.iter().map(|edit| {
            let file = sources.file(edit.span.file);
            let bytes = edit.span.start as usize..edit.span.end as usize;
            let range = Lines::new(file.text()).range(file.text(), bytes);
            let uri = uri::uri(Path::new(file.name()))?;
            Some((Location { uri, range }, replacement_in(file.text(), edit).into_owned()))
        }));
    }

    /// All of them, each replacement once, however many files it comes from; `named`: places as the editor calls them.
    pub(super) fn finish(self, named: impl Fn(Location) -> Location) -> Option<WorkspaceEdit> {
        // The protocol's own type; it is never iterated over.
        #[expect(clippy::mutable_key_type, reason = "URIs do not change")]
        let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
        let mut known = FxHashSet::default();
        for (location, new_text) in self.0.into_iter().collect::<Option<Vec<PlacedText>>>()? {
            let Location { uri, range } = named(location);
            let is_insertion = range.start == range.end;
            if is_insertion || known.insert((uri.to_string(), range.start, range.end, new_text.clone())) {
                changes.entry(uri).or_default().push(TextEdit { range, new_text });
            }
        }
        Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    }
}

/// The headline, what is to be seen at the place, and all further lines.
fn message(diagnostic: &Diagnostic) -> String {
    let label = diagnostic.labels.first().map(|label| label.text.as_str()).filter(|text| !text.is_empty());
    let headline = match label {
        Some(label) => format!("{}: {label}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let help = diagnostic.help.as_ref().map(|help| format!("help: {help}"));
    let lines = [headline].into_iter().chain(diagnostic.notes.iter().cloned()).chain(help);
    lines.collect::<Vec<_>>().join("\n")
}
