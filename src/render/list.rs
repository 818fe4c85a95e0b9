//! Variants, one per line.

mod part;
pub mod stream;

use serde_json::{Value as Json, json};

pub use self::part::Part;
use super::witness::{arguments, decimal, document, object};
use crate::answer::Values;
use crate::model::Model;
use crate::printable::printable;
use crate::question::{FoundVariant, ProductEnumeration};
use crate::value::Configuration;

/// For people: values for inputs, how many classes lead to it, what is present. `paths` are those of the elements.
pub fn line(variant: &FoundVariant, paths: &[String]) -> String {
    let (classes, values) = (variant.reach.classes, arguments(&Values::from(&variant.reach.witness)));
    let unit = if classes == 1 { "class" } else { "classes" };
    format!("{values}  ({classes} {unit})  {}\n", printable(&present(variant, paths).join(" ")))
}

/// For programs: the entry of a document, the first one or a later one.
pub fn member(variant: &FoundVariant, paths: &[String], is_first: bool) -> String {
    let separator = if is_first { "" } else { "," };
    format!("{separator}\n    {}", entry(variant, paths))
}

/// Configurations as one line, for the matrix of a pipeline.
pub fn matrix(configurations: impl Iterator<Item = Configuration>) -> String {
    format!("{}\n", Json::Array(configurations.map(|configuration| values(&configuration)).collect()))
}

/// What was written: for each file its variant and all its values.
pub fn index(model: &Model, enumeration: &ProductEnumeration, files: &[(String, Configuration)]) -> String {
    let paths = paths(model, enumeration);
    let entry = |(variant, (file, configuration)): (&FoundVariant, &(String, Configuration))| {
        let mut json = entry(variant, &paths);
        json["file"] = json!(file);
        json["configuration"] = values(configuration);
        json
    };
    let variants: Vec<Json> = enumeration.variants.iter().zip(files).map(entry).collect();
    document(&json!({ "schema": "variscope/index/1", "exact": enumeration.is_exact(), "variants": variants }))
}

/// How the elements of an enumeration are called.
pub fn paths(model: &Model, enumeration: &ProductEnumeration) -> Vec<String> {
    enumeration.elements.iter().map(|&id| model.path(id)).collect()
}

fn values(configuration: &Configuration) -> Json {
    object(&Values::from(configuration))
}

fn entry(variant: &FoundVariant, paths: &[String]) -> Json {
    json!({
        "configuration": object(&Values::from(&variant.reach.witness)),
        "present": present(variant, paths),
        "classes": variant.reach.classes.to_string(),
        "configurations": decimal(variant.reach.configurations.as_ref()),
    })
}

fn present<'p>(variant: &FoundVariant, paths: &'p [String]) -> Vec<&'p str> {
    variant.present.iter().zip(paths).filter(|(present, _)| **present).map(|(_, path)| path.as_str()).collect()
}
