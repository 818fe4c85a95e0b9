//! What is left of the findings about a template with errors.
//!
//! A template with errors was recovered, and says where nothing is known ([`Recovery`]). What holds in no configuration, be
//! what is not known true or false, is so. What some configuration shows is so if it shows it whatever is not known.
//! Everything else may follow from an error, and is not said. Nothing is fixed before the errors are.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::Finding;
use super::removal::says_true;
use super::subject::Subject;
use crate::analysis::question::Witness;
use crate::analysis::question::evidence::unsat_claim::{UnsatClaim, having};
use crate::analysis::value::Value;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::tosca::model::{ElementId, Model, Recovery};

/// Assignments to what is not known that are tried at most.
const MAX_ASSUMPTIONS: usize = 16;

/// Takes away what may follow from an error.
pub(super) fn withhold_uncertain(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let model = subject.variants.model();
    let Some(recovery) = model.recovery() else { return };
    let assumptions = assumptions(recovery);
    let speaks_of_valid = |finding: &Finding| finding.impossible.as_ref().is_some_and(is_about_valid);
    let is_vacuous =
        findings.iter().any(speaks_of_valid) && !assumptions.iter().all(|assumption| has_valid(subject, assumption));
    let mut shown = ErrorsByAssumption { assumptions, known: Vec::new() };
    findings.retain(|finding| {
        let is_said = !(is_vacuous && speaks_of_valid(finding)) && is_left(recovery, model, finding);
        is_said && shown.shows(subject, recovery, finding)
    });
    for finding in findings.iter_mut() {
        finding.diagnostic.fix = None;
        finding.witness = finding.witness.take().map(|witness| witness.without(|input| recovery.is_unknown(input)));
    }
    // What is an error of the template by itself needs no configuration that shows it.
    let is_reported = |error: &Diagnostic, finding: &Finding| {
        let found = &finding.diagnostic;
        (found.code, found.span(), &found.message) == (error.code, error.span(), &error.message)
    };
    findings.retain(|finding| !recovery.found().iter().any(|error| is_reported(error, finding)));
    findings.extend(recovery.found().iter().cloned().map(Finding::of));
}

/// Whether no error nearby, or anywhere where it matters, speaks against a finding.
fn is_left(recovery: &Recovery, model: &Model, finding: &Finding) -> bool {
    let code = finding.diagnostic.code;
    let place = finding.diagnostic.span();
    if finding.diagnostic.message.contains('\0') {
        // It is about something that was put in.
        return false;
    }
    if place.is_some_and(|place| recovery.is_faulty(place)) && !is_about_expression(code) {
        return false;
    }
    if recovery.is_spread() && is_about_presence(code) {
        return false;
    }
    if recovery.has_unknown_values() && code == Code::WrongOperand {
        return false;
    }
    match (&finding.impossible, code) {
        (Some(UnsatClaim::InputValue(input, _)), _) => !recovery.is_unknown(input),
        (_, Code::UnreadInput | Code::UnusedExpression) => place.is_none_or(|place| {
            let name = model.sources().text(place).trim_matches(['"', '\'']);
            !name.is_empty() && !recovery.may_use(name)
        }),
        // Whether removing the condition or constraint changes something else is not known, and not said.
        (
            _,
            Code::RedundantCondition | Code::FalseOptional | Code::TautologicalCondition | Code::TautologicalConstraint,
        ) => !says_true(model, finding),
        // Only that says whether a constraint is idle.
        (_, Code::RedundantConstraint) => false,
        // What fails or is deployed may depend on what is not known.
        (_, Code::PartlyFailingPreset | Code::FailingDefaults | Code::EmptyDeployment | Code::PrunedNode) => {
            recovery.unknown().next().is_none()
        }
        _ => true,
    }
}

/// What configurations lead to, whatever is not known.
struct ErrorsByAssumption {
    assumptions: Vec<Assumption>,
    /// By values of what is known: the errors under every assumption.
    known: Vec<(Witness, FxHashSet<(Code, String)>)>,
}

impl ErrorsByAssumption {
    /// Whether the witness of a finding shows it under every assumption.
    fn shows(&mut self, subject: &mut Subject<'_, '_>, recovery: &Recovery, finding: &Finding) -> bool {
        let code = finding.diagnostic.code;
        let Some(witness) = finding.witness.as_ref().filter(|_| is_about_presence(code)) else { return true };
        let errors = self.errors(subject, witness.clone().without(|input| recovery.is_unknown(input)));
        match code {
            Code::Contradiction => errors.iter().any(|(code, _)| *code == Code::NoVariant),
            _ => errors.contains(&(code, finding.diagnostic.message.clone())),
        }
    }

    fn errors(&mut self, subject: &mut Subject<'_, '_>, witness: Witness) -> &FxHashSet<(Code, String)> {
        let known = self.known.iter().position(|(other, _)| *other == witness);
        let place = known.unwrap_or_else(|| {
            let errors = in_all(&self.assumptions, subject, &witness);
            self.known.push((witness, errors));
            self.known.len() - 1
        });
        &self.known[place].1
    }
}

/// What is present in configurations, whatever is not known.
pub(super) struct PresenceByRepair {
    assumptions: Vec<Assumption>,
    /// By values of what is known: what is present under each assumption, by position; none for one of which that is not known.
    known: Vec<(Witness, Vec<Option<Vec<bool>>>)>,
}

