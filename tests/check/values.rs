//! Findings about values that the template gives for its own inputs.

use variscope::analysis::question::{CheckOptions, Limits, Variants};
use variscope::analysis::value::Configuration;
use variscope::source::diagnostic::Code;
use variscope::source::syntax::vocabulary::Profile;

use super::codes;
use crate::support::model::{loaded, model_as};

/// The findings about values of inputs, by line.
fn of_values(inputs: &str, presets: &str) -> Vec<(Code, u32)> {
    let text = format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
{inputs}    presets:
{presets}  node_templates:
    one: {{type: t}}
"
    );
    let is_of_values = |code: Code| matches!(code, Code::IllTypedInput | Code::UndeclaredInput | Code::MalformedInputs);
    codes(&text).into_iter().filter(|(code, _)| is_of_values(*code)).collect()
}

#[test]
fn defaults_fit_their_declarations() {
    let inputs = "      right: {type: integer, default: 1}
      text: {type: integer, default: one}
      outside:
        type: string
        constraints: [{valid_values: [dev, prod]}]
        default: test
      list: {type: boolean, default: [true]}
      nothing: {type: string, default: null}
";
    let expected = [(Code::IllTypedInput, 6), (Code::IllTypedInput, 10), (Code::IllTypedInput, 11)];
    assert_eq!(of_values(inputs, "      none: {inputs: {}}\n"), expected);
}

/// A default with an operator is evaluated as a default expression is, and what it gives is held against the declaration.
#[test]
fn defaults_that_are_expressions_are_evaluated() {
    for key in ["default", "default_expression"] {
        let inputs = format!(
            "      n: {{type: integer}}
      open: {{type: boolean, {key}: {{variability_input: n}}}}
      sum: {{type: string, {key}: {{add: [1, 2]}}}}
      fine: {{type: integer, {key}: {{add: [1, 2]}}}}
"
        );
        let expected = [(Code::IllTypedInput, 6), (Code::IllTypedInput, 7)];
        assert_eq!(of_values(&inputs, "      none: {inputs: {}}\n"), expected, "{key}");
    }
}

/// Where a condition reads the input, presences would depend on what its default asks for; where a property does, they do not.
#[test]
fn defaults_that_ask_for_elements_are_for_properties() {
    for (reader, expected) in [
        ("conditions: {variability_input: large}", vec![(Code::NoContext, 5)]),
        ("properties: [{p: {expression: {variability_input: large}}}]", vec![]),
    ] {
        let text = format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      large: {{type: boolean, default_expression: {{node_presence: other}}}}
    options: {{type_default_condition: true}}
  node_templates:
    one: {{type: t, {reader}}}
    other: {{type: t}}
"
        );
        assert_eq!(codes(&text), expected, "{reader}");
    }
}

#[test]
fn presets_fit_the_declarations_of_their_inputs() {
    let inputs = "      count: {type: integer, constraints: [{less_than: 9}]}
      env: {type: string, constraints: [{valid_values: [dev, prod]}]}
";
    let presets = "      right: {inputs: {count: 8, env: dev}}
      many: {inputs: {count: 9}}
      text:
        inputs:
          env: dev
          count: few
      outside: {inputs: {env: test}}
      misspelt: {inputs: {counts: 1}}
      listed: {inputs: [count]}
";
    let expected = [
        (Code::IllTypedInput, 9),
        (Code::IllTypedInput, 13),
        (Code::IllTypedInput, 14),
        (Code::UndeclaredInput, 15),
        (Code::MalformedInputs, 16),
    ];
    assert_eq!(of_values(inputs, presets), expected);
}

/// Profiles A to C declare no inputs, so that only what something reads can be meant.
#[test]
fn presets_give_inputs_that_something_reads() {
    for profile in [Profile::A, Profile::B, Profile::C] {
        let text = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {count: {type: integer}}
    presets:
      right: {inputs: {count: 8, region: eu}}
      wrong: {inputs: {count: 8, regoin: eu}}
  node_templates:
    one: {type: t, conditions: {equal: [{get_variability_input: region}, eu]}}
";
        let model = model_as(text, profile);
        let nothing = Configuration::new();
        let variants = Variants::of(&model, &nothing).expect("conditions are well-formed");
        let findings = variants.check(&Limits::default(), CheckOptions::default()).findings;
        let found: Vec<_> = findings.iter().filter(|it| it.diagnostic.code == Code::UndeclaredInput).collect();
        let [found] = found.as_slice() else { panic!("profile {profile}: {found:?}") };
        assert_eq!(found.diagnostic.help.as_deref(), Some("did you mean \"region\"?"));
        assert!(found.diagnostic.message.contains("preset \"wrong\""), "{}", found.diagnostic.message);
    }
}

fn declaring(declaration: &str) -> String {
    format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{x: {{{declaration}}}}}
  node_templates:
    one: {{type: t}}
"
    )
}

/// The findings about an input with this declaration, without those that nothing reads it.
fn of_declaration(declaration: &str) -> Vec<Code> {
    codes(&declaring(declaration)).into_iter().map(|(code, _)| code).filter(|code| *code != Code::UnreadInput).collect()
}

