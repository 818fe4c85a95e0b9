//! Variants, one per line.

pub mod stream;

use std::sync::Arc;

use num_bigint::BigUint;
use serde_json::{Value as Json, json};

use super::witness::{arguments, caveats, decimal, document, object, open_ends};
use crate::model::Model;
use crate::question::{FoundVariant, Survey};
use crate::value::{Configuration, Value};

/// For people: values for inputs, how many classes lead to it, what is present.
pub fn text(model: &Model, survey: &Survey) -> String {
    let paths = paths(model, survey);
    let mut text = String::new();
    for variant in &survey.variants {
        let classes = variant.reach.classes;
        let unit = if classes == 1 { "class" } else { "classes" };
        let line = format!(
            "{}  ({classes} {unit})  {}\n",
            arguments(&variant.reach.witness),
            present(variant, &paths).join(" ")
        );
        text.push_str(&line);
    }
    text + &open_ends(model, survey.is_complete, &survey.caveats)
}

/// For programs. `resume` is where the list goes on, if it does.
pub fn json(model: &Model, survey: &Survey, resume: Option<&BigUint>) -> String {
    let paths = paths(model, survey);
    let variants: Vec<Json> = survey.variants.iter().map(|variant| entry(variant, &paths)).collect();
    document(&json!({
        "schema": "variscope/list/1",
        "exact": survey.is_exact(),
        "caveats": caveats(model, &survey.caveats),
        "variants": variants,
        "resume": decimal(resume),
    }))
}

/// Configurations as one line, for the matrix of a pipeline.
pub fn matrix(configurations: impl Iterator<Item = Configuration>) -> String {
    format!("{}\n", Json::Array(configurations.map(|configuration| values(&configuration)).collect()))
}

/// What was written: for each file its variant and all its values.
pub fn index(model: &Model, survey: &Survey, files: &[(String, Configuration)]) -> String {
    let paths = paths(model, survey);
    let entry = |(variant, (file, configuration)): (&FoundVariant, &(String, Configuration))| {
        let mut json = entry(variant, &paths);
        json["file"] = json!(file);
        json["configuration"] = values(configuration);
        json
    };
    let variants: Vec<Json> = survey.variants.iter().zip(files).map(entry).collect();
    document(&json!({ "schema": "variscope/index/1", "exact": survey.is_exact(), "variants": variants }))
}

fn paths(model: &Model, survey: &Survey) -> Vec<String> {
    survey.elements.iter().map(|&id| model.path(id)).collect()
}

fn values(configuration: &Configuration) -> Json {
    let pairs: Vec<(Arc<str>, Value)> =
        configuration.iter().map(|(name, given)| (Arc::from(name), given.value.clone())).collect();
    object(&pairs)
}

fn entry(variant: &FoundVariant, paths: &[String]) -> Json {
    json!({
        "configuration": object(&variant.reach.witness),
        "present": present(variant, paths),
        "classes": variant.reach.classes.to_string(),
        "configurations": decimal(variant.reach.configurations.as_ref()),
    })
}

fn present<'p>(variant: &FoundVariant, paths: &'p [String]) -> Vec<&'p str> {
    variant.present.iter().zip(paths).filter(|(present, _)| **present).map(|(_, path)| path.as_str()).collect()
}
