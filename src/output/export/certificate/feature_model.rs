//! What answers about feature models claim, and the clauses of that.

use std::collections::BTreeMap;

use variscope_encoder::{Budget, Lit};

use super::answers::{Provable, no_variant};
use super::{Certificates, Claim, Unwritable};
use crate::analysis::question::Decimal;
use crate::answer::{Elements, Finding, Status};
use crate::feature::{FeatureId, FeatureModel};
use crate::output::export::{Clauses, names};
use crate::source::diagnostic::Code;
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
pub fn elements(to: &mut Certificates, subject: FeatureModelSubject<'_>, answer: &Elements) -> Result<(), Unwritable> {
    let elements = subject.model.ids().zip(&answer.elements);
    let implied = elements.filter_map(|(id, element)| subject.of_status(id, element.status?));
    subject.certify(to, &implied.collect::<Vec<_>>())
}

/// Findings that say "always" or "never".
///
/// # Errors
/// [`Unwritable`].
pub fn findings(to: &mut Certificates, subject: FeatureModelSubject<'_>, found: &[Finding]) -> Result<(), Unwritable> {
    let lines = subject.model.feature_lines();
    // Names may be given twice, but not in one line.
    let features: BTreeMap<(&str, Option<u32>), FeatureId> = subject
        .model
        .ids()
        .map(|id| ((&*subject.model.feature(id).name, lines[id.index()].as_ref().map(|place| place.line)), id))
        .collect();
    let mut implied = Vec::new();
    for finding in found {
        let name = finding.element.as_deref().unwrap_or_default();
        let what = match finding.code {
            Code::NoValidVariant => {
                no_variant(to, |_| subject.valid(), subject.budget)?;
                continue;
            }
            Code::DeadElement => {
                let id = features.get(&(name, finding.line));
                implied.extend(id.and_then(|id| subject.of_status(*id, Status::Dead)));
                continue;
            }
            Code::FalseOptional => format!("{name} is false-optional"),
            Code::RedundantConstraint => {
                let file = finding.file.as_ref().map(|file| format!(" of {file}")).unwrap_or_default();
                format!("line {}{file} is redundant: {}", finding.line.unwrap_or_default(), finding.quoted)
            }
            _ => finding.message.clone(),
        };
        to.record_gap(&Claim::Other(format!("{} {what}", finding.code)), "findings of this kind are not certified");
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
                implied.iter().for_each(|(claim, _)| to.record_gap(claim, why.clone()));
                Ok(())
            }
        }
    }
}
