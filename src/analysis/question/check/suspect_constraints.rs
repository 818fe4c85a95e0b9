//! Suspect constraints: they leave one value to an input, or a preset violates them, and because of them some element is never there.
//!
//! An `and` in place of `implies` lets conditions always hold, and others never. The mistake is the constraint then, and no
//! condition is removed because of it. Where all elements can be there, a constraint may well leave one value to an input.

use rustc_hash::FxHashMap;
use variscope_encoder::FormulaId;

use super::Finding;
use super::removal::is_about_removal;
use super::subject::Subject;
use crate::analysis::question::all_variants::class_enumeration::mentioned_values;
use crate::analysis::question::evidence::unsat_claim::{ClaimFormulas, ConfigurationScope, UnsatClaim, constraints};
use crate::source::diagnostic::Code;
use crate::source::syntax::yaml::YamlId;

/// Pairs of a constraint and a finding that are tried at most.
const MAX_TRIED: usize = 1024;

/// Elements that are never there of which it is looked at why.
const MAX_DEAD: usize = 16;

/// A constraint that may be what is wrong.
pub(super) struct SuspectConstraint {
    constraint: YamlId,
    /// What is found that rests on it.
    shown_by: String,
}

/// The constraints without which some preset may not fail, or an input may have a second value, and an element may be there.
pub(super) fn suspects(subject: &mut Subject<'_, '_>, findings: &[Finding]) -> Vec<SuspectConstraint> {
    if !findings.iter().any(|finding| is_about_removal(finding.diagnostic.code)) {
        return Vec::new();
    }
    let model = subject.variants.model();
    let mut authored = constraints(subject.variants.rules());
    authored.dedup();
    let pinned = pinned(subject, findings);
    let mut found: Vec<SuspectConstraint> = Vec::new();
    let dead = findings.iter().filter(|finding| finding.diagnostic.code == Code::DeadElement);
    let most = MAX_TRIED / authored.len().max(1);
    let dead: Vec<&Finding> = dead.take(most.min(MAX_DEAD)).collect();
    let is_deadly = resting_on(subject, &authored, &dead);
    let rests = resting_on(subject, &authored, &pinned[..pinned.len().min(most)]);
    for (place, &constraint) in authored.iter().enumerate() {
        if !is_deadly[place].contains(&true) {
            continue;
        }
        let line = model.yaml(constraint).span();
        let violates = |finding: &&Finding| {
            finding.diagnostic.code == Code::FailingPreset && finding.because.iter().any(|label| label.span == line)
        };
        let of_preset = findings.iter().find(violates);
        let of_value = || pinned.iter().zip(&rests[place]).find(|(_, rests)| **rests).map(|(finding, _)| *finding);
        let shown_by = of_preset.or_else(of_value).map(|finding| finding.diagnostic.message.clone());
        found.extend(shown_by.map(|shown_by| SuspectConstraint { constraint, shown_by }));
    }
    found
}

/// Takes back the removals that rest on such a constraint.
pub(super) fn withdraw_removals(
    subject: &mut Subject<'_, '_>,
    suspects: &[SuspectConstraint],
    findings: &mut [Finding],
) {
    let has_fix =
        |finding: &&mut Finding| is_about_removal(finding.diagnostic.code) && finding.diagnostic.fix.is_some();
    let mut removals: Vec<&mut Finding> = findings.iter_mut().filter(has_fix).collect();
    let constraints: Vec<YamlId> = suspects.iter().map(|suspect| suspect.constraint).collect();
    // Where there are too many to look at, the rest is not proposed either.
    if let Some(most) = MAX_TRIED.checked_div(constraints.len()) {
        removals.iter_mut().skip(most).for_each(|finding| finding.diagnostic.fix = None);
        removals.truncate(most);
    }
    let asked: Vec<&Finding> = removals.iter().map(|finding| &**finding).collect();
    let rests = resting_on(subject, &constraints, &asked);
    for (place, finding) in removals.iter_mut().enumerate() {
        let Some((SuspectConstraint { shown_by, .. }, _)) = suspects.iter().zip(&rests).find(|(_, rests)| rests[place])
        else {
            continue;
        };
        finding.is_doubted = true;
        let diagnostic = &mut finding.diagnostic;
        diagnostic.fix = None;
        diagnostic.help = Some("repair the constraint, if it is not meant like that".to_owned());
        diagnostic.notes.push(format!("it rests on a constraint from which follows, too: {shown_by}"));
    }
}

/// Findings that an input does not have a value, where all of its values but one have such a finding.
fn pinned<'f>(subject: &Subject<'_, '_>, findings: &'f [Finding]) -> Vec<&'f Finding> {
    let Some(lifted) = subject.lifted() else { return Vec::new() };
    let mut left: FxHashMap<String, usize> = FxHashMap::default();
    for (input, _) in mentioned_values(lifted.classes(), |_, _| true) {
        *left.entry(input.to_string()).or_default() += 1;
    }
    for input in findings.iter().filter_map(input_of) {
        left.entry(input.to_owned()).and_modify(|left| *left = left.saturating_sub(1));
    }
    let is_pinned =
        |finding: &&Finding| input_of(finding).is_some_and(|input| left.get(input).is_some_and(|&left| left < 2));
    findings.iter().filter(is_pinned).collect()
}

/// The input of which a finding says that it does not have a value.
fn input_of(finding: &Finding) -> Option<&str> {
    match &finding.impossible {
        Some(UnsatClaim::InputValue(input, _)) => Some(input),
        _ => None,
    }
}

/// By constraint, then by finding: whether it is known not to be so in configurations that violate this constraint, and nothing
/// else.
fn resting_on(subject: &mut Subject<'_, '_>, constraints: &[YamlId], findings: &[&Finding]) -> Vec<Vec<bool>> {
    let mut rests = vec![vec![false; findings.len()]; constraints.len()];
    let pairs = constraints.len() * findings.len();
    let Some(solver) = subject.space.as_lifted_mut().filter(|_| (1..=MAX_TRIED).contains(&pairs)) else { return rests };
    let decided = solver.impossible(|lifted, formulas| {
        let mut claims = ClaimFormulas::new(ConfigurationScope::Valid, lifted);
        let model = lifted.variants().model();
        let presence = |id| FormulaId::from(lifted.presence(id));
        let mut asked = Vec::with_capacity(pairs);
        for &constraint in constraints {
            let violated = claims.of(&UnsatClaim::SoleViolation(constraint), formulas);
            for finding in findings {
                let otherwise = match &finding.impossible {
                    Some(UnsatClaim::SoleViolation(other)) if *other != constraint => {
                        asked.push(claims.both_violated([constraint, *other], formulas));
                        continue;
                    }
                    Some(UnsatClaim::Presence(id)) => Some(presence(*id)),
                    Some(UnsatClaim::Absence(id)) => Some(!presence(*id)),
                    Some(UnsatClaim::AbsenceAlone(id)) => {
                        let container = model.element(*id).container.map_or(FormulaId::TRUE, presence);
                        Some(formulas.and([container, !presence(*id)]))
                    }
                    Some(UnsatClaim::InputValue(input, value)) => claims.has_value(input, value, formulas),
                    _ => None,
                };
                asked.push(violated.zip(otherwise).map(|(violated, otherwise)| formulas.and([violated, otherwise])));
            }
        }
        asked
    });
    for (place, decided) in decided.into_iter().enumerate() {
        rests[place / findings.len()][place % findings.len()] = decided == Some(false);
    }
    rests
}
