//! Elements that are never present, and conditions on elements that always are.

use super::Finding;
use super::fixes::{fixed, without_conditions};
use super::reason::Valid;
use super::subject::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::ElementId;
use crate::question::elements::ElementStatus;
use variscope_encoder::FormulaId;

/// Dead elements, the outermost ones, and core elements with conditions.
pub(super) fn constant(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    if subject.has_valid() != Some(true) {
        return;
    }
    let model = subject.variants.model();
    let statuses = subject.statuses().to_vec();
    let is_dead = |id: ElementId| {
        statuses.binary_search_by_key(&id, |(id, _)| *id).is_ok_and(|at| statuses[at].1 == Some(ElementStatus::Dead))
    };
    let valid = subject.lifted().map(|lifted| Valid::of(lifted, subject.limits));
    let mut reasons = valid.as_ref().map(Valid::reasons);
    let mut explained = |diagnostic: Diagnostic, id: ElementId, is_present: bool| {
        let because = reasons.as_mut().filter(|_| subject.explains().is_some()).map_or_else(Vec::new, |reasons| {
            let presence = FormulaId::from(subject.variants.rules().presence(model, id));
            reasons.why(if is_present { presence } else { !presence })
        });
        Finding { because, ..Finding::of(diagnostic).about(id) }
    };
    for &(id, status) in &statuses {
        let element = model.element(id);
        let has_condition = !element.conditions.is_empty();
        match status {
            Some(ElementStatus::Dead) if !element.container.is_some_and(is_dead) => {
                let message = format!("{} is in no valid variant", model.full_display(id));
                let help = if has_condition { "repair its conditions, or remove it" } else { "remove it" };
                let diagnostic = Diagnostic::new(Code::DeadElement, element.span, message).help(help);
                findings.push(explained(diagnostic, id, false));
            }
            Some(ElementStatus::Core) if has_condition => {
                let span = model.yaml(element.conditions[0]).span();
                let message =
                    format!("{} is in every valid variant, its condition has no effect", model.full_display(id));
                let diagnostic = Diagnostic::new(Code::IdleCondition, span, message).help("remove the condition");
                let diagnostic = fixed(diagnostic, without_conditions(model, id));
                findings.push(explained(diagnostic, id, true));
            }
            _ => {}
        }
    }
}
