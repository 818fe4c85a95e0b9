//! Topology inputs, outputs and imports.

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::Kind;

use super::elements::{Presence, Role, presence, roles};
use super::pick::{Pick, pick};
use super::scope::Scope;

/// An output.
#[derive(Clone, Debug)]
pub struct Output {
    name: Pick,
    presence: Presence,
    node: Pick,
    is_literal: bool,
}

pub fn inputs() -> impl Strategy<Value = Vec<Presence>> {
    prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(presence(), 1..=2)]
}

pub fn outputs() -> impl Strategy<Value = Vec<Output>> {
    let output = (pick(), presence(), pick(), any::<bool>()).prop_map(|(name, presence, node, is_literal)| Output {
        name,
        presence,
        node,
        is_literal,
    });
    prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(output, 1..=2)]
}

pub fn imports() -> impl Strategy<Value = Vec<Presence>> {
    prop_oneof![5 => Just(Vec::new()), 1 => prop::collection::vec(presence(), 1..=2)]
}

/// The section of topology inputs `i0`, `i1`, ...
pub fn written_inputs(inputs: &[Presence], scope: &Scope) -> Json {
    let input = |(place, presence): (usize, &Presence)| {
        let mut body = Map::new();
        body.insert("type".to_owned(), json!("string"));
        presence.add_to(&mut body, Kind::Input, Role::Ordinary, scope);
        (format!("i{place}"), Json::Object(body))
    };
    Json::Object(inputs.iter().enumerate().map(input).collect())
}

/// The section of outputs, which in profile D may have one name several times.
pub fn written_outputs(outputs: &[Output], nodes: usize, scope: &Scope) -> Json {
    let names: Vec<String> = outputs.iter().map(|output| format!("o{}", output.name.below(2))).collect();
    let roles = roles(names.iter().zip(outputs.iter().map(|output| &output.presence)));
    let output = |((name, output), role): ((&String, &Output), Role)| {
        let mut body = Map::new();
        let node = format!("n{}", output.node.among(nodes).unwrap_or_default());
        let value = if output.is_literal { json!("fixed") } else { json!({ "get_property": [node, "p"] }) };
        body.insert("value".to_owned(), value);
        output.presence.add_to(&mut body, Kind::Output, role, scope);
        json!({ name.as_str(): body })
    };
    names.iter().zip(outputs).zip(roles).map(output).collect()
}

/// The section of imports, of files that are not read.
pub fn written_imports(imports: &[Presence], scope: &Scope) -> Json {
    let import = |(place, presence): (usize, &Presence)| {
        let mut body = Map::new();
        body.insert("file".to_owned(), json!(format!("https://example.org/types-{place}.yaml")));
        presence.add_to(&mut body, Kind::Import, Role::Ordinary, scope);
        Json::Object(body)
    };
    imports.iter().enumerate().map(import).collect()
}

/// Whether a profile knows conditional outputs; others pass them through.
pub fn knows_outputs(profile: Profile) -> bool {
    profile == Profile::D
}
