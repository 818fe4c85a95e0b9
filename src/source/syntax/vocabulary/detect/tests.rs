//! Which profile templates are of, and what has no say in it.

use super::*;
use crate::source::Sources;
use crate::source::syntax::vocabulary::OPERATORS;
use crate::source::syntax::yaml::Tree;

/// The profile of a document, the words that decided, and whether words are mixed.
fn read(text: &str) -> (Profile, Option<String>, bool) {
    let mut sources = Sources::new();
    let file = sources.add("template.yaml", text);
    let mut tree = Tree::new();
    let (root, diagnostics) = tree.parse(&sources, file);
    assert_eq!(diagnostics, [], "{text}");
    let (detected, warning) = detect_profile(tree.at(root.unwrap()));
    let word = match detected.reason {
        ProfileReason::Word { text, span } => {
            assert_eq!(sources.text(span), text);
            Some(text)
        }
        ProfileReason::Asked | ProfileReason::Nothing => None,
    };
    (detected.profile, word, warning.is_some())
}

/// What is detected of a topology with these sections.
fn detected(variability: &str, nodes: &str) -> (Profile, Option<String>, bool) {
    read(&format!("topology_template: {{variability: {variability}, node_templates: {nodes}}}"))
}

fn conditional(condition: &str) -> String {
    format!("{{a: {{type: t, conditions: {condition}}}}}")
}

#[test]
fn words_decide() {
    let some = |word: &str| Some(word.to_owned());
    for (nodes, expected) in [
        (conditional("{variability_input: n}"), (Profile::D, some("variability_input"), false)),
        (conditional("{greater_than: [{get_variability_input: n}, 1]}"), (Profile::C, some("greater_than"), false)),
        (conditional("{get_element_presence: b}"), (Profile::B, some("get_element_presence"), false)),
        ("{a: {type: [t: {}]}}".to_owned(), (Profile::D, some("type"), false)),
        ("{a: {type: t, anchor: true}}".to_owned(), (Profile::D, some("anchor"), false)),
        ("[a: {properties: [p: {value: 1, expression: {amo: []}}]}]".to_owned(), (Profile::D, some("amo"), false)),
        ("{a: {properties: [p: {value: 1, default: true}]}}".to_owned(), (Profile::B, some("default"), false)),
        (
            "{a: {requirements: [r: {node: b, conditions: {target_presence: SELF}}]}}".to_owned(),
            (Profile::D, some("target_presence"), false),
        ),
        ("{a: {type: t, implies: [[{node_presence: b}]]}}".to_owned(), (Profile::D, some("implies"), false)),
        (conditional("{implies: [true, {equal: [1, 1]}]}"), (Profile::D, None, false)),
        (conditional("{xor: [true, false]}"), (Profile::D, None, false)),
        ("{}".to_owned(), (Profile::D, None, false)),
    ] {
        assert_eq!(detected("{}", &nodes), expected, "{nodes}");
    }
    for (variability, expected) in [
        ("{options: {enable_relation_pruning: true}}", (Profile::C, some("enable_relation_pruning"), false)),
        ("{options: {mode: manual}}", (Profile::D, some("mode"), false)),
        ("{constraints: []}", (Profile::D, some("constraints"), false)),
        ("{expressions: {e: {get_node_presence: a}}}", (Profile::C, some("get_node_presence"), false)),
        ("{inputs: {n: {default_expression: {weekday: []}}}}", (Profile::D, some("weekday"), false)),
    ] {
        assert_eq!(detected(variability, "{}"), expected, "{variability}");
    }
    let import = "imports: [{file: a.yaml, conditions: true}]";
    assert_eq!(read(import), (Profile::D, some("conditions"), false));
    assert_eq!(read("tosca_definitions_version: tosca_2_0"), (Profile::D, some("tosca_2_0"), false));
}

#[test]
fn the_more_frequent_words_decide() {
    let early = "{get_variability_input: n}";
    for (condition, expected) in [
        (format!("{{and: [{{exo: []}}, {early}, {early}]}}"), (Profile::C, "get_variability_input")),
        (format!("{{and: [{{exo: []}}, {{amo: []}}, {early}]}}"), (Profile::D, "exo")),
        (format!("{{and: [{early}, {{exo: []}}]}}"), (Profile::D, "exo")),
    ] {
        let (profile, word, is_mixed) = detected("{}", &conditional(&condition));
        assert_eq!((profile, word.as_deref(), is_mixed), (expected.0, Some(expected.1), true), "{condition}");
    }
}

