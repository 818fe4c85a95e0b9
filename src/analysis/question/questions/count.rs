//! How many variants are there?

use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::all_variants::prepared::AllVariants;
use crate::analysis::question::all_variants::variant_count::{CountDetail, VariantCount};
use crate::analysis::question::all_variants::variant_space::VariantSpace;

impl Variants<'_> {
    /// Counts the valid variants, with this detail: at once where presences follow from the
    /// inputs, else one class after the other.
    pub fn count(&self, limits: &Limits, detail: CountDetail) -> VariantCount {
        self.all(limits).count(detail)
    }
}

impl AllVariants<'_, '_> {
    /// [`Variants::count`].
    pub fn count(&self, detail: CountDetail) -> VariantCount {
        match &self.space {
            VariantSpace::Lifted(lifted) => lifted.count(self.limits, detail),
            VariantSpace::Enumerated(enumeration) => enumeration.count().with(detail),
        }
    }
}
