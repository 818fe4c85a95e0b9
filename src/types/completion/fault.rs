//! What can be wrong with a value.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Something that is wrong with a value, or with its declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which kind of fault.
    pub code: Code,
    /// The value, as a path from the element that has it.
    pub path: String,
    /// Where it is written; of a missing value, where it is missed.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// The declaration that says otherwise.
    pub because: Option<(Span, String)>,
}

impl Fault {
    /// As a diagnostic.
    pub fn diagnostic(self) -> Diagnostic {
        let diagnostic = Diagnostic::new(self.code, self.span, self.message);
        match self.because {
            Some((span, text)) if span != self.span => diagnostic.and(span, text),
            Some(_) | None => diagnostic,
        }
    }
}
