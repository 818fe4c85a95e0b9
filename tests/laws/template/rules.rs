//! Rules between inputs: the six keywords of feature models (section 6 of the language, profile D).

use proptest::prelude::*;
use serde_json::{Value as Json, json};

use super::pick::{Pick, pick};

/// A keyword of an input with the inputs that it names.
#[derive(Clone, Debug)]
pub struct Rule {
    keyword: Pick,
    targets: Vec<Pick>,
    /// Whether a single target is written without a list around it.
    is_short: bool,
}

/// A name for several inputs may be a list, in some even a text of its own.
const KEYWORDS: [&str; 6] = ["requires", "excludes", "mandatory", "optional", "choices", "alternatives"];

impl Rule {
    /// The keyword, and what stands behind it among inputs of these names.
    pub fn written(&self, names: &[String]) -> Option<(String, Json)> {
        let keyword = self.keyword.one_of(&KEYWORDS);
        let targets: Vec<String> = self.targets.iter().filter_map(|target| target.of(names)).collect();
        let may_be_short = !matches!(keyword, "choices" | "alternatives");
        let targets = match targets.as_slice() {
            [] => return None,
            [one] if self.is_short && may_be_short => json!(one),
            several => json!(several),
        };
        Some((keyword.to_owned(), targets))
    }
}

pub fn rule() -> impl Strategy<Value = Rule> {
    (pick(), prop::collection::vec(pick(), 1..3), any::<bool>()).prop_map(|(keyword, targets, is_short)| Rule {
        keyword,
        targets,
        is_short,
    })
}
