//! What an answer is about.

use schemars::JsonSchema;
use serde::Serialize;

/// What the question was asked of, which says what names mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    /// A template: names are paths of elements, and a variant has values for inputs that give it.
    Template,
    /// A feature model: names are features, and a variant is given by the features that are present.
    FeatureModel,
}
