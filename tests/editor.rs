//! The questions of an editor about any text, however damaged, and names changed there and back.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::sync::Arc;

use proptest::prelude::{ProptestConfig, Strategy, proptest};
use proptest::{collection, sample};
use variscope::ide::editor::{Draft, complete, hover, rename};
use variscope::source::package::Package;
use variscope::source::syntax::yaml::ParseCache;

/// Places of a text that damage is done at.
const PLACES: usize = 1000;

/// The webshop with some of it cut, doubled or replaced.
fn damaged() -> impl Strategy<Value = String> {
    let text = std::fs::read_to_string("tests/csar/webshop/service-template.yaml").unwrap();
    let pieces = vec!["", "{", "]", ": ", "- ", "\"", "ä😀", "\n", "\t", "&a", "*a", "#", "|", "SELF"];
    let damage = (0..PLACES, 0_usize..40, sample::select(pieces));
    collection::vec(damage, 0..4).prop_map(move |damages| {
        damages.into_iter().fold(text.clone(), |text, (place, length, piece)| {
            let letters: Vec<char> = text.chars().collect();
            let start = letters.len() * place / PLACES;
            let end = (start + length).min(letters.len());
            let ends = [&letters[..start], &letters[end..]].map(|part| part.iter().collect::<String>());
            format!("{}{piece}{}", ends[0], ends[1])
        })
    })
}

fn ask_everything(text: &str, offset: usize) {
    let package = Package::draft(Path::new("tests/csar/webshop/service-template.yaml"), Arc::from(text));
    let draft = Draft::read(&package, Arc::from(text), &ParseCache::default(), None).unwrap();
    complete(text, offset, Some(&draft));
    hover(&draft, None, offset);
    draft.definitions(offset);
    if let Ok(edits) = rename(&draft, offset, "renamed") {
        assert!(edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_too_broken(text in damaged(), place in 0..PLACES + 2) {
        ask_everything(&text, text.len() * place / PLACES);
    }

    #[test]
    fn no_truncation_is_too_short(place in 0..PLACES) {
        let text = std::fs::read_to_string("tests/csar/webshop/service-template.yaml").unwrap();
        let end = (0..=text.len() * place / PLACES).rev().find(|&end| text.is_char_boundary(end)).unwrap();
        ask_everything(&text[..end], end);
    }
}

#[test]
fn renaming_there_and_back_changes_nothing() {
    let text: Arc<str> = std::fs::read_to_string("tests/csar/webshop/service-template.yaml").unwrap().into();
    let read = |text: &Arc<str>| {
        Draft::read(
            &Package::draft(Path::new("tests/csar/webshop/service-template.yaml"), Arc::clone(text)),
            Arc::clone(text),
            &ParseCache::default(),
            None,
        )
        .unwrap()
    };
    let draft = read(&text);
    let mut renamed_symbols = 0;
    for place in draft.occurrences() {
        let name = if place.symbol.name.contains("host") { "new_host" } else { "renamed" };
        if !draft.is_own(place.span) {
            continue;
        }
        let Ok(edits) = rename(&draft, place.span.start as usize, name) else { continue };
        let there: Arc<str> = edited(&text, &edits).into();
        let changed = read(&there);
        let first = edits.first().map_or(0, |edit| edit.span.start as usize);
        let back = rename(&changed, first, &place.symbol.name).unwrap();
        assert_eq!(edited(&there, &back), *text, "{:?}", place.symbol);
        renamed_symbols += 1;
    }
    assert!(renamed_symbols > 10);
}

fn edited(text: &str, edits: &[variscope::source::diagnostic::Edit]) -> String {
    edits.iter().rev().fold(text.to_owned(), |mut text, edit| {
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.replacement);
        text
    })
}

fn draft(text: &str) -> Draft {
    let text: Arc<str> = text.into();
    let package = Package::draft(Path::new("t.yaml"), Arc::clone(&text));
    Draft::read(&package, text, &ParseCache::default(), None).unwrap()
}

#[test]
fn names_that_are_conditions_as_a_whole_are_renamed() {
    let head = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    expressions: {there: node.cache}
    constraints: [-node.cache, {or: [manual.node.cache, node.app]}]
  node_templates:
    app: {type: App}
    cache: {type: C}
";
    for conditions in
        ["node.cache", "-node.cache", "\"-node.cache\"", "[-node.cache]", "{and: [-node.cache]}", "'node.cache'"]
    {
        let text = format!(
            "{head}    tmp: {{type: T, conditions: {conditions}}}
  policies: [{{p: {{type: P, triggers: {{t: {{target_filter: {{node: cache}}}}}}}}}}]\n"
        );
        let draft = draft(&text);
        let place = text.find("    cache:").unwrap() + 5;
        let edits = rename(&draft, place, "store").unwrap();
        assert_eq!(edited(&text, &edits), text.replace("cache", "store"), "{conditions}");
        // Where it is mentioned, it is defined.
        assert!(draft.occurrence_at(text.rfind("node.cache").unwrap() + 6).is_some(), "{conditions}");
    }
}

/// A template with the node `db` and the group `all`, and something at the end of its topology.
fn with_db(end: &str) -> String {
    format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  relationship_templates: {{db: {{type: tosca.relationships.DependsOn}}}}
  groups: {{all: {{type: tosca.groups.Root, members: [db]}}}}
  node_templates:
    db: {{type: tosca.nodes.Root, properties: {{port: {{value: 1}}}}}}
{end}"
    )
}

