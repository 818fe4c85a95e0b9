//! Elements or features that always come together.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Answer, Exactness};
use crate::analysis::question;
use crate::source::glob::Glob;
use crate::tosca::model::Model;

/// Sets of elements or features of which one decides all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AtomicSets {
    /// How far the answer can be relied on.
    #[serde(flatten)]
    pub exactness: Exactness,
    /// The sets; what is always or never there is in none.
    pub sets: Vec<Vec<Member>>,
}

/// An element or a feature of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Member {
    /// The path of the element, or the name of the feature.
    pub id: String,
    /// Whether it comes with the first of the set; otherwise it comes exactly without that.
    #[serde(rename = "equal")]
    pub is_equal: bool,
}

impl Answer for AtomicSets {
    const NAME: &'static str = "atomic-sets";
    const VERSION: u32 = 1;
}

impl AtomicSets {
    /// About a template.
    pub fn of_template(model: &Model, found: &question::AtomicSets) -> Self {
        let member = |&(element, is_equal)| Member { id: model.path(element), is_equal };
        let sets = found.sets.iter().map(|set| set.iter().map(member).collect()).collect();
        Self { exactness: Exactness::of(model, &found.exactness), sets }
    }

    /// Leaves out features whose names do not match, and sets of which fewer than two are left.
    pub fn select(&mut self, name: &Glob) {
        for set in &mut self.sets {
            set.retain(|member| name.matches(&member.id));
        }
        self.sets.retain(|set| set.len() > 1);
    }
}
