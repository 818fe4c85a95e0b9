//! Variants.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;
use variscope_encoder::Lit;

use super::Values;
use crate::analysis::question;
use crate::feature::FeatureModel;
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
    pub fn of_features(model: &'a FeatureModel, variant: &'a [Lit]) -> Self {
        let present = model.selected(variant).map(Cow::Borrowed).collect();
        Self { configuration: Values::default(), present }
    }
}
