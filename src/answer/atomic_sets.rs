//! Features that always come together.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Answer, Exactness};

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
