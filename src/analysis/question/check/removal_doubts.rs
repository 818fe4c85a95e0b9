//! Conditions without effect that are mixed up with something else that is found: what is removed there may be what is meant.

use rustc_hash::FxHashSet;

use super::Finding;
use super::removal::is_about_removal;
use crate::source::Span;
use crate::source::diagnostic::Code;
use crate::tosca::model::{ElementId, Model};

/// Elements whose conditions are not safely removed, as an error comes about with the same element, or as another alternative of its
/// name is never there. The latter is told.
pub(super) fn mixed_up(model: &Model, findings: &mut [Finding]) -> FxHashSet<ElementId> {
    let errors = findings.iter().filter(|finding| finding.violation.is_some() && finding.diagnostic.is_error());
    let forced: FxHashSet<Span> = errors.flat_map(|finding| finding.because.iter().map(|label| label.span)).collect();
    let is_dead = |finding: &&Finding| finding.diagnostic.code == Code::DeadElement;
    let dead: Vec<ElementId> = findings.iter().filter(is_dead).filter_map(|finding| finding.element).collect();
    let mut mixed_up = FxHashSet::default();
    for finding in findings {
        let Some(id) = finding.element.filter(|_| is_about_removal(finding.diagnostic.code)) else { continue };
        let other = dead.iter().find(|&&other| are_alternatives(model, id, other));
        if let Some(&other) = other {
            let name = model.full_display(other);
            finding.diagnostic.notes.push(format!("{name}, the other one of its name, is in no valid variant"));
        }
        if other.is_some() || forced.contains(&model.element(id).span) {
            mixed_up.insert(id);
        }
    }
    mixed_up
}

/// Whether two elements of one container have the same name, so that one stands in for the other.
fn are_alternatives(model: &Model, one: ElementId, other: ElementId) -> bool {
    let place = |id: ElementId| {
        let element = model.element(id);
        (id.kind(), element.container, &element.name)
    };
    one != other && place(one) == place(other)
}
