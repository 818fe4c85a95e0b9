//! Findings about comparisons and conditions that no value of an input meets.

use variscope::source::diagnostic::{Code, Diagnostic};

use super::{check, model};

/// What is found in a template whose node has this condition: codes, quoted places and helps.
fn found(condition: &str) -> Vec<(Code, Vec<String>, Option<String>)> {
    let text = format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      env: {{type: string, constraints: [{{valid_values: [dev, prod]}}]}}
      release: {{type: string}}
      day: {{type: timestamp}}
      size: {{type: integer, constraints: [{{in_range: [1, 5]}}]}}
      share: {{type: float}}
      large: {{type: boolean}}
      version: {{type: string, constraints: [{{valid_values: [1.9, 1.10]}}]}}
    expressions:
      stage: {{variability_input: env}}
    options: {{type_default_condition: true}}
  node_templates:
    app: {{type: t}}
    one: {{type: t, conditions: {condition}}}
"
    );
    let model = model(&text);
    let findings = check(&model).findings.into_iter().map(|finding| finding.diagnostic);
    let is_meant = |code: Code| matches!(code, Code::IdleComparison | Code::UnsatisfiableCondition);
    let quote = |span| model.sources().text(span).to_owned();
    let found = findings.filter(|found| is_meant(found.code)).map(|found| {
        let places = found.labels.iter().map(|label| quote(label.span)).collect();
        (found.code, places, found.help)
    });
    found.collect()
}

fn input(name: &str) -> String {
    format!("{{variability_input: {name}}}")
}

/// The literal at fault and the help, where a comparison is reported.
fn blamed(condition: &str) -> Vec<(String, Option<String>)> {
    let comparisons = found(condition).into_iter().filter(|(code, ..)| *code == Code::IdleComparison);
    comparisons.map(|(_, places, help)| (places[0].clone(), help)).collect()
}

#[test]
fn declared_numbers_want_quotes_where_a_text_is_compared() {
    let help = "1.10 in the constraint is a number: put its values in quotes";
    let compared = |literal: &str| format!("{{equal: [{}, {literal}]}}", input("version"));
    assert_eq!(blamed(&compared("'1.10'")), [("'1.10'".to_owned(), Some(help.to_owned()))]);
    assert_eq!(blamed(&compared("1.10")), [("1.10".to_owned(), Some(format!("write it in quotes; {help}")))]);
}

#[test]
fn lists_that_are_written_equal_nothing() {
    let help =
        "compare its entries: `equal: [{join: [LIST, \",\"]}, \"a,b\"]`, or look for a value with `valid_values`";
    let reported = |list: &str| (list.to_owned(), Some(help.to_owned()));
    assert_eq!(blamed(&format!("{{equal: [{}, [dev]]}}", input("env"))), [reported("[dev]")]);
    assert_eq!(blamed("{equal: [[dev], [dev]]}"), [reported("[dev]")]);
    assert_eq!(blamed("{equal: [[dev]]}"), []);
    assert_eq!(blamed(&format!("{{valid_values: [{}, [dev]]}}", input("env"))), []);
}

#[test]
fn conditions_in_a_list_are_looked_at_one_by_one() {
    let alone = blamed("{equal: [env, dev]}");
    assert_eq!((alone.len(), &*alone[0].0), (1, "env"));
    assert_eq!(blamed("[{variability_input: large}, {equal: [env, dev]}]"), alone);
}

/// Whichever operator compares, and from whatever constants: an input that is named as a text is hardly meant.
#[test]
fn inputs_are_meant_where_constants_are_compared_that_name_them() {
    for condition in [
        "{min_length: [env, 3]}",
        "{max_length: [env, 2]}",
        "{length: [env, 3]}",
        "{equal: [{concat: [env, x]}, devx]}",
        "{valid_values: [{token: [env, '-', 0]}, [dev, prod]]}",
    ] {
        assert_eq!(blamed(condition), [("env".to_owned(), Some("write `{variability_input: env}`".to_owned()))]);
        let codes: Vec<Code> = found(condition).into_iter().map(|(code, ..)| code).collect();
        assert_eq!(codes, [Code::IdleComparison], "{condition}: what follows is told with it");
    }
    for condition in [
        format!("{{min_length: [{}, 3]}}", input("release")),
        format!("{{equal: [{{concat: [{}, env]}}, prodenv]}}", input("release")),
        "{equal: [{concat: [a, b]}, ab]}".to_owned(),
    ] {
        assert_eq!(blamed(&condition), [], "{condition}");
    }
}

#[test]
fn dates_are_compared_with_what_is_declared_as_dates() {
    let undeclared = format!("{{equal: [{}, 2023-01-01]}}", input("release"));
    assert_eq!(blamed(&undeclared), [("2023-01-01".to_owned(), Some("declare `type: timestamp`".to_owned()))]);
    let quoted = format!("{{equal: [{}, '2023-01-01']}}", input("day"));
    let help = "write `2023-01-01` without quotes, or compare with `same`";
    assert_eq!(blamed(&quoted), [("'2023-01-01'".to_owned(), Some(help.to_owned()))]);
    assert_eq!(blamed(&quoted.replace('\'', "")), []);
}

