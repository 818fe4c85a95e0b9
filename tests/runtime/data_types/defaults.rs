//! Defaults of data types, of their fields and of node types, merged.

use serde_json::json;

use super::{Template, node};

const THREE: &str = "
  Three: {properties: {a: {default: type}, b: {default: type}, c: {default: type}}}";

/// Defaults of the data type beneath those of the node type beneath what the template gives.
#[test]
fn values_are_merged_from_three_layers() {
    let template = node(THREE, "{type: Three, default: {b: node type}}", "{v: {c: template}}");
    template.gives(&json!({"v": {"a": "type", "b": "node type", "c": "template"}}));
    let template = node(THREE, "{type: Three, default: {b: node type}}", "{}");
    template.gives(&json!({"v": {"a": "type", "b": "node type", "c": "type"}}));
}

#[test]
fn defaults_of_data_types_merge_with_those_of_their_fields() {
    let types = format!("{THREE}\n  Outer: {{properties: {{inner: {{type: Three, default: {{b: outer}}}}}}}}");
    node(&types, "{type: Outer}", "{v: {}}").gives(&json!({"v": {"inner": {"a": "type", "b": "outer", "c": "type"}}}));
    node(&types, "{type: Outer}", "{}").gives(&json!({"v": {"inner": {"a": "type", "b": "outer", "c": "type"}}}));
}

fn deriving(definition: &str) -> Template {
    Template::new(&format!(
        "data_types:{THREE}
node_types:
  Base: {{derived_from: tosca.nodes.Root, properties: {{v: {{type: Three, default: {{b: base}}}}}}}}
  N: {{derived_from: Base, properties: {{v: {definition}}}}}
topology_template: {{node_templates: {{n: {{type: N}}}}}}
"
    ))
}

/// A deriving node type that keeps the type explicitly merges its default with that of its parent.
#[test]
fn node_types_merge_defaults_along_inheritance() {
    let merged = json!({"v": {"a": "type", "b": "base", "c": "own"}});
    deriving("{type: Three, default: {c: own}}").gives(&merged);
    deriving("{default: {c: own}}").gives(&json!({"v": {"c": "own"}}));
}
