//! Outline, folds, links, symbols, highlights, tokens and lenses, through the protocol.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};
use variscope::source::syntax::vocabulary::OPERATORS;

use super::TEMPLATE;
use super::editor::{Editor, behind};

fn about(editor: &Editor) -> Json {
    json!({ "textDocument": { "uri": editor.uri() } })
}

fn ask(editor: &mut Editor, method: &str) -> Vec<Json> {
    let params = about(editor);
    editor.ask(method, params)["result"].as_array().unwrap().clone()
}

/// `name(child child)`, all the way down.
fn tree(entries: &[Json]) -> String {
    let entry = |entry: &Json| {
        let children = entry["children"].as_array().unwrap();
        let inner = if children.is_empty() { String::new() } else { format!("({})", tree(children)) };
        format!("{}{inner}", entry["name"].as_str().unwrap())
    };
    entries.iter().map(entry).collect::<Vec<_>>().join(" ")
}

/// What the template says at a range.
fn text_at(text: &str, range: &Json) -> String {
    let number = |end: &str, what: &str| range[end][what].as_u64().unwrap() as usize;
    let line = text.lines().nth(number("start", "line")).unwrap();
    line[number("start", "character")..number("end", "character")].to_owned()
}

#[test]
fn the_outline_is_what_the_text_defines() {
    let mut editor = Editor::start();
    editor.open(TEMPLATE);
    let outline = ask(&mut editor, "textDocument/documentSymbol");
    assert_eq!(
        tree(&outline),
        "node_types(Shop Database Lost New) variability inputs(env) presets(live) expressions(is_prod) \
         node_templates(shop(database) db lost)"
    );
    let shop = &outline[4]["children"][0];
    assert_eq!((&shop["detail"], text_at(TEMPLATE, &shop["selectionRange"])), (&json!("Shop"), "shop".to_owned()));
    // Whatever stands in something is within it.
    let mut open: Vec<Json> = outline;
    while let Some(entry) = open.pop() {
        let place = |range: &Json, end: &str| (range[end]["line"].as_u64(), range[end]["character"].as_u64());
        for child in entry["children"].as_array().unwrap() {
            assert!(place(&entry["range"], "start") <= place(&child["range"], "start"), "{child}");
            assert!(place(&child["range"], "end") <= place(&entry["range"], "end"), "{child}");
        }
        assert!(place(&entry["selectionRange"], "end") <= place(&entry["range"], "end"), "{entry}");
        open.extend(entry["children"].as_array().unwrap().clone());
    }
    editor.end();
}

#[test]
fn symbols_are_found_in_all_documents() {
    let mut editor = Editor::start();
    editor.open(TEMPLATE);
    let uri = editor.uri().replace("shop.yaml", "other.yaml");
    let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": TEMPLATE.replace("db", "dbs") });
    editor.notify("textDocument/didOpen", &json!({ "textDocument": document }));
    let mut names = |query: &str| -> Vec<String> {
        let found = editor.ask("workspace/symbol", json!({ "query": query }))["result"].take();
        found.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("DB"), ["dbs", "db"]);
    assert_eq!(names("is_"), ["is_prod", "is_prod"]);
    assert_eq!(names("nothing"), Vec::<String>::new());
    editor.end();
}

#[test]
fn sections_and_comments_fold_whatever_the_text_is_like() {
    let mut editor = Editor::start();
    let broken = "# one\n# two\ntopology_template:\n  node_templates:\n    a: [\n      b\n";
    editor.open(broken);
    let folds = ask(&mut editor, "textDocument/foldingRange");
    let lines: Vec<(u64, u64, &str)> = folds
        .iter()
        .map(|fold| {
            let line = |key: &str| fold[key].as_u64().unwrap();
            (line("startLine"), line("endLine"), fold["kind"].as_str().unwrap())
        })
        .collect();
    assert_eq!(lines, [(0, 1, "comment"), (2, 5, "region"), (3, 5, "region"), (4, 5, "region")]);
    editor.end();
}

