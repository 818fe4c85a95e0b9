//! Findings about values against completing every variant.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::select;

use variscope::resolve::resolution::{Completion, Request};
use variscope::source::diagnostic::{Code, Diagnostic, Severity};
use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::Profile;

use super::{HEAD, check, codes, condition, model};

/// What is wrong, and the path to the value, which every message starts with: what else it says depends on the variant
/// that was looked at first.
fn place(fault: &Diagnostic) -> (Code, String) {
    (fault.code, fault.message.split('"').nth(1).unwrap_or_default().to_owned())
}

/// What completing every variant by itself says about values.
fn completed_one_by_one(text: &str) -> BTreeSet<(Code, String)> {
    let package = Package::of_text(text.to_owned());
    let mut faults = BTreeSet::new();
    for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
        for (env, n) in ["dev", "prod"].into_iter().flat_map(|env| (4..=6).map(move |n| (env, n))) {
            let given = [format!("a={a}"), format!("b={b}"), format!("env={env}"), format!("n={n}")];
            let request = Request::new(&package, Some(Profile::D)).arguments(given).complete(Completion::default());
            let resolution = request.resolve().expect("nothing is read from files");
            let of_values = resolution.diagnostics().iter().filter(|fault| fault.code.entry().number.starts_with("V5"));
            faults.extend(of_values.map(place));
        }
    }
    faults
}

const TYPES: &str = "
data_types:
  point: {properties: {x: {type: integer}, y: {type: integer, default: 0}}}
capability_types:
  port: {derived_from: tosca.capabilities.Root, properties: {number: {type: integer, constraints: [{less_than: 9}]}}}
node_types:
  one:
    derived_from: tosca.nodes.Root
    properties:
      p: {type: integer, constraints: [{in_range: [1, 5]}]}
      q: {type: point, required: false}
      r: {type: string, default: r}
      u: {type: string, required: false, constraints: [{valid_values: [dev, word]}]}
    capabilities: {listen: port}
  two:
    derived_from: one
    properties: {p: {type: string}, s: {type: list, entry_schema: point}}
";

/// [`TYPES`] with names of properties that are near to each other: what no type declares is reported for each of them then.
fn types_with_near_names() -> String {
    ["p", "q", "r", "s", "u"].iter().fold(TYPES.to_owned(), |types, name| {
        let opened = types.replace(&format!("{{{name}: {{"), &format!("{{{name}1: {{"));
        opened.replace(&format!(" {name}: {{"), &format!(" {name}1: {{"))
    })
}

/// A value for a property, right or wrong.
fn value() -> impl Strategy<Value = &'static str> {
    select(vec![
        "value: 3",
        "value: 7",
        "value: word",
        "value: {x: 1}",
        "value: {y: 1}",
        "value: {x: w, z: 2}",
        "value: [{x: 1}]",
        "value: [{y: 2}]",
        "value: null",
        "value: {get_input: size}",
        "expression: 4",
        "expression: {add: [1, 2]}",
        "expression: {concat: [wo, rd]}",
        "expression: {variability_input: env}",
        "expression: {variability_input: n}",
        "expression: {sub: [{variability_input: n}, 4]}",
        "expression: {equal: [{variability_input: env}, dev]}",
        "expression: {not: {variability_input: a}}",
    ])
}

