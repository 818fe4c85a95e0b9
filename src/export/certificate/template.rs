//! What answers about templates claim, and the clauses of that.

use variscope_encoder::{Lit, Var};

use super::{Certificates, Claim, Unwritable};
use crate::diagnostic::Code;
use crate::export::Clauses;
use crate::feature_model::optimum::decimal;
use crate::model::{Direction, ElementId, Model};
use crate::question::{
    Answer, Best, Claims, Count, ElementStatus, ElementSummary, Elements, Finding, Findings, Limits, Measure,
    NoClauses, PresetConfiguration, VariantClauses, Variants,
};

/// What was asked, and how long answers may take.
#[derive(Clone, Copy)]
pub struct Subject<'a, 'm> {
    /// The variants of a template.
    pub variants: &'a Variants<'m>,
    /// Limits of the question, which hold for its certificate too.
    pub limits: &'a Limits,
}

/// A claim about the valid variants.
struct Forced {
    claim: Claim,
    /// That some elements are present or absent contradicts it.
    contrary: Vec<(ElementId, bool)>,
}

/// Claims of a number of variants.
///
/// # Errors
/// [`Unwritable`].
pub fn count(to: &mut Certificates, subject: Subject<'_, '_>, answer: &Count) -> Result<(), Unwritable> {
    if !answer.is_complete {
        to.leave(&Claim::Count, "the number is not known to be exact");
        return Ok(());
    }
    let claims = match subject.claims() {
        Ok(claims) => claims,
        Err(why) => {
            to.leave(&Claim::Count, why.to_string());
            return Ok(());
        }
    };
    let valid = subject.clauses(claims.valid());
    to.count(&answer.variants, &valid, &subject.limits.budget)?;
    if answer.variants.bits() == 0 { to.refute(&Claim::NoVariant, &valid, &subject.limits.budget) } else { Ok(()) }
}

/// Claims that elements are always or never present.
///
/// # Errors
/// [`Unwritable`].
pub fn elements(to: &mut Certificates, subject: Subject<'_, '_>, answer: &Elements) -> Result<(), Unwritable> {
    let is_void = answer.is_complete && answer.variants.as_ref().is_some_and(|number| number.bits() == 0);
    let forced = if is_void {
        vec![Forced { claim: Claim::NoVariant, contrary: Vec::new() }]
    } else {
        answer.elements.iter().filter_map(|summary| subject.of_summary(summary)).collect()
    };
    subject.certify(to, forced)
}

/// What an explanation explains, as far as it is always or never so.
///
/// # Errors
/// [`Unwritable`].
pub fn explanation(
    to: &mut Certificates,
    subject: Subject<'_, '_>,
    element: Option<ElementId>,
    answer: &Answer,
) -> Result<(), Unwritable> {
    let forced = match (answer, element) {
        (Answer::NoVariant, _) => Some(Forced { claim: Claim::NoVariant, contrary: Vec::new() }),
        (Answer::Present, Some(id)) => Some(subject.core(id)),
        (Answer::Absent, Some(id)) => Some(subject.dead(id)),
        (Answer::Present | Answer::Absent, None)
        | (Answer::SomeVariant { .. } | Answer::Depends { .. } | Answer::Unknown, _) => None,
    };
    subject.certify(to, forced.into_iter().collect())
}

/// That no variant is better.
///
/// # Errors
/// [`Unwritable`].
pub fn best(
    to: &mut Certificates,
    subject: Subject<'_, '_>,
    (direction, measure): (Direction, &Measure),
    answer: &Best,
) -> Result<(), Unwritable> {
    let claim = Claim::Optimum(decimal(&answer.value.digits, answer.value.scale));
    if !answer.is_exact() {
        to.leave(&claim, "not all variants were compared");
        return Ok(());
    }
    let better = subject.claims().map_err(|why| why.to_string());
    let better =
        better.and_then(|claims| claims.better(direction, measure, &answer.value).map_err(|why| why.to_string()));
    match better {
        Ok(clauses) => to.refute(&claim, &subject.clauses(clauses), &subject.limits.budget),
        Err(reason) => {
            to.leave(&claim, reason);
            Ok(())
        }
    }
}

/// That there is no variant.
///
/// # Errors
/// [`Unwritable`].
pub fn no_variant(to: &mut Certificates, subject: Subject<'_, '_>) -> Result<(), Unwritable> {
    subject.certify(to, vec![Forced { claim: Claim::NoVariant, contrary: Vec::new() }])
}

