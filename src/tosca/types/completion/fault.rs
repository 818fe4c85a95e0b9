//! What can be wrong with a value.

use super::Path;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Fix, Severity};

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
    /// What runtimes make of it.
    pub response: RuntimeResponse,
    /// What to write instead.
    pub help: Option<String>,
    /// The word at the place, and the one that is meant.
    pub misspelt: Option<(String, String)>,
    /// The edits that write what is meant.
    pub fix: Option<Fix>,
}

/// What runtimes make of a fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RuntimeResponse {
    /// They refuse it.
    #[default]
    Refused,
    /// Some pass over it, others refuse it: properties that the type of an element does not declare.
    PassedOver,
    /// They may know better: properties that are added to a type which is built in, types of elements where the author
    /// defines none of that sort.
    Extension,
}

impl Fault {
    /// A fault that runtimes refuse.
    pub fn new(code: Code, path: &Path<'_>, span: Span, message: String) -> Self {
        let (path, response) = (path.to_string(), RuntimeResponse::Refused);
        Self { code, path, span, message, because: None, response, help: None, misspelt: None, fix: None }
    }

    /// As a diagnostic; a warning where runtimes pass over it.
    pub fn diagnostic(self) -> Diagnostic {
        let diagnostic = Diagnostic::new(self.code, self.span, self.message);
        let diagnostic = match self.because {
            Some((span, text)) if span != self.span => diagnostic.and(span, text),
            Some(_) | None => diagnostic,
        };
        let diagnostic = match self.misspelt {
            Some((word, meant)) => diagnostic.replacing(&word, &meant),
            None => diagnostic,
        };
        let diagnostic = diagnostic.helped(self.help).fixed(self.fix);
        match self.response {
            RuntimeResponse::Refused | RuntimeResponse::Extension => diagnostic,
            RuntimeResponse::PassedOver => {
                let help = "some runtimes pass over what no type declares, others refuse it";
                let is_helped = diagnostic.help.is_some();
                let diagnostic = if is_helped { diagnostic } else { diagnostic.help(help) };
                Diagnostic { severity: Severity::Warning, ..diagnostic }
            }
        }
    }
}