impl PresenceByRepair {
    /// None where everything is known.
    pub(super) fn of(model: &Model) -> Option<Self> {
        let recovery = model.recovery().filter(|recovery| recovery.unknown().next().is_some())?;
        Some(Self { assumptions: assumptions(recovery), known: Vec::new() })
    }

    /// Whether presences of which `holds` looks at some are so under every assumption with what is known of a witness.
    pub(super) fn all(
        &mut self,
        subject: &mut Subject<'_, '_>,
        witness: &Witness,
        holds: impl Fn(&dyn Fn(ElementId) -> bool) -> bool,
    ) -> bool {
        let model = subject.variants.model();
        let presences = self.presences(subject, witness);
        presences.iter().all(|present| {
            present.as_deref().is_some_and(|present| holds(&|id: ElementId| present[model.position(id)]))
        })
    }

    fn presences(&mut self, subject: &mut Subject<'_, '_>, witness: &Witness) -> &[Option<Vec<bool>>] {
        let recovery = subject.variants.model().recovery();
        let witness = witness.clone().without(|input| recovery.is_some_and(|recovery| recovery.is_unknown(input)));
        let known = self.known.iter().position(|(other, _)| *other == witness);
        let place = known.unwrap_or_else(|| {
            let presences =
                self.assumptions.iter().map(|assumption| subject.presences(&witness.clone().with(assumption)));
            let presences: Vec<Option<Vec<bool>>> = presences.collect();
            self.known.push((witness, presences));
            self.known.len() - 1
        });
        &self.known[place].1
    }
}

/// The errors to which a configuration leads under all of these assumptions; none when there is no time to look.
fn in_all(assumptions: &[Assumption], subject: &mut Subject<'_, '_>, witness: &Witness) -> FxHashSet<(Code, String)> {
    let mut common: Option<FxHashSet<(Code, String)>> = None;
    for assumption in assumptions {
        if subject.is_stopped() || common.as_ref().is_some_and(FxHashSet::is_empty) {
            return FxHashSet::default();
        }
        let Some(replayed) = subject.replay(&witness.clone().with(assumption)) else {
            subject.mark_incomplete();
            return FxHashSet::default();
        };
        let replayed = replayed.into_iter();
        let errors: FxHashSet<(Code, String)> = replayed.map(|shown| (shown.code, shown.message)).collect();
        common = Some(match common {
            Some(mut common) => {
                common.retain(|error| errors.contains(error));
                common
            }
            None => errors,
        });
    }
    common.unwrap_or_default()
}

/// Whether the kind of configurations is one of valid ones: where none is valid, that there is none says nothing.
fn is_about_valid(impossible: &UnsatClaim) -> bool {
    match impossible {
        UnsatClaim::Presence(_)
        | UnsatClaim::Absence(_)
        | UnsatClaim::AbsenceAlone(_)
        | UnsatClaim::SoleViolation(_)
        | UnsatClaim::InputValue(..)
        | UnsatClaim::MetDemand(_)
        | UnsatClaim::UnmetDemand(_) => true,
        UnsatClaim::Variant
        | UnsatClaim::UnmetCondition(_)
        | UnsatClaim::MetCondition(_)
        | UnsatClaim::Violation(_) => false,
    }
}

/// Whether some configuration is valid then.
fn has_valid(subject: &mut Subject<'_, '_>, assumption: &Assumption) -> bool {
    let Some(all) = subject.space.as_lifted_mut() else { return false };
    let mut chosen = vec![all.lifted.valid()];
    for (input, value) in assumption {
        // What nothing reads may have any value.
        chosen.extend(having(&all.lifted, &mut all.formulas, input, value));
    }
    let formula = all.formulas.and(chosen);
    matches!(all.find(formula), Ok(Some(_)))
}

/// One value for everything that is not known, as it may be once errors are mended.
type Assumption = Vec<(Arc<str>, Value)>;

/// All of them where these are few, else those in which everything is the same but one.
fn assumptions(recovery: &Recovery) -> Vec<Assumption> {
    let unknown: Vec<Arc<str>> = recovery.unknown().collect();
    let assumption = |holds: &dyn Fn(usize) -> bool| -> Assumption {
        unknown.iter().enumerate().map(|(at, input)| (Arc::clone(input), Value::Boolean(holds(at)))).collect()
    };
    if unknown.len() < usize::BITS as usize && 1 << unknown.len() <= MAX_ASSUMPTIONS {
        return (0..1_usize << unknown.len()).map(|bits| assumption(&|at| bits >> at & 1 == 1)).collect();
    }
    let most = unknown.len().min(MAX_ASSUMPTIONS / 2 - 1);
    let single = (0..most).flat_map(|one| [assumption(&|at| at == one), assumption(&|at| at != one)]);
    [assumption(&|_| false), assumption(&|_| true)].into_iter().chain(single).collect()
}

/// Findings that look at an expression alone.
fn is_about_expression(code: Code) -> bool {
    code.entry().number.starts_with("V2") || code == Code::IdleComparison
}

/// Findings about what is present in some or all variants.
fn is_about_presence(code: Code) -> bool {
    let number = code.entry().number;
    match code {
        Code::UnreadInput | Code::UnusedExpression | Code::UnsatisfiableCondition | Code::IdleComparison => false,
        Code::IdleFault | Code::AbsentInput => true,
        _ => number.starts_with("V3") || number.starts_with("V4"),
    }
}
