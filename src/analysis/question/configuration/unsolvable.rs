//! Why no variant satisfies the rules: a minimal set of the author's lines that cannot hold together.

use variscope_encoder::{Budget, Explainer, Reason};

use super::atom_valuation::AtomValuation;
use super::reason_labels;
use crate::analysis::question::Variants;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Label};

/// Lines that are quoted at most; the others are counted.
const MAX_LINES: usize = 8;

/// Checks that finding these lines may take: about half a second.
const MAX_CHECKS: u64 = 10_000;

/// "No variant", explained as far as that takes little.
pub(crate) fn no_variant(variants: &Variants<'_>, truth: &AtomValuation, budget: &Budget) -> Diagnostic {
    let problem = variants.rules().problem();
    let budget = budget.clone().with_checks(MAX_CHECKS);
    let core = Explainer::new(problem, |atom| truth.get(atom), budget).core();
    let reasons: Vec<Reason> = core.ok().flatten().unwrap_or_default();
    let places = reason_labels::by_place(reasons.iter().map(|reason| reason_labels::label(variants, *reason)));
    let message = "no variant satisfies all rules under this configuration";
    let root = Span::start_of(variants.model().root().span().file);
    let Some(Label { span: first, text }) = places.first().cloned() else {
        return Diagnostic::new(Code::NoVariant, root, message).reference("Could not solve");
    };
    let mut diagnostic = Diagnostic::new(Code::NoVariant, first, message).labelled(text).reference("Could not solve");
    for Label { span, text } in places.iter().skip(1).take(MAX_LINES - 1) {
        diagnostic = diagnostic.and(*span, text.clone());
    }
    if places.len() > MAX_LINES {
        diagnostic = diagnostic.note(format!("and {} more rules", places.len() - MAX_LINES));
    }
    diagnostic.note("these cannot hold together, and without any one of them the others can")
}
