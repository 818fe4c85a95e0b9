//! Constraints that make no difference.

use variscope_encoder::{FormulaId, RuleIndex};

use super::Finding;
use super::fixes::{fixed, without_constraint};
use super::subject::{AtOnce, Subject, Way};
use crate::diagnostic::{Code, Diagnostic};
use crate::presence::Origin;
use crate::question::lifted::Cause;
use crate::syntax::yaml::YamlId;

/// Constraints of the author that always hold, or hold wherever everything else is valid.
pub(super) fn without_effect(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    if subject.has_valid() != Some(true) {
        return;
    }
    let (variants, model) = (subject.variants, subject.variants.model());
    let Way::AtOnce(all) = &mut subject.way else { return };
    let place = |index: RuleIndex| match variants.rules().origin(index) {
        Origin::Constraint(yaml) => Some(yaml),
        _ => None,
    };
    let authored: Vec<(usize, YamlId)> = (0..all.lifted.faults().len())
        .filter_map(|number| match all.lifted.faults()[number].cause {
            Cause::Constraint(index) => place(index).map(|yaml| (number, yaml)),
            _ => None,
        })
        .collect();
    let violated: Vec<FormulaId> = authored.iter().map(|&(number, _)| all.lifted.faults()[number].formula).collect();
    let decisive: Vec<FormulaId> = authored.iter().map(|&(number, _)| only(all, number)).collect();
    let (violated, decisive) = (all.sweep(&violated), all.sweep(&decisive));
    for (place, &(_, yaml)) in authored.iter().enumerate() {
        let span = model.yaml(yaml).span();
        let finding = if violated.is_complete && violated.places[place].is_none() {
            Diagnostic::new(Code::TrueConstraint, span, "this constraint always holds")
        } else if decisive.is_complete && decisive.places[place].is_none() {
            Diagnostic::new(Code::IdleConstraint, span, "this constraint excludes nothing that the rest allows")
        } else {
            continue;
        };
        findings.push(Finding::of(fixed(finding.help("remove it"), without_constraint(model, yaml))));
    }
}

/// Nothing but the fault with this number is wrong.
fn only(all: &mut AtOnce<'_, '_>, number: usize) -> FormulaId {
    let faults = all.lifted.faults();
    let others = faults.iter().enumerate().filter(|(other, _)| *other != number).map(|(_, fault)| !fault.formula);
    let own = faults[number].formula;
    all.formulas.and(others.chain([own]))
}