#[test]
fn files_that_are_there_are_linked() {
    let mut editor = Editor::start();
    std::fs::create_dir(editor.folder().join("lib")).unwrap();
    let types = "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  Extra: {}\n";
    for (name, text) in [("lib/types.yaml", types), ("run it.sh", ""), ("app.zip", "")] {
        std::fs::write(editor.folder().join(name), text).unwrap();
    }
    let text = "tosca_definitions_version: tosca_variability_1_0\nimports:\n  - lib/types.yaml\n  - nowhere.yaml\n\
                topology_template:\n  node_templates:\n    a:\n      type: Extra\n      artifacts:\n        \
                - code: {type: t.Zip, file: app.zip}\n      interfaces:\n        Standard:\n          operations:\n            \
                create: {implementation: run it.sh}\n            start: nowhere.sh\n";
    editor.open(text);
    let links = ask(&mut editor, "textDocument/documentLink");
    let found: Vec<(String, String)> = links
        .iter()
        .map(|link| {
            let target = link["target"].as_str().unwrap();
            (text_at(text, &link["range"]), target.rsplit('/').next().unwrap().to_owned())
        })
        .collect();
    let link = |text: &str, target: &str| (text.to_owned(), target.to_owned());
    let expected = [link("lib/types.yaml", "types.yaml"), link("app.zip", "app.zip"), link("run it.sh", "run%20it.sh")];
    assert_eq!(found, expected);
    editor.end();
}

#[test]
fn all_places_of_a_name_are_highlighted() {
    let mut editor = Editor::start();
    editor.open(TEMPLATE);
    let marked = editor.ask_at("textDocument/documentHighlight", TEMPLATE, "{node: d", json!({}));
    let marked = marked.as_array().unwrap();
    let texts: Vec<String> = marked.iter().map(|one| text_at(TEMPLATE, &one["range"])).collect();
    assert_eq!(texts, ["db", "db", "db", "\"db\""]);
    let kinds: Vec<u64> = marked.iter().map(|one| one["kind"].as_u64().unwrap()).collect();
    assert_eq!(kinds.iter().filter(|&&kind| kind == 3).count(), 1, "one is the definition");
    editor.end();
}

