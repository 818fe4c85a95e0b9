//! Features that always come together.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Answer, Exactness};
use crate::feature::{FeatureModel, atomic};

/// Sets of features of which one decides all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AtomicSets {
    /// How far the answer can be relied on.
    #[serde(flatten)]
    pub exactness: Exactness,
    /// The sets; features that are always or never selected are in none.
    pub sets: Vec<Vec<Member>>,
}

/// A feature of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Member {
    /// Its name.
    pub id: String,
    /// Whether it comes with the first feature of the set; otherwise it comes exactly without it.
    #[serde(rename = "equal")]
    pub is_equal: bool,
}

impl Answer for AtomicSets {
    const NAME: &'static str = "atomic-sets";
    const VERSION: u32 = 1;
}

impl AtomicSets {
    /// About a feature model.
    pub fn of_features(model: &FeatureModel, sets: &[Vec<atomic::Member>]) -> Self {
        let member = |member: &atomic::Member| Member {
            id: model.feature(member.feature).name.clone(),
            is_equal: member.is_equal,
        };
        let sets = sets.iter().map(|set| set.iter().map(member).collect()).collect();
        Self { exactness: Exactness::finished(true), sets }
    }
}
