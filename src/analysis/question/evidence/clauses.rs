//! The valid variants of a template as clauses, for other tools and for questions about sets of variants.

use variscope_encoder::{Budget, Cnf, Var};

use crate::analysis::question::Variants;
use crate::tosca::model::ElementId;

/// Clauses whose models, restricted to the elements, are the valid variants.
#[derive(Clone, Debug)]
pub struct VariantClauses {
    /// The clauses.
    pub cnf: Cnf,
    /// The variable of each element, ascending; all other variables are hidden.
    pub elements: Vec<(Var, ElementId)>,
    /// How many clauses, from the first, say what auxiliaries are.
    pub auxiliary: usize,
    /// How many more say which configurations there are, each with its presences.
    pub stated: usize,
}

/// Why there are no such clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoClauses {
    /// Which variant is the best cannot be said in clauses, or not in few.
    #[error("optimisation or cycles of conditions choose among too many possibilities to be written as clauses")]
    Undetermined,
    /// Whether values can be evaluated depends on presences in a way that is not understood.
    #[error("what cannot always be evaluated depends on too many presences to be written as clauses")]
    Unevaluated,
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
        Ok(self.claims(budget)?.valid())
    }
}
