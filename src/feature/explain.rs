//! Why a feature is always or never selected, or why there is no variant: the least that must be stated for that.

use variscope_encoder::{Budget, Explainer, FormulaId, Interrupted};

use super::statements::formula;
use super::{FeatureId, FeatureModel};
use crate::answer::{Explain, Explained};

impl FeatureModel {
    /// Explains what is true of a feature, or of the whole model; `None` for compiled models. The lines that force it are
    /// ascending, and none of them can be left out.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn explain(&self, feature: Option<FeatureId>, budget: &Budget) -> Result<Option<Explain>, Interrupted> {
        let Some(statements) = self.statements() else { return Ok(None) };
        let mut explainer = Explainer::new(&statements.problem, |_| None, budget.clone());
        let name = feature.map(|id| self.feature(id).name.clone());
        let selected = feature.map(|id| formula(self.feature(id).var.positive()));
        let forced = [
            (Some(FormulaId::FALSE), Explained::NoVariant),
            (selected, Explained::Present),
            (selected.map(|selected| !selected), Explained::Absent),
        ];
        for (formula, answer) in forced {
            let Some(formula) = formula else { continue };
            if let Some(reasons) = explainer.why(formula)? {
                return Ok(Some(Explain::of_feature(name, answer, statements.lines(reasons))));
            }
        }
        let unforced = if feature.is_some() { Explained::Depends } else { Explained::SomeVariant };
        Ok(Some(Explain::of_feature(name, unforced, Vec::new())))
    }
}
