//! Findings that hold only because configurations with errors are left out.
//!
//! Where some configurations lead to an error, the valid ones are fewer than the author means: what is then always or never
//! so follows from the error, and would not be so without it. It is told there, and is no finding of its own.

use super::Finding;
use super::presences::within_dead;
use super::subject::Subject;
use crate::analysis::question::unsat_claim::{Among, UnsatClaim};
use crate::analysis::question::variant_space::VariantSpace;
use crate::source::diagnostic::{Code, Diagnostic};

/// Consequences that are told with an error.
const TOLD: usize = 3;

/// Takes away what follows from errors, and tells it where the errors are.
pub(super) fn withhold(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    if !findings.iter().any(|finding| finding.witness.is_some()) {
        return;
    }
    let follows = following(subject, findings);
    let inner = within_dead(subject.variants.model(), findings);
    let mut told: Vec<Vec<String>> = vec![Vec::new(); findings.len()];
    for (place, errors) in follows.iter().enumerate().filter(|(place, _)| !inner[*place]) {
        for error in errors.iter().flatten() {
            let is_meant = |finding: &Finding| is_same(&finding.diagnostic, error);
            if let Some(cause) = findings.iter().position(is_meant) {
                told[cause].push(findings[place].diagnostic.message.clone());
            }
        }
    }
    for (finding, told) in findings.iter_mut().zip(told) {
        finding.diagnostic.notes.extend(notes(&told));
    }
    let mut follows = follows.into_iter();
    findings.retain(|_| follows.next().flatten().is_none());
}

/// By finding: the errors from which it follows, one of a configuration that shows that.
fn following(subject: &mut Subject<'_, '_>, findings: &[Finding]) -> Vec<Option<Vec<Diagnostic>>> {
    let mut follows = vec![None; findings.len()];
    let claims: Vec<(usize, UnsatClaim)> =
        findings.iter().enumerate().filter_map(|(place, finding)| Some((place, claim(finding)?))).collect();
    let all = match &mut subject.space {
        VariantSpace::AtOnce(all) => all,
        // Which configurations with errors have what presences is not known: it may follow.
        VariantSpace::OneByOne(enumeration) => {
            let has_errors =
                enumeration.errors.iter().any(|found| found.errors.iter().any(|(code, _)| is_defect(*code)));
            claims.into_iter().filter(|_| has_errors).for_each(|(place, _)| follows[place] = Some(Vec::new()));
            return follows;
        }
    };
    let (lifted, formulas) = (&all.lifted, &mut all.formulas);
    let asked = claims.iter().map(|(_, claim)| claim.formula_among(Among::Allowed, lifted, formulas));
    let asked: Vec<_> = asked.map(|formula| formula.unwrap_or(variscope_encoder::FormulaId::FALSE)).collect();
    let sweep = all.sweep(&asked);
    let witnesses: Vec<_> = sweep.assignments.iter().map(|assignment| all.lifted.witness(assignment)).collect();
    let errors: Vec<Vec<Diagnostic>> = witnesses.iter().map(|witness| subject.replay(witness)).collect();
    for ((place, _), shown) in claims.into_iter().zip(sweep.places) {
        follows[place] = shown.map(|assignment| errors[assignment].clone());
    }
    follows
}

/// Of which configurations the finding says that there is none, if it is about all of them.
pub(super) fn claim(finding: &Finding) -> Option<UnsatClaim> {
    finding.impossible.clone().filter(|claim| *claim != UnsatClaim::Variant)
}

/// Whether an error is more than that the author's rules exclude the configuration; values have no codes.
pub(super) fn is_defect(code: Option<Code>) -> bool {
    !matches!(code, Some(Code::NoVariant | Code::InputRule))
}

fn is_same(left: &Diagnostic, right: &Diagnostic) -> bool {
    left.code == right.code && left.span() == right.span() && left.message == right.message
}

/// What is told with a cause.
pub(super) fn notes(told: &[String]) -> Vec<String> {
    let mut notes: Vec<String> =
        told.iter().take(TOLD).map(|message| format!("from this it follows that {message}")).collect();
    if told.len() > TOLD {
        notes.push(format!("and {} more things follow", told.len() - TOLD));
    }
    notes
}
