//! Why a feature is always or never selected, or why there is no variant: the least that must be stated for that.

use variscope_encoder::{Budget, Explainer, FormulaId, Interrupted};

use super::statements::{Statements, formula};
use super::{FeatureId, FeatureModel};
use crate::analysis::question::ReasonLimit;
use crate::answer::{Explain, Explained, Line};

impl FeatureModel {
    /// Explains what is true of a feature, or of the whole model; `None` for compiled models. The lines that force it are
    /// ascending, and none of them can be left out.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up before one reason is known.
    pub fn explain(
        &self,
        feature: Option<FeatureId>,
        wanted: ReasonLimit,
        budget: &Budget,
    ) -> Result<Option<Explain>, Interrupted> {
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
                let one = statements.lines(reasons);
                let explained = match wanted {
                    ReasonLimit::Any => Explain::of_feature(name, answer, one),
                    ReasonLimit::All(most) => {
                        let (reasons, more) = all(&explainer, &statements, formula, most);
                        let mut reasons = reasons.into_iter();
                        let because = reasons.next().unwrap_or(one);
                        let others = reasons.collect();
                        let explained = Explain::of_feature(name, answer, because);
                        Explain { other_reasons: others, more_reasons: more, ..explained }
                    }
                };
                return Ok(Some(explained));
            }
        }
        let unforced = if feature.is_some() { Explained::Depends } else { Explained::SomeVariant };
        Ok(Some(Explain::of_feature(name, unforced, Vec::new())))
    }
}

/// The minimal sets of lines that force a formula, `most` at most, the smallest first; and whether there are, or may be, others.
/// Sets that differ only in what no author wrote, or in rules of one line, are one.
fn all(
    explainer: &Explainer<'_>,
    statements: &Statements<'_>,
    formula: FormulaId,
    most: usize,
) -> (Vec<Vec<Line>>, bool) {
    let Ok(Some(explanations)) = explainer.all(formula) else { return (Vec::new(), true) };
    let (mut reasons, has_more) = explanations.cores(most, |found| statements.lines(found));
    let place = |line: &Line| (line.file.clone(), line.line, line.text.clone(), line.source.clone());
    reasons.sort_by_cached_key(|reason| (reason.len(), reason.iter().map(place).collect::<Vec<_>>()));
    (reasons, has_more)
}
