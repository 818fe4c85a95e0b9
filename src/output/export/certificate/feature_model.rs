//! What answers about feature models claim, and the clauses of that.

use variscope_encoder::{Budget, Lit};

use super::{Certificates, Claim, Unwritable};
use crate::feature::count::CountBounds;
use crate::feature::elements::{FeatureStatus, FeatureStatuses};
use crate::feature::explain::ExplainedStatus;
use crate::feature::optimum::{Goal, Optimum};
use crate::feature::review::Finding;
use crate::feature::{FeatureId, FeatureModel};
use crate::output::export::Clauses;

/// What was asked, and how long answers may take.
#[derive(Clone, Copy)]
pub struct FeatureModelSubject<'a> {
    /// The feature model.
    pub model: &'a FeatureModel,
    /// The limits of the question, which hold for its certificate too.
    pub budget: &'a Budget,
}

/// Claims of a number of variants.
///
/// # Errors
/// [`Unwritable`].
pub fn count(to: &mut Certificates, subject: FeatureModelSubject<'_>, answer: &CountBounds) -> Result<(), Unwritable> {
    match (answer.exact(), Clauses::of(subject.model)) {
        (None, _) => to.leave(&Claim::Count, "the number is not known to be exact"),
        (_, Err(why)) => to.leave(&Claim::Count, why.to_string()),
        (Some(number), Ok(clauses)) => {
            to.count(number, &clauses, subject.budget)?;
            if number.bits() == 0 {
                to.refute(&Claim::NoVariant, &clauses, subject.budget)?;
            }
        }
    }
    Ok(())
}

/// Claims that features are in all variants, or in none.
///
/// # Errors
/// [`Unwritable`].
pub fn elements(
    to: &mut Certificates,
    subject: FeatureModelSubject<'_>,
    answer: &FeatureStatuses,
) -> Result<(), Unwritable> {
    let statuses = subject.model.ids().zip(&answer.statuses);
    let implied = statuses.filter_map(|(id, status)| subject.of_status(id, (*status)?));
    subject.certify(to, &implied.collect::<Vec<_>>())
}

/// What an explanation explains, as far as it is always or never so.
///
/// # Errors
/// [`Unwritable`].
pub fn explanation(
    to: &mut Certificates,
    subject: FeatureModelSubject<'_>,
    feature: Option<FeatureId>,
    verdict: ExplainedStatus,
) -> Result<(), Unwritable> {
    match (verdict, feature) {
        (ExplainedStatus::Void, _) => no_variant(to, subject),
        (ExplainedStatus::Feature(status), Some(id)) => subject.certify(to, subject.of_status(id, status).as_slice()),
        (ExplainedStatus::Feature(_), None) | (ExplainedStatus::Satisfiable, _) => Ok(()),
    }
}

/// That there is no variant.
///
/// # Errors
/// [`Unwritable`].
pub fn no_variant(to: &mut Certificates, subject: FeatureModelSubject<'_>) -> Result<(), Unwritable> {
    match Clauses::of(subject.model) {
        Ok(clauses) => to.refute(&Claim::NoVariant, &clauses, subject.budget),
        Err(why) => {
            to.leave(&Claim::NoVariant, why.to_string());
            Ok(())
        }
    }
}

/// Findings that say "always" or "never".
///
/// # Errors
/// [`Unwritable`].
pub fn findings<'f>(
    to: &mut Certificates,
    subject: FeatureModelSubject<'_>,
    found: impl IntoIterator<Item = &'f Finding>,
) -> Result<(), Unwritable> {
    let name = |id: FeatureId| &subject.model.feature(id).name;
    let mut implied = Vec::new();
    for finding in found {
        let other = match finding {
            Finding::Void => {
                no_variant(to, subject)?;
                continue;
            }
            Finding::Dead(id) => {
                implied.extend(subject.of_status(*id, FeatureStatus::Dead));
                continue;
            }
            Finding::FalseOptional(id) => format!("{} {} is false-optional", finding.code(), name(*id)),
            Finding::Redundant { line, text } => format!("{} line {line} is redundant: {text}", finding.code()),
        };
        to.leave(&Claim::Other(other), "findings of this kind are not certified");
    }
    subject.certify(to, &implied)
}

/// That no variant is better.
///
/// # Errors
/// [`Unwritable`].
pub fn optimum(
    to: &mut Certificates,
    subject: FeatureModelSubject<'_>,
    (goal, attribute): (Goal, Option<&str>),
    answer: &Optimum,
) -> Result<(), Unwritable> {
    let claim = Claim::Optimum(answer.value.clone());
    match subject.model.better(goal, attribute, answer) {
        Ok(cnf) => {
            let clauses = Clauses { cnf, names: crate::output::export::names(subject.model), meaning: None };
            to.refute(&claim, &clauses, subject.budget)
        }
        Err(why) => {
            to.leave(&claim, why.to_string());
            Ok(())
        }
    }
}

impl FeatureModelSubject<'_> {
    /// The claim that a feature has a status, with the literal that is then always true.
    fn of_status(self, id: FeatureId, status: FeatureStatus) -> Option<(Claim, Lit)> {
        let feature = self.model.feature(id);
        match status {
            FeatureStatus::Core => Some((Claim::Core(feature.name.clone()), feature.var.positive())),
            FeatureStatus::Dead => Some((Claim::Dead(feature.name.clone()), feature.var.negative())),
            FeatureStatus::Conditional => None,
        }
    }

    fn certify(self, to: &mut Certificates, implied: &[(Claim, Lit)]) -> Result<(), Unwritable> {
        match Clauses::of(self.model) {
            Ok(clauses) => to.imply(implied, &clauses, self.budget),
            Err(why) => {
                implied.iter().for_each(|(claim, _)| to.leave(claim, why.to_string()));
                Ok(())
            }
        }
    }
}
