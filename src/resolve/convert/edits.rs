//! Changes of a text, collected in any order and made at once.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::source::diagnostic::Diagnostic;
use crate::source::syntax::yaml::Yaml;
use crate::source::{Span, line_start};

/// Changes of one text. What aliases repeat is changed once.
pub(super) struct Edits<'t> {
    text: &'t str,
    /// By start and end.
    replacements: BTreeMap<(usize, usize), String>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Edits<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { text, replacements: BTreeMap::new(), diagnostics: Vec::new() }
    }

    /// Something cannot be said.
    pub fn refuse(&mut self, place: Span, message: &str) {
        self.diagnostics.push(super::without_equal(place, message));
    }

    /// Other words for a scalar.
    pub fn replace(&mut self, scalar: Yaml<'_>, words: &str) {
        if scalar.text() != words {
            self.replacements.insert(range(scalar), words.to_owned());
        }
    }

    /// Words in place of an empty value or mapping.
    pub fn fill(&mut self, key: Yaml<'_>, value: Yaml<'_>, words: &str) {
        let (start, end) = range(value);
        if start < end {
            self.replacements.insert((start, end), words.to_owned());
        } else if let Some(colon) = self.text[range(key).1..].find(':') {
            self.insert(range(key).1 + colon + 1, &format!(" {words}"));
        }
    }

    /// New entries before all others of a mapping that is not empty, in its own style.
    pub fn prepend(&mut self, mapping: Yaml<'_>, entries: &[AddedEntry]) {
        let start = mapping.span().start as usize;
        if self.text[start..].starts_with('{') {
            let entries: Vec<String> = entries.iter().map(AddedEntry::flow).collect();
            self.insert(start + 1, &format!("{}, ", entries.join(", ")));
        } else {
            let indent = self.column(start);
            let entries: String = entries.iter().map(|entry| entry.block(indent)).collect();
            self.insert(start, &entries);
        }
    }

    fn insert(&mut self, at: usize, words: &str) {
        self.replacements.entry((at, at)).or_default().push_str(words);
    }

    /// How far a place is from the beginning of its line.
    fn column(&self, at: usize) -> usize {
        at - line_start(self.text, at)
    }

    /// The changed text.
    pub fn finish(self) -> EditedText {
        let (mut text, mut copied, mut replaced) = (String::new(), 0, Vec::new());
        for ((start, end), words) in self.replacements {
            text.push_str(&self.text[copied..start]);
            let from = text.len();
            text.push_str(&words);
            replaced.push((from..text.len(), start..end));
            copied = end;
        }
        text.push_str(&self.text[copied..]);
        EditedText { text, diagnostics: self.diagnostics, replaced }
    }
}

/// A text with all its changes.
pub(super) struct EditedText {
    pub text: String,
    /// Everything that stands against it.
    pub diagnostics: Vec<Diagnostic>,
    /// Ascending: bytes of this text, and those that they stand for.
    replaced: Vec<(Range<usize>, Range<usize>)>,
}

impl EditedText {
    /// The bytes of the earlier text that these stand for; all of a change of which they are a part.
    pub fn earlier(&self, range: &Range<usize>) -> Range<usize> {
        let before = |at: usize| {
            let reached = self.replaced.partition_point(|(now, _)| now.start <= at);
            match self.replaced[..reached].last() {
                Some((now, then)) if at < now.end => then.clone(),
                Some((now, then)) => at - now.end + then.end..at - now.end + then.end,
                None => at..at,
            }
        };
        before(range.start).start..before(range.end).end
    }
}

fn range(yaml: Yaml<'_>) -> (usize, usize) {
    (yaml.span().start as usize, yaml.span().end as usize)
}

/// An entry to add: a name with a value, or with entries of its own.
#[derive(Clone, Debug)]
pub(super) enum AddedEntry {
    Value(String, String),
    Section(String, Vec<AddedEntry>),
}

impl AddedEntry {
    pub fn flow(&self) -> String {
        match self {
            Self::Value(name, value) => format!("{name}: {value}"),
            Self::Section(name, entries) => {
                let entries: Vec<String> = entries.iter().map(Self::flow).collect();
                format!("{name}: {{{}}}", entries.join(", "))
            }
        }
    }

    /// Lines of which the first is already indented, and after which the next line is.
    fn block(&self, indent: usize) -> String {
        let spaces = " ".repeat(indent);
        match self {
            Self::Value(name, value) => format!("{name}: {value}\n{spaces}"),
            Self::Section(name, entries) => {
                let inner = " ".repeat(indent + 2);
                let entries: Vec<String> = entries.iter().map(|entry| format!("{inner}{}", entry.flow())).collect();
                format!("{name}:\n{}\n{spaces}", entries.join("\n"))
            }
        }
    }
}
