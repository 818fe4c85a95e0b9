//! Certificates against a checker that shares nothing with the program, and against the answers that they belong to.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "certificates/certificate.rs"]
mod certificate;
#[path = "certificates/drat.rs"]
mod drat;
mod support;

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value as Json;

use certificate::{Certificate, certify};
use support::folder::written;
use support::program::{self, run};

const WEBSHOP: &str = "tests/csar/webshop";
const SHOP: &str = "tests/feature-models/shop.uvl";

/// A template with an input `env` and these nodes.
fn template(variability: &str, nodes: &str) -> String {
    optimised("", variability, nodes)
}

/// A template with an input `env`, these nodes and further options.
fn optimised(options: &str, variability: &str, nodes: &str) -> String {
    format!(
        "tosca_definitions_version: tosca_variability_1_0\n\
         topology_template:\n  variability:\n    options: {{checks: false{options}}}\n    inputs:\n      \
         env: {{type: string, constraints: [{{valid_values: [dev, prod]}}]}}\n{variability}  node_templates:\n{nodes}"
    )
}

const NODES: &str = "    always: {type: t}\n    never:\n      type: t\n      conditions: {equal: [1, 2]}\n    some:\n      type: t\n      conditions: {equal: [{variability_input: env}, dev]}\n";

#[test]
fn what_elements_says_of_all_variants_is_certified() {
    for arguments in [
        &["elements", WEBSHOP][..],
        &["elements", WEBSHOP, "--input", "environment=dev", "--assume", "node:sqlite=absent"],
        &["elements", SHOP],
        &["elements", SHOP, "--input", "Fax=true"],
    ] {
        let answer = program::answer(arguments);
        let claim = |element: &Json| match element["status"].as_str() {
            Some("core" | "always") => Some(format!("core {}", element["id"].as_str().unwrap())),
            Some("dead" | "never") => Some(format!("dead {}", element["id"].as_str().unwrap())),
            _ => None,
        };
        let expected: BTreeSet<String> = answer["elements"].as_array().unwrap().iter().filter_map(claim).collect();
        assert!(!expected.is_empty());
        let certificate = Certificate::certified(arguments);
        assert_eq!(certificate.claims(), expected.iter().map(String::as_str).collect());
        assert_eq!(certificate.status, Some(0));
    }
}

#[test]
fn counted_circuits_have_the_number_of_variants() {
    for arguments in [&["count", WEBSHOP][..], &["count", WEBSHOP, "--input", "environment=prod"], &["count", SHOP]] {
        let answer = program::answer(arguments);
        let certificate = Certificate::certified(arguments);
        let [entry] = &certificate.entries[..] else { panic!("{:?}", certificate.entries) };
        assert_eq!((&entry["claim"], &entry["count"]), (&"count".into(), &answer["variants"]));
        for key in ["cnf", "circuit"] {
            let path = certificate.folder.join(entry[key].as_str().unwrap());
            assert_eq!(program::answer(&["count", path.to_str().unwrap()])["variants"], answer["variants"], "{key}");
        }
    }
}

#[test]
fn nothing_is_better_than_an_optimum() {
    for arguments in [
        &["optimize", WEBSHOP, "--min"][..],
        &["optimize", WEBSHOP, "--max", "weight"],
        &["optimize", WEBSHOP, "--max", "nodes"],
        &["optimize", SHOP, "--min"],
        &["optimize", SHOP, "--max"],
    ] {
        let value = program::answer(arguments)["value"].as_str().unwrap().to_owned();
        let certificate = Certificate::certified(arguments);
        assert_eq!(certificate.claims(), BTreeSet::from([format!("no better than {value}").as_str()]), "{arguments:?}");
    }
}

/// A price that is an expression has another value in each class of configurations.
#[test]
fn sums_of_expressions_have_optima() {
    let folder = tempfile::tempdir().unwrap();
    let inputs = "      size: {type: integer, default: 1, constraints: [{in_range: [1, 4]}]}\n";
    let nodes = "    shop:
      type: t
      properties:
        - price: {expression: {mul: [{variability_input: size}, 1.5]}}
    cache:
      type: t
      conditions: {greater: [{variability_input: size}, 2]}
      properties:
        - price: -4
";
    let path = written(&folder, "computed.yaml", template(inputs, nodes));
    for (goal, best) in [("--min", "0.5"), ("--max", "3")] {
        let certificate = Certificate::certified(&["optimize", &path, goal, "property:price"]);
        assert_eq!(certificate.claims(), BTreeSet::from([format!("no better than {best}").as_str()]));
    }
}

