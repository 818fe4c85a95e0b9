//! The least sum of weights of formulas, by a diagram of the values that they have together.

use rustc_hash::FxHashMap;
use variscope_encoder::bdd::{Bdd, Images};
use variscope_encoder::{Budget, FormulaId, Formulas};

use super::Lifted;
use super::diagram::Diagram;

impl Lifted<'_, '_> {
    /// The least sum of the weights of formulas that hold in a valid configuration, and a formula that holds exactly where it is
    /// reached; none where diagrams become too large or nothing is valid. Formulas may be others than those of the problem.
    pub(crate) fn least_sum(
        &self,
        formulas: &mut Formulas,
        weighted: &[(FormulaId, u64)],
        budget: &Budget,
    ) -> Option<(u128, FormulaId)> {
        let weighted: Vec<(FormulaId, u64)> = weighted.iter().copied().filter(|&(_, weight)| weight > 0).collect();
        let mut diagram = self.diagram(budget)?;
        let most_nodes = diagram.allow_more();
        let Diagram { atoms, diagrams, valid, .. } = &mut *diagram;
        let (atoms, mut known) = (atoms.as_ref()?, FxHashMap::default());
        let functions = weighted.iter().map(|&(formula, _)| atoms.formula(formulas, formula, &mut known, diagrams));
        let functions: Vec<Bdd> = functions.collect::<Result<_, _>>().ok()?;
        Images::of(diagrams, *valid, &functions, most_nodes).ok()?.least_sum(&weighted, formulas)
    }
}
