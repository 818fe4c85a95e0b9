//! Comments of the author that are meant to leave findings out, and name none.

use super::Finding;
use super::subject::Subject;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, unknown_codes};

/// What the comments of all files name that is no code.
pub(super) fn unknown(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let sources = subject.variants.model().sources();
    for file in sources.ids() {
        for (start, code) in unknown_codes(sources.file(file).text()) {
            let span = Span::new(file, start, start + code.len());
            let message = format!("the comment leaves out \"{code}\", which is no code");
            let diagnostic =
                Diagnostic::new(Code::UnknownIgnoredCode, span, message).labelled("no code begins like this");
            findings
                .push(Finding::of(diagnostic.help("write a code as `check` prints it, `V404`, or how several begin")));
        }
    }
}
