//! Configurations under which conditions contradict each other.

use variscope_encoder::Reason;

use super::subject::Subject;
use super::{Finding, errors};
use crate::analysis::presence::Origin;
use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::contradiction::Contradiction;
use crate::analysis::question::configuration::reason_labels;
use crate::source::Span;
use crate::source::counted::together;
use crate::source::diagnostic::{Code, Diagnostic, Label};
use crate::tosca::model::{ElementId, Model};

/// Elements that a message names; the others are counted.
const MAX_NAMES: usize = 2;

/// Every contradiction that some configuration meets, with one that does.
pub(super) fn met(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let (found, is_complete) = (subject.contradictions().found.clone(), subject.contradictions().is_complete);
    for contradiction in found {
        if subject.is_stopped() {
            return;
        }
        let replayed = subject.replay(&contradiction.witness);
        if replayed.into_iter().flatten().any(|diagnostic| diagnostic.code == Code::NoVariant) {
            findings.push(finding(subject, contradiction));
        } else {
            subject.mark_incomplete();
        }
    }
    if !is_complete {
        subject.mark_incomplete();
    }
}

fn finding(subject: &Subject<'_, '_>, contradiction: Contradiction) -> Finding {
    let (variants, reasons) = (subject.variants, &contradiction.reasons);
    let elements = elements(variants, reasons);
    let mut because = reason_labels::by_place(reasons.iter().map(|reason| reason_labels::label(variants, *reason)));
    because.sort_by_key(|label| label.span);
    let diagnostic = Diagnostic::new(
        Code::Contradiction,
        span(variants.model(), &elements, &because),
        message(variants, &elements, reasons),
    )
    .reference("Could not solve")
    .help("change one of the lines that are shown, or exclude these configurations with a constraint");
    let is_soft = contradiction.is_unmentioned && !subject.options.unmentioned_values_are_errors;
    let diagnostic = if is_soft { errors::softened(diagnostic) } else { diagnostic };
    let found = Finding { witness: Some(contradiction.witness), because, ..Finding::of(diagnostic) };
    Finding { element: elements.first().copied(), ..found }
}

/// The first element, or else the first line.
fn span(model: &Model, elements: &[ElementId], because: &[Label]) -> Span {
    let line = || because.first().map_or_else(|| Span::start_of(model.root().span().file), |label| label.span);
    elements.first().map_or_else(line, |&id| model.element(id).span)
}

/// The elements of which something is demanded, each once.
fn elements(variants: &Variants<'_>, reasons: &[Reason]) -> Vec<ElementId> {
    let mut elements = Vec::new();
    for reason in reasons {
        let Reason::Rule(rule) = *reason else { continue };
        let element = match variants.rules().origin(rule) {
            Origin::Conditions(id) | Origin::Manual(id) | Origin::Implied(id) | Origin::Implies(id, _) => Some(id),
            Origin::Option(_, element) => element,
            Origin::Named(_) | Origin::Constraint(_) => None,
        };
        elements.extend(element.filter(|id| !elements.contains(id)));
    }
    elements
}

fn message(variants: &Variants<'_>, elements: &[ElementId], reasons: &[Reason]) -> String {
    let is_everywhere = !reasons.iter().any(|reason| matches!(reason, Reason::Known(_)));
    let when = if is_everywhere { "under every configuration" } else { "under some configurations" };
    let names: Vec<String> = elements.iter().map(|&id| variants.model().full_display(id)).collect();
    match names.as_slice() {
        [] => format!("conditions contradict each other {when}"),
        [only] => format!("{only} can be neither present nor absent {when}"),
        several => {
            format!("the conditions of {} contradict each other {when}", together(several, MAX_NAMES))
        }
    }
}
