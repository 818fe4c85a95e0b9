//! Laws over random documents whose names are key words of TOSCA: names and values are never taken for keys.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value as Json, json};

use super::{Output, moved, written_for, yaml};
use crate::source::Sources;
use crate::source::syntax::vocabulary::is_interface_key;
use crate::source::syntax::yaml::Tree;
use crate::tosca::types::engine::Engine;

/// A text that is the name of a file if it stands where one is named, before and after it is moved.
const FILE: &str = "f";
const MOVED: &str = "../f";
/// What stands in an expected document where a file is named.
const HERE: &str = "<file>";

fn name() -> impl Strategy<Value = String> {
    let words = [
        "imports",
        "artifacts",
        "interfaces",
        "inputs",
        "node_types",
        "my_types",
        "requirements",
        "properties",
        "relationship",
        "operations",
        "implementation",
        "primary",
        "entry_schema",
        "metadata",
        "type",
        "default",
        "file",
    ];
    select(words.to_vec()).prop_map(str::to_owned)
}

fn named(of: impl Strategy<Value = Json> + 'static) -> BoxedStrategy<Json> {
    btree_map(name(), of, 0..3).prop_map(|entries| Json::Object(entries.into_iter().collect())).boxed()
}

fn value() -> BoxedStrategy<Json> {
    Just(json!(FILE))
        .boxed()
        .prop_recursive(3, 12, 3, |inner| {
            let list = vec(inner.clone(), 0..3).prop_map(Json::Array);
            prop_oneof![list, btree_map(name(), inner, 0..3).prop_map(|all| Json::Object(all.into_iter().collect()))]
        })
        .boxed()
}

fn values() -> BoxedStrategy<Json> {
    named(value())
}

fn artifact() -> impl Strategy<Value = Json> + 'static {
    prop_oneof![
        Just(json!(HERE)),
        values().prop_map(|values| json!({"type": FILE, "file": HERE, "deploy_path": FILE, "properties": values})),
        Just(json!({"type": FILE, "file": FILE, "repository": FILE})),
    ]
}

fn operation() -> impl Strategy<Value = Json> + Clone + 'static {
    let implementation = prop_oneof![
        Just(json!(HERE)),
        Just(json!({"primary": HERE, "dependencies": [HERE, {"file": HERE}], "operation_host": FILE})),
    ];
    let long = (implementation, values()).prop_map(
        |(implementation, inputs)| json!({"implementation": implementation, "inputs": inputs, "description": FILE}),
    );
    prop_oneof![Just(json!(HERE)), long]
}

fn interface() -> impl Strategy<Value = Json> + 'static {
    let beside = btree_map(name().prop_filter("an operation", |name| !is_interface_key(name)), operation(), 0..2);
    (named(operation()), values(), beside).prop_map(|(operations, inputs, beside)| {
        let mut interface = json!({"type": FILE, "operations": operations, "inputs": inputs});
        interface.as_object_mut().unwrap().extend(beside);
        interface
    })
}

fn requirements() -> impl Strategy<Value = Json> {
    let inline = named(interface()).prop_map(|all| json!({"type": FILE, "interfaces": all, "properties": {"a": FILE}}));
    let assignment = prop_oneof![
        Just(json!(FILE)),
        inline.prop_map(|template| json!({"node": FILE, "relationship": template})),
        Just(json!({"node": FILE, "relationship": FILE, "node_filter": {"properties": [{"file": FILE}]}})),
    ];
    vec((name(), assignment).prop_map(|(name, assignment)| json!({name: assignment})), 0..3).prop_map(Json::Array)
}

fn node() -> impl Strategy<Value = Json> + 'static {
    (values(), values(), requirements(), named(artifact()), named(interface())).prop_map(
        |(properties, other, requirements, artifacts, interfaces)| {
            json!({
                "type": FILE, "properties": properties, "attributes": other.clone(), "metadata": other,
                "capabilities": {"inputs": {"properties": {"imports": FILE}}},
                "requirements": requirements, "artifacts": artifacts, "interfaces": interfaces,
            })
        },
    )
}

