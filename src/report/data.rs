//! What the page is told, as JSON (`variscope/report/1`).

use serde_json::{Map, Value as Json, json};

use crate::answer::{Elements, value as value_of};
use crate::question::{
    self, AllVariants, ChoiceGroup, ChoiceInput, ChoiceValue, Configurator, Findings, InputOverview, PresetOverview,
    input_overviews, preset_overviews,
};
use crate::render::formats::{Issue, findings_json, issues_json};
use crate::value::Value;

/// Everything that the page shows.
pub(super) fn of(
    template: &str,
    all: &AllVariants<'_, '_>,
    elements: &question::Elements,
    findings: &Findings,
) -> Json {
    let model = all.model();
    let presets = preset_overviews(model);
    let configurator = all.configurator(&presets);
    let answers = value_of(&Elements::of_template(model, elements));
    json!({
        "schema": "variscope/report/1",
        "template": template,
        "profile": model.profile().to_string(),
        "variants": answers["variants"],
        "exact": answers["exact"],
        "caveats": answers["caveats"],
        "elements": only(&answers["elements"], &ELEMENT),
        "findings": only(&json!(findings_json(findings, model)), &FINDING),
        "inputs": input_overviews(model).iter().map(input).collect::<Vec<Json>>(),
        "presets": presets.iter().map(preset).collect::<Vec<Json>>(),
        "configurator": configurator.as_ref().map(choices),
        "without": without(elements, configurator.is_some()),
    })
}

/// What is wrong with a template; everything else is missing.
pub(super) fn of_broken(template: &str, issues: &[Issue]) -> Json {
    json!({
        "schema": "variscope/report/1",
        "template": template,
        "profile": null,
        "variants": null,
        "exact": false,
        "caveats": [],
        "elements": [],
        "findings": only(&json!(issues_json(issues)), &FINDING),
        "inputs": [],
        "presets": [],
        "configurator": null,
        "without": "The template has errors, and no variants before they are mended.",
    })
}

/// What the page shows of an element; a large template has thousands of them.
const ELEMENT: [&str; 4] = ["id", "line", "presence", "variants"];

/// What the page shows of a finding.
const FINDING: [&str; 7] = ["severity", "code", "line", "message", "because", "help", "witness"];

/// These members of each object.
fn only(objects: &Json, members: &[&str]) -> Json {
    let some = |object: &Json| members.iter().map(|&name| (name.to_owned(), object[name].clone())).collect();
    objects.as_array().into_iter().flatten().map(|object| Json::Object(some(object))).collect()
}

/// What is said in place of a configurator.
fn without(elements: &question::Elements, has_configurator: bool) -> Option<String> {
    let variants = match (&elements.variants, elements.is_exact()) {
        _ if has_configurator => return None,
        (Some(variants), true) => format!("{variants} variants."),
        (Some(variants), false) => format!("At least {variants} variants."),
        (None, _) => "Variants were not counted.".to_owned(),
    };
    Some(format!("{variants} What choices leave cannot be counted on this page."))
}

fn input(input: &InputOverview) -> Json {
    json!({
        "name": input.name,
        "type": input.type_name,
        "description": input.description,
        "values": input.mentioned().iter().map(plain).collect::<Vec<Json>>(),
        "isOpen": input.is_open(),
    })
}

/// A value as the page compares it.
pub(crate) fn plain(value: &Value) -> Json {
    serde_json::from_str(&value.to_json()).unwrap_or_default()
}

fn preset(preset: &PresetOverview) -> Json {
    let inputs = preset.inputs.iter().map(|(name, value)| (name.clone(), plain(value)));
    json!({
        "name": preset.name,
        "title": preset.title,
        "description": preset.description,
        "inputs": inputs.collect::<Map<String, Json>>(),
    })
}

fn choices(configurator: &Configurator) -> Json {
    json!({
        "countsVariants": configurator.tells_variants_apart,
        "variables": configurator.variables,
        "nodes": configurator.nodes,
        "valid": configurator.valid,
        "presences": configurator.presences.iter().map(|(_, root)| root).collect::<Vec<_>>(),
        "presets": configurator.presets,
        "groups": configurator.groups.iter().map(group).collect::<Vec<Json>>(),
    })
}

fn group(group: &ChoiceGroup) -> Json {
    let input = |input: &ChoiceInput| {
        let values: Vec<Json> = input.values.iter().map(value).collect();
        json!({ "name": &*input.name, "values": values, "isSampled": input.is_sampled })
    };
    json!({
        "inputs": group.inputs.iter().map(input).collect::<Vec<Json>>(),
        "combinations": group.combinations,
        "literals": group.literals,
    })
}

fn value(value: &ChoiceValue) -> Json {
    json!({
        "value": plain(&value.value),
        "size": value.size.as_ref().map(ToString::to_string),
        "isOther": value.is_other,
    })
}