#[test]
fn what_workflows_are_for_is_renamed() {
    for (name, mark) in [("db", "    db:"), ("all", "{all:")] {
        let text = with_db(&format!(
            "  workflows: {{w: {{preconditions: [{{target: {name}}}], steps: {{s: {{target: {name}, activities: []}}}}}}}}\n"
        ));
        let edits = rename(&draft(&text), text.find(mark).unwrap() + mark.len() - 1, "other").unwrap();
        let changed = edited(&text, &edits);
        assert_eq!(changed.matches("target: other").count(), 2, "{changed}");
    }
}

#[test]
fn names_stay_while_a_text_may_mean_them() {
    for (end, said) in [
        ("    app: {type: A, properties: {u: {eval: '::db::port'}}}", Some("line 7 says \"::db\" too")),
        ("    app: {type: A, properties: {u: {eval: {if: '$NODES::db'}}}}", Some("line 7 says \"::db\" too")),
        ("  outputs: {o: {value: \"{{ '::db::port' | eval }}\"}}", Some("line 7 says \"::db\" too")),
        ("    app: {type: A, properties: {u: '{{ NODES.db.port }}'}}", Some("line 7 says \"NODES.db\" too")),
        ("    app: {type: A, properties: {u: '{{ TOPOLOGY.db }}'}}", Some("line 7 says \"TOPOLOGY.db\" too")),
        ("    app:\n      type: A\n      copy: db", Some("line 9 says \"db\" too, and may or may not mean the node")),
        (
            "    app: {type: A, interfaces: {S: {operations: {o: {operation_host: db}}}}}",
            Some("line 7 says \"db\" too"),
        ),
        ("    app: {type: A, metadata: {ref: db, more: '::dbx', old: '{{ NODES.dbx }}'}}", None),
    ] {
        let text = with_db(end);
        let refused = rename(&draft(&text), text.find("    db:").unwrap() + 5, "store").err().map(|it| it.to_string());
        let is_expected = match said {
            Some(said) => refused.as_ref().is_some_and(|refused| refused.contains(said)),
            None => refused.is_none(),
        };
        assert!(is_expected, "{end}: {refused:?}");
    }
}

#[test]
fn names_stay_while_one_is_below_a_misspelt_key() {
    for end in [
        "    app:\n      type: tosca.nodes.Root\n      requirement: [dependency: db]\n",
        "    app:\n      type: tosca.nodes.Root\n      requirement: [{dependency: {node: db}}]\n",
    ] {
        let text = with_db(end);
        let refused = rename(&draft(&text), text.find("    db:").unwrap() + 5, "store").unwrap_err().to_string();
        assert_eq!(refused, "line 9 says \"db\" too, and may or may not mean the node");
    }
}

/// Editors show hovers as Markdown: what authors write loads no picture, and is no link and no command.
#[test]
fn what_authors_write_is_no_markup() {
    let text = r#"tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      x: {type: boolean, description: "![a](https://evil/t.png) [click](command:run) <img src='x'>\n\n# big"}
    options: {mode: consistent-strict}
  node_templates:
    "n`\n\n![z](https://evil/n.png)": {type: "t`<b>", conditions: {variability_input: x}}
"#;
    let package = Package::draft(Path::new("t.yaml"), Arc::from(text));
    let draft = Draft::read(&package, Arc::from(text), &ParseCache::default(), None).unwrap();
    let shown = |mark: &str| hover(&draft, None, text.find(mark).unwrap() + 1).unwrap().text;
    let input = shown(" x: {");
    assert!(input.contains(r"\!\[a\](https\://evil/t.png) \[click\](command:run) \<img src='x'\>"), "{input}");
    assert!(input.contains("\n\\# big"), "{input}");
    let node = shown("n`");
    assert!(node.contains(r"``n`\n\n![z](https://evil/n.png)``") && node.contains("``t`<b>``"), "{node}");
}