/// Prices with digits behind the point, below zero, and of elements that come together.
#[test]
fn sums_of_decimals_have_optima() {
    let folder = tempfile::tempdir().unwrap();
    let priced = |name: &str, price: &str, condition: &str| {
        format!(
            "    {name}:\n      type: t\n      conditions: {condition}\n      properties:\n        - price: {price}\n"
        )
    };
    let nodes = [
        priced("one", "1.25", "{equal: [{variability_input: env}, dev]}"),
        priced("two", "-3", "{equal: [{variability_input: env}, dev]}"),
        priced("three", "0.5", "{equal: [{variability_input: env}, prod]}"),
    ];
    let path = written(&folder, "prices.yaml", template("", &nodes.concat()));
    for (goal, best) in [("--min", "-1.75"), ("--max", "0.5")] {
        let certificate = Certificate::certified(&["optimize", &path, goal, "property:price"]);
        assert_eq!(certificate.claims(), BTreeSet::from([format!("no better than {best}").as_str()]));
    }
}

#[test]
fn a_template_without_variant_has_one_claim_in_all_commands() {
    let folder = tempfile::tempdir().unwrap();
    let text = template("    constraints:\n      - {node_presence: never}\n", NODES);
    let path = written(&folder, "void.yaml", &text);
    let feature_model = written(&folder, "void.cnf", "c 1 a\nc 2 b\np cnf 2 3\n1 2 0\n-1 0\n-2 0\n");
    for arguments in [
        &["explain", &path][..],
        &["elements", &path],
        &["check", &path, "--only", "V401"],
        &["optimize", &path, "--min"],
        &["explain", &feature_model],
        &["check", &feature_model],
        &["optimize", &feature_model, "--max"],
    ] {
        assert_eq!(Certificate::certified(arguments).claims(), BTreeSet::from(["no variant"]), "{arguments:?}");
    }
    for path in [&path, &feature_model] {
        assert_eq!(Certificate::certified(&["count", path]).claims(), BTreeSet::from(["count", "no variant"]));
    }
}

#[test]
fn findings_and_presets_are_certified() {
    let folder = tempfile::tempdir().unwrap();
    let presets = "    presets:\n      good: {inputs: {env: prod}}\n      bad: {inputs: {env: dev}}\n";
    let constraints = "    constraints:\n      - {not: {node_presence: some}}\n";
    let path = written(&folder, "presets.yaml", template(&format!("{presets}{constraints}"), NODES));
    let found = certify(&["check", &path]);
    found.check();
    assert!(found.claims().is_superset(&BTreeSet::from([
        "dead node.never",
        "preset good fine",
        "preset bad without variant"
    ])));
    let found = Certificate::certified(&["explain", &path, "V402"]);
    assert_eq!(found.claims(), BTreeSet::from(["dead node.never", "dead node.some"]));
    assert_eq!(
        Certificate::certified(&["explain", &path, "node:always"]).claims(),
        BTreeSet::from(["core node.always"])
    );
    assert!(Certificate::certified(&["explain", &path]).claims().is_empty());
}

#[test]
fn conditions_and_assertions_are_certified() {
    let folder = tempfile::tempdir().unwrap();
    let size = "      size: {type: integer, constraints: [{in_range: [1, 5]}]}\n";
    let nodes = "    large:\n      type: t\n      conditions: {greater: [{variability_input: size}, 3]}\n";
    let path = written(&folder, "sizes.yaml", template(size, nodes));
    for (condition, claim) in [
        ("node.large implies size > 2", Some("always node.large implies size > 2")),
        ("node.large and size < 3", Some("never node.large and size < 3")),
        ("node.large or size > 2", None),
    ] {
        let certificate = Certificate::certified(&["explain", &path, condition]);
        assert_eq!(certificate.claims(), claim.into_iter().collect(), "{condition}");
    }
    let assertions = ["--assert", "size > 3 implies node.large", "--assert", "size > 2 implies node.large"];
    let certificate = certify(&[&["check", &path, "--only", "V415"][..], &assertions].concat());
    certificate.check();
    assert_eq!(certificate.claims(), BTreeSet::from(["always assertion `size > 3 implies node.large`"]));
    assert!(certificate.entries[0]["uncertified"].is_null(), "{:?}", certificate.entries);
}

