//! A text that is open in the editor.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{TextDocumentContentChangeEvent, Uri};

use super::position::Lines;
use super::uri;
use super::worker::Flag;
use crate::ide::editor::Draft;
use crate::source::package::Package;
use crate::source::syntax::yaml::ParseCache;

/// Texts with more bytes are read by the analysis only, while the author goes on.
const MAX_BYTES: usize = 1 << 18;

/// A text, with what was made of it so far.
pub(super) struct Document {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) text: Arc<str>,
    pub(super) lines: Lines,
    path: Option<PathBuf>,
    draft: OnceCell<Option<Arc<Draft>>>,
    /// Raised when the text, or one that it imports, is no longer this one.
    outdated: Flag,
}

impl Document {
    pub(super) fn new(uri: Uri, version: i32, text: &str) -> Self {
        let path = uri::path(&uri);
        let (text, lines) = (Arc::from(text), Lines::new(text));
        Self { uri, version, text, lines, path, draft: OnceCell::new(), outdated: Flag::default() }
    }

    /// Makes the changes of the editor, in order.
    pub(super) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        for change in changes {
            let text = match change.range {
                None => change.text,
                Some(range) => {
                    let start = self.lines.offset(&self.text, range.start);
                    let end = self.lines.offset(&self.text, range.end).max(start);
                    format!("{}{}{}", &self.text[..start], change.text, &self.text[end..])
                }
            };
            self.lines = Lines::new(&text);
            self.text = text.into();
        }
        self.version = version;
        self.draft = OnceCell::new();
    }

    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether it is the beginning of a service template, or of an ensemble with one; other YAML is none of our business.
    pub(super) fn is_template(&self) -> bool {
        let is_meant =
            |line: &str| line.starts_with("tosca_definitions_version") || line.trim_end() == "kind: Ensemble";
        self.text.lines().any(is_meant)
    }

    /// Whether nothing is there that would say what it is.
    pub(super) fn is_blank(&self) -> bool {
        !self.text.contains(':')
    }

    /// Stops what is being done for an earlier text; the flag says that a later one has come.
    pub(super) fn outdate(&mut self) -> Flag {
        self.stop();
        // What it imports may have changed.
        self.draft = OnceCell::new();
        self.outdated = Flag::default();
        self.outdated()
    }

    /// Says when a later text has come.
    pub(super) fn outdated(&self) -> Flag {
        self.outdated.clone()
    }

    pub(super) fn stop(&self) {
        self.outdated.raise();
    }

    /// Whether a file is in the folder, or the project, that its imports are in.
    pub(super) fn may_import(&self, file: &Path) -> bool {
        let folder = |own: &PathBuf| Package::draft(own, Arc::clone(&self.text)).path("");
        self.path.as_ref().and_then(folder).is_some_and(|folder| file.starts_with(folder))
    }

    /// The template with its companions, the texts of `others` before those of files.
    pub(super) fn package<'d>(&self, others: impl Iterator<Item = &'d Document>) -> Package {
        let Some(path) = &self.path else { return Package::of_text(Arc::clone(&self.text)) };
        let package = Package::draft(path, Arc::clone(&self.text));
        others.filter(|other| other.uri != self.uri).fold(package, |package, other| match other.path() {
            Some(path) => package.replacing(&path.display().to_string(), Arc::clone(&other.text)),
            None => package,
        })
    }

    /// The text as far as it can be read: as `known` by the analysis, with whether that is current, or at once. None when a
    /// file beside it cannot be read, when it takes too long, and when it is no template.
    pub(super) fn draft(
        &self,
        known: impl FnOnce() -> Option<(Arc<Draft>, bool)>,
        package: impl FnOnce() -> Package,
        cache: &ParseCache,
    ) -> Option<Arc<Draft>> {
        if let Some(draft) = self.draft.get() {
            return draft.clone();
        }
        let known = known();
        if let Some((draft, true)) = &known {
            return self.draft.get_or_init(|| Some(Arc::clone(draft))).clone();
        }
        if self.text.len() > MAX_BYTES {
            return None;
        }
        let read = || {
            let draft =
                Draft::read(&package(), Arc::clone(&self.text), cache, known.as_ref().map(|(earlier, _)| &**earlier));
            draft.ok().filter(|_| self.is_template()).map(Arc::new)
        };
        self.draft.get_or_init(read).clone()
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use lsp_types::{Position, Range};

    use super::*;

    #[test]
    fn changes_are_made_in_order() {
        let mut document = Document::new(Uri::from_str("untitled:a").expect("a URI"), 1, "a: 😀b\nc: d\n");
        let change = |from: (u32, u32), to: (u32, u32), text: &str| TextDocumentContentChangeEvent {
            range: Some(Range { start: Position::new(from.0, from.1), end: Position::new(to.0, to.1) }),
            range_length: None,
            text: text.to_owned(),
        };
        document.change(2, vec![change((0, 5), (0, 6), "xy\n"), change((2, 3), (9, 9), "e")]);
        assert_eq!(&*document.text, "a: 😀xy\n\nc: e");
        document.change(3, vec![TextDocumentContentChangeEvent { range: None, range_length: None, text: "z".into() }]);
        assert_eq!((&*document.text, document.version), ("z", 3));
    }
}
