//! What answers about templates claim, and the clauses of that.

use std::sync::Arc;

use variscope_encoder::{Lit, Var};

use super::index::OptimumEvidence;
use super::meaning::VariableTable;
use super::{Certificates, Claim, ClauseMeaning, Unwritable};
use crate::analysis::question::{
    Answer, Best, Claims, ElementStatus, ElementSummary, Elements, Finding, Findings, Limits, Measure, NoClauses,
    PresetConfiguration, UnsatClaim, VariantClauses, VariantCount, Variants, place_of_constraint,
};
use crate::answer::Values;
use crate::output::export::Clauses;
use crate::source::diagnostic::Code;
use crate::tosca::model::{Direction, ElementId, Model};

/// What was asked, and how long answers may take.
#[derive(Clone, Copy)]
pub struct TemplateSubject<'a, 'm> {
    /// The variants of a template.
    pub variants: &'a Variants<'m>,
    /// Limits of the question, which hold for its certificate too.
    pub limits: &'a Limits,
}

/// A claim, and the configurations of which it says that there is none.
struct Excluded {
    claim: Claim,
    kind: UnsatClaim,
}

const CHOICES: &str = "which of several possibilities is the best was looked up; all other entries take it for granted";

const NO_VARIANT: Excluded = Excluded { claim: Claim::NoVariant, kind: UnsatClaim::Variant };

/// Claims of a number of variants.
///
/// # Errors
/// [`Unwritable`].
pub fn count(to: &mut Certificates, subject: TemplateSubject<'_, '_>, answer: &VariantCount) -> Result<(), Unwritable> {
    if !answer.is_complete {
        to.leave(&Claim::Count, "the number is not known to be exact");
        return Ok(());
    }
    let claims = match subject.claims(to) {
        Ok(claims) => claims,
        Err(why) => {
            to.leave(&Claim::Count, why.to_string());
            return Ok(());
        }
    };
    let valid = subject.clauses(&subject.table(&claims), claims.valid());
    to.count(&answer.variants, &valid, &subject.limits.budget)?;
    if answer.variants.bits() == 0 { to.refute(&Claim::NoVariant, &valid, &subject.limits.budget) } else { Ok(()) }
}

/// Claims that elements are always or never present.
///
/// # Errors
/// [`Unwritable`].
pub fn elements(to: &mut Certificates, subject: TemplateSubject<'_, '_>, answer: &Elements) -> Result<(), Unwritable> {
    let excluded = if answer.is_void() {
        vec![NO_VARIANT]
    } else {
        answer.elements.iter().filter_map(|summary| subject.of_summary(summary)).collect()
    };
    subject.certify(to, excluded)
}

/// What an explanation explains, as far as it is always or never so.
///
/// # Errors
/// [`Unwritable`].
pub fn explanation(
    to: &mut Certificates,
    subject: TemplateSubject<'_, '_>,
    element: Option<ElementId>,
    answer: &Answer,
) -> Result<(), Unwritable> {
    let excluded = match (answer, element) {
        (Answer::NoVariant, _) => Some(NO_VARIANT),
        (Answer::Present, Some(id)) => Some(subject.of_kind(UnsatClaim::Absence(id))),
        (Answer::Absent, Some(id)) => Some(subject.of_kind(UnsatClaim::Presence(id))),
        (Answer::Present | Answer::Absent, None)
        | (Answer::SomeVariant { .. } | Answer::Depends { .. } | Answer::Unknown, _) => None,
    };
    subject.certify(to, excluded.into_iter().collect())
}

