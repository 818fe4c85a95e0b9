//! Conditions that make no difference.

use super::Finding;
use super::fixes::{fixed, without_conditions};
use super::subject::{Subject, Way};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{ElementId, Model};
use crate::question::elements::ElementStatus;
use crate::question::impossible::Impossible;

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
    let authored = variants.rules().authored().iter().map(|&(id, _)| id);
    let authored: Vec<ElementId> = authored.filter(|&id| is_open(id)).collect();
    let Way::AtOnce(all) = &mut subject.way else { return };
    let absent = all.sweep_kinds(authored.iter().map(|&id| Impossible::AbsenceAlone(id)));
    let unmet = all.sweep_kinds(authored.iter().map(|&id| Impossible::UnmetCondition(id)));
    for (id, (unmet, absent)) in authored.into_iter().zip(unmet.into_iter().zip(absent)) {
        findings.extend(unmet.or(absent).and_then(|impossible| finding(variants.model(), id, impossible)));
    }
}

/// An element with a condition, and what is impossible because that has no effect.
fn finding(model: &Model, id: ElementId, impossible: Impossible) -> Option<Finding> {
    let element = model.element(id);
    let span = model.yaml(*element.conditions.first()?).span();
    let name = model.full_display(id);
    let (code, message) = if matches!(impossible, Impossible::UnmetCondition(_)) {
        (Code::TrueCondition, format!("the condition of {name} always holds"))
    } else {
        let container = element.container.map(|container| model.full_display(container)).unwrap_or_default();
        (Code::FalseOptional, format!("{name} is present whenever {container} is"))
    };
    let diagnostic = Diagnostic::new(code, span, message);
    Some(Finding::of(fixed(diagnostic, without_conditions(model, id))).about(id).excluding(impossible))
}
