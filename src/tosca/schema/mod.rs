//! A JSON Schema for templates, made from the tables of the vocabulary.
//!
//! Comes in: a profile, or none for all of them. Goes out: a schema (draft 7, which `yaml-language-server` reads).
//! Invariant: a template that resolves is valid; keys of TOSCA that variscope passes through stay allowed, but not
//! those that misspell a keyword. No `anyOf`: each kind of value has keywords of its own, so that a message names what
//! is wrong and not that no branch fits.

mod expression;
mod misspelling;
mod options;
mod section;

use serde_json::{Map, Value as Json, json};

use crate::source::syntax::vocabulary::{Profile, Section};
use crate::tosca::model::VERSIONS;

/// The schema of templates of `profile`; of all profiles when none is given.
pub fn schema(profile: Option<Profile>) -> Json {
    let mut definitions: Map<String, Json> =
        Section::ALL.iter().map(|&section| (section::name(section), section::schema(section))).collect();
    definitions["template"]["required"] = json!(["tosca_definitions_version"]);
    let versions: Vec<&str> = VERSIONS.iter().map(|&(name, _)| name).collect();
    definitions["template"]["properties"]["tosca_definitions_version"] =
        json!({ "description": "the revision of the language", "enum": versions });
    definitions.insert("options".to_owned(), options::schema(profile));
    definitions.extend(expression::schemas(profile));
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Variability4TOSCA service template",
        "$ref": "#/definitions/template",
        "definitions": definitions,
    })
}

/// A reference to a definition.
fn reference(name: &str) -> Json {
    json!({ "$ref": format!("#/definitions/{name}") })
}
