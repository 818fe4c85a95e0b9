//! What is said of a variant that has a document all the same.

use crate::analysis::question::{Variant, absent_read_faults};
use crate::analysis::value::may_name;
use crate::resolve::transform::{Output, unevaluated};
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::tosca::model::{Kind, Model};

/// What is said where a template has nodes and the variant has none of them.
pub(super) fn deploys_nothing(model: &Model, variant: &Variant) -> Option<Diagnostic> {
    let first = model.of_kind(Kind::Node).next()?;
    let element = model.element(first);
    let message = "the variant deploys nothing: no node is present";
    let help = format!("`variscope explain` with `node:{}` and the same inputs shows why", element.name);
    variant.deploys_nothing(model).then(|| Diagnostic::new(Code::EmptyDeployment, element.span, message).help(help))
}

/// Values that read what is absent, a topology input with this severity. What was said before of the same places is not said
/// again: an engine may refuse them.
pub(super) fn reads_of_absent(
    model: &Model,
    variant: &Variant,
    severity: Severity,
    before: &[Diagnostic],
) -> Vec<Diagnostic> {
    let faults = absent_read_faults(model, |id| variant.has(model, id)).into_iter();
    let diagnostics = faults.map(|diagnostic| match diagnostic.code {
        Code::AbsentInput => Diagnostic { severity, ..diagnostic.diagnostic() },
        _ => diagnostic.diagnostic(),
    });
    diagnostics.filter(|diagnostic| !before.iter().any(|before| before.span() == diagnostic.span())).collect()
}

/// Inputs and expressions that values of the document with this text name. Most texts have no word for these, so that nothing has
/// to be looked at.
pub(super) fn unevaluated_in(model: &Model, document: Output, text: &str) -> Vec<Diagnostic> {
    if may_name(text) { unevaluated(model, document) } else { Vec::new() }
}