fn typed_node(place: usize, types: &[String], properties: &[(&str, &str, String)], number: &str) -> String {
    let properties: Vec<String> = properties
        .iter()
        .map(|(name, value, condition)| format!("        - {name}: {{{value}, conditions: {condition}}}\n"))
        .collect();
    format!(
        "    n{place}:
      type:
        - one: {{conditions: {}}}
        - two: {{default_alternative: true}}
      conditions: {}
      capabilities: {{listen: {{properties: {{number: {number}}}}}}}
      properties:
{}",
        types[0],
        types[1],
        properties.concat()
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Values are checked once for all variants, which says what completing each of them does.
    #[test]
    fn types_are_checked_as_in_every_variant(
        nodes in prop::collection::vec(
            (
                prop::collection::vec(condition(), 2),
                prop::collection::vec((select(vec!["p1", "q1", "r1", "s1", "t1", "u1"]), value(), condition()), 1..5),
                select(vec!["5", "9", "word"]),
            ),
            3,
        ),
        default in select(vec!["3", "word"]),
    ) {
        let nodes: Vec<String> = nodes
            .iter()
            .enumerate()
            .map(|(place, (types, properties, number))| typed_node(place, types, properties, number))
            .collect();
        let text = format!(
            "{}  inputs: {{size: {{default: {default}}}}}\n  node_templates:\n{}",
            HEAD.replacen("topology_template:", &format!("{}topology_template:", types_with_near_names()), 1)
                .replacen("inputs: {", "inputs: {n: {type: integer, constraints: [{in_range: [4, 6]}]}, ", 1)
                .replacen("  variability:", "  variability:\n    options: {input_default_condition: false, type_default_condition: true}", 1),
            nodes.concat()
        );
        let model = model(&text);
        let found: BTreeSet<(Code, String)> = check(&model)
            .findings
            .iter()
            .map(|finding| &finding.diagnostic)
            .filter(|fault| fault.code.entry().number.starts_with("V5") && fault.code != Code::IdleFault)
            .map(place)
            .collect();
        prop_assert_eq!(found, completed_one_by_one(&text), "{}", text);
    }
}

#[test]
fn conditional_values_are_held_against_their_types() {
    let text = format!(
        "{}  inputs:
    - size: {{type: integer, conditions: {{variability_input: a}}}}
  node_templates:
    n:
      type: one
      properties:
        - p: {{value: 3, conditions: {{variability_input: a}}}}
        - p: {{value: word, conditions: {{and: [{{variability_input: b}}, {{not: {{variability_input: b}}}}]}}}}
        - q: {{value: {{x: {{get_input: size}}}}, conditions: {{variability_input: b}}}}
    m: {{type: unheard_of}}
",
        HEAD.replacen("topology_template:", &format!("{TYPES}topology_template:"), 1)
    );
    let found: Vec<(Code, u32)> = codes(&text)
        .into_iter()
        .filter(|(code, _)| *code >= Code::MissingProperty || *code == Code::UndefinedType)
        .collect();
    let expected = [
        (Code::MissingProperty, 25),
        (Code::MissingProperty, 25),
        (Code::IdleFault, 29),
        (Code::AbsentInput, 30),
        (Code::UndefinedType, 31),
    ];
    assert_eq!(found, expected);
}

/// Each value of an expression is checked, and only those count that some valid variant has.
#[test]
fn values_of_expressions_are_checked_one_by_one() {
    let property = |conditions: &str| {
        let text = format!(
            "{}  node_templates:\n    n: {{type: one, properties: [p: {{expression: {{variability_input: n}}, conditions: {conditions}}}, p: {{value: 1, default_alternative: true}}]}}\n",
            HEAD.replacen("topology_template:", &format!("{TYPES}topology_template:"), 1).replacen(
                "inputs: {",
                "inputs: {n: {type: integer, constraints: [{in_range: [4, 6]}]}, ",
                1
            )
        );
        let found = check(&model(&text)).findings.into_iter();
        let found = found.filter(|finding| finding.diagnostic.code == Code::ConstraintViolation);
        found.map(|finding| (finding.diagnostic.message, finding.witness)).collect::<Vec<_>>()
    };
    let found = property("true");
    let [(message, Some(witness))] = found.as_slice() else { panic!("{found:?}") };
    assert!(message.contains('6') && !message.contains('5'), "{message}");
    assert_eq!(
        witness.iter().find(|(input, _)| **input == *"n").map(|(_, value)| value.to_json()),
        Some("6".to_owned())
    );
    assert_eq!(property("{less: [{variability_input: n}, 6]}"), []);
}

/// Values are checked where presences go in cycles, so that variants are tried one by one.
#[test]
fn values_are_checked_where_variants_are_tried_one_by_one() {
    let text = format!(
        "{}  node_templates:
    here: {{type: tosca.nodes.Root, conditions: {{and: [{{variability_input: a}}, {{node_presence: there}}]}}}}
    there: {{type: tosca.nodes.Root, conditions: {{or: [{{node_presence: here}}, {{variability_input: b}}]}}}}
    n:
      type: one
      properties:
        - p: {{expression: {{variability_input: n}}, conditions: {{variability_input: a}}}}
        - p: {{expression: {{sub: [{{variability_input: n}}, 4]}}, conditions: {{not: {{variability_input: a}}}}}}
",
        HEAD.replacen("topology_template:", &format!("{TYPES}topology_template:"), 1)
            .replacen("inputs: {", "inputs: {n: {type: integer, constraints: [{in_range: [4, 6]}]}, ", 1)
            .replacen("  variability:", "  variability:\n    options: {optimization_topology: max, optimization_topology_unique: false, type_default_condition: true}", 1)
    )
    .replace("capabilities: {listen: port}", "");
    let findings = check(&model(&text)).findings;
    let violations = findings.iter().filter(|finding| finding.diagnostic.code == Code::ConstraintViolation);
    let witnesses: BTreeSet<String> = violations
        .map(|finding| {
            let witness = finding.witness.iter().flatten().filter(|(input, _)| ["a", "n"].contains(&&**input));
            witness.map(|(input, value)| format!("{input}={}", value.to_json())).collect::<Vec<_>>().join(" ")
        })
        .collect();
    assert_eq!(witnesses, BTreeSet::from(["a=false n=4", "a=true n=6"].map(str::to_owned)), "{findings:#?}");
    let is_violation = |(code, _): &(Code, String)| *code == Code::ConstraintViolation;
    assert_eq!(completed_one_by_one(&text).into_iter().filter(is_violation).count(), 1);
}

#[test]
fn types_that_no_template_defines_are_no_news() {
    let text = format!("{HEAD}  node_templates:\n    n: {{type: t, properties: [p: 1]}}\n");
    assert!(codes(&text).iter().all(|(code, _)| *code != Code::UndefinedType && *code < Code::MissingProperty));
}

/// What runtimes forgive: properties that types do not declare, types of sorts of which the author defines none. Types that
/// are built in require what they require. Completing looks at values, checking at the topology, too.
#[test]
fn checking_and_completing_forgive_the_same() {
    let text = format!(
        "{}  node_templates:
    declares_it_not: {{type: one, properties: [p: 1, zone: 1], capabilities: {{listen: {{properties: {{number: 1}}}}}}}}
    is_built_in: {{type: tosca.nodes.Root, properties: [zone: 1]}}
    lacks_a_name: {{type: tosca.nodes.Database}}
    is_of_nothing: {{type: unheard_of, artifacts: [image: {{type: unheard_of, file: f}}]}}
",
        HEAD.replacen("topology_template:", &format!("{TYPES}topology_template:"), 1)
    );
    let reported = |fault: &Diagnostic| (place(fault), fault.severity);
    let is_of_types = |fault: &&Diagnostic| {
        fault.code == Code::UndefinedType || (Code::MissingProperty..Code::UndeclaredRequirement).contains(&fault.code)
    };
    let model = model(&text);
    let findings = check(&model).findings;
    let checked: BTreeSet<_> =
        findings.iter().map(|finding| &finding.diagnostic).filter(is_of_types).map(reported).collect();
    let package = Package::of_text(text);
    let given = ["a=true", "b=true", "env=dev"].map(str::to_owned);
    let request = Request::new(&package, Some(Profile::D)).arguments(given).complete(Completion::default());
    let resolution = request.resolve().expect("nothing is read from files");
    let completed: BTreeSet<_> = resolution.diagnostics().iter().filter(is_of_types).map(reported).collect();
    let expected = [
        ((Code::UndefinedType, "unheard_of"), Severity::Error),
        ((Code::MissingProperty, "lacks_a_name.name"), Severity::Error),
        ((Code::UnexpectedProperty, "declares_it_not.zone"), Severity::Warning),
        ((Code::UnexpectedProperty, "is_built_in.zone"), Severity::Warning),
    ];
    let expected = BTreeSet::from(expected.map(|((code, path), severity)| ((code, path.to_owned()), severity)));
    assert_eq!(checked, expected);
    assert_eq!(completed, expected);
}

/// A node type defines the properties of its capabilities anew, or gives them values, as runtimes accept.
#[test]
fn node_types_give_values_to_capabilities() {
    let template = |properties: &str| {
        format!(
            "{HEAD}  node_templates:\n    n: {{type: served}}\ncapability_types:\n  endpoint:\n    properties: {{port: {{type: integer}}, \
             secure: {{type: boolean, required: false}}}}\nnode_types:\n  served:\n    capabilities:\n      \
             web: {{type: endpoint, properties: {{{properties}}}}}\n"
        )
    };
    let found = |properties: &str| -> Vec<Code> {
        let all = codes(&template(properties)).into_iter().map(|(code, _)| code);
        all.filter(|code| *code != Code::UnreadInput && *code != Code::UnusedExpression).collect()
    };
    for fine in [
        "port: 80, secure: true",
        "port: {type: integer, default: 1}",
        "port: {default: 2}",
        "port: {get_attribute: [SELF, port]}",
    ] {
        assert_eq!(found(fine), Vec::<Code>::new(), "{fine}");
    }
    assert_eq!(found("secure: true"), [Code::MissingProperty]);
    assert_eq!(found("port: high"), [Code::WrongType]);
    assert_eq!(found("port: {type: nothing, required: false}"), [Code::UndefinedType]);
}

#[test]
fn relationships_inside_requirements_are_held_against_their_types() {
    let text = format!(
        "{}  node_templates:
    n:
      type: tosca.nodes.Root
      requirements:
        - dependency: {{node: m, relationship: {{type: link, properties: {{speed: fast}}, interfaces: {{Configure: {{add_source: {{inputs: {{rate: high}}}}}}}}}}}}
    m: {{type: tosca.nodes.Root}}
",
        HEAD.replacen(
            "topology_template:",
            "relationship_types: {link: {derived_from: tosca.relationships.DependsOn, properties: {speed: {type: integer}}, interfaces: {Configure: {add_source: {implementation: a, inputs: {rate: {type: integer}}}}}}}\ntopology_template:",
            1
        )
    );
    let found = check(&model(&text)).findings.into_iter().filter(|finding| finding.diagnostic.code == Code::WrongType);
    let found: Vec<String> = found.map(|finding| place(&finding.diagnostic).1).collect();
    assert_eq!(found, ["n.dependency.speed", "n.dependency.Configure.add_source.rate"]);
}

/// A relationship without a type has the one that the type of its node wants, which depends on the variant.
#[test]
fn relationships_have_the_types_that_requirements_want() {
    let text = format!(
        "{}  node_templates:
    n:
      type: [fast: {{conditions: {{variability_input: a}}}}, slow: {{default_alternative: true}}]
      requirements: [line: {{node: m, relationship: {{properties: {{speed: high}}}}}}]
    m: {{type: tosca.nodes.Root}}
",
        HEAD.replacen(
            "topology_template:",
            "relationship_types:
  link: {derived_from: tosca.relationships.DependsOn, properties: {speed: {type: integer}}}
  word: {derived_from: tosca.relationships.DependsOn, properties: {speed: {type: string}}}
node_types:
  slow: {requirements: [line: {relationship: word}]}
  fast: {derived_from: slow, requirements: [line: {relationship: {type: link}}]}
topology_template:",
            1
        )
    );
    let found = check(&model(&text)).findings.into_iter().filter(|finding| finding.diagnostic.code == Code::WrongType);
    let found: Vec<_> = found.map(|finding| (place(&finding.diagnostic).1, finding.witness)).collect();
    let [(path, Some(witness))] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(path, "n.line.speed");
    assert!(witness.iter().any(|(input, value)| **input == *"a" && value.to_json() == "true"), "{witness:?}");
}

#[test]
fn properties_that_no_type_declares_are_reported_once_for_each_type() {
    let text = format!(
        "{}  node_templates:
    n: {{type: one, properties: [p: 1, zone: 1, water: 1, pp: 1]}}
    m: {{type: one, properties: [p: 1, zone: 1, vault: 1]}}
",
        HEAD.replacen("topology_template:", &format!("{TYPES}topology_template:"), 1)
    );
    let found: Vec<String> = check(&model(&text))
        .findings
        .into_iter()
        .filter(|finding| finding.diagnostic.code == Code::UnexpectedProperty)
        .map(|finding| format!("{} {:?}", finding.diagnostic.message, finding.diagnostic.notes))
        .collect();
    // `pp` looks like `p`.
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found.iter().any(|it| it.contains("n.zone") && it.contains("water") && it.contains("vault")), "{found:#?}");
}
