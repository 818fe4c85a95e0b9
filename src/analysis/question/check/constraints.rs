//! Constraints that make no difference.

use rustc_hash::FxHashSet;
use variscope_encoder::Atom;

use super::Finding;
use super::fixes::without_constraint;
use super::subject::Subject;
use crate::analysis::question::all_variants::lifted::{Determination, Lifted, LiftedError};
use crate::analysis::question::evidence::unsat_claim::{UnsatClaim, constraints};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::YamlId;
use crate::tosca::model::Model;

/// Constraints of the author that always hold, or hold wherever everything else is valid.
pub(super) fn without_effect(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    if subject.has_valid() != Some(true) {
        return;
    }
    let model = subject.variants.model();
    let mut authored = constraints(subject.variants.rules());
    let space = subject.space.as_lifted_mut();
    let Some(all) = space.filter(|all| all.lifted.determination() == Determination::ByDefinitions) else {
        // There is no formula of it: that is decided by removing it.
        findings.extend(authored.into_iter().map(|constraint| idle(model, constraint)));
        return;
    };
    let failing = failing(&all.lifted);
    authored.retain(|&constraint| !may_fail(model, constraint, &failing));
    let violated = all.sweep_claims(authored.iter().map(|&constraint| UnsatClaim::Violation(constraint)));
    let decisive = all.sweep_claims(authored.iter().map(|&constraint| UnsatClaim::SoleViolation(constraint)));
    for (constraint, (violated, decisive)) in authored.into_iter().zip(violated.into_iter().zip(decisive)) {
        let Some(impossible) = violated.or(decisive) else { continue };
        let finding = match impossible {
            UnsatClaim::Violation(_) => {
                superfluous(model, constraint, Code::TautologicalConstraint, "this constraint always holds")
            }
            _ => idle(model, constraint),
        };
        findings.push(finding.excluding(impossible));
    }
}

fn idle(model: &Model, constraint: YamlId) -> Finding {
    let message = "this constraint excludes nothing that the rest allows";
    superfluous(model, constraint, Code::RedundantConstraint, message)
}

fn superfluous(model: &Model, constraint: YamlId, code: Code, message: &str) -> Finding {
    let diagnostic = Diagnostic::new(code, model.yaml(constraint).span(), message);
    Finding::of(diagnostic.fixed(without_constraint(model, constraint)))
}

/// The conditions over values that cannot be evaluated under some configuration.
fn failing(lifted: &Lifted<'_, '_>) -> Vec<Span> {
    let model = lifted.variants().model();
    let failing: FxHashSet<Atom> = lifted.errors().iter().filter_map(LiftedError::unevaluated).collect();
    let values = lifted.variants().rules().atoms().values().filter(|(atom, _)| failing.contains(atom));
    values.map(|(_, value)| model.yaml(value.written()).span()).collect()
}

/// Whether a constraint excludes configurations by being no condition there: it has an effect even if it holds elsewhere.
/// What stands behind names is not distinguished.
fn may_fail(model: &Model, constraint: YamlId, failing: &[Span]) -> bool {
    let own = model.yaml(constraint).span();
    let is_inside = |span: &Span| span.file == own.file && own.start <= span.start && span.end <= own.end;
    let has_names = || model.sources().text(own).contains("_expression");
    !failing.is_empty() && (failing.iter().any(is_inside) || has_names())
}
