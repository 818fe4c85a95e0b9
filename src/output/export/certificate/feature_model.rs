//! What answers about feature models claim, and the clauses of that.

use variscope_encoder::{Budget, Lit};

use super::answers::{Provable, no_variant};
use super::{Certificates, Claim, Unwritable};
use crate::analysis::question::Decimal;
use crate::answer::{Elements, Status};
use crate::feature::review::Finding;
use crate::feature::{FeatureId, FeatureModel};
use crate::output::export::{Clauses, names};
use crate::tosca::model::Direction;

/// What was asked, and how long answers may take.
#[derive(Clone, Copy)]
pub struct FeatureModelSubject<'a> {
    /// The feature model.
    pub model: &'a FeatureModel,
    /// The limits of the question, which hold for its certificate too.
    pub budget: &'a Budget,
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
                no_variant(to, |_| subject.valid(), subject.budget)?;
                continue;
            }
            Finding::Dead(id) => {
                implied.extend(subject.of_status(*id, Status::Dead));
                continue;
            }
            Finding::FalseOptional(id) => format!("{} {} is false-optional", finding.code(), name(*id)),
            Finding::Redundant { place, text, .. } => {
                let file = place.file.as_ref().map(|file| format!(" of {file}")).unwrap_or_default();
                format!("{} line {}{file} is redundant: {text}", finding.code(), place.line)
            }
            Finding::Broken(broken) => format!("{} {}", finding.code(), broken.message()),
        };
        to.leave(&Claim::Other(other), "findings of this kind are not certified");
    }
    subject.certify(to, &implied)
}

impl FeatureModelSubject<'_> {
    /// The clauses of the variants.
    ///
    /// # Errors
    /// Why there are none.
    pub fn valid(self) -> Provable {
        Clauses::of(self.model).map_err(|why| why.to_string())
    }

    /// The clauses of the variants that are better than an optimum.
    ///
    /// # Errors
    /// Why there are none.
    pub fn better(self, goal: Direction, attribute: Option<&str>, optimum: &Decimal) -> Provable {
        let cnf = self.model.better(goal, attribute, optimum).map_err(|why| why.to_string())?;
        Ok(Clauses { cnf, names: names(self.model), meaning: None })
    }

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
        match self.valid() {
            Ok(clauses) => to.imply(implied, &clauses, self.budget),
            Err(why) => {
                implied.iter().for_each(|(claim, _)| to.leave(claim, why.clone()));
                Ok(())
            }
        }
    }
}
