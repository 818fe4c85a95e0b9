//! Anything said about a template: a code, a severity, places, a help.
//!
//! A [`Diagnostic`] is data; `render` draws it. What an author can cause is a diagnostic, what the outside
//! world causes is an [`crate::Error`].

mod code;
mod fix;
mod ignore;
mod rules;
mod selection;
mod suggestion;

pub use code::{CODES, Code, CodeArea, CodeEntry, Severity};
pub use fix::{Edit, Fix, Safety, is_reserved, name as yaml_name};
pub use ignore::{is_ignored, misshapen, unknown_codes};
pub use rules::Page;
pub use selection::CodeSelection;
pub use suggestion::{did_you_mean, did_you_mean_code, did_you_mean_text, likely_meant, or_meant, standing_out};

use rustc_hash::FxHashMap;

use crate::source::Span;

/// A quoted place with a few words beneath it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The quoted bytes.
    pub span: Span,
    /// What is to be seen there; may be empty.
    pub text: String,
}

/// One thing said about a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind of thing.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// Lower-case headline that can stand alone.
    pub message: String,
    /// Places, the most important first; empty only when no file exists to point at.
    pub labels: Vec<Label>,
    /// Further lines: why it matters, what it follows from.
    pub notes: Vec<String>,
    /// One thing to type or change.
    pub help: Option<String>,
    /// The name that is meant where another one stands at the first place.
    pub meant: Option<String>,
    /// The sentence of the reference implementation for the same error; Variability Tests compare it.
    pub reference: Option<String>,
    /// The help as edits, where it is safe to follow it without looking.
    pub fix: Option<Box<Fix>>,
}

impl Diagnostic {
    /// A diagnostic of `code` with its usual severity, pointing at `span`.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::at(code, Some(span), message)
    }

    /// A diagnostic about something that is in no file, such as a command line argument.
    pub fn unplaced(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.entry().severity,
            message: message.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
            meant: None,
            reference: None,
            fix: None,
        }
    }

    /// A diagnostic of `code` that points at `span` where there is one.
    pub fn at(code: Code, span: Option<Span>, message: impl Into<String>) -> Self {
        let labels = span.map(|span| Label { span, text: String::new() }).into_iter().collect();
        Self { labels, ..Self::unplaced(code, message) }
    }

    /// Writes `text` under the first place.
    #[must_use]
    pub fn labelled(mut self, text: impl Into<String>) -> Self {
        if let Some(label) = self.labels.first_mut() {
            label.text = text.into();
        }
        self
    }

    /// Adds a further place.
    #[must_use]
    pub fn and(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a line of explanation.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says what to do, where that is known.
    #[must_use]
    pub fn helped(self, help: Option<impl Into<String>>) -> Self {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }

    /// Says how to do it without looking.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(Box::new(fix));
        self
    }

    /// Says how to do it without looking, where that is known.
    #[must_use]
    pub fn fixed(self, fix: Option<Fix>) -> Self {
        match fix {
            Some(fix) => self.fix(fix),
            None => self,
        }
    }

    /// Suggests the nearest of `candidates` for `word`, which is what the author wrote at the first place; where none is near, asks
    /// whether one that stands out is meant.
    #[must_use]
    pub fn suggesting<'c>(self, word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Self {
        let candidates: Vec<&str> = candidates.into_iter().collect();
        match did_you_mean(word, candidates.iter().copied()) {
            Some(close) => self.replacing(word, close).meaning(close),
            None => self.asking(standing_out(word, candidates)),
        }
    }

    /// Asks whether the name `likely` is meant, without taking it for certain enough to be written or relied on.
    #[must_use]
    pub fn asking<'c>(self, likely: impl Into<Option<&'c str>>) -> Self {
        match likely.into() {
            Some(likely) => self.help(did_you_mean_text(likely)),
            None => self,
        }
    }

    /// Asks whether the name `close`, if there is one, is meant where another one stands at the first place.
    #[must_use]
    pub fn meaning<'c>(mut self, close: impl Into<Option<&'c str>>) -> Self {
        let Some(close) = close.into() else { return self };
        self.meant = Some(close.to_owned());
        self.help(did_you_mean_text(close))
    }

    /// Repairs itself by writing the name `close` for `word`, which is what the author wrote at the first place.
    #[must_use]
    pub fn replacing(self, word: &str, close: &str) -> Self {
        let Some(span) = self.span() else { return self };
        let title = format!("replace \"{word}\" by \"{close}\"");
        let described = match suggestion::look_alike(word, close) {
            Some(note) => self.note(note),
            None => self,
        };
        Self { meant: Some(close.to_owned()), ..described.fix(Fix::replace(title, span, fix::name(close))) }
    }

    /// Keeps the sentence that the reference implementation prints for this.
    #[must_use]
    pub fn reference(mut self, sentence: impl Into<String>) -> Self {
        self.reference = Some(sentence.into());
        self
    }

    /// The first place.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }

    /// The sentence that a Variability Test compares: the reference's, or ours where it has none.
    pub fn sentence(&self) -> &str {
        self.reference.as_deref().unwrap_or(&self.message)
    }

    /// Whether it is said once more when the template is checked: that imported files are missing is a warning while reading
    /// and a finding afterwards.
    pub fn is_found_again(&self) -> bool {
        self.code == Code::UnreadableFile && !self.is_error()
    }

    /// Whether this is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Diagnostics without those that were said before, in order.
pub(crate) fn distinct(diagnostics: impl IntoIterator<Item = Diagnostic>) -> Vec<Diagnostic> {
    let mut kept: Vec<Diagnostic> = Vec::new();
    let mut at_place: FxHashMap<(Code, Option<Span>), Vec<usize>> = FxHashMap::default();
    for diagnostic in diagnostics {
        let alike = at_place.entry((diagnostic.code, diagnostic.span())).or_default();
        if alike.iter().all(|&known| kept[known] != diagnostic) {
            alike.push(kept.len());
            kept.push(diagnostic);
        }
    }
    kept
}
