//! Expressions and conditions as schemas: a mapping whose one key is an operator, beside annotations (`_key`).

use serde_json::{Map, Value as Json, json};

use super::reference;
use crate::source::syntax::vocabulary::{Arity, Layer, OPERATORS, OperatorEntry, Profile};

/// The definitions `expression`, `conditions` and `operand`.
pub(super) fn schemas(profile: Option<Profile>) -> Map<String, Json> {
    let operators = operators(profile);
    let properties: Map<String, Json> =
        operators.iter().map(|&(name, entry)| (name.to_owned(), operand(entry))).collect();
    let is_bare = json!({ "propertyNames": { "pattern": "^[^_]" } });
    let mut expression = json!({
        "properties": properties,
        "patternProperties": { "^_": true },
        "additionalProperties": false,
        "minProperties": 1,
        // Annotations do not count.
        "if": is_bare,
        "then": { "maxProperties": 1 },
    });
    let mut conditions = expression.clone();
    conditions["items"] = reference("expression");
    // Anything may be in a list that is a value.
    if profile.is_some_and(|profile| !profile.dialect().lists_are_values) {
        expression["items"] = reference("expression");
    }
    conditions["type"] = json!(["object", "array", "boolean", "string", "number", "null"]);
    Map::from_iter([("expression".to_owned(), expression), ("conditions".to_owned(), conditions)])
}

/// The operators with their names, each name once.
fn operators(profile: Option<Profile>) -> Vec<(&'static str, &'static OperatorEntry)> {
    let mut found: Vec<(&str, &OperatorEntry)> = Vec::new();
    for entry in OPERATORS {
        for known in Profile::ALL.into_iter().filter(|&known| profile.is_none_or(|wanted| wanted == known)) {
            let name = entry.names[known.index()];
            if !name.is_empty() && found.iter().all(|&(other, _)| other != name) {
                found.push((name, entry));
            }
        }
    }
    found
}

/// What may stand behind an operator.
fn operand(entry: &OperatorEntry) -> Json {
    let mut schema = match entry.arity {
        Arity::One => reference("expression"),
        Arity::AtLeast(least) => json!({ "minItems": least, "items": reference("expression") }),
        Arity::Exactly(number) => {
            json!({ "minItems": number, "maxItems": number, "items": reference("expression") })
        }
        Arity::Reference => json!({ "type": ["string", "number", "boolean", "array"] }),
    };
    let takes_list = match entry.arity {
        Arity::Exactly(_) => true,
        // The list may be the value of an expression.
        Arity::AtLeast(_) => entry.layer == Layer::Logic,
        Arity::One | Arity::Reference => false,
    };
    if takes_list {
        schema["type"] = json!("array");
    }
    // Nothing may stand beside a reference in draft 7.
    if entry.arity != Arity::One {
        schema["description"] = json!(entry.summary);
    }
    schema
}
