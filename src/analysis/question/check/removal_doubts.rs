//! Conditions without effect that are mixed up with something else that is found: what is removed there may be what is meant.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Finding;
use super::removal::is_about_removal;
use crate::source::Span;
use crate::source::diagnostic::Code;
use crate::tosca::model::{ElementId, Model};

/// Conditions that are reported with one error.
const MAX_NOTED: usize = 3;

/// Elements whose conditions are not safely removed, as another alternative of their name is never there, which is reported
/// with them. Of an element with which an error comes about, it is reported with the error that its condition has no effect.
pub(super) fn mixed_up(model: &Model, findings: &mut [Finding]) -> FxHashSet<ElementId> {
    let is_dead = |finding: &&Finding| finding.diagnostic.code == Code::DeadElement;
    let dead: Vec<ElementId> = findings.iter().filter(is_dead).filter_map(|finding| finding.element).collect();
    let mut mixed_up = FxHashSet::default();
    let mut idle: FxHashMap<Span, String> = FxHashMap::default();
    for finding in findings.iter_mut() {
        let Some(id) = finding.element.filter(|_| is_about_removal(finding.diagnostic.code)) else { continue };
        let message = &finding.diagnostic.message;
        idle.insert(model.element(id).span, format!("{message}: its condition may be what is wrong"));
        if let Some(&other) = dead.iter().find(|&&other| are_alternatives(model, id, other)) {
            let name = model.full_display(other);
            finding.diagnostic.notes.push(format!("{name}, the other one of its name, is in no valid variant"));
            mixed_up.insert(id);
        }
    }
    for error in findings.iter_mut().filter(|finding| finding.violation.is_some() && finding.diagnostic.is_error()) {
        let lines: BTreeSet<Span> =
            error.because.iter().map(|label| label.span).filter(|line| idle.contains_key(line)).collect();
        error.diagnostic.notes.extend(lines.iter().take(MAX_NOTED).map(|line| idle[line].clone()));
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
