//! Features that always come together.

use variscope_encoder::Lit;
use variscope_encoder::circuit::Circuit;

use super::{FeatureId, FeatureModel};

/// A feature of a set, and whether it is selected when the first feature of the set is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    /// The feature.
    pub feature: FeatureId,
    /// Whether it comes with the first feature; otherwise it comes exactly without it.
    pub is_equal: bool,
}

impl FeatureModel {
    /// The sets of features of which one decides all others (atomic sets: Segura, SPLC 2008); those that are always or
    /// never selected are in none.
    pub fn atomic_sets(&self, circuit: &Circuit) -> Vec<Vec<Member>> {
        let member = |lit: &Lit| {
            let position = self.features.binary_search_by_key(&lit.var(), |feature| feature.var).ok()?;
            Some(Member { feature: FeatureId::new(position), is_equal: lit.is_positive() })
        };
        circuit.atomic_sets().iter().map(|set| set.iter().filter_map(member).collect()).collect()
    }
}
