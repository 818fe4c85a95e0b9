//! Which presets does the template have?

use crate::analysis::question::Variants;
use crate::analysis::value::{Assembly, Configuration, Value};
use crate::source::Span;
use crate::source::diagnostic::Diagnostic;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Model;

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

/// A preset with the configuration that it gives.
#[derive(Clone, Debug)]
pub struct PresetConfiguration {
    /// The name to choose it by.
    pub name: String,
    /// Where it is.
    pub span: Span,
    /// Its values, and over them those that are given.
    pub configuration: Configuration,
}

impl Variants<'_> {
    /// The presets that can be read, in the order of the template.
    pub fn preset_configurations(&self) -> Vec<PresetConfiguration> {
        let section = self.model().variability().and_then(|variability| variability.get("presets"));
        let preset = |(name, _): (Yaml<'_>, Yaml<'_>)| {
            let (mut configuration, faults) = Assembly::new(self.language(), section).presets([name.text()]).finish();
            for (input, given) in self.configuration().iter() {
                configuration.set(input, given.clone());
            }
            // What is wrong with the preset itself is said when it is read.
            let is_read = !faults.iter().any(Diagnostic::is_error);
            is_read.then(|| PresetConfiguration { name: name.text().to_owned(), span: name.span(), configuration })
        };
        section.into_iter().flat_map(Yaml::entries).filter_map(preset).collect()
    }
}
