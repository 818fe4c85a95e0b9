//! What is left of the findings about a template with errors.
//!
//! A template with errors was mended, and says where nothing is known ([`Mending`]). What holds in no configuration, be
//! what is not known true or false, is so. What some configuration shows is so if it shows it whatever is not known.
//! Everything else may follow from an error, and is not said. Nothing is fixed before the errors are.

use std::sync::Arc;

use super::Finding;
use super::removal::says_true;
use super::subject::{Subject, Way};
use crate::diagnostic::Code;
use crate::model::{Mending, Model};
use crate::question::impossible::{Impossible, having};
use crate::value::Value;

/// Assignments to what is not known that are tried at most.
const MOST_WORLDS: usize = 32;

/// Takes away what may follow from an error.
pub(super) fn settle(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let model = subject.variants.model();
    let Some(mending) = model.mending() else { return };
    let worlds = worlds(mending);
    let speaks_of_valid = |finding: &Finding| finding.impossible.as_ref().is_some_and(is_about_valid);
    let is_vacuous = findings.iter().any(speaks_of_valid) && !worlds.iter().all(|world| has_valid(subject, world));
    findings.retain(|finding| {
        let is_said = !(is_vacuous && speaks_of_valid(finding)) && is_left(mending, model, finding);
        is_said && is_shown(subject, &worlds, finding)
    });
    for finding in findings.iter_mut() {
        finding.diagnostic.fix = None;
        finding.witness = finding.witness.take().map(|witness| witness.without(|input| mending.is_unknown(input)));
    }
    findings.extend(mending.found().iter().cloned().map(Finding::of));
}

/// Whether no error nearby, or anywhere where it matters, speaks against a finding.
fn is_left(mending: &Mending, model: &Model, finding: &Finding) -> bool {
    let code = finding.diagnostic.code;
    let place = finding.diagnostic.span();
    if finding.diagnostic.message.contains('\0') {
        // It is about something that was put in.
        return false;
    }
    if place.is_some_and(|place| mending.is_faulty(place)) && !is_about_expression(code) {
        return false;
    }
    if mending.is_spread() && is_about_presence(code) {
        return false;
    }
    match (&finding.impossible, code) {
        (Some(Impossible::InputValue(input, _)), _) => !mending.is_unknown(input),
        (_, Code::UnreadInput | Code::UnusedExpression) => place.is_none_or(|place| {
            let name = model.sources().text(place).trim_matches(['"', '\'']);
            !name.is_empty() && !mending.may_use(name)
        }),
        // That is decided by removing the condition or constraint, and without the errors.
        (_, Code::IdleCondition | Code::FalseOptional | Code::IdleConstraint | Code::TrueConstraint) => false,
        (_, Code::TrueCondition) => !says_true(model, finding),
        // What fails or is deployed may depend on what is not known.
        (_, Code::PartlyFailingPreset | Code::EmptyDeployment | Code::PrunedNode) => mending.unknown().next().is_none(),
        _ => true,
    }
}

/// Whether what a configuration shows is shown whatever is not known.
fn is_shown(subject: &Subject<'_, '_>, worlds: &[World], finding: &Finding) -> bool {
    let Some(witness) = finding.witness.as_ref().filter(|_| is_about_presence(finding.diagnostic.code)) else {
        return true;
    };
    worlds.iter().all(|world| {
        let replayed = subject.replay(&witness.clone().with(world));
        replayed.iter().any(|shown| match finding.diagnostic.code {
            Code::Contradiction => shown.code == Code::NoVariant,
            code => shown.code == code && shown.message == finding.diagnostic.message,
        })
    })
}

/// Whether the kind of configurations is one of valid ones: where none is valid, that there is none says nothing.
fn is_about_valid(impossible: &Impossible) -> bool {
    match impossible {
        Impossible::Presence(_)
        | Impossible::Absence(_)
        | Impossible::AbsenceAlone(_)
        | Impossible::SoleViolation(_)
        | Impossible::InputValue(..) => true,
        Impossible::Variant
        | Impossible::UnmetCondition(_)
        | Impossible::MetCondition(_)
        | Impossible::Violation(_) => false,
    }
}

/// Whether some configuration is valid then.
fn has_valid(subject: &mut Subject<'_, '_>, world: &World) -> bool {
    let Way::AtOnce(all) = &mut subject.way else { return false };
    let mut chosen = vec![all.lifted.valid()];
    for (input, value) in world {
        // What nothing reads may have any value.
        chosen.extend(having(&all.lifted, &mut all.formulas, input, value));
    }
    let formula = all.formulas.and(chosen);
    matches!(all.find(formula), Ok(Some(_)))
}

/// One value for everything that is not known.
type World = Vec<(Arc<str>, Value)>;

/// All of them where these are few, else those in which everything is the same but one.
fn worlds(mending: &Mending) -> Vec<World> {
    let unknown: Vec<Arc<str>> = mending.unknown().collect();
    let world = |holds: &dyn Fn(usize) -> bool| -> World {
        unknown.iter().enumerate().map(|(at, input)| (Arc::clone(input), Value::Boolean(holds(at)))).collect()
    };
    if unknown.len() < usize::BITS as usize && 1 << unknown.len() <= MOST_WORLDS {
        return (0..1_usize << unknown.len()).map(|bits| world(&|at| bits >> at & 1 == 1)).collect();
    }
    let most = unknown.len().min(MOST_WORLDS / 2 - 1);
    let single = (0..most).flat_map(|one| [world(&|at| at == one), world(&|at| at != one)]);
    [world(&|_| false), world(&|_| true)].into_iter().chain(single).collect()
}

/// Findings that look at an expression alone.
fn is_about_expression(code: Code) -> bool {
    code.entry().number.starts_with("V2") || code == Code::IdleComparison
}

/// Findings about what is present in some or all variants.
fn is_about_presence(code: Code) -> bool {
    let number = code.entry().number;
    match code {
        Code::UnreadInput | Code::UnusedExpression | Code::FalseCondition | Code::IdleComparison => false,
        Code::IdleFault | Code::AbsentInput => true,
        _ => number.starts_with("V3") || number.starts_with("V4"),
    }
}
