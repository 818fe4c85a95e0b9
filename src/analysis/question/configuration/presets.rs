//! Which presets does the template have, and what do they give?

use super::canonical_text::canonical_text;
use crate::analysis::question::Variants;
use crate::analysis::value::{Assembly, Configuration, Evaluator, Language, NoLogic, Value};
use crate::source::diagnostic::Diagnostic;
use crate::source::syntax::yaml::{Tree, Yaml};
use crate::source::{Sources, Span};
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

/// The value that a preset gives, as the profile of the template understands what is written: before D, maps are expressions. None
/// where other inputs or the day decide it, or where it cannot be evaluated.
pub fn preset_value(language: &Language<'_>, written: Yaml<'_>) -> Option<Value> {
    if language.dialect().inputs_are_values || !written.descendants().any(Yaml::is_mapping) {
        return Some(Value::from_yaml(written));
    }
    if !language.inputs_of(written).is_empty() {
        return None;
    }
    Evaluator::new(language, &Configuration::new()).evaluate(written, &mut NoLogic).ok().flatten()
}

/// A preset as a text that is equal only for presets that give the same, in whatever profiles they are written.
pub(crate) fn preset_text(language: &Language<'_>, preset: Yaml<'_>) -> String {
    let profile = language.profile();
    let (inputs, others): (Vec<_>, Vec<_>) = preset.entries().partition(|(key, _)| key.text() == "inputs");
    let inputs = inputs.into_iter().flat_map(|(_, inputs)| inputs.entries());
    let given = inputs.map(|(name, value)| format!("input {:?}: {}", name.text(), given_text(language, value)));
    let others = others.into_iter().map(|(key, value)| format!("{:?}: {}", key.text(), canonical_text(value, profile)));
    let mut texts: Vec<String> = given.chain(others).collect();
    texts.sort_unstable();
    texts.join(",")
}

fn given_text(language: &Language<'_>, written: Yaml<'_>) -> String {
    let profile = language.profile();
    match preset_value(language, written) {
        Some(value) if value != Value::from_yaml(written) => {
            let (mut sources, mut tree) = (Sources::new(), Tree::new());
            let file = sources.add("value", value.to_yaml());
            let root = tree.parse(&sources, file).0;
            root.map_or_else(String::new, |root| canonical_text(tree.at(root), profile))
        }
        Some(_) => canonical_text(written, profile),
        None => format!("expression {}", canonical_text(written, profile)),
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
            let (mut configuration, diagnostics) =
                Assembly::new(self.language(), section).presets([name.text()]).finish();
            for (input, given) in self.configuration().iter() {
                configuration.set(input, given.clone());
            }
            // What is wrong with the preset itself is said when it is read.
            let is_read = !diagnostics.iter().any(Diagnostic::is_error);
            is_read.then(|| PresetConfiguration { name: name.text().to_owned(), span: name.span(), configuration })
        };
        section.into_iter().flat_map(Yaml::entries).filter_map(preset).collect()
    }
}
