//! What types that are not read may allow: several relations of one name.
//!
//! A node may have a requirement once unless its type says otherwise. Where the type is unknown, as an import is not read, that
//! is unknown: such variants are refused, and answers say that they are left out.

use variscope_encoder::{Budget, Formulas};

use super::lifted::{ErrorCause, Lifted};
use crate::analysis::domain::Caveat;
use crate::analysis::presence::ViolationCause;
use crate::analysis::question::Variants;
use crate::tosca::model::{Check, ElementId, Kind, Model};

impl Variants<'_> {
    /// The violations that are none if an unknown type allows several relations of a name, by number, each with the relation.
    pub(crate) fn doubtful_violations(&self) -> Vec<(usize, ElementId)> {
        let model = self.model();
        let doubtful: Vec<ElementId> =
            model.of_kind(Kind::Node).flat_map(|node| model.doubtful_relations(node)).collect();
        if doubtful.is_empty() {
            return Vec::new();
        }
        let violations = self.rules().violations().iter().enumerate();
        let of_relations = violations.filter(|(_, it)| it.cause == ViolationCause::Check(Check::AmbiguousRelation));
        of_relations
            .map(|(number, it)| (number, it.element))
            .filter(|(_, relation)| doubtful.contains(relation))
            .collect()
    }

    /// That variants may be missing, as unknown types may allow what is refused in some configurations: those with a violation whose
    /// number `is_met`.
    pub(super) fn caveats_of_types(&self, is_met: impl Fn(usize) -> bool) -> Vec<Caveat> {
        let met = self.doubtful_violations().into_iter().filter(|(number, _)| is_met(*number));
        let mut caveats: Vec<Caveat> = met.map(|(_, relation)| caveat(self.model(), relation)).collect();
        caveats.dedup();
        caveats
    }
}

/// That it is not known whether a node may have a relation beside others of its name.
pub(crate) fn caveat(model: &Model, relation: ElementId) -> Caveat {
    let message = format!(
        "imports are not read, so that the types may allow {} beside others of its name",
        model.full_display(relation)
    );
    Caveat { span: Some(model.element(relation).span), message }
}

impl Lifted<'_, '_> {
    /// [`Variants::caveats_of_types`] of all configurations.
    pub(crate) fn caveats_of_types(&self, budget: &Budget) -> Vec<Caveat> {
        self.variants().caveats_of_types(|number| self.may_meet(number, budget))
    }

    /// Whether some configuration may have the violation with this number.
    fn may_meet(&self, number: usize, budget: &Budget) -> bool {
        let is_meant = |cause: &ErrorCause| *cause == ErrorCause::Check(number);
        let Some(error) = self.errors().iter().find(|error| is_meant(&error.cause)) else { return false };
        let mut formulas: Formulas = self.problem().formulas().clone();
        let wanted = formulas.and([error.formula, self.assumed()]);
        let session = self.problem().session(|_| None, budget.clone());
        !matches!(session.and_then(|mut session| session.solve_under(&formulas, wanted)), Ok(None))
    }
}
