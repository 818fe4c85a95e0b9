//! Conditions that make no difference.

use variscope_encoder::FormulaId;

use super::Finding;
use super::fixes::{fixed, without_conditions};
use super::subject::{AtOnce, Subject, Way};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::ElementId;
use crate::question::elements::ElementStatus;

/// Elements that are present whenever their container is, and conditions that always hold.
pub(super) fn without_effect(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    if subject.has_valid() != Some(true) {
        return;
    }
    let variants = subject.variants;
    let statuses = subject.statuses().to_vec();
    let is_open = |id: ElementId| {
        let found = statuses.binary_search_by_key(&id, |(id, _)| *id);
        found.is_ok_and(|at| statuses[at].1 == Some(ElementStatus::Conditional))
    };
    let authored: Vec<(ElementId, FormulaId)> =
        variants.rules().authored().iter().copied().filter(|&(id, _)| is_open(id)).collect();
    let Way::AtOnce(all) = &mut subject.way else { return };
    let absent: Vec<FormulaId> = authored.iter().map(|&(id, _)| absent_alone(all, id)).collect();
    let unmet: Vec<FormulaId> = authored.iter().map(|&(_, condition)| !condition).collect();
    let (absent, unmet) = (all.sweep(&absent), all.sweep(&unmet));
    for (place, &(id, _)) in authored.iter().enumerate() {
        let is_false_optional = absent.is_complete && absent.places[place].is_none();
        let always_holds = unmet.is_complete && unmet.places[place].is_none();
        findings.extend(finding(variants.model(), id, is_false_optional, always_holds));
    }
}

/// A valid configuration has the container of the element but not the element.
fn absent_alone(all: &mut AtOnce<'_, '_>, id: ElementId) -> FormulaId {
    let container = all.lifted.variants().model().element(id).container;
    let container = container.map_or(FormulaId::TRUE, |container| all.lifted.presence(container).into());
    let presence = FormulaId::from(all.lifted.presence(id));
    all.formulas.and([all.lifted.valid(), container, !presence])
}

fn finding(model: &crate::model::Model, id: ElementId, is_false_optional: bool, always_holds: bool) -> Option<Finding> {
    let element = model.element(id);
    let span = model.yaml(*element.conditions.first()?).span();
    let name = model.full_display(id);
    let (code, message) = if always_holds {
        (Code::TrueCondition, format!("the condition of {name} always holds"))
    } else if is_false_optional {
        let container = element.container.map(|container| model.full_display(container)).unwrap_or_default();
        (Code::FalseOptional, format!("{name} is present whenever {container} is, its condition has no effect"))
    } else {
        return None;
    };
    let diagnostic = Diagnostic::new(code, span, message).help("remove the condition");
    Some(Finding::of(fixed(diagnostic, without_conditions(model, id))).about(id))
}
