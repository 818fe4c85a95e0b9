//! Variants, one per line.

use serde_json::{Value as Json, json};

use super::witness::{arguments, caveats, decimal, document, object, open_ends};
use crate::model::Model;
use crate::question::{FoundVariant, Survey};

/// For people: values for inputs, how many classes lead to it, what is present.
pub fn text(model: &Model, survey: &Survey, limit: Option<usize>) -> String {
    let paths: Vec<String> = survey.elements.iter().map(|&id| model.path(id)).collect();
    let mut text = String::new();
    for variant in shown(survey, limit) {
        let classes = variant.reach.classes;
        let unit = if classes == 1 { "class" } else { "classes" };
        let line = format!(
            "{}  ({classes} {unit})  {}\n",
            arguments(&variant.reach.witness),
            present(variant, &paths).join(" ")
        );
        text.push_str(&line);
    }
    let hidden = survey.variants.len() - shown(survey, limit).len();
    if hidden > 0 {
        text += "and ";
        text += &hidden.to_string();
        text += " more\n";
    }
    text + &open_ends(model, survey.is_complete, &survey.caveats)
}

/// For programs.
pub fn json(model: &Model, survey: &Survey, limit: Option<usize>) -> String {
    let paths: Vec<String> = survey.elements.iter().map(|&id| model.path(id)).collect();
    let variant = |variant: &FoundVariant| {
        json!({
            "configuration": object(&variant.reach.witness),
            "present": present(variant, &paths),
            "classes": variant.reach.classes.to_string(),
            "configurations": decimal(variant.reach.configurations.as_ref()),
        })
    };
    let variants: Vec<Json> = shown(survey, limit).iter().map(variant).collect();
    document(&json!({
        "schema": "variscope/list/1",
        "exact": survey.is_exact(),
        "caveats": caveats(model, &survey.caveats),
        "variants": variants,
    }))
}

fn shown(survey: &Survey, limit: Option<usize>) -> &[FoundVariant] {
    let all = &survey.variants;
    &all[..limit.map_or(all.len(), |limit| limit.min(all.len()))]
}

fn present<'p>(variant: &FoundVariant, paths: &'p [String]) -> Vec<&'p str> {
    variant.present.iter().zip(paths).filter(|(present, _)| **present).map(|(_, path)| path.as_str()).collect()
}
