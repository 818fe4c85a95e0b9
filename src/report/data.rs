//! What the page is told, as JSON (`variscope/report/1`).

use serde_json::{Value as Json, json};

use crate::question::{
    ChoiceGroup, ChoiceValue, Configurator, Elements, Findings, InputOverview, Limits, PresetOverview, Variants,
    input_overviews, preset_overviews,
};
use crate::render;

/// Everything that the page shows.
pub(super) fn of(
    template: &str,
    variants: &Variants<'_>,
    elements: &Elements,
    findings: &Findings,
    limits: &Limits,
) -> Json {
    let model = variants.model();
    let presets = preset_overviews(model);
    let configurator = variants.configurator(&presets, limits);
    let answers = render::elements::value(model, elements);
    json!({
        "schema": "variscope/report/1",
        "template": template,
        "profile": model.profile().to_string(),
        "variants": answers["variants"],
        "exact": answers["exact"],
        "elements": answers["elements"],
        "findings": render::formats::findings_json(findings, model),
        "inputs": input_overviews(model).iter().map(input).collect::<Vec<Json>>(),
        "presets": presets.iter().map(preset).collect::<Vec<Json>>(),
        "configurator": configurator.as_ref().map(choices),
        "without": without(elements, configurator.is_some()),
    })
}

/// What is said in place of a configurator.
fn without(elements: &Elements, has_configurator: bool) -> Option<String> {
    let variants = match (&elements.variants, elements.is_exact()) {
        _ if has_configurator => return None,
        (Some(variants), true) => format!("{variants} variants."),
        (Some(variants), false) => format!("At least {variants} variants."),
        (None, _) => "Variants were not counted.".to_owned(),
    };
    Some(format!("{variants} Choices are left out: they cannot be counted on this page."))
}

fn input(input: &InputOverview) -> Json {
    json!({ "name": input.name, "type": input.type_name, "description": input.description })
}

fn preset(preset: &PresetOverview) -> Json {
    json!({ "name": preset.name, "title": preset.title, "description": preset.description })
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
    let input = |(name, values): &(std::sync::Arc<str>, Vec<ChoiceValue>)| json!({ "name": &**name, "values": values.iter().map(value).collect::<Vec<Json>>() });
    json!({
        "inputs": group.inputs.iter().map(input).collect::<Vec<Json>>(),
        "combinations": group.combinations,
        "literals": group.literals,
    })
}

fn value(value: &ChoiceValue) -> Json {
    json!({
        "value": serde_json::from_str::<Json>(&value.value.to_json()).unwrap_or(Json::Null),
        "size": value.size.as_ref().map(ToString::to_string),
        "isOther": value.is_other,
    })
}
