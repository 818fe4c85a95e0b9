//! Fixes made together, and the texts of files with them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::Texts;
use super::diff::unified;
use crate::source::diagnostic::{Edit, Fix};
use crate::source::{FileId, Sources, Span};

/// Fixes that do not get in each other's way.
#[derive(Clone, Debug, Default)]
pub struct Patch {
    fixes: Vec<Fix>,
}

/// A file with the edits made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patched {
    /// The name of the file.
    pub name: String,
    /// Its text as it was.
    pub before: Arc<str>,
    /// Its text as it becomes.
    pub after: String,
}

impl Patch {
    /// As many of the fixes as can be made together: of fixes that overlap the first one, and each only once.
    pub fn of<'f>(fixes: impl IntoIterator<Item = &'f Fix>) -> Self {
        let (mut patch, mut made) = (Self::default(), AppliedRanges::default());
        for fix in fixes {
            if !fix.edits.is_empty() && fix.edits.iter().all(|edit| made.leaves_free(edit.span)) {
                fix.edits.iter().for_each(|edit| made.add(edit.span));
                patch.fixes.push(fix.clone());
            }
        }
        patch
    }

    /// The fixes.
    pub fn fixes(&self) -> &[Fix] {
        &self.fixes
    }

    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.fixes.is_empty()
    }

    fn edits(&self) -> impl Iterator<Item = &Edit> {
        self.fixes.iter().flat_map(|fix| &fix.edits)
    }

    /// The files that change, in the order of `sources`.
    pub fn apply(&self, sources: &Sources) -> Vec<Patched> {
        let mut files: Vec<FileId> = self.edits().map(|edit| edit.span.file).collect();
        files.sort_unstable();
        files.dedup();
        files.into_iter().map(|file| self.apply_to(file, sources)).collect()
    }

    /// The texts of all files with the edits made, by name.
    pub fn texts(&self, sources: &Sources) -> Texts {
        let patched = self.apply(sources);
        let text = |name: &str| patched.iter().find(|file| file.name == name).map(|file| Arc::from(&*file.after));
        let files = sources.files();
        files.map(|file| (file.name().to_owned(), text(file.name()).unwrap_or(Arc::clone(file.text())))).collect()
    }

    fn apply_to(&self, file: FileId, sources: &Sources) -> Patched {
        let before = sources.file(file).text();
        let mut edits: Vec<&Edit> = self.edits().filter(|edit| edit.span.file == file).collect();
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        let (mut after, mut kept) = (String::new(), 0);
        for edit in edits {
            after.push_str(&before[kept..edit.span.start as usize]);
            after.push_str(&replacement_in(before, edit));
            kept = edit.span.end as usize;
        }
        after.push_str(&before[kept..]);
        Patched { name: sources.file(file).name().to_owned(), before: Arc::clone(before), after }
    }
}

/// What an edit writes into a text: its lines end as those of the text do.
pub fn replacement_in<'e>(text: &str, edit: &'e Edit) -> Cow<'e, str> {
    let has_carriage_returns = text.find('\n').is_some_and(|end| text[..end].ends_with('\r'));
    if !has_carriage_returns || !edit.replacement.contains('\n') {
        return Cow::Borrowed(&edit.replacement);
    }
    Cow::Owned(edit.replacement.replace("\r\n", "\n").replace('\n', "\r\n"))
}

impl Patched {
    /// The change as a unified diff.
    pub fn diff(&self) -> String {
        unified(&self.name, &self.before, &self.after)
    }
}

/// The places of edits that do not overlap: by where they start, where they end.
#[derive(Default)]
struct AppliedRanges(BTreeMap<(FileId, u32), u32>);

impl AppliedRanges {
    /// Whether an edit would neither touch the same bytes as one of these, nor insert at the same place.
    fn leaves_free(&self, Span { file, start, end }: Span) -> bool {
        let before = self.0.range((file, 0)..=(file, start)).next_back();
        let behind = self.0.range((file, start)..).next();
        before.is_none_or(|(&(_, first), &last)| first < start && last <= start)
            && behind.is_none_or(|(&(other, first), _)| other != file || first >= end)
    }

    fn add(&mut self, Span { file, start, end }: Span) {
        let last = self.0.entry((file, start)).or_insert(end);
        *last = end.max(*last);
    }
}
