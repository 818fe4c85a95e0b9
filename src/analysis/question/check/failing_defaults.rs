//! Defaults of inputs that constraints exclude: without any value there is no variant.

use super::Finding;
use super::subject::Subject;
use crate::analysis::value::check_defaults;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Yaml;

/// The defaults of all inputs, where they give no valid variant and others do. Of errors that single variants have, the analysis
/// that looks for them speaks.
pub(super) fn excluded(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let variants = subject.variants;
    let (language, configuration) = (variants.language(), variants.configuration());
    let has_default = |declaration: Yaml<'_>| {
        ["default", "default_expression"].iter().any(|key| declaration.get(key).is_some_and(|value| !value.is_null()))
    };
    let is_by_defaults = configuration.iter().next().is_none()
        && language.inputs().next().is_some()
        && language.inputs().all(|(_, declaration)| has_default(declaration))
        && !check_defaults(language, configuration).iter().any(Diagnostic::is_error);
    if !is_by_defaults || subject.has_valid() != Some(true) {
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
