//! What a template can be asked for: its variability inputs and presets.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Answer, Values, Written};
use crate::analysis::question::{InputOverview, PresetOverview};

/// The variability inputs of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Inputs {
    /// The declared ones in the order of the template, then those that are only read.
    pub inputs: Vec<Input>,
}

/// A variability input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// The declared type.
    #[serde(rename = "type")]
    pub type_name: Option<String>,
    /// The declared description.
    pub description: Option<String>,
    /// The declared default.
    pub default: Option<Written>,
    /// Whether the default is computed.
    #[serde(rename = "computed_default")]
    pub has_computed_default: bool,
    /// The declared values, when they are listed.
    pub valid_values: Vec<Written>,
    /// The other declared constraints.
    pub constraints: Vec<Constraint>,
    /// Values that conditions and expressions compare it with.
    pub compared_with: Vec<Written>,
    /// Whether there may be other values than those that the template mentions.
    #[serde(rename = "open")]
    pub is_open: bool,
}

/// A constraint of an input, such as `in_range`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Constraint {
    /// Its name.
    pub name: String,
    /// What it demands.
    pub bound: Written,
}

/// The presets of a template.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Presets {
    /// In the order of the template.
    pub presets: Vec<Preset>,
}

/// A preset.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Preset {
    /// The name to choose it by.
    pub name: String,
    /// The name that people call it.
    pub title: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// The values that it gives.
    pub inputs: Values,
}

impl Answer for Inputs {
    const NAME: &'static str = "inputs";
    const VERSION: u32 = 1;
}

impl Answer for Presets {
    const NAME: &'static str = "presets";
    const VERSION: u32 = 1;
}

impl From<&[InputOverview]> for Inputs {
    fn from(overviews: &[InputOverview]) -> Self {
        Self { inputs: overviews.iter().map(Input::from).collect() }
    }
}

impl From<&InputOverview> for Input {
    fn from(overview: &InputOverview) -> Self {
        let constraint = |(name, bound): &(String, crate::analysis::value::Value)| Constraint {
            name: name.clone(),
            bound: Written::of(bound),
        };
        Self {
            name: overview.name.clone(),
            type_name: overview.type_name.clone(),
            description: overview.description.clone(),
            default: overview.default.as_ref().map(Written::of),
            has_computed_default: overview.has_default_expression,
            valid_values: overview.valid_values.iter().map(Written::of).collect(),
            constraints: overview.constraints.iter().map(constraint).collect(),
            compared_with: overview.compared_with.iter().map(Written::of).collect(),
            is_open: overview.is_open(),
        }
    }
}

impl From<&[PresetOverview]> for Presets {
    fn from(overviews: &[PresetOverview]) -> Self {
        Self { presets: overviews.iter().map(Preset::from).collect() }
    }
}

impl From<&PresetOverview> for Preset {
    fn from(overview: &PresetOverview) -> Self {
        Self {
            name: overview.name.clone(),
            title: overview.title.clone(),
            description: overview.description.clone(),
            inputs: overview.inputs.iter().cloned().collect(),
        }
    }
}