#[test]
fn values_of_other_types_are_reported() {
    for (name, literal, help) in [
        ("size", "'1'", Some("write `1`")),
        ("size", "many", None),
        ("size", "true", None),
        ("release", "1.10", Some("write `\"1.10\"`")),
        ("release", "7", Some("write `\"7\"`")),
        ("large", "'true'", Some("write `true`")),
        ("large", "yes", Some("write `true`")),
        ("share", "'0.5'", Some("write `0.5`")),
    ] {
        for condition in [
            format!("{{equal: [{}, {literal}]}}", input(name)),
            format!("{{not: {{equal: [{literal}, {}]}}}}", input(name)),
            format!("{{valid_values: [{}, [{literal}]]}}", input(name)),
        ] {
            assert_eq!(blamed(&condition), [(literal.to_owned(), help.map(str::to_owned))], "{condition}");
        }
    }
    for (name, literal, help) in [
        ("size", "'1'", Some("write `1`")),
        ("release", "7", Some("declare the input as `integer` or `float`")),
        ("release", "true", None),
    ] {
        let condition = format!("{{greater: [{}, {literal}]}}", input(name));
        assert_eq!(blamed(&condition), [(literal.to_owned(), help.map(str::to_owned))], "{condition}");
    }
    let inputs = format!("{{equal: [{}, {}]}}", input("size"), input("release"));
    assert_eq!(blamed(&inputs), [(input("release"), None)]);
}

#[test]
fn values_that_the_declaration_excludes_are_reported() {
    let near = Some("did you mean \"prod\"?".to_owned());
    let listed = Some("one of dev, prod".to_owned());
    for (condition, literal, help) in [
        (format!("{{equal: [{}, prd]}}", input("env")), "prd", near.clone()),
        ("{equal: [{value_expression: stage}, prd]}".to_owned(), "prd", near.clone()),
        (format!("{{valid_values: [{}, [dev, prd]]}}", input("env")), "prd", near),
        (format!("{{equal: [{}, staging]}}", input("env")), "staging", listed),
        (format!("{{equal: [{}, 9]}}", input("size")), "9", None),
    ] {
        assert_eq!(blamed(&condition), [(literal.to_owned(), help)], "{condition}");
    }
}

#[test]
fn what_can_be_true_is_not_reported() {
    for condition in [
        format!("{{equal: [{}, prod]}}", input("env")),
        format!("{{equal: [{}, 2.0]}}", input("size")),
        format!("{{greater: [{}, 0]}}", input("size")),
        format!("{{in_range: [{}, [0, 99]]}}", input("size")),
        format!("{{equal: [{}, '1.10']}}", input("release")),
        format!("{{min_length: [{}, 3]}}", input("release")),
        format!("{{equal: [{}, 1]}}", input("share")),
    ] {
        assert_eq!(found(&condition), [], "{condition}");
    }
}

#[test]
fn conditions_that_no_values_meet_are_reported_once() {
    let never = |condition: &str| {
        let found = found(condition).into_iter().find(|(code, ..)| *code == Code::UnsatisfiableCondition);
        found.map(|(_, places, _)| places)
    };
    // The value that the input never has is reported in place of what follows from it.
    let condition = format!("{{equal: [{}, prd]}}", input("env"));
    assert_eq!(never(&condition), None);
    assert!(found(&condition).iter().any(|(code, ..)| *code == Code::IdleComparison));
    let condition = format!("{{and: [{{greater: [{0}, 3]}}, {{less: [{0}, 2]}}]}}", input("size"));
    assert_eq!(never(&condition), Some(vec![condition.clone()]));
    let condition = format!("{{and: [{0}, {{not: {0}}}]}}", input("large"));
    assert_eq!(never(&condition), Some(vec![condition.clone()]));
    // What is written as false is meant so, and what presences decide is a matter of other findings.
    for condition in ["false", "{node_presence: one}", "{variability_input: large}"] {
        assert_eq!(never(condition), None, "{condition}");
    }
}

/// Days are lower case.
#[test]
fn days_that_there_are_not_are_reported() {
    let near = |day: &str| Some(format!("did you mean \"{day}\"?"));
    for (literal, help) in [
        ("Sunday", near("sunday")),
        ("tuseday", near("tuesday")),
        ("holiday", Some("one of monday, tuesday, wednesday, thursday, friday, saturday, sunday".to_owned())),
    ] {
        assert_eq!(blamed(&format!("{{equal: [{{weekday: []}}, {literal}]}}")), [(literal.to_owned(), help)]);
    }
    assert_eq!(blamed("{valid_values: [{weekday: []}, [saturday, sunday]]}"), []);
}

