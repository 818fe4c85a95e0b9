//! Defaults of inputs that constraints exclude: without any value there is no variant.

use super::Finding;
use super::subject::Subject;
use crate::analysis::question::Variants;
use crate::analysis::value::{check_defaults, written_default};
use crate::source::diagnostic::{Code, Diagnostic};

/// The defaults of all inputs, where they give no valid variant and others do. Of errors that single variants have, the analysis
/// that looks for them speaks.
pub(super) fn excluded(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let variants = subject.variants;
    let mut inputs = variants.language().inputs().peekable();
    let are_all = inputs.peek().is_some() && inputs.all(|(_, declaration)| written_default(declaration).is_some());
    if !are_all || !decide_alone(variants) || subject.has_valid() != Some(true) {
        return;
    }
    let Ok(resolved) = variants.variant_or_first_error(&subject.limits.budget.extended()) else {
        return subject.mark_incomplete();
    };
    let is_exclusion = |error: &Diagnostic| matches!(error.code, Code::NoVariant | Code::InputRule);
    let Some(error) = resolved.err().flatten().filter(is_exclusion) else { return };
    if !subject.contradictions().found.is_empty() {
        return;
    }
    let Some(span) = error.span() else { return };
    let diagnostic = Diagnostic::new(Code::FailingDefaults, span, "the defaults of the inputs give no valid variant")
        .note(format!("{}: {}", error.code, error.message))
        .help("give defaults that can hold together, or leave one out so that its value has to be given");
    findings.push(Finding { because: error.labels, ..Finding::of(diagnostic) });
}

/// Whether no value is given in the place of defaults, and none of these is wrong: it is unknown what another one would lead to.
pub(super) fn decide_alone(variants: &Variants<'_>) -> bool {
    let configuration = variants.configuration();
    configuration.iter().next().is_none()
        && !check_defaults(variants.language(), configuration).iter().any(Diagnostic::is_error)
}
