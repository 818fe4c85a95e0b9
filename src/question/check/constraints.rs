//! Constraints that make no difference.

use super::Finding;
use super::fixes::{fixed, without_constraint};
use super::subject::{Subject, Way};
use crate::diagnostic::{Code, Diagnostic};
use crate::question::impossible::{Impossible, constraints};
use crate::question::lifted::Determination;

/// Constraints of the author that always hold, or hold wherever everything else is valid.
pub(super) fn without_effect(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    if subject.has_valid() != Some(true) {
        return;
    }
    let model = subject.variants.model();
    let Way::AtOnce(all) = &mut subject.way else { return };
    if all.lifted.determination() == Determination::ByRules {
        // A constraint that excludes no variant may still choose among several.
        return;
    }
    let authored = constraints(&all.lifted);
    let violated = all.sweep_kinds(authored.iter().map(|&constraint| Impossible::Violation(constraint)));
    let decisive = all.sweep_kinds(authored.iter().map(|&constraint| Impossible::SoleViolation(constraint)));
    for (constraint, (violated, decisive)) in authored.into_iter().zip(violated.into_iter().zip(decisive)) {
        let Some(impossible) = violated.or(decisive) else { continue };
        let (code, message) = if matches!(impossible, Impossible::Violation(_)) {
            (Code::TrueConstraint, "this constraint always holds")
        } else {
            (Code::IdleConstraint, "this constraint excludes nothing that the rest allows")
        };
        let diagnostic = Diagnostic::new(code, model.yaml(constraint).span(), message);
        findings.push(Finding::of(fixed(diagnostic, without_constraint(model, constraint))).excluding(impossible));
    }
}
