//! Constraints that make no difference.

use std::collections::BTreeSet;

use variscope_encoder::{Atom, Rule};

use super::Finding;
use super::fixes::{fixed, without_constraint};
use super::subject::{Subject, Way};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Model;
use crate::presence::Origin;
use crate::question::lifted::{Cause, Lifted};
use crate::question::unsat_claim::{UnsatClaim, constraints};
use crate::source::Span;
use crate::syntax::yaml::YamlId;

/// Constraints of the author that always hold, or hold wherever everything else is valid.
pub(super) fn without_effect(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    if subject.has_valid() != Some(true) {
        return;
    }
    let model = subject.variants.model();
    let Way::AtOnce(all) = &mut subject.way else { return };
    let failing = failing(&all.lifted);
    let mut authored = constraints(&all.lifted);
    authored.retain(|&constraint| !may_fail(model, constraint, &failing) && !may_choose(&all.lifted, constraint));
    let violated = all.sweep_kinds(authored.iter().map(|&constraint| UnsatClaim::Violation(constraint)));
    let decisive = all.sweep_kinds(authored.iter().map(|&constraint| UnsatClaim::SoleViolation(constraint)));
    for (constraint, (violated, decisive)) in authored.into_iter().zip(violated.into_iter().zip(decisive)) {
        let Some(impossible) = violated.or(decisive) else { continue };
        let (code, message) = if matches!(impossible, UnsatClaim::Violation(_)) {
            (Code::TrueConstraint, "this constraint always holds")
        } else {
            (Code::IdleConstraint, "this constraint excludes nothing that the rest allows")
        };
        let diagnostic = Diagnostic::new(code, model.yaml(constraint).span(), message);
        findings.push(Finding::of(fixed(diagnostic, without_constraint(model, constraint))).excluding(impossible));
    }
}

/// Whether a constraint may help to choose among several variants of a configuration, also where it excludes none: it reads more
/// than values.
fn may_choose(lifted: &Lifted<'_, '_>, constraint: YamlId) -> bool {
    if !lifted.do_constraints_choose() {
        return false;
    }
    let rules = lifted.variants().rules();
    let values: BTreeSet<Atom> = rules.atoms().values().map(|(atom, _)| atom).collect();
    let is_own = |rule: &&Rule| rules.origin(rule.index) == Origin::Constraint(constraint);
    let mut own = rules.problem().constraints().iter().filter(is_own);
    let reads_more =
        |rule: &Rule| rules.problem().formulas().atoms(rule.formula).iter().any(|atom| !values.contains(atom));
    own.any(reads_more)
}

/// The conditions over values that cannot be evaluated under some configuration.
fn failing(lifted: &Lifted<'_, '_>) -> Vec<Span> {
    let model = lifted.variants().model();
    let is_failing = |atom: Atom| {
        lifted.faults().iter().any(|fault| matches!(&fault.cause, Cause::Condition(other, _) if *other == atom))
    };
    let values = lifted.variants().rules().atoms().values().filter(|&(atom, _)| is_failing(atom));
    values.map(|(_, value)| model.yaml(value.written()).span()).collect()
}

/// Whether a constraint excludes configurations by being no condition there: it has an effect even if it holds elsewhere.
/// What stands behind names is not told apart.
fn may_fail(model: &Model, constraint: YamlId, failing: &[Span]) -> bool {
    let own = model.yaml(constraint).span();
    let is_inside = |span: &Span| span.file == own.file && own.start <= span.start && span.end <= own.end;
    let has_names = || model.sources().text(own).contains("_expression");
    !failing.is_empty() && (failing.iter().any(is_inside) || has_names())
}