#[test]
fn what_comes_with_its_container_is_certified() {
    let folder = tempfile::tempdir().unwrap();
    let condition = "conditions: {equal: [{variability_input: env}, dev]}";
    let properties = format!("        - price: {{value: 1, {condition}}}\n        - size: {{value: 1, {condition}}}\n");
    let node = format!("    shop:\n      type: t\n      {condition}\n      properties:\n{properties}");
    let text = optimised(", property_default_condition: true", "", &node);
    let path = written(&folder, "together.yaml", &text);
    let certificate = Certificate::certified(&["check", &path, "--only", "V404"]);
    let claims = ["price@0", "size@1"].map(|name| format!("property.{name}.node.shop whenever node.shop"));
    assert_eq!(certificate.claims(), claims.iter().map(String::as_str).collect());
    for entry in &certificate.entries {
        let (mut clauses, proof) =
            (drat::clauses(&certificate.text(entry, "cnf")).unwrap(), certificate.text(entry, "proof"));
        // Without the container, or with the property, there are variants.
        clauses.pop();
        assert!(drat::check(&clauses, &proof).is_err());
    }
}

/// All findings that say "always" or "never".
#[test]
fn what_has_no_effect_is_certified() {
    let folder = tempfile::tempdir().unwrap();
    let variability = "      size: {type: string, constraints: [{valid_values: [small, large]}]}
    constraints:
      - or: [{node_presence: some}, {not: {node_presence: some}}]
      - not: {equal: [{variability_input: size}, large]}
      - or: [{equal: [{variability_input: size}, small]}, {node_presence: some}]
";
    let idle = "    idle:
      type: t
      conditions: {equal: [{variability_input: env}, prod]}
      properties:
        - port: {value: 1, conditions: {or: [SMALL, {not: SMALL}]}}
";
    let idle = idle.replace("SMALL", "{equal: [{variability_input: size}, small]}");
    let text = optimised(", property_pruning: true", variability, &format!("{NODES}{idle}"));
    let certificate = Certificate::certified(&["check", &written(&folder, "idle.yaml", &text)]);
    let expected = [
        "condition of property.port@0.node.idle holds",
        "constraints@0 holds",
        "constraints@2 excludes nothing",
        "dead node.never",
        "no variant with size = \"large\"",
    ];
    assert_eq!(certificate.claims(), expected.into());
}

/// Constraints choose the presences of the web shop, whose definitions go in cycles.
#[test]
fn presets_are_fine_where_presences_are_chosen() {
    let certified = |template: &str| {
        let certificate = certify(&["check", template]);
        certificate.check();
        let certified = certificate.entries.iter().filter(|entry| entry["uncertified"].is_null());
        certified.map(|entry| entry["claim"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let prod = ["preset prod complete", "preset prod fine"];
    let others = ["preset dev fine", "preset staging complete", "preset staging fine"];
    assert_eq!(certified(WEBSHOP), [&others[..], &prod].concat());
    // SQLite is left open there, and serves no two copies.
    let failing = ["--preset", "staging", "--input", "database=sqlite", "--input", "replicas=2"];
    assert_eq!(run(&[&["resolve", WEBSHOP][..], &failing].concat()).status.code(), Some(3));
    let open = fs::read_to_string(format!("{WEBSHOP}/service-template.yaml")).unwrap();
    let open = open.replace("          replicas: 1\n", "");
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("lib")).unwrap();
    fs::copy(format!("{WEBSHOP}/lib/types.yaml"), folder.path().join("lib/types.yaml")).unwrap();
    assert_eq!(certified(&written(&folder, "open.yaml", &open)), prod);
}

#[test]
fn what_has_no_certificate_is_said() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, claim) in [
        (vec!["elements", "compiled.nnf"], "core"),
        (vec!["count", "compiled.nnf"], "count"),
        (vec!["elements", SHOP, "--atomic-sets"], "atomic sets"),
    ] {
        let compiled = folder.path().join("compiled.nnf").to_str().unwrap().to_owned();
        assert_eq!(run(&["count", SHOP, "--save", &compiled]).status.code(), Some(0));
        let arguments: Vec<&str> =
            arguments.into_iter().map(|word| if word == "compiled.nnf" { &compiled } else { word }).collect();
        let certificate = certify(&arguments);
        assert!(certificate.entries.iter().all(|entry| entry["uncertified"].is_string()), "{:?}", certificate.entries);
        assert!(certificate.claims().iter().all(|title| title.starts_with(claim)) && !certificate.entries.is_empty());
        assert!(certificate.stderr.contains("not certified: "), "{}", certificate.stderr);
        assert_eq!(certificate.status, Some(4));
    }
    let certificate = certify(&["count", WEBSHOP, "--timeout", "0"]);
    assert_eq!((certificate.status, certificate.claims()), (Some(4), BTreeSet::from(["count"])));
    assert!(certificate.entries[0]["uncertified"].is_string());
}