fn declaration() -> impl Strategy<Value = Json> + 'static {
    value().prop_map(|value| json!({"type": "map", "default": value, "description": FILE}))
}

fn node_type() -> impl Strategy<Value = Json> + 'static {
    (named(declaration()), named(artifact()), named(interface())).prop_map(|(properties, artifacts, interfaces)| {
        json!({"derived_from": FILE, "properties": properties, "artifacts": artifacts, "interfaces": interfaces})
    })
}

fn import() -> impl Strategy<Value = Json> {
    prop_oneof![
        Just(json!(HERE)),
        Just(json!({"file": HERE, "namespace_prefix": FILE})),
        Just(json!({"file": FILE, "repository": FILE})),
        Just(json!({"types": HERE})),
        Just(json!({"artifacts": {"file": HERE, "namespace_uri": FILE}})),
    ]
}

fn document() -> impl Strategy<Value = Json> {
    let outputs = named(value().prop_map(|value| json!({"value": value})));
    (vec(import(), 0..3), named(node_type()), named(declaration()), named(node()), outputs, values()).prop_map(
        |(imports, types, inputs, nodes, outputs, metadata)| {
            json!({
                "tosca_definitions_version": "tosca_simple_yaml_1_3", "metadata": metadata,
                "imports": imports, "node_types": types, "dsl_definitions": {"artifacts": {"a": FILE}},
                "topology_template": {"inputs": inputs, "node_templates": nodes, "outputs": outputs},
            })
        },
    )
}

/// The document with a text of its own where files are named.
fn with_files(document: &Json, file: &str) -> Json {
    match document {
        Json::String(text) if text == HERE => json!(file),
        Json::Array(items) => items.iter().map(|item| with_files(item, file)).collect(),
        Json::Object(entries) => entries.iter().map(|(key, value)| (key.clone(), with_files(value, file))).collect(),
        other => other.clone(),
    }
}

fn parsed(text: String) -> (Tree, Output) {
    let mut sources = Sources::new();
    let file = sources.add("document", text);
    let mut tree = Tree::new();
    let (root, diagnostics) = tree.parse(&sources, file);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    (tree, Output::Source(root.unwrap()))
}

fn read(tree: &Tree, document: &Output) -> Json {
    let (tree, root) = parsed(yaml::write(tree, document));
    let Output::Source(root) = root else { unreachable!("a document that was read") };
    serde_json::from_str(&tree.at(root).to_json()).unwrap()
}

/// All values of a document: of properties, inputs and outputs.
fn all_values(document: &Json) -> Vec<&Json> {
    let topology = &document["topology_template"];
    let of = |section: &'static str, key: &'static str| {
        topology[section].as_object().unwrap().values().map(move |body| &body[key])
    };
    of("node_templates", "properties").chain(of("inputs", "default")).chain(of("outputs", "value")).collect()
}

proptest! {
    #[test]
    fn files_are_moved_and_nothing_else(document in document()) {
        let (tree, root) = parsed(with_files(&document, FILE).to_string());
        let there = moved(&tree, root, &|_, name, _| (name == FILE).then(|| MOVED.to_owned()));
        prop_assert_eq!(read(&tree, &there), with_files(&document, MOVED));
    }

    #[test]
    fn values_are_the_same_for_engines(document in document()) {
        let document = with_files(&document, FILE);
        for engine in [Engine::Xopera, Engine::ToscaParser, Engine::Unfurl] {
            let (tree, root) = parsed(document.to_string());
            let (written, _) = written_for(&tree, root, engine);
            let written = read(&tree, &written);
            prop_assert_eq!(all_values(&written), all_values(&document));
        }
    }
}

#[test]
fn an_implementation_that_is_an_artifact_is_no_file() {
    let text = "topology_template: {node_templates: {a: {artifacts: {f: x}, interfaces: {Standard: {create: f}}}}}";
    let (tree, root) = parsed(text.to_owned());
    let there = moved(&tree, root, &|_, name, _| Some(format!("../{name}")));
    let node = &read(&tree, &there)["topology_template"]["node_templates"]["a"];
    assert_eq!(*node, json!({"artifacts": {"f": "../x"}, "interfaces": {"Standard": {"create": "f"}}}));
}
