//! Variants.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use super::Values;
use crate::analysis::question;
use crate::tosca::model::Model;

/// A variant.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Variant<'a> {
    /// Values for inputs that give it; none for feature models.
    pub configuration: Values,
    /// The paths of the elements, or the names of the features, that are present.
    pub present: Vec<Cow<'a, str>>,
}

impl Variant<'_> {
    /// Of a template.
    pub fn of_sample(model: &Model, sample: &question::Sample) -> Self {
        let present = sample.present.iter().map(|&id| Cow::Owned(model.path(id))).collect();
        Self { configuration: Values::from(&sample.configuration), present }
    }
}

impl<'a> Variant<'a> {
    /// Of a feature model.
    pub fn of_features(present: Vec<Cow<'a, str>>) -> Self {
        Self { configuration: Values::default(), present }
    }
}
