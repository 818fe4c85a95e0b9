//! Comments of the author that are meant to leave findings out, and name none.

use super::Finding;
use super::subject::Subject;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, misshapen, unknown_codes};

/// What the comments of all files name that is no code, and comments that are written otherwise than those that are read.
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
        for (start, comment) in misshapen(sources.file(file).text()) {
            let span = Span::new(file, start, start + comment.len());
            let message = "the comment leaves nothing out: it is written otherwise";
            let diagnostic = Diagnostic::new(Code::UnknownIgnoredCode, span, message).labelled("has no effect");
            findings.push(Finding::of(diagnostic.help("write `# variscope: ignore[V404] reason`")));
        }
    }
}
