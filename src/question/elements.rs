//! Which elements are always, never or sometimes present?

use num_bigint::BigUint;

use super::count::Count;
use crate::model::ElementId;

/// How an element behaves over all valid variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementStatus {
    /// Present in every one.
    Core,
    /// Present in none.
    Dead,
    /// Present in some.
    Conditional,
}

/// An element over all valid variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementSummary {
    /// The element.
    pub element: ElementId,
    /// How it behaves; none when there is no valid variant, or when not all of them are known.
    pub status: Option<ElementStatus>,
    /// In how many variants it is present.
    pub variants: BigUint,
}

impl Count {
    /// How each element behaves.
    pub fn summaries(&self) -> Vec<ElementSummary> {
        let summary = |(&element, variants): (&ElementId, &BigUint)| ElementSummary {
            element,
            status: self.status(variants),
            variants: variants.clone(),
        };
        self.elements.iter().zip(&self.per_element).map(summary).collect()
    }

    /// What is present in some known variants but not in all is conditional, whatever the others are.
    fn status(&self, variants: &BigUint) -> Option<ElementStatus> {
        let is_some = *variants > BigUint::ZERO;
        let is_all = *variants == self.variants;
        match (is_some, is_all) {
            (true, false) => Some(ElementStatus::Conditional),
            _ if !self.is_exact() || self.variants == BigUint::ZERO => None,
            (true, true) => Some(ElementStatus::Core),
            (false, _) => Some(ElementStatus::Dead),
        }
    }
}