#[test]
fn constraints_that_check_nothing_are_reported() {
    for (declaration, expected) in [
        ("type: integer, constraints: [{pattern: '[12]'}]", vec![Code::MalformedConstraint]),
        ("type: integer, constraints: [{max_length: 3}]", vec![Code::MalformedConstraint]),
        ("type: list, constraints: [{pattern: a}]", vec![Code::MalformedConstraint]),
        ("type: list, constraints: [{max_length: 3}]", vec![]),
        ("type: string, constraints: [{pattern: '[12]'}]", vec![]),
        ("type: string, constraints: [{schema: '{}'}]", vec![Code::UncheckedConstraint]),
        ("type: string, constraints: [{pattern: '(?!a).*'}]", vec![Code::UncheckedConstraint]),
    ] {
        let loaded = loaded(&declaring(declaration), Profile::D);
        let reported: Vec<Code> = loaded.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!((reported, loaded.model.is_some()), (expected, true), "{declaration}");
    }
}

#[test]
fn bounds_that_are_compared_letter_by_letter_are_reported() {
    for (declaration, expected) in [
        ("type: scalar-unit.size, constraints: [{in_range: [1 GB, 2 GB]}]", vec![Code::IdleComparison]),
        ("type: scalar-unit.time, constraints: [{greater_or_equal: 2 s}]", vec![Code::IdleComparison]),
        ("type: version, constraints: [{less_than: 1.9}]", vec![Code::IdleComparison]),
        ("type: scalar-unit.size, constraints: [{valid_values: [1 GB, 2 GB]}]", vec![]),
        ("type: string, constraints: [{in_range: [a, c]}]", vec![]),
    ] {
        assert_eq!(of_declaration(declaration), expected, "{declaration}");
    }
}

#[test]
fn an_input_without_values_is_an_error_also_where_nothing_reads_it() {
    for (declaration, expected) in [
        ("type: integer, constraints: [{greater_than: 3}, {less_than: 4}]", vec![Code::NoValidVariant]),
        ("type: string, valid_values: []", vec![Code::NoValidVariant]),
        ("type: string, constraints: [{pattern: '(?i)dev'}]", vec![]),
    ] {
        assert_eq!(of_declaration(declaration), expected, "{declaration}");
    }
}

/// A default expression that leads back to its input gives no value at all, and so none that does not fit.
#[test]
fn circular_default_expressions_are_reported_once() {
    let bounds = "constraints: [{in_range: [1, 9]}]";
    for (inputs, line) in [
        (
            format!(
                "      n: {{type: integer, default_expression: {{add: [1, {{variability_input: n}}]}}, {bounds}}}\n"
            ),
            5,
        ),
        ("      n: {type: integer, default: {add: [1, {variability_input: n}]}}\n".to_owned(), 5),
        (
            "      n: {type: integer, default_expression: {add: [{variability_input: k}, {variability_input: m}]}}
      m: {type: integer, default_expression: {add: [1, {variability_input: n}]}}
      k: {type: integer}
"
            .to_owned(),
            6,
        ),
    ] {
        let text = format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
{inputs}  node_templates:
    one: {{type: t, properties: [{{p: {{expression: {{variability_input: n}}}}}}]}}
"
        );
        assert_eq!(codes(&text), [(Code::CircularExpression, line)], "{inputs}");
    }
    let computed = "type: integer, default_expression: {add: [1, 2]}";
    assert_eq!(of_declaration(computed), []);
}

/// Where a computed default gives nothing, what reads it has no value.
#[test]
fn computed_defaults_without_a_value_are_reported_where_something_needs_one() {
    let text = |reader: &str| {
        format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      name: {{type: string, constraints: [{{valid_values: [shop-gold, shop]}}]}}
      tier: {{type: string, default_expression: {{token: [{{variability_input: name}}, '-', 1]}}}}
    options: {{mode: consistent-strict}}
  node_templates:
    one: {{type: t, {reader}}}
"
        )
    };
    assert_eq!(
        codes(&text("properties: [{tier: {expression: {variability_input: tier}}}]")),
        [(Code::MissingValue, 9)]
    );
    assert_eq!(codes(&text("conditions: {equal: [{variability_input: tier}, gold]}")), []);
}

#[test]
fn names_in_rules_between_inputs_are_those_of_inputs() {
    for (word, target) in [
        ("mandatory", "[cachin]"),
        ("optional", "cachin"),
        ("choices", "[caching, cachin]"),
        ("alternatives", "[cachin, caching]"),
        ("requires", "[cachin]"),
        ("excludes", "cachin"),
    ] {
        let text = |target: &str| {
            format!(
                "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      monitoring: {{type: boolean, {word}: {target}}}
      caching: {{type: boolean}}
  node_templates:
    one: {{type: t}}
"
            )
        };
        let reported = |target: &str| -> Vec<(Code, u32)> {
            codes(&text(target)).into_iter().filter(|(code, _)| *code != Code::UnreadInput).collect()
        };
        assert_eq!(reported(target), [(Code::UndefinedInput, 5)], "{word}");
        assert_eq!(reported("caching"), [], "{word}");
    }
}

/// A sum of no list has no operands, wherever it stands.
#[test]
fn sums_and_products_of_no_list_are_reported() {
    for operator in ["add", "mul", "sub"] {
        for (named, read) in [
            ("1", "{OPERATOR: {variability_input: n}}"),
            ("{OPERATOR: {variability_input: n}}", "{value_expression: e}"),
        ] {
            let text = format!(
                "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{n: {{type: integer}}}}
    expressions: {{e: {named}}}
  node_templates:
    one: {{type: t, properties: [{{p: {{expression: {read}}}}}]}}
"
            );
            let reported = codes(&text.replace("OPERATOR", operator));
            assert!(
                reported.iter().any(|(code, _)| *code == Code::WrongArity),
                "{operator} {named} {read}: {reported:?}"
            );
        }
    }
}
