//! Why a feature is always or never selected, or why there is no variant: the least that must be stated for that.

use variscope_encoder::{Budget, Explainer, FormulaId, Interrupted, Reason};

use super::elements::FeatureStatus;
use super::statement::Statement;
use super::statements::formula;
use super::{FeatureId, FeatureModel};

/// What is explained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExplainedStatus {
    /// There is no variant at all.
    Void,
    /// The feature has this status.
    Feature(FeatureStatus),
    /// No feature was asked for, and there are variants.
    Satisfiable,
}

/// A verdict with its reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// What is explained.
    pub verdict: ExplainedStatus,
    /// Statements that force it, of which none can be left out; ascending by line. None when nothing is forced.
    pub reasons: Vec<Statement>,
}

impl FeatureModel {
    /// Explains what is true of a feature, or of the whole model; `None` for compiled models.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn explain(&self, feature: Option<FeatureId>, budget: &Budget) -> Result<Option<Explanation>, Interrupted> {
        let Some(statements) = self.statements() else { return Ok(None) };
        let mut explainer = Explainer::new(&statements.problem, |_| None, budget.clone());
        let mut why = |formula: FormulaId, verdict: ExplainedStatus| -> Result<Option<Explanation>, Interrupted> {
            let Some(reasons) = explainer.why(formula)? else { return Ok(None) };
            let rules = reasons.into_iter().filter_map(|reason| match reason {
                Reason::Rule(rule) => statements.statement(rule),
                Reason::Known(_) => None,
            });
            let mut reasons: Vec<Statement> = rules.collect();
            reasons.sort_unstable();
            reasons.dedup();
            Ok(Some(Explanation { verdict, reasons }))
        };
        if let Some(void) = why(FormulaId::FALSE, ExplainedStatus::Void)? {
            return Ok(Some(void));
        }
        let Some(feature) = feature else { return Ok(Some(unforced(ExplainedStatus::Satisfiable))) };
        let selected = formula(self.feature(feature).var.positive());
        for (forced, status) in [(selected, FeatureStatus::Core), (!selected, FeatureStatus::Dead)] {
            if let Some(explanation) = why(forced, ExplainedStatus::Feature(status))? {
                return Ok(Some(explanation));
            }
        }
        Ok(Some(unforced(ExplainedStatus::Feature(FeatureStatus::Conditional))))
    }
}

fn unforced(verdict: ExplainedStatus) -> Explanation {
    Explanation { verdict, reasons: Vec::new() }
}