/// Each node needs the other: both or none, and optimisation says which. That is taken for granted, and said.
#[test]
fn choices_are_taken_for_granted() {
    let folder = tempfile::tempdir().unwrap();
    let nodes = "    a: {type: t, conditions: {node_presence: b}}\n    b: {type: t, conditions: {node_presence: a}}\n";
    let path = written(&folder, "optimised.yaml", optimised(", optimization_topology: max", "", nodes));
    for (arguments, expected) in [
        (&["count", &path][..], "count"),
        (&["elements", &path], "core node.a"),
        (&["optimize", &path, "--min", "nodes"], "no better than 2"),
        (&["explain", &path, "node:b"], "core node.b"),
    ] {
        let certificate = certify(arguments);
        certificate.check();
        assert!(certificate.claims().contains(expected), "{:?}", certificate.claims());
        for entry in &certificate.entries {
            assert_eq!(entry["uncertified"].is_string(), entry["claim"] == "choices", "{entry}");
        }
        assert!(certificate.claims().contains("choices") && certificate.stderr.contains("not certified: choices: "));
        assert_eq!(certificate.status, Some(4), "{arguments:?}");
    }
}

#[test]
fn only_certificates_are_replaced() {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("certificate");
    let again = |expected: i32| {
        let output = run(&["elements", SHOP, "--certify", folder.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(expected), "{}", String::from_utf8_lossy(&output.stderr));
        output
    };
    fs::create_dir(&folder).unwrap();
    again(0);
    again(0);
    // Something of the user's is among it.
    fs::write(folder.join("notes.txt"), "mine").unwrap();
    let output = again(3);
    assert!(String::from_utf8_lossy(&output.stderr).contains("not empty") && output.stdout.is_empty());
    fs::remove_file(folder.join("notes.txt")).unwrap();
    again(0);
    // The index of something else.
    fs::write(folder.join("index.json"), r#"{"schema": "variscope/list/1"}"#).unwrap();
    again(3);
    assert_eq!(fs::read_dir(outer.path()).unwrap().count(), 1);
}

#[test]
fn a_broken_template_leaves_no_folder() {
    let outer = tempfile::tempdir().unwrap();
    let (path, folder) = (written(&outer, "broken.yaml", "a: [\n"), outer.path().join("certificate"));
    let output = run(&["count", &path, "--certify", folder.to_str().unwrap()]);
    assert_eq!((output.status.code(), folder.exists()), (Some(3), false));
    assert_eq!(fs::read_dir(outer.path()).unwrap().count(), 1);
}

#[test]
fn several_templates_share_a_folder() {
    let certificate = certify(&["check", "tests/csar/edge-analytics", "tests/csar/elastic-pipeline", SHOP]);
    certificate.check();
    let templates: BTreeSet<&str> =
        certificate.entries.iter().map(|entry| entry["template"].as_str().unwrap()).collect();
    assert!(templates.contains(SHOP), "{templates:?}");
}
