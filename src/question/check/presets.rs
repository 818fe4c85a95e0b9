//! Presets that fail, for all or for some values of the inputs that they leave open, and presets that say the same.

use super::Finding;
use super::subject::{Subject, Way, Witness};
use crate::diagnostic::{Code, Diagnostic};
use crate::question::lifted::Fault;

/// Presets that some or all completions of which are not valid.
pub(super) fn failing(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    for preset in subject.variants.preset_configurations() {
        let variants = subject.variants.under(&preset.configuration);
        let mut own = Subject::new(&variants, subject.limits, subject.strictness);
        let (code, message) = match own.has_valid() {
            None => continue,
            Some(false) => (Code::FailingPreset, format!("preset \"{}\" gives no valid variant", preset.name)),
            Some(true) => {
                let message = format!("preset \"{}\" fails for some values of the inputs it leaves open", preset.name);
                (Code::PartlyFailingPreset, message)
            }
        };
        let Some(witness) = failure(&mut own) else { continue };
        let Some(error) = own.replay(&witness).into_iter().find(Diagnostic::is_error) else { continue };
        let because = error.labels.clone();
        let diagnostic = Diagnostic::new(code, preset.span, message).note(format!("{}: {}", error.code, error.message));
        findings.push(Finding { witness: Some(witness), because, ..Finding::of(diagnostic) });
    }
}

/// Values for the inputs that the preset leaves open with which it fails, values that the template mentions if possible.
fn failure(subject: &mut Subject<'_, '_>) -> Option<Witness> {
    match &mut subject.way {
        Way::AtOnce(all) => {
            let other = super::errors::is_other(&all.lifted, &mut all.formulas);
            let faults: Vec<_> = all.lifted.faults().iter().map(Fault::formula).collect();
            let some = all.formulas.or(faults);
            let mentioned = all.formulas.and([some, !other]);
            let found = [mentioned, some].into_iter().find_map(|formula| all.find(formula).ok().flatten());
            found.map(|assignment| all.lifted.witness(&assignment))
        }
        Way::OneByOne(survey) => survey.errors.first().map(|error| error.reach.witness.clone()),
    }
}

/// Presets whose variants are the same, values included.
pub(super) fn equal(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let presets = subject.variants.preset_configurations();
    let resolved: Vec<_> = presets
        .iter()
        .map(|preset| subject.variants.under(&preset.configuration).resolve().ok().map(|found| found.outcome()))
        .collect();
    for (place, preset) in presets.iter().enumerate() {
        let Some(own) = &resolved[place] else { continue };
        let Some(earlier) = resolved[..place].iter().position(|other| other.as_ref() == Some(own)) else { continue };
        let (name, other) = (&preset.name, &presets[earlier]);
        let message = format!("presets \"{}\" and \"{name}\" give the same variant", other.name);
        let diagnostic = Diagnostic::new(Code::EqualPresets, preset.span, message).and(other.span, "the other one");
        findings.push(Finding::of(diagnostic));
    }
}