/// That no variant is better.
///
/// # Errors
/// [`Unwritable`].
pub fn best(
    to: &mut Certificates,
    subject: TemplateSubject<'_, '_>,
    (direction, measure): (Direction, &Measure),
    answer: &Best,
) -> Result<(), Unwritable> {
    let claim = Claim::Optimum(answer.value.to_string());
    if !answer.is_exact() {
        to.leave(&claim, "not all variants were compared");
        return Ok(());
    }
    let claims = subject.variants.claims_about_sums(measure, &subject.limits.budget);
    let better = claims.and_then(|claims| {
        admit_choices(to, &claims);
        let better = claims.better(direction, measure, &answer.value)?;
        Ok(subject.clauses(&subject.table(&claims), better))
    });
    match better {
        Ok(clauses) => {
            to.refute(&claim, &clauses, &subject.limits.budget)?;
            to.reach(OptimumEvidence {
                goal: direction.into(),
                measure: measure.to_string(),
                value: answer.value.to_string(),
                reached: Values::from(&answer.sample.configuration),
            });
            Ok(())
        }
        Err(reason) => {
            to.leave(&claim, reason.to_string());
            Ok(())
        }
    }
}

/// That there is no variant.
///
/// # Errors
/// [`Unwritable`].
pub fn no_variant(to: &mut Certificates, subject: TemplateSubject<'_, '_>) -> Result<(), Unwritable> {
    subject.certify(to, vec![NO_VARIANT])
}

/// Findings that say "always" or "never", and if `with_presets` the presets about which nothing was found.
///
/// # Errors
/// [`Unwritable`].
pub fn findings(
    to: &mut Certificates,
    subject: TemplateSubject<'_, '_>,
    found: &Findings,
    with_presets: bool,
) -> Result<(), Unwritable> {
    let presets = subject.variants.preset_configurations();
    let excluded = found.findings.iter().filter_map(|finding| subject.of_finding(finding)).collect();
    subject.certify(to, excluded)?;
    for preset in presets {
        let mut codes = found.findings.iter().map(|finding| &finding.diagnostic);
        let code = codes.find(|diagnostic| diagnostic.span() == Some(preset.span) && is_failure(diagnostic.code));
        match code.map(|diagnostic| diagnostic.code) {
            Some(Code::FailingPreset) => subject.impossible_preset(to, &preset)?,
            None if with_presets => subject.fine_preset(to, &preset)?,
            // A witness shows that it fails, or nothing is said of it.
            Some(_) | None => {}
        }
    }
    Ok(())
}

/// Where clauses take choices for granted, that has no evidence.
fn admit_choices(to: &mut Certificates, claims: &Claims<'_, '_>) {
    if claims.takes_choices() {
        to.leave_once(&Claim::Choices, CHOICES);
    }
}

fn is_failure(code: Code) -> bool {
    matches!(code, Code::FailingPreset | Code::PartlyFailingPreset)
}

impl<'a, 'm> TemplateSubject<'a, 'm> {
    fn claims(self, to: &mut Certificates) -> Result<Claims<'a, 'm>, NoClauses> {
        let claims = self.variants.claims(&self.limits.budget)?;
        admit_choices(to, &claims);
        Ok(claims)
    }

