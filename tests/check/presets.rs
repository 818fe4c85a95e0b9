//! What is said of presets.

use variscope::source::diagnostic::Code;

use super::{HEAD, check, codes, model};

#[test]
fn presets_are_tried_on_all_completions() {
    let text = format!(
        "{HEAD}    presets:
      fine: {{inputs: {{a: true, b: true, env: dev}}}}
      same: {{inputs: {{a: true, b: true, env: prod}}}}
      partly: {{inputs: {{a: true}}}}
      failing: {{inputs: {{b: false}}}}
    constraints: [{{variability_input: b}}]
  node_templates:
    one: {{type: t, conditions: {{variability_input: a}}}}
"
    );
    let presets: Vec<(Code, u32)> = codes(&text)
        .into_iter()
        .filter(|(code, _)| (Code::FailingPreset..=Code::EqualPresets).contains(code))
        .collect();
    assert_eq!(presets, [(Code::EqualPresets, 7), (Code::PartlyFailingPreset, 8), (Code::FailingPreset, 9)]);
}

/// The code of the error with which the only failing preset of a template fails, and the Booleans that show it.
fn failure(text: &str) -> (Code, Vec<Option<bool>>) {
    let found = check(&model(text)).findings;
    let failing = found.iter().find(|finding| finding.diagnostic.code == Code::FailingPreset);
    let failing = failing.expect("the preset gives no valid variant");
    let error = failing.failure.as_ref().expect("it fails with an error");
    let witness = failing.witness.as_ref().expect("the preset leaves an input open");
    (error.code, witness.iter().map(|(_, value)| value.as_bool()).collect())
}

/// Under `edge` the node `web` has no host. What else is wrong depends on `slim`.
fn without_host(default: &str) -> String {
    format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{edge: {{type: boolean}}, slim: {{type: boolean{default}}}}}
    presets: {{home: {{inputs: {{edge: true}}}}}}
    options: {{type_default_condition: true}}
  node_templates:
    web: {{type: t, requirements: [{{host: {{node: vm, conditions: {{not: {{variability_input: edge}}}}}}}}]}}
    vm: {{type: t, conditions: {{not: {{variability_input: edge}}}}}}
    thin:
      type: t
      conditions: {{variability_input: slim}}
      artifacts: [a: {{file: a, conditions: {{not: {{variability_input: slim}}}}}}]
"
    )
}

#[test]
fn a_preset_fails_by_what_resolve_says_with_defaults() {
    for (default, expected) in [(true, Code::ExpectedHosting), (false, Code::ArtifactContainer)] {
        let found = failure(&without_host(&format!(", default: {default}")));
        assert_eq!(found, (expected, vec![Some(default)]));
    }
}

#[test]
fn a_preset_fails_by_what_every_completion_meets() {
    let thick = "    thick:
      type: t
      conditions: {not: {variability_input: slim}}
      artifacts: [a: {file: a, conditions: {variability_input: slim}}]
";
    let text = without_host("") + thick;
    assert_eq!(failure(&text).0, Code::ExpectedHosting);
}
