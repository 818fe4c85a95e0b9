//! Which presets does the template have?

use crate::model::Model;
use crate::syntax::yaml::Yaml;
use crate::value::Value;

/// A preset at a glance.
#[derive(Clone, Debug, PartialEq)]
pub struct PresetOverview {
    /// The name to choose it by.
    pub name: String,
    /// The name that people call it.
    pub title: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// The inputs that it gives, in order.
    pub inputs: Vec<(String, Value)>,
}

/// All presets in the order of the template.
pub fn preset_overviews(model: &Model) -> Vec<PresetOverview> {
    let presets = model.variability().and_then(|variability| variability.get("presets"));
    presets.into_iter().flat_map(Yaml::entries).map(|(name, preset)| overview(name.text(), preset)).collect()
}

fn overview(name: &str, preset: Yaml<'_>) -> PresetOverview {
    let text = |key| preset.get(key).and_then(Yaml::as_str).map(str::to_owned);
    let inputs = preset.get("inputs").into_iter().flat_map(Yaml::entries);
    PresetOverview {
        name: name.to_owned(),
        title: text("name"),
        description: text("description"),
        inputs: inputs.map(|(name, value)| (name.text().to_owned(), Value::from_yaml(value))).collect(),
    }
}
