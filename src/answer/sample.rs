//! Chosen variants.

use schemars::JsonSchema;
use serde::Serialize;

use super::{About, Answer, Exactness, Variant};
use crate::analysis::question::{self, Samples};
use crate::tosca::model::Model;

/// Some variants in place of all.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Sample<'a> {
    /// What has these variants.
    pub about: About,
    /// How they were chosen.
    pub method: Method,
    /// How many presences are combined; none for variants at random.
    pub strength: Option<usize>,
    /// Where chance began.
    pub seed: u64,
    /// The variants.
    pub variants: Vec<Variant<'a>>,
    /// How far the answer can be relied on.
    #[serde(flatten)]
    pub exactness: Exactness,
}

/// How variants are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// At random, each with the same probability.
    Uniform,
    /// So that every combination of few presences is shown.
    TWise,
}

impl Answer for Sample<'_> {
    const NAME: &'static str = "sample";
    const VERSION: u32 = 2;
}

impl Sample<'_> {
    /// Nothing is chosen yet; `strength` says how many presences are combined, unless variants are drawn at random.
    pub fn new(about: About, strength: Option<usize>, seed: u64) -> Self {
        let method = if strength.is_some() { Method::TWise } else { Method::Uniform };
        Self { about, method, strength, seed, variants: Vec::new(), exactness: Exactness::exact() }
    }

    /// About a template.
    pub fn of_template(model: &Model, samples: &Samples, method: question::Method, seed: u64) -> Self {
        let strength = match method {
            question::Method::Uniform(_) => None,
            question::Method::Covering(strength) => Some(strength),
        };
        Self {
            variants: samples.samples.iter().map(|sample| Variant::of_sample(model, sample)).collect(),
            exactness: Exactness::of(model, &samples.exactness),
            ..Self::new(About::Template, strength, seed)
        }
    }
}
