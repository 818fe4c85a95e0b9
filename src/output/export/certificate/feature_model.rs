//! What answers about feature models claim, and the clauses of that.

use variscope_encoder::{Budget, Lit};

use super::{Certificates, Claim, Unwritable};
use crate::analysis::question::Decimal;
use crate::answer::{Count, Elements, Explained, Status};
use crate::feature::review::Finding;
use crate::feature::{FeatureId, FeatureModel};
use crate::output::export::Clauses;
use crate::tosca::model::Direction;

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
pub fn count(to: &mut Certificates, subject: FeatureModelSubject<'_>, said: &Count) -> Result<(), Unwritable> {
    match (said.exact(), Clauses::of(subject.model)) {
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
pub fn elements(to: &mut Certificates, subject: FeatureModelSubject<'_>, said: &Elements) -> Result<(), Unwritable> {
    let elements = subject.model.ids().zip(&said.elements);
    let implied = elements.filter_map(|(id, element)| subject.of_status(id, element.status?));
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
    explained: Explained,
) -> Result<(), Unwritable> {
    let implied = |status: Status| feature.and_then(|id| subject.of_status(id, status));
    match explained {
        Explained::NoVariant => no_variant(to, subject),
        Explained::Present => subject.certify(to, implied(Status::Core).as_slice()),
        Explained::Absent => subject.certify(to, implied(Status::Dead).as_slice()),
        Explained::SomeVariant | Explained::Depends | Explained::Unknown => Ok(()),
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
                implied.extend(subject.of_status(*id, Status::Dead));
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
    (goal, attribute): (Direction, Option<&str>),
    optimum: &Decimal,
) -> Result<(), Unwritable> {
    let claim = Claim::Optimum(optimum.to_string());
    match subject.model.better(goal, attribute, optimum) {
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
    fn of_status(self, id: FeatureId, status: Status) -> Option<(Claim, Lit)> {
        let feature = self.model.feature(id);
        match status {
            Status::Core => Some((Claim::Core(feature.name.clone()), feature.var.positive())),
            Status::Dead => Some((Claim::Dead(feature.name.clone()), feature.var.negative())),
            Status::Conditional => None,
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
