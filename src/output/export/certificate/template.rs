//! What answers about templates claim, and the clauses of that.

use std::sync::Arc;

use variscope_encoder::{Lit, Var};

use super::answers::Provable;
use super::meaning::VariableTable;
use super::{Certificates, Claim, ClauseMeaning, Unwritable};
use crate::analysis::question::{
    Claims, Decimal, ElementStatus, ElementSummary, Elements, Finding, Findings, Limits, Measure, NoClauses,
    Occurrence, PresetConfiguration, UnsatClaim, VariantClauses, Variants, place_of_constraint,
};
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

/// Of which presets something is certified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertifiedPresets {
    /// Those with a finding.
    Failing,
    /// Also those about which nothing was found.
    All,
}

/// That a condition always or never holds; `place` is its place among the demands.
///
/// # Errors
/// [`Unwritable`].
pub fn condition(
    to: &mut Certificates,
    subject: TemplateSubject<'_, '_>,
    place: usize,
    occurrence: &Occurrence,
) -> Result<(), Unwritable> {
    let excluded = match occurrence {
        Occurrence::NoVariant => NO_VARIANT,
        Occurrence::Always { .. } => subject.of_kind(UnsatClaim::UnmetDemand(place..place + 1)),
        Occurrence::Never { .. } => subject.of_kind(UnsatClaim::MetDemand(place)),
        Occurrence::Sometimes { .. } | Occurrence::Unknown => return Ok(()),
    };
    subject.certify(to, vec![excluded])
}

/// Findings that say "always" or "never", assertions that hold, and presets.
///
/// # Errors
/// [`Unwritable`].
pub fn findings(
    to: &mut Certificates,
    subject: TemplateSubject<'_, '_>,
    found: &Findings,
    certified: CertifiedPresets,
) -> Result<(), Unwritable> {
    let presets = subject.variants.preset_configurations();
    let of_findings = found.findings.iter().filter_map(|finding| subject.of_finding(finding));
    let kept = found.assertions.held.iter().map(|&place| &subject.variants.assertions()[place]);
    let excluded = of_findings.chain(kept.map(|asserted| Excluded {
        claim: Claim::Always(asserted.text.title()),
        kind: UnsatClaim::UnmetDemand(asserted.demands()),
    }));
    subject.certify(to, excluded.collect())?;
    for preset in presets {
        let mut codes = found.findings.iter().map(|finding| &finding.diagnostic);
        let code = codes.find(|diagnostic| diagnostic.span() == Some(preset.span) && is_failure(diagnostic.code));
        match code.map(|diagnostic| diagnostic.code) {
            Some(Code::FailingPreset) => subject.impossible_preset(to, &preset)?,
            None if certified == CertifiedPresets::All => subject.fine_preset(to, &preset)?,
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
    /// The clauses of the variants.
    ///
    /// # Errors
    /// Why there are none.
    pub fn valid(self, to: &mut Certificates) -> Provable {
        let claims = self.claims(to).map_err(|why| why.to_string())?;
        Ok(self.clauses(&self.table(&claims), claims.valid()))
    }

    /// The clauses of the variants that are better than one with this value.
    ///
    /// # Errors
    /// Why there are none.
    pub fn better(self, to: &mut Certificates, direction: Direction, measure: &Measure, value: &Decimal) -> Provable {
        let claims = self.variants.claims_about_sums(measure, &self.limits.budget).map_err(|why| why.to_string())?;
        admit_choices(to, &claims);
        let better = claims.better(direction, measure, value).map_err(|why| why.to_string())?;
        Ok(self.clauses(&self.table(&claims), better))
    }

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

    /// The claim behind a finding; `None` if the finding carries a witness instead.
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
                Claim::RedundantConstraint(place_of_constraint(self.model(), constraint))
            }
            UnsatClaim::InputValue(ref input, ref value) => Claim::NoValue(input.to_string(), value.to_json()),
            UnsatClaim::MetDemand(place) => Claim::Never(self.demand(place)),
            UnsatClaim::UnmetDemand(ref places) => Claim::Always(self.demand(places.start)),
        };
        Excluded { claim, kind }
    }

    /// What is asked for, as it is written.
    fn demand(self, place: usize) -> String {
        self.model().sources().text(self.variants.rules().demands()[place].span).to_owned()
    }

    /// Certifies claims about the valid variants.
    fn certify(self, to: &mut Certificates, excluded: Vec<Excluded>) -> Result<(), Unwritable> {
        if excluded.is_empty() {
            return Ok(());
        }
        let claims = match self.claims(to) {
            Ok(claims) => claims,
            Err(why) => {
                excluded.iter().for_each(|excluded| to.record_gap(&excluded.claim, why.to_string()));
                return Ok(());
            }
        };
        let table = self.table(&claims);
        let mut implied: Vec<(Claim, Lit)> = Vec::new();
        for Excluded { claim, kind } in excluded {
            match kind {
                UnsatClaim::Presence(id) => implied.push((claim, claims.absent(id))),
                UnsatClaim::Absence(id) => implied.push((claim, claims.present(id))),
                kind => match claims.of_kind(&kind) {
                    Some(clauses) => to.refute(&claim, &self.clauses(&table, clauses), &self.limits.budget)?,
                    None => to.record_gap(&claim, "the author's rules alone do not say it in clauses"),
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
                to.record_gap(&fine, why.to_string());
                return Ok(());
            }
        };
        let table = own.table(&claims);
        if !claims.is_complete() {
            let complete = Claim::PresetComplete(preset.name.clone());
            match claims.incomplete(&self.limits.budget) {
                Ok(Some(clauses)) => to.refute(&complete, &own.clauses(&table, clauses), &self.limits.budget)?,
                Ok(None) => {
                    to.record_gap(&complete, "no function was found that gives presences to every configuration");
                }
                Err(stop) => to.record_gap(&complete, stop.to_string()),
            }
            if !to.has_evidence() {
                to.record_gap(&fine, "it is not certified that every completion has presences");
                return Ok(());
            }
        }
        to.refute(&fine, &own.clauses(&table, claims.failing()), &self.limits.budget)
    }
}