#[test]
fn words_of_b_and_c_are_weighed() {
    let property = "properties: [p: {value: 1, default: true}]";
    let relation = "requirements: [r: {node: b, default_alternative: true}]";
    let input = "conditions: {get_variability_input: n}";
    for (options, body, expected) in [
        ("{}", format!("{input}, {property}, {relation}"), (Profile::C, "get_variability_input", true)),
        ("{}", format!("{input}, {property}"), (Profile::B, "default", false)),
        ("{}", format!("{property}, {relation}"), (Profile::C, "default_alternative", true)),
        ("{enable_node_pruning: true}", property.to_owned(), (Profile::C, "enable_node_pruning", true)),
        ("{pruneNodes: true, pruneRelations: true}", relation.to_owned(), (Profile::B, "pruneNodes", true)),
    ] {
        let (profile, word, is_mixed) =
            detected(&format!("{{options: {options}}}"), &format!("{{a: {{type: t, {body}}}}}"));
        assert_eq!(
            (profile, word.as_deref(), is_mixed),
            (expected.0, Some(expected.1), expected.2),
            "{options} {body}"
        );
    }
    // What C and D have in common says nothing about D.
    assert_eq!(detected("{}", &format!("{{a: {{type: t, {relation}}}}}")), (Profile::D, None, false));
}

/// Everywhere where an author may write what he likes, every word that distinguishes profiles is just a word.
#[test]
fn words_in_data_and_names_decide_nothing() {
    let operators = OPERATORS.iter().flat_map(|entry| entry.names).filter(|name| !name.is_empty());
    let keywords =
        ["anchor", "managed", "implied", "implies", "default_condition", "technology", "weight", "constraints"];
    for word in operators.chain(keywords) {
        for place in [
            "{a: {type: t, properties: {limits: {WORD: 1, most: 5}}}}",
            "{a: {type: t, properties: {WORD: [1, 2]}}}",
            "{a: {type: t, properties: [WORD: {WORD: 1}]}}",
            "{a: {type: t, properties: [p: {value: {WORD: [{WORD: 1}]}}]}}",
            "{a: {type: t, attributes: {WORD: 1}, metadata: {WORD: 1}, capabilities: {WORD: {properties: {WORD: 1}}}}}",
            "{a: {type: t, interfaces: {Standard: {inputs: {WORD: {WORD: 1}}, operations: {WORD: x}}}}}",
            "{a: {type: t, artifacts: {WORD: {file: f, properties: {WORD: {WORD: 1}}}}}}",
            "{WORD: {type: t, requirements: [WORD: WORD]}}",
            "{WORD: {type: t, requirements: [{WORD: {node: WORD, node_filter: {properties: [{WORD: {WORD: 1}}]}}}]}}",
        ] {
            let nodes = place.replace("WORD", word);
            assert_eq!(detected("{}", &nodes), (Profile::D, None, false), "{nodes}");
        }
        for variability in [
            "{inputs: {WORD: {type: integer, default: {WORD: 1}, constraints: [{WORD: 1}]}}}",
            "{presets: {WORD: {inputs: {WORD: {WORD: 1}}}}}",
            "{expressions: {WORD: true}}",
            "{expressions: {e: {not: {equal: [WORD, 1]}}}}",
            "{metadata: {WORD: {WORD: 1}}}",
        ] {
            let variability = variability.replace("WORD", word);
            assert_eq!(detected(&variability, "{}"), (Profile::D, None, false), "{variability}");
        }
        for topology in [
            "inputs: {WORD: {type: integer, default: {WORD: 1}, constraints: [{WORD: 1}]}}",
            "outputs: {WORD: {value: {WORD: [1, 2]}}}",
            "policies: [{WORD: {type: t, triggers: {WORD: {condition: [{WORD: 1}]}}, properties: {WORD: {WORD: 1}}}}]",
            "groups: {WORD: {type: t, members: [WORD]}}",
            "workflows: {WORD: {steps: {WORD: {WORD: 1}}}}",
            "relationship_templates: {WORD: {type: t, properties: {WORD: {WORD: 1}}}}",
        ] {
            let text = format!("topology_template: {{{}}}", topology.replace("WORD", word));
            assert_eq!(read(&text), (Profile::D, None, false), "{text}");
        }
        let types = format!("node_types: {{t: {{properties: {{{word}: {{type: map, default: {{{word}: 1}}}}}}}}}}");
        assert_eq!(read(&types), (Profile::D, None, false), "{types}");
    }
}

#[test]
fn a_warning_leads_to_the_profile_of_the_template() {
    let text = "topology_template: {node_templates: {a: {type: t, conditions: [{amo: []}, {greater_than: [2, 1]}]}}}";
    let mut sources = Sources::new();
    let file = sources.add("template.yaml", text);
    let mut tree = Tree::new();
    let root = tree.parse(&sources, file).0.unwrap();
    let (_, warning) = detect_profile(tree.at(root));
    let warning = warning.unwrap();
    let quoted: Vec<&str> = warning.labels.iter().map(|label| sources.text(label.span)).collect();
    assert_eq!(quoted, ["greater_than", "amo"]);
    assert_eq!(warning.notes, ["the template is read with profile D: 1 words for it, 1 against it"]);
    assert_eq!(warning.help.as_deref(), Some("write all words as profile D does"));
}
