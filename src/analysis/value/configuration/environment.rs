//! Inputs and presets from environment variables.

use super::argument::json_or_text;
use super::assembly::Assignment;
use super::{Given, Provenance};
use crate::analysis::value::{Language, Value};

/// Before the name of an input; the first is ours, the second the reference's.
const INPUT_PREFIXES: [&str; 2] = ["VARISCOPE_INPUT_", "OPENTOSCA_VINTNER_VARIABILITY_INPUT_"];
/// Variables that list presets; the first is ours and beats the reference's.
const PRESETS: [&str; 2] = ["VARISCOPE_PRESETS", "OPENTOSCA_VINTNER_VARIABILITY_PRESETS"];

/// What the environment gives.
pub(super) struct Environment {
    pub(super) inputs: Vec<Assignment>,
    pub(super) presets: Vec<String>,
}

/// Picks the variables that are meant for us, in alphabetical order, ours last so that they win.
pub(super) fn read(variables: impl IntoIterator<Item = (String, String)>, language: &Language<'_>) -> Environment {
    let mut variables: Vec<_> = variables.into_iter().collect();
    variables.sort_unstable();
    let assign = |prefix: &str| -> Vec<Assignment> {
        let named = variables.iter().filter_map(|pair| Some((pair.0.strip_prefix(prefix)?, pair)));
        let named = named.filter(|(name, _)| !name.is_empty());
        named.map(|(name, (variable, text))| (input_named(name, language).into(), given(variable, text))).collect()
    };
    let inputs = INPUT_PREFIXES.iter().rev().flat_map(|prefix| assign(prefix)).collect();
    let listed = |name: &&str| variables.iter().find(|(variable, _)| variable == name);
    let presets = PRESETS.iter().find_map(listed).map(|(_, text)| preset_names(text)).unwrap_or_default();
    Environment { inputs, presets }
}

fn given(variable: &str, text: &str) -> Given {
    Given { value: json_or_text(text), provenance: Provenance::Environment(variable.into()) }
}

/// The declared input that `name` can mean when letters lose their case and other characters become `_`; else
/// `name` in lower case, as in the reference.
fn input_named(name: &str, language: &Language<'_>) -> String {
    let shell_name = |input: &str| -> String {
        input.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect::<String>().to_uppercase()
    };
    let wanted = name.to_uppercase();
    let lower = name.to_lowercase();
    if language.input(&lower).is_some() {
        return lower;
    }
    let declared = language.inputs().find(|(input, _)| shell_name(input) == wanted);
    declared.map_or(lower, |(input, _)| input.to_owned())
}

/// Names as a JSON list, or between commas.
fn preset_names(text: &str) -> Vec<String> {
    match json_or_text(text) {
        Value::List(names) => names.iter().map(Value::to_text).collect(),
        _ => text
            .split(',')
            .map(|name| name.trim().trim_matches('"').to_owned())
            .filter(|name| !name.is_empty())
            .collect(),
    }
}
