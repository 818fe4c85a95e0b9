//! Elements that are never present, and conditions on elements that always are.

use super::fixes::{fixed, without_conditions};
use super::subject::Subject;
use super::{Finding, reason};
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
    for &(id, status) in &statuses {
        let element = model.element(id);
        let has_condition = !element.conditions.is_empty();
        match status {
            Some(ElementStatus::Dead) if !element.container.is_some_and(is_dead) => {
                let message = format!("{} is in no valid variant", model.full_display(id));
                let help = if has_condition { "repair its conditions, or remove it" } else { "remove it" };
                let diagnostic = Diagnostic::new(Code::DeadElement, element.span, message).help(help);
                findings.push(explained(subject, diagnostic, id, false));
            }
            Some(ElementStatus::Core) if has_condition => {
                let span = model.yaml(element.conditions[0]).span();
                let message =
                    format!("{} is in every valid variant, its condition has no effect", model.full_display(id));
                let diagnostic = Diagnostic::new(Code::IdleCondition, span, message).help("remove the condition");
                let diagnostic = fixed(diagnostic, without_conditions(model, id));
                findings.push(explained(subject, diagnostic, id, true));
            }
            _ => {}
        }
    }
}

fn explained(subject: &Subject<'_, '_>, diagnostic: Diagnostic, id: ElementId, is_present: bool) -> Finding {
    let because = subject.explains().map_or_else(Vec::new, |lifted| {
        let presence = FormulaId::from(lifted.presence(id));
        reason::of_valid(lifted, if is_present { presence } else { !presence }, subject.limits)
    });
    Finding { because, ..Finding::of(diagnostic).about(id) }
}