/// Each token as its text, its kind and its modifiers.
fn tokens(editor: &mut Editor, legend: &Json) -> Vec<(String, String, Vec<String>)> {
    let params = about(editor);
    let answer = editor.ask("textDocument/semanticTokens/full", params);
    let data: Vec<u64> = answer["result"]["data"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect();
    let (mut line, mut start) = (0, 0);
    let mut found = Vec::new();
    for token in data.chunks_exact(5) {
        start = if token[0] == 0 { start + token[1] } else { token[1] };
        line += token[0];
        let text = TEMPLATE.lines().nth(line as usize).unwrap();
        let text = text[start as usize..(start + token[2]) as usize].to_owned();
        let kind = legend["tokenTypes"][token[3] as usize].as_str().unwrap().to_owned();
        let modifiers = legend["tokenModifiers"].as_array().unwrap().iter().enumerate();
        let modifiers = modifiers.filter(|(bit, _)| token[4] & (1 << bit) != 0);
        found.push((text, kind, modifiers.map(|(_, name)| name.as_str().unwrap().to_owned()).collect()));
    }
    found
}

#[test]
fn words_are_distinguished_and_shaded_by_presence() {
    let mut editor = Editor::silent();
    let capabilities = json!({ "workspace": { "inlayHint": { "refreshSupport": true },
        "semanticTokens": { "refreshSupport": true }, "codeLens": { "refreshSupport": true } } });
    let greeting = editor.ask("initialize", json!({ "capabilities": capabilities }));
    let legend = greeting["result"]["capabilities"]["semanticTokensProvider"]["legend"].clone();
    editor.notify("initialized", &json!({}));
    editor.open(TEMPLATE);
    editor.wait(|message| message["method"] == "workspace/codeLens/refresh");
    editor.wait(|message| message["method"] == "workspace/semanticTokens/refresh");
    editor.settle();
    let found = tokens(&mut editor, &legend);
    for (text, kind, modifiers) in [
        ("env", "variable", vec!["definition"]),
        ("live", "enumMember", vec!["definition"]),
        ("is_prod", "function", vec!["definition"]),
        ("equal", "operator", vec![]),
        ("variability_input", "operator", vec![]),
        ("shop", "class", vec!["definition", "always"]),
        ("db", "class", vec!["definition", "sometimes"]),
        ("db", "class", vec!["sometimes"]),
        ("lost", "class", vec!["definition", "never"]),
        ("database", "property", vec!["definition", "sometimes"]),
        ("Shop", "type", vec!["definition"]),
        ("node_presence", "operator", vec![]),
    ] {
        let is_meant =
            |token: &&(String, String, Vec<String>)| token.0 == text && token.1 == kind && token.2 == modifiers;
        assert!(found.iter().any(|token| is_meant(&token)), "{text} {kind} {modifiers:?} in {found:?}");
    }
    editor.end();
}

#[test]
fn lenses_show_variants_and_presets() {
    let mut editor = Editor::start();
    editor.open(TEMPLATE);
    editor.settle();
    let lenses = ask(&mut editor, "textDocument/codeLens");
    let lenses: Vec<(u64, &str)> = lenses
        .iter()
        .map(|lens| (lens["range"]["start"]["line"].as_u64().unwrap(), lens["command"]["title"].as_str().unwrap()))
        .collect();
    let expected =
        [(7, "preset live: ok"), (12, "in every variant"), (16, "in 1 of 2 variants"), (19, "in no variant")];
    assert_eq!(lenses, expected);
    // While a line is begun, what was known stays, where it is now, and is said to be of before.
    editor.change(&TEMPLATE.replace("topology_template:", "con\ntopology_template:"));
    editor.settle();
    let moved = ask(&mut editor, "textDocument/codeLens");
    let lines: Vec<u64> = moved.iter().map(|lens| lens["range"]["start"]["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [8, 13, 17, 20]);
    assert_eq!(moved[1]["command"]["title"], "in every variant, before the error");
    let tokens = about(&editor);
    assert!(editor.ask("textDocument/semanticTokens/full", tokens)["result"]["data"][0].is_number());
    // A preset that excludes itself.
    let text = TEMPLATE
        .replace("    options:", "    constraints: [{not: {equal: [{variability_input: env}, prod]}}]\n    options:");
    editor.change(&text);
    editor.settle();
    let lenses = ask(&mut editor, "textDocument/codeLens");
    assert_eq!(lenses[0]["command"]["title"], "preset live: gives no valid variant");
    editor.end();
}

/// A preset is not ok because nothing is reported about it.
#[test]
fn lenses_say_of_presets_what_is_known() {
    let failing = TEMPLATE
        .replace("    options:", "    constraints: [{not: {equal: [{variability_input: env}, prod]}}]\n    options:");
    let ignored = failing.replace("{env: prod}}", "{env: prod}} # variscope: ignore[V410]");
    let undecided = TEMPLATE
        .replace("    inputs:\n", "    inputs:\n      word: {type: string}\n")
        .replace("    options:", "    constraints: [{not: {equal: [{token: [{variability_input: word}, \"-\", 1]}, {token: [{variability_input: word}, \"x\", 0]}]}}]\n    options:");
    for (text, settings, timeout, expected) in [
        (&failing, "ignore = ['V410']\n", "20", vec!["preset live: gives no valid variant"]),
        (&ignored, "", "20", vec!["preset live: gives no valid variant"]),
        (&failing, "", "0", vec![]),
        (&undecided, "", "20", vec![]),
    ] {
        let mut editor = Editor::start_with(&["--timeout", timeout]);
        std::fs::write(editor.folder().join("variscope.toml"), settings).unwrap();
        editor.open(text);
        editor.settle();
        let lenses = ask(&mut editor, "textDocument/codeLens");
        let titles = lenses.iter().map(|lens| lens["command"]["title"].as_str().unwrap());
        assert_eq!(titles.filter(|title| title.starts_with("preset")).collect::<Vec<_>>(), expected, "{text}");
        editor.end();
    }
}

/// An editor that does not know the command of a lens would complain when it is clicked.
#[test]
fn lenses_have_a_command_where_the_editor_knows_it() {
    for (options, expected) in [(json!({}), ""), (json!({ "commands": ["variscope.explain"] }), "variscope.explain")] {
        let mut editor = Editor::silent();
        let capabilities = json!({ "workspace": { "inlayHint": { "refreshSupport": true } } });
        editor.ask("initialize", json!({ "capabilities": capabilities, "initializationOptions": options }));
        editor.notify("initialized", &json!({}));
        editor.open(TEMPLATE);
        editor.settle();
        let lenses = ask(&mut editor, "textDocument/codeLens");
        assert_eq!(lenses[1]["command"]["command"], expected);
        editor.end();
    }
}

/// The extension for Visual Studio Code knows the shades of tokens, and the operators of all profiles.
#[test]
fn the_extension_knows_what_the_server_says() {
    let read = |name: &str| -> Json {
        serde_json::from_str(&std::fs::read_to_string(format!("packaging/vscode/{name}")).unwrap()).unwrap()
    };
    let package = read("package.json");
    let mut editor = Editor::silent();
    let greeting = editor.ask("initialize", json!({ "capabilities": {} }));
    editor.notify("initialized", &json!({}));
    let legend = &greeting["result"]["capabilities"]["semanticTokensProvider"]["legend"]["tokenModifiers"];
    let shades: Vec<&Json> = legend.as_array().unwrap().iter().skip(1).collect();
    let known = package["contributes"]["semanticTokenModifiers"].as_array().unwrap();
    assert_eq!(shades, known.iter().map(|one| &one["id"]).collect::<Vec<_>>());
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    let grammar = read("syntaxes/conditions.tmLanguage.json");
    let words = grammar["patterns"][0]["match"].as_str().unwrap();
    let words = words.split_once("(?:").unwrap().1.split_once(')').unwrap().0;
    let words: BTreeSet<&str> = words.split('|').collect();
    let operators = OPERATORS.iter().flat_map(|operator| operator.names).filter(|name| !name.is_empty());
    assert_eq!(words, operators.collect());
    editor.end();
}

/// The template is in a file beside the ensemble, which is open too; a node is added in the ensemble.
#[test]
fn ensembles_are_read_with_what_they_include() {
    let mut editor = Editor::start();
    let folder = editor.folder().to_owned();
    std::fs::create_dir_all(folder.join("ensemble")).unwrap();
    std::fs::write(folder.join("unfurl.yaml"), "kind: Project\n").unwrap();
    std::fs::write(folder.join("template.yaml"), "topology_template: nothing yet\n").unwrap();
    let mut open = |name: &str, text: &str| {
        let uri = editor.uri().replace("shop.yaml", name);
        let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": text });
        editor.notify("textDocument/didOpen", &json!({ "textDocument": document }));
        uri
    };
    open("template.yaml", "topology_template:\n  node_templates:\n    app: {type: tosca.nodes.Root}\n");
    let text = "kind: Ensemble\nspec:\n  service_template:\n    +include: ../template.yaml\n    topology_template:\n      \
                node_templates:\n        own: {type: tosca.nodes.Root, requirements: [{dependency: app}]}\n";
    let uri = open("ensemble/ensemble.yaml", text);
    let about = json!({ "textDocument": { "uri": uri } });
    let outline = editor.ask("textDocument/documentSymbol", about.clone())["result"].take();
    assert_eq!(tree(outline.as_array().unwrap()), "node_templates(own(dependency))");
    editor.settle();
    let lenses = editor.ask("textDocument/codeLens", about)["result"].take();
    assert_eq!(lenses[0]["command"]["title"], "in every variant");
    let place = behind(text, "{dependency: a");
    let defined = editor.ask("textDocument/definition", json!({ "textDocument": { "uri": uri }, "position": place }));
    let target = defined["result"][0]["uri"].as_str().unwrap_or_default();
    assert!(target.ends_with("/template.yaml"), "{defined}");
    editor.end();
}