/// What several places say may be right, and the declaration misspelt.
#[test]
fn a_value_that_is_used_oftener_than_the_declared_one_speaks_against_the_declaration() {
    let helps = |uses: &[&str]| -> Vec<(String, Option<String>)> {
        let nodes: Vec<String> = uses
            .iter()
            .enumerate()
            .map(|(place, value)| {
                format!("    n{place}: {{type: t, conditions: {{equal: [{{variability_input: cloud}}, {value}]}}}}\n")
            })
            .collect();
        let text = format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{cloud: {{type: string, constraints: [{{valid_values: [aws, azure, gpc]}}]}}}}
    options: {{type_default_condition: true}}
  node_templates:
    app: {{type: t}}
{}",
            nodes.concat()
        );
        let found = check(&model(&text)).findings.into_iter().map(|finding| finding.diagnostic);
        let found = found.filter(|found| found.code == Code::IdleComparison);
        let written = |found: Diagnostic| Some((found.help?, found.fix.map(|fix| fix.edits[0].replacement.clone())));
        found.filter_map(written).collect()
    };
    let (near, both) =
        ("did you mean \"gpc\"?", "did you mean \"gpc\", or \"gcp\" in the declaration, as 2 places say?");
    let reported = |help: &str, written: Option<&str>| (help.to_owned(), written.map(str::to_owned));
    assert_eq!(helps(&["gcp"]), [reported(near, Some("gpc"))]);
    assert_eq!(helps(&["gcp", "gcp"]), vec![reported(both, Some("gpc")); 2]);
    assert_eq!(helps(&["gcp", "gcp", "gpc", "gpc"]), vec![reported(near, Some("gpc")); 2]);
}

/// Where a preset gives the value that a condition asks for, the declaration is repaired.
#[test]
fn a_value_that_is_given_and_compared_is_what_the_declaration_means() {
    let text = |other: &str| {
        format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{platform: {{type: string, valid_values: [kubernets, vm]}}}}
    presets: {{big: {{inputs: {{platform: kubernetes}}}}, small: {{inputs: {{platform: {other}}}}}}}
    options: {{type_default_condition: true}}
  node_templates:
    app: {{type: t}}
    cluster: {{type: t, conditions: {{equal: [{{variability_input: platform}}, kubernetes]}}}}
"
        )
    };
    let fixes = |other: &str| -> Vec<String> {
        let found = check(&model(&text(other))).findings.into_iter();
        found.filter_map(|found| Some(found.diagnostic.fix?.edits[0].replacement.clone())).collect()
    };
    assert_eq!(fixes("vm"), ["kubernetes"; 2]);
    assert_eq!(fixes("kubernets"), ["kubernets"]);
}

/// Presets and defaults are places like comparisons: what they give is not asked to be misspelt as its declaration is.
#[test]
fn values_that_presets_and_defaults_give_speak_against_the_declaration() {
    let helps = |default: &str, given: &str| -> Vec<String> {
        let text = format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{kind: {{type: string, default: {default}, constraints: [{{valid_values: [streem, batch]}}]}}}}
    presets: {{live: {{name: Live, inputs: {{kind: {given}}}}}}}
  node_templates:
    app: {{type: t}}
"
        );
        let found = check(&model(&text)).findings.into_iter().map(|finding| finding.diagnostic);
        found.filter(|found| found.code == Code::IllTypedInput).filter_map(|found| found.help).collect()
    };
    let both = "did you mean \"streem\", or \"stream\" in the declaration, as 2 places say?";
    assert_eq!(helps("batch", "stream"), ["did you mean \"streem\"?"]);
    assert_eq!(helps("stream", "stream"), [both; 2]);
    assert_eq!(helps("streem", "stream"), ["did you mean \"streem\"?"]);
}

/// A default of an input without a type need not be a boolean for the input to be given one.
#[test]
fn inputs_without_a_type_can_be_false() {
    let found = |declaration: &str, condition: &str| -> Vec<(Code, Option<String>)> {
        let text = format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{on: {declaration}}}
    options: {{mode: consistent-strict}}
  node_templates:
    app: {{type: t, requirements: [{{uses: logs}}]}}
    logs: {{type: t, conditions: {condition}}}
"
        );
        let found = check(&model(&text)).findings.into_iter().map(|finding| finding.diagnostic);
        found.map(|found| (found.code, found.help)).collect()
    };
    let reported = |help: &str| vec![(Code::IdleComparison, Some(help.to_owned()))];
    for condition in ["{variability_input: on}", "{not: {variability_input: on}}"] {
        for (declaration, help) in [
            ("{}", "declare `type: boolean`"),
            ("{default: false}", "declare `type: boolean`"),
            ("{default: no}", "declare `type: boolean` and `default: false`"),
            ("{default: 'Yes'}", "declare `type: boolean` and `default: true`"),
            ("{default: eu}", "compare it with `equal`, or declare `type: boolean`"),
        ] {
            assert_eq!(found(declaration, condition), reported(help), "{declaration} {condition}");
        }
    }
}

#[test]
fn a_date_as_a_condition_is_an_error() {
    let text = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {t: {type: timestamp}}
    options: {type_default_condition: true}
  node_templates:
    one: {type: t, conditions: {variability_input: t}}
    two: {type: t}
";
    let codes: Vec<Code> = check(&model(text)).findings.iter().map(|finding| finding.diagnostic.code).collect();
    assert_eq!(codes, [Code::NotACondition]);
}
