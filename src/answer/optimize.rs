//! A best variant.

use schemars::JsonSchema;
use serde::Serialize;

use super::{About, Answer, Exactness, Variant};
use crate::analysis::question::{Best, Decimal};
pub use crate::tosca::model::Direction as Goal;
use crate::tosca::model::Model;

/// A variant with the least or the greatest sum.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Optimize<'a> {
    /// What has this variant.
    pub about: About,
    /// Which sum was looked for.
    pub goal: Goal,
    /// What is summed up; none for the number of features.
    pub attribute: Option<String>,
    /// The sum, in decimal: the best one, or the best that was found when `complete` is false; none when none was.
    #[schemars(extend("format" = "decimal"))]
    pub value: Option<String>,
    /// The sum that no variant surpasses, in decimal; none when not all variants are known.
    #[schemars(extend("format" = "decimal"))]
    pub bound: Option<String>,
    /// A variant that has it, if one was found.
    #[serde(flatten)]
    pub variant: Variant<'a>,
    /// How far the answer can be relied on.
    #[serde(flatten)]
    pub exactness: Exactness,
}

impl Answer for Optimize<'_> {
    const NAME: &'static str = "optimize";
    const VERSION: u32 = 3;
}

impl<'a> Optimize<'a> {
    /// Where it was stopped before a variant was found.
    pub fn unknown(about: About, goal: Goal, attribute: Option<&str>) -> Self {
        Self {
            about,
            goal,
            attribute: attribute.map(str::to_owned),
            value: None,
            bound: None,
            variant: Variant::of_features(Vec::new()),
            exactness: Exactness::unfinished(),
        }
    }

    /// About a template.
    pub fn of_template(model: &Model, best: &Best, goal: Goal, measure: &str) -> Self {
        Self {
            value: Some(best.value.to_string()),
            bound: best.bound.as_ref().map(ToString::to_string),
            variant: Variant::of_sample(model, &best.sample),
            exactness: Exactness::of(model, &best.exactness),
            ..Self::unknown(About::Template, goal, Some(measure))
        }
    }

    /// About a feature model; the bound is the value itself when the answer is complete.
    pub fn of_features(
        variant: Variant<'a>,
        value: &Decimal,
        bound: &Decimal,
        goal: Goal,
        attribute: Option<&str>,
    ) -> Self {
        Self {
            value: Some(value.to_string()),
            bound: Some(bound.to_string()),
            variant,
            exactness: Exactness::finished(value == bound),
            ..Self::unknown(About::FeatureModel, goal, attribute)
        }
    }
}
