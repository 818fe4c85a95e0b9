//! Sections as schemas.

use serde_json::{Map, Value as Json, json};

use super::misspelling::pattern;
use super::reference;
use crate::source::syntax::vocabulary::{KeyContent, KeyEntry, Section, further_keys};

/// The name of its definition.
pub(super) fn name(section: Section) -> String {
    let name = match section {
        Section::Template => "template",
        Section::Topology => "topology",
        Section::Variability => "variability",
        Section::VariabilityInput => "variability_input",
        Section::Preset => "preset",
        Section::Node => "node",
        Section::Relation => "relation",
        Section::RelationshipTemplate => "relationship_template",
        Section::Type => "type",
        Section::Property => "property",
        Section::Artifact => "artifact",
        Section::Technology => "technology",
        Section::Group => "group",
        Section::Policy => "policy",
        Section::Input => "input",
        Section::Output => "output",
    };
    name.to_owned()
}

/// Its keys; in closed sections no others, in open ones none that misspell a key.
pub(super) fn schema(section: Section) -> Json {
    let keys: Vec<&KeyEntry> = section.keys().collect();
    let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
    let properties: Map<String, Json> = keys.iter().map(|key| (key.name.to_owned(), described(key))).collect();
    let mut schema = json!({ "properties": properties });
    if is_always_mapping(section) {
        schema["type"] = json!(["object", "null"]);
    }
    if section.is_closed() {
        schema["additionalProperties"] = json!(false);
    } else if let Some(pattern) = pattern(&names, &[&names[..], &further_keys(section)].concat()) {
        schema["patternProperties"] = json!({ pattern: false });
    }
    schema
}

/// Whether it has no short form.
fn is_always_mapping(section: Section) -> bool {
    match section {
        Section::Template
        | Section::Topology
        | Section::Variability
        | Section::VariabilityInput
        | Section::Preset
        | Section::Node
        | Section::Group
        | Section::Policy => true,
        Section::Relation
        | Section::RelationshipTemplate
        | Section::Type
        | Section::Property
        | Section::Artifact
        | Section::Technology
        | Section::Input
        | Section::Output => false,
    }
}

fn described(key: &KeyEntry) -> Json {
    let mut schema = content(key.content);
    // Nothing may stand beside a reference in draft 7.
    if schema.get("$ref").is_none() {
        schema["description"] = json!(key.summary);
        return schema;
    }
    json!({ "description": key.summary, "allOf": [schema] })
}

fn content(content: KeyContent) -> Json {
    match content {
        KeyContent::Any => json!({}),
        KeyContent::Flag => json!({ "type": ["boolean", "null"] }),
        KeyContent::Text | KeyContent::Name => json!({ "type": ["string", "number", "boolean", "null"] }),
        KeyContent::Names => json!({ "type": ["array", "string", "null"] }),
        KeyContent::Conditions => reference("conditions"),
        KeyContent::Expression => reference("expression"),
        KeyContent::Weight => json!({ "type": ["number", "null"], "minimum": 0, "maximum": 1 }),
        KeyContent::Types => {
            let item = json!({ "type": ["string", "object"], "additionalProperties": reference("type") });
            json!({ "type": ["string", "array", "null"], "items": item })
        }
        KeyContent::Section(section) => reference(&name(section)),
        KeyContent::Named(section) => named(section),
        KeyContent::Values => values(),
        KeyContent::Expressions => {
            json!({ "type": ["object", "null"], "additionalProperties": reference("expression") })
        }
        KeyContent::Options => reference("options"),
    }
}

/// Names with bodies, as a mapping or as a list of mappings with one key.
fn named(section: Section) -> Json {
    let body = reference(&name(section));
    let item = json!({ "type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": body });
    let mut types = vec!["object", "array", "null"];
    // The name of the only technology.
    types.extend((section == Section::Technology).then_some("string"));
    json!({ "type": types, "additionalProperties": body, "items": item })
}

/// Values of properties; in the list form, what has a value or an expression may have conditions.
fn values() -> Json {
    let is_wrapped = json!({ "type": "object", "anyOf": [{ "required": ["value"] }, { "required": ["expression"] }] });
    let body = json!({ "if": is_wrapped, "then": reference(&name(Section::Property)) });
    let item = json!({ "type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": body });
    json!({ "type": ["object", "array", "null"], "items": item })
}
