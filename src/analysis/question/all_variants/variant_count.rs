//! Numbers of variants.

use num_bigint::BigUint;

use super::class_enumeration::ClassEnumeration;
use super::exactness::Exactness;
use crate::analysis::domain::Extent;
use crate::tosca::model::ElementId;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountDetail {
    /// The variants.
    Total,
    /// Also in how many of them each element is present, where that can be counted in time.
    PerElement,
}

impl CountDetail {
    /// The second of these only where it is wanted.
    pub fn per_element(is_wanted: bool) -> Self {
        if is_wanted { Self::PerElement } else { Self::Total }
    }

    /// Whether elements are counted.
    pub fn is_per_element(self) -> bool {
        self == Self::PerElement
    }
}

/// How many variants there are, and how many classes and configurations give them.
#[derive(Clone, Debug)]
pub struct VariantCount {
    /// Valid variants.
    pub variants: BigUint,
    /// Whether there are no others, whatever is known of the other numbers.
    pub has_all_variants: bool,
    /// Classes of configurations that give one; none when they were not counted.
    pub classes: Option<BigUint>,
    /// Configurations that give one; none for infinitely many, and where they were not counted.
    pub configurations: Option<BigUint>,
    /// Whether they are finitely many.
    pub extent: Extent,
    /// The elements that make a difference between variants.
    pub elements: Vec<ElementId>,
    /// In how many variants each of them is present; none when that was not asked for or takes too long.
    pub per_element: Option<Vec<BigUint>>,
    /// Where it is not exact, the numbers are lower bounds.
    pub exactness: Exactness,
}

impl VariantCount {
    /// Without what is not asked for.
    pub(crate) fn with(self, detail: CountDetail) -> Self {
        Self { per_element: self.per_element.filter(|_| detail.is_per_element()), ..self }
    }
}

impl ClassEnumeration {
    /// The numbers of what was found.
    pub fn count(&self) -> VariantCount {
        let reaches = || self.variants.iter().map(|variant| &variant.reach);
        let present = |place: usize| self.variants.iter().filter(|variant| variant.present[place]).count();
        VariantCount {
            variants: self.variants.len().into(),
            has_all_variants: self.exactness.is_exact(),
            classes: Some(reaches().map(|reach| &reach.classes).sum()),
            configurations: reaches().map(|reach| reach.configurations.clone()).sum(),
            extent: self.uncounted,
            per_element: Some((0..self.elements.len()).map(|place| present(place).into()).collect()),
            elements: self.elements.clone(),
            exactness: self.exactness.clone(),
        }
    }
}
