//! Variants one by one, so that there may be any number of them.

use std::borrow::Cow;

use serde_json::{Value as Json, json};
use variscope_encoder::Lit;

use crate::feature_model::FeatureModel;
use crate::printable::printable;

/// For people: the selected features of a variant, between quotes where names have spaces.
pub fn line(model: &FeatureModel, variant: &[Lit]) -> String {
    let shown = |name: &'_ str| -> String { printable(&quoted(name)).into_owned() };
    let names: Vec<String> = model.selected(variant).map(shown).collect();
    names.join(" ") + "\n"
}

fn quoted(name: &str) -> Cow<'_, str> {
    let is_plain = !name.is_empty() && !name.contains(|letter: char| letter.is_whitespace() || letter == '"');
    if is_plain { Cow::Borrowed(name) } else { Cow::Owned(Json::from(name).to_string()) }
}

/// For programs: what comes before the first variant. `header` are members of the document, beside the schema.
pub fn opening(schema: &str, header: &[(&str, Json)]) -> String {
    let mut text = format!("{{\n  \"schema\": {},\n", Json::from(schema));
    for (name, value) in header {
        text.extend(["  ", &Json::from(*name).to_string(), ": ", &value.to_string(), ",\n"]);
    }
    text + "  \"variants\": ["
}

/// For programs: a variant, the first one of a document or a later one.
pub fn entry(model: &FeatureModel, variant: &[Lit], is_first: bool) -> String {
    let present: Vec<&str> = model.selected(variant).collect();
    let separator = if is_first { "" } else { "," };
    let entry = json!({ "configuration": {}, "present": present, "classes": "1", "configurations": "1" });
    format!("{separator}\n    {entry}")
}

/// For programs: what comes behind the last variant.
pub fn closing(trailer: &[(&str, Json)]) -> String {
    let mut text = "\n  ]".to_owned();
    for (name, value) in trailer {
        text.extend([",\n  ", &Json::from(*name).to_string(), ": ", &value.to_string()]);
    }
    text + "\n}\n"
}