/// Findings that say "always" or "never", and if `with_presets` the presets about which nothing was found.
///
/// # Errors
/// [`Unwritable`].
pub fn findings(
    to: &mut Certificates,
    subject: Subject<'_, '_>,
    found: &Findings,
    with_presets: bool,
) -> Result<(), Unwritable> {
    let presets = subject.variants.preset_configurations();
    let mut forced = Vec::new();
    for finding in &found.findings {
        match subject.of_finding(finding) {
            Some(Ok(claim)) => forced.push(claim),
            Some(Err(claim)) => to.leave(&claim, "findings of this kind are not certified"),
            None => {}
        }
    }
    subject.certify(to, forced)?;
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

fn is_failure(code: Code) -> bool {
    matches!(code, Code::FailingPreset | Code::PartlyFailingPreset)
}

impl<'a, 'm> Subject<'a, 'm> {
    fn claims(self) -> Result<Claims<'a, 'm>, NoClauses> {
        self.variants.claims(&self.limits.budget)
    }

    fn model(self) -> &'m Model {
        self.variants.model()
    }

    /// Clauses with the names of their elements.
    fn clauses(self, clauses: VariantClauses) -> Clauses {
        let name = |(var, id): (Var, ElementId)| (var, self.model().path(id));
        Clauses { cnf: clauses.cnf, names: clauses.elements.into_iter().map(name).collect() }
    }

    fn core(self, id: ElementId) -> Forced {
        Forced { claim: Claim::Core(self.model().path(id)), contrary: vec![(id, false)] }
    }

    fn dead(self, id: ElementId) -> Forced {
        Forced { claim: Claim::Dead(self.model().path(id)), contrary: vec![(id, true)] }
    }

    fn of_summary(self, summary: &ElementSummary) -> Option<Forced> {
        match summary.status? {
            ElementStatus::Core => Some(self.core(summary.element)),
            ElementStatus::Dead => Some(self.dead(summary.element)),
            ElementStatus::Conditional => None,
        }
    }

    /// What a finding claims; without clauses where there are none for its kind, none where it shows what it says.
    fn of_finding(self, finding: &Finding) -> Option<Result<Forced, Claim>> {
        match (finding.diagnostic.code, finding.element) {
            (Code::NoValidVariant, _) => Some(Ok(Forced { claim: Claim::NoVariant, contrary: Vec::new() })),
            (Code::DeadElement, Some(id)) => Some(Ok(self.dead(id))),
            (Code::IdleCondition, Some(id)) => Some(Ok(self.core(id))),
            (Code::FalseOptional, Some(id)) => Some(Ok(self.accompanying(id))),
            (Code::TrueCondition | Code::IdleConstraint | Code::TrueConstraint | Code::ImpossibleValue, _) => {
                let diagnostic = &finding.diagnostic;
                Some(Err(Claim::Other(format!("{} {}", diagnostic.code, diagnostic.message))))
            }
            _ => None,
        }
    }

    /// The element is present whenever its container is.
    fn accompanying(self, id: ElementId) -> Forced {
        let Some(container) = self.model().element(id).container else { return self.core(id) };
        let claim = Claim::Together(self.model().path(id), self.model().path(container));
        Forced { claim, contrary: vec![(id, false), (container, true)] }
    }

    /// Certifies claims about the valid variants.
    fn certify(self, to: &mut Certificates, forced: Vec<Forced>) -> Result<(), Unwritable> {
        if forced.is_empty() {
            return Ok(());
        }
        let claims = match self.claims() {
            Ok(claims) => claims,
            Err(why) => {
                forced.iter().for_each(|forced| to.leave(&forced.claim, why.to_string()));
                return Ok(());
            }
        };
        let valid = self.clauses(claims.valid());
        let mut implied: Vec<(Claim, Lit)> = Vec::new();
        for Forced { claim, contrary } in forced {
            if let [(id, is_present)] = contrary[..] {
                implied.push((claim, claims.literal(id, !is_present)));
                continue;
            }
            let mut clauses = valid.clone();
            contrary.iter().for_each(|&(id, is_present)| clauses.cnf.add(&[claims.literal(id, is_present)]));
            to.refute(&claim, &clauses, &self.limits.budget)?;
        }
        to.imply(&implied, &valid, &self.limits.budget)
    }

    /// Certifies that no completion of a preset is valid.
    fn impossible_preset(self, to: &mut Certificates, preset: &PresetConfiguration) -> Result<(), Unwritable> {
        let variants = self.variants.under(&preset.configuration);
        let own = Subject { variants: &variants, limits: self.limits };
        own.certify(to, vec![Forced { claim: Claim::PresetImpossible(preset.name.clone()), contrary: Vec::new() }])
    }

    /// Certifies that every completion of a preset resolves.
    fn fine_preset(self, to: &mut Certificates, preset: &PresetConfiguration) -> Result<(), Unwritable> {
        let fine = Claim::PresetFine(preset.name.clone());
        let variants = self.variants.under(&preset.configuration);
        let own = Subject { variants: &variants, limits: self.limits };
        let claims = match own.claims() {
            Ok(claims) => claims,
            Err(why) => {
                to.leave(&fine, why.to_string());
                return Ok(());
            }
        };
        if !claims.is_complete() {
            let complete = Claim::PresetComplete(preset.name.clone());
            match claims.incomplete(&self.limits.budget) {
                Ok(Some(clauses)) => to.refute(&complete, &own.clauses(clauses), &self.limits.budget)?,
                Ok(None) => to.leave(&complete, "no function was found that gives presences to every configuration"),
                Err(stop) => to.leave(&complete, stop.to_string()),
            }
            if !to.has_evidence() {
                to.leave(&fine, "it is not certified that every completion has presences");
                return Ok(());
            }
        }
        to.refute(&fine, &own.clauses(claims.failing()), &self.limits.budget)
    }
}
