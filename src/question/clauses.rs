//! The valid variants of a template as clauses, for other tools and for questions about sets of variants.

use variscope_encoder::{Budget, Cnf, Var};

use super::Variants;
use super::lifted::{Lifted, Unliftable};
use super::survey::countable;
use crate::model::ElementId;

/// Clauses whose models, restricted to the elements, are the valid variants.
#[derive(Clone, Debug)]
pub struct VariantClauses {
    /// The clauses.
    pub cnf: Cnf,
    /// The variable of each element, ascending; all other variables are hidden.
    pub elements: Vec<(Var, ElementId)>,
}

/// Why there are no such clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoClauses {
    /// Which variant is the best cannot be said in clauses.
    #[error("the variants of this template depend on optimisation or on circles, and cannot be written as clauses")]
    Undetermined,
    /// Not all values of inputs can be looked at.
    #[error("not all values of the inputs can be looked at, so the clauses would not be exact")]
    Inexact,
    /// The budget is used up.
    #[error("stopped before the clauses were known")]
    Interrupted,
}

impl Variants<'_> {
    /// The valid variants as clauses.
    ///
    /// # Errors
    /// [`NoClauses`].
    pub fn clauses(&self, budget: &Budget) -> Result<VariantClauses, NoClauses> {
        let lifted = Lifted::of(self, budget).map_err(|why| match why {
            Unliftable::Interrupted => NoClauses::Interrupted,
            Unliftable::Undetermined | Unliftable::Unevaluated => NoClauses::Undetermined,
        })?;
        if !lifted.classes().caveats().is_empty() {
            return Err(NoClauses::Inexact);
        }
        let elements = countable(self.model());
        let mut elements: Vec<(Var, ElementId)> =
            elements.into_iter().map(|id| (Var::new(lifted.presence(id).index()), id)).collect();
        elements.sort_unstable();
        Ok(VariantClauses { cnf: lifted.valid_problem().to_cnf(), elements })
    }
}
