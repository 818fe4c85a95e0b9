//! What is proposed from what types declare, and of files that are there.

use serde_json::{Value as Json, json};

use super::editor::{Editor, behind};
use super::labels;

static TEMPLATE: &str = "\
tosca_definitions_version: tosca_variability_1_0
imports: [lib/types.yaml]
topology_template:
  node_templates:
    db: {type: my.Database}
    api:
      type: my.Api
      properties: {name: shop}
      requirements:
        - cache: db
        - database: db
";

static TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Base:
    derived_from: tosca.nodes.Root
    properties: {size: {type: integer}, name: {type: string}}
    requirements:
      - mail: {capability: tosca.capabilities.Node, occurrences: [0, 1]}
      - database: {capability: tosca.capabilities.Node}
  my.Api:
    derived_from: my.Base
    properties: {colour: {type: string, required: false}, title: {type: string, default: none}}
    attributes: {url: {type: string}}
    requirements: [{cache: {capability: tosca.capabilities.Node}}, {search: {capability: tosca.capabilities.Node}}]
  my.Database: {derived_from: tosca.nodes.Root, properties: {port: {type: integer}}}
";

/// What is proposed at `|` in the template, in order.
fn proposed(before: &str, after: &str) -> Vec<String> {
    let mut editor = Editor::start();
    std::fs::create_dir(editor.folder().join("lib")).unwrap();
    for (name, text) in [("lib/types.yaml", TYPES), ("lib/notes.txt", ""), ("other.yml", ""), (".hidden.yaml", "")] {
        std::fs::write(editor.folder().join(name), text).unwrap();
    }
    editor.open(TEMPLATE);
    let text = TEMPLATE.replacen(before, after, 1);
    let place = behind(&text.replacen('|', "\0", 1), after.split('|').next().unwrap());
    editor.change(&text.replacen('|', "", 1));
    let mut answer =
        editor.ask("textDocument/completion", json!({ "textDocument": { "uri": editor.uri() }, "position": place }));
    let mut items = answer["result"].take();
    let order = |item: &Json| item["sortText"].as_str().unwrap().to_owned();
    items.as_array_mut().unwrap().sort_by_key(order);
    let found = labels(&items).into_iter().map(ToOwned::to_owned).collect();
    editor.end();
    found
}

#[test]
fn requirements_of_a_type_are_proposed_those_that_are_missing_first() {
    for after in ["- cache: db\n        - |\n", "- cache: db\n        - se|\n"] {
        let found = proposed("- cache: db\n", after);
        let place = |name: &str| found.iter().position(|known| known == name).unwrap();
        assert_eq!(place("search"), 0, "{found:?}");
        assert!(place("mail") < place("cache") && place("dependency") < place("database"), "{found:?}");
    }
}

#[test]
fn properties_of_a_type_are_proposed_those_that_are_missing_first() {
    assert_eq!(proposed("{name: shop}", "{name: shop, |}"), ["size", "colour", "title", "name"]);
    assert_eq!(proposed("{type: my.Database}", "{type: my.Database, properties: {|}}"), ["port"]);
}

#[test]
fn functions_are_completed_with_what_a_node_has() {
    let found = proposed("{name: shop}", "{name: {get_attribute: [api, |]}}");
    assert!(found.contains(&"url".to_owned()) && found.contains(&"title".to_owned()), "{found:?}");
    assert_eq!(proposed("{name: shop}", "{name: {get_property: [db, |]}}"), ["port"]);
    let own = proposed("{name: shop}", "{name: {get_property: [SELF, |]}}");
    assert!(own.contains(&"colour".to_owned()) && !own.contains(&"url".to_owned()), "{own:?}");
}

#[test]
fn files_are_proposed_for_imports() {
    assert_eq!(proposed("[lib/types.yaml]", "[lib/types.yaml, |]"), ["lib/", "other.yml"]);
    assert_eq!(proposed("[lib/types.yaml]", "[lib/|]"), ["types.yaml"]);
}
