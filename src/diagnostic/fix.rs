//! What to change in the author's files so that a diagnostic has no reason any more.

use crate::source::Span;

/// Other text for some bytes of a file; an empty span inserts, an empty replacement removes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that go.
    pub span: Span,
    /// What comes in their place.
    pub replacement: String,
}

/// Edits that belong together: all of them are made, or none.
///
/// Invariant: the edits are of one file, ascending, and do not overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What is done, as an order that can stand alone: `replace "evn" by "env"`.
    pub title: String,
    /// How it is done.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// Writes `replacement` in place of `span`.
    pub fn replace(title: impl Into<String>, span: Span, replacement: impl Into<String>) -> Self {
        Self { title: title.into(), edits: vec![Edit { span, replacement: replacement.into() }] }
    }

    /// Takes `span` away.
    pub fn remove(title: impl Into<String>, span: Span) -> Self {
        Self::replace(title, span, "")
    }
}
