//! How many variants are there?

use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::all_variants::prepared::AllVariants;
use crate::analysis::question::all_variants::variant_count::VariantCount;
use crate::analysis::question::all_variants::variant_space::VariantSpace;

impl Variants<'_> {
    /// Counts the valid variants, and those with each element if `per_element`: at once where presences follow from the
    /// inputs, else one class after the other.
    pub fn count(&self, limits: &Limits, per_element: bool) -> VariantCount {
        self.all(limits).count(per_element)
    }
}

impl AllVariants<'_, '_> {
    /// [`Variants::count`].
    pub fn count(&self, per_element: bool) -> VariantCount {
        match &self.space {
            VariantSpace::Lifted(lifted) => lifted.count(self.limits, per_element),
            VariantSpace::OneByOne(enumeration) => enumeration.count(),
        }
    }
}