    fn model(self) -> &'m Model {
        self.variants.model()
    }

    /// What variables mean in all clauses of the claims.
    fn table(self, claims: &Claims<'_, '_>) -> Arc<VariableTable> {
        Arc::new(VariableTable::of(self.variants, claims))
    }

    /// Clauses with the names of their elements.
    fn clauses(self, table: &Arc<VariableTable>, clauses: VariantClauses) -> Clauses {
        let name = |(var, id): (Var, ElementId)| (var, self.model().path(id));
        let VariantClauses { cnf, elements, auxiliary, stated } = clauses;
        let meaning = Some(ClauseMeaning { table: Arc::clone(table), auxiliary, stated });
        Clauses { cnf, names: elements.into_iter().map(name).collect(), meaning }
    }

    fn of_summary(self, summary: &ElementSummary) -> Option<Excluded> {
        match summary.status? {
            ElementStatus::Core => Some(self.of_kind(UnsatClaim::Absence(summary.element))),
            ElementStatus::Dead => Some(self.of_kind(UnsatClaim::Presence(summary.element))),
            ElementStatus::Conditional => None,
        }
    }

    /// What a finding claims; none where it shows what it says.
    fn of_finding(self, finding: &Finding) -> Option<Excluded> {
        Some(self.of_kind(finding.impossible.clone()?))
    }

    /// That there is no configuration of a kind.
    fn of_kind(self, kind: UnsatClaim) -> Excluded {
        let path = |id| self.model().path(id);
        let claim = match kind {
            UnsatClaim::Variant => Claim::NoVariant,
            UnsatClaim::Presence(id) => Claim::Dead(path(id)),
            UnsatClaim::Absence(id) => Claim::Core(path(id)),
            UnsatClaim::AbsenceAlone(id) => match self.model().element(id).container {
                Some(container) => Claim::Together(path(id), path(container)),
                None => Claim::Core(path(id)),
            },
            UnsatClaim::UnmetCondition(id) => Claim::Condition(path(id)),
            UnsatClaim::MetCondition(id) => Claim::NoCondition(path(id)),
            UnsatClaim::Violation(constraint) => Claim::Constraint(place_of_constraint(self.model(), constraint)),
            UnsatClaim::SoleViolation(constraint) => {
                Claim::IdleConstraint(place_of_constraint(self.model(), constraint))
            }
            UnsatClaim::InputValue(ref input, ref value) => Claim::NoValue(input.to_string(), value.to_json()),
        };
        Excluded { claim, kind }
    }

    /// Certifies claims about the valid variants.
    fn certify(self, to: &mut Certificates, excluded: Vec<Excluded>) -> Result<(), Unwritable> {
        if excluded.is_empty() {
            return Ok(());
        }
        let claims = match self.claims(to) {
            Ok(claims) => claims,
            Err(why) => {
                excluded.iter().for_each(|excluded| to.leave(&excluded.claim, why.to_string()));
                return Ok(());
            }
        };
        let table = self.table(&claims);
        let mut implied: Vec<(Claim, Lit)> = Vec::new();
        for Excluded { claim, kind } in excluded {
            match kind {
                UnsatClaim::Presence(id) => implied.push((claim, claims.literal(id, false))),
                UnsatClaim::Absence(id) => implied.push((claim, claims.literal(id, true))),
                kind => match claims.of_kind(&kind) {
                    Some(clauses) => to.refute(&claim, &self.clauses(&table, clauses), &self.limits.budget)?,
                    None => to.leave(&claim, "the author's rules alone do not say it in clauses"),
                },
            }
        }
        to.imply(&implied, &self.clauses(&table, claims.valid()), &self.limits.budget)
    }

    /// Certifies that no completion of a preset is valid.
    fn impossible_preset(self, to: &mut Certificates, preset: &PresetConfiguration) -> Result<(), Unwritable> {
        let variants = self.variants.under(&preset.configuration);
        let own = TemplateSubject { variants: &variants, limits: self.limits };
        let claim = Claim::PresetImpossible(preset.name.clone());
        own.certify(to, vec![Excluded { claim, kind: UnsatClaim::Variant }])
    }

    /// Certifies that every completion of a preset resolves.
    fn fine_preset(self, to: &mut Certificates, preset: &PresetConfiguration) -> Result<(), Unwritable> {
        let fine = Claim::PresetFine(preset.name.clone());
        let variants = self.variants.under(&preset.configuration);
        let own = TemplateSubject { variants: &variants, limits: self.limits };
        let claims = match own.claims(to) {
            Ok(claims) => claims,
            Err(why) => {
                to.leave(&fine, why.to_string());
                return Ok(());
            }
        };
        let table = own.table(&claims);
        if !claims.is_complete() {
            let complete = Claim::PresetComplete(preset.name.clone());
            match claims.incomplete(&self.limits.budget) {
                Ok(Some(clauses)) => to.refute(&complete, &own.clauses(&table, clauses), &self.limits.budget)?,
                Ok(None) => to.leave(&complete, "no function was found that gives presences to every configuration"),
                Err(stop) => to.leave(&complete, stop.to_string()),
            }
            if !to.has_evidence() {
                to.leave(&fine, "it is not certified that every completion has presences");
                return Ok(());
            }
        }
        to.refute(&fine, &own.clauses(&table, claims.failing()), &self.limits.budget)
    }
}
