//! Findings that follow from values that no configuration can evaluate.
//!
//! A misspelt operator in the expression of a property is an error of every configuration with the property. So there may be no
//! valid variant, presets fail, and an input whose name is misspelt is not read: all of that is reported with the error.

use variscope_encoder::FormulaId;

use super::Finding;
use super::consequences::{FollowingCount, notes};
use super::subject::Subject;
use crate::analysis::question::all_variants::lifted::ResolvePhase;
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean};

/// What no value of an input makes right.
static CERTAIN: &[Code] =
    &[Code::UnknownOperator, Code::SeveralOperators, Code::WrongArity, Code::UndefinedExpression, Code::UndefinedInput];

/// Takes away what follows from such errors, and reports it where these are.
pub(super) fn withhold(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let sources = subject.variants.model().sources();
    let is_certain = |finding: &Finding| {
        let error = &finding.diagnostic;
        finding.witness.is_some() && error.is_error() && CERTAIN.contains(&error.code) && subject.is_reported(error)
    };
    // A value that its declaration excludes is one of the preset that gives it.
    let is_of_preset = |finding: &Finding| {
        let error = &finding.diagnostic;
        finding.witness.is_none() && error.is_error() && error.code == Code::IllTypedInput && subject.is_reported(error)
    };
    let places = || 0..findings.len();
    let errors: Vec<usize> = places().filter(|&place| is_certain(&findings[place])).collect();
    let of_presets: Vec<usize> = places().filter(|&place| is_of_preset(&findings[place])).collect();
    if errors.is_empty() && of_presets.is_empty() {
        return;
    }
    let mut reported: Vec<(usize, String)> = Vec::new();
    let mut following = vec![false; findings.len()];
    for (place, finding) in findings.iter().enumerate() {
        let cause = match finding.diagnostic.code {
            Code::NoValidVariant => errors.first().copied().filter(|_| has_valid_otherwise(subject)),
            Code::FailingPreset | Code::PartlyFailingPreset => {
                let is_of = |&&error: &&usize| is_failure_by(finding, &findings[error].diagnostic);
                errors.iter().chain(&of_presets).find(is_of).copied()
            }
            Code::UnreadInput => {
                let name = finding.diagnostic.span().map_or("", |place| sources.text(place));
                errors.iter().find(|&&error| means(subject, &findings[error].diagnostic, name)).copied()
            }
            _ => None,
        };
        following[place] = cause.is_some();
        reported.extend(cause.map(|cause| (cause, finding.diagnostic.message.clone())));
    }
    for error in errors.into_iter().chain(of_presets) {
        let of_error = reported.iter().filter(|(cause, _)| *cause == error);
        let messages: Vec<String> = of_error.map(|(_, message)| message.clone()).collect();
        findings[error].diagnostic.notes.extend(notes(&messages, FollowingCount::Exactly(messages.len())));
    }
    let mut following = following.into_iter();
    findings.retain(|_| following.next() == Some(false));
}

/// Whether some configuration would be valid if all values could be evaluated.
fn has_valid_otherwise(subject: &mut Subject<'_, '_>) -> bool {
    let Some(all) = subject.space.as_lifted_mut() else { return false };
    let others = all
        .lifted
        .errors()
        .iter()
        .filter(|error| !matches!(error.phase(), ResolvePhase::Conditions | ResolvePhase::Values));
    let others: Vec<FormulaId> = others.map(|error| !error.formula).chain([all.lifted.assumed()]).collect();
    let valid = all.formulas.and(others);
    matches!(all.find(valid), Ok(Some(_)))
}

/// Whether a preset fails with this error, says the finding about it.
fn is_failure_by(finding: &Finding, error: &Diagnostic) -> bool {
    finding.failure.as_ref().is_some_and(|failure| (failure.code, &failure.message) == (error.code, &error.message))
}

/// Whether this input is the one that a misspelt name means.
fn means(subject: &Subject<'_, '_>, error: &Diagnostic, input: &str) -> bool {
    let written = error.span().map_or("", |place| subject.variants.model().sources().text(place));
    let declared = subject.variants.language().inputs().map(|(name, _)| name);
    error.code == Code::UndefinedInput && did_you_mean(written, declared) == Some(input)
}
