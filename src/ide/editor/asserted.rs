//! What is asserted about all variants of a draft.

use crate::analysis::condition::demand::Bound;
use crate::analysis::question::{Asserted, AssertionText, Variants};
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::Model;

/// Assertions in terms of a template.
#[derive(Debug, Default)]
pub(super) struct DraftAssertions {
    /// As they are written.
    pub(super) texts: Vec<AssertionText>,
    pub(super) demands: Vec<Bound>,
    asserted: Vec<Asserted>,
    /// What is wrong with those that mean nothing in the template.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl DraftAssertions {
    /// What they mean in `model`, which quotes them from now on.
    pub(super) fn of(texts: &[AssertionText], model: Option<&mut Model>) -> Self {
        let texts = texts.to_vec();
        let Some(model) = model else { return Self { texts, ..Self::default() } };
        let mut demands = Vec::new();
        let (asserted, diagnostics) = model.assertions(&texts, &mut demands);
        Self { texts, demands, asserted, diagnostics }
    }

    /// The variants with what is asserted about them, and what is wrong with the assertions.
    pub(super) fn about<'m>(&self, variants: Variants<'m>) -> (Variants<'m>, Vec<Diagnostic>) {
        let idle = variants.conditions_without_effect(&self.demands);
        (variants.asserting(self.asserted.clone()), self.diagnostics.iter().cloned().chain(idle).collect())
    }
}
