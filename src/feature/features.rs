//! Features and their ids.

use std::borrow::Cow;
use std::fmt;

use variscope_encoder::{Lit, Var};

use crate::source::diagnostic::likely_meant;

/// A feature of a model, numbered from 0 in the order of the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureId(u32);

/// Something that a variant selects or leaves out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// The name in the file; the number of the variable where it gives none.
    pub name: String,
    /// The variable that says whether it is selected.
    pub var: Var,
}

/// A line of a file that a model is read from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FileLine {
    /// The name of the file; none where it is the one that was asked about.
    pub file: Option<String>,
    /// The number of the line, from 1.
    pub line: u32,
}

/// A feature that is selected or left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Decision {
    pub(super) lit: Lit,
    /// The line that says so; none where it was typed.
    pub(super) place: Option<FileLine>,
}

/// The names that may be meant by what is typed, the likeliest first: all of it; what stands between its quotes; and that
/// without the escapes that lists of names have there.
pub(super) fn meant_names(typed: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let inner = typed.strip_prefix('"').and_then(|typed| typed.strip_suffix('"'));
    let unescaped = inner.filter(|inner| inner.contains('\\')).and_then(|_| serde_json::from_str(typed).ok());
    [Some(Cow::Borrowed(typed)), inner.map(Cow::Borrowed), unescaped.map(Cow::Owned)].into_iter().flatten()
}

/// The name that is almost the same; otherwise that of an imported feature, if only one is called so in its own file.
pub(super) fn nearest_name<'c>(name: &str, known: impl Iterator<Item = &'c str> + Clone) -> Option<&'c str> {
    let own = |known: &&'c str| known.strip_suffix(name).is_some_and(|alias| alias.ends_with('.'));
    likely_meant(name, known.clone()).or_else(|| {
        let mut imported = known.filter(own);
        imported.next().filter(|_| imported.next().is_none())
    })
}

impl FileLine {
    /// A line of the file that was asked about.
    pub(super) fn own(line: u32) -> Self {
        Self { file: None, line }
    }
}

impl FeatureId {
    /// The feature with 0-based `index`.
    pub(super) fn new(index: usize) -> Self {
        Self(index as u32)
    }

    /// 0-based index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for FeatureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "feature{}", self.0)
    }
}
