//! Presets: values for some inputs.

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};

use super::inputs::Input;
use super::pick::{Pick, pick};

/// By input: the value that is chosen for it, if one is.
#[derive(Clone, Debug)]
pub struct Preset(Vec<Option<Pick>>);

pub fn presets() -> impl Strategy<Value = Vec<Preset>> {
    let preset = prop::collection::vec(prop::option::weighted(0.7, pick()), 4).prop_map(Preset);
    prop::collection::vec(preset, 0..=3)
}

impl Preset {
    /// The values that it gives to inputs with these names.
    pub fn values(&self, inputs: &[Input], names: &[String]) -> Map<String, Json> {
        let chosen = self.0.iter().zip(inputs).zip(names);
        let chosen = chosen
            .filter_map(|((pick, input), name)| Some((name.clone(), pick.as_ref()?.one_of(&input.shape.boundaries()))));
        chosen.collect()
    }
}

/// The section of presets `p0`, `p1`, ...; none without presets.
pub fn section(presets: &[Preset], inputs: &[Input], names: &[String]) -> Option<Json> {
    let preset =
        |(place, preset): (usize, &Preset)| (format!("p{place}"), json!({ "inputs": preset.values(inputs, names) }));
    (!presets.is_empty()).then(|| Json::Object(presets.iter().enumerate().map(preset).collect()))
}
