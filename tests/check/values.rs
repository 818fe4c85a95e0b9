//! Findings about values that the template gives for its own inputs.

use variscope::analysis::question::{Limits, Strictness, Variants};
use variscope::analysis::value::Configuration;
use variscope::source::diagnostic::Code;
use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::{LoadOptions, Model};

use super::codes;

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
        let options = LoadOptions { profile: Some(profile), options: None };
        let loaded = Model::load(&Package::of_text(text.to_owned()), &options).expect("nothing is read from files");
        let model = loaded.model.expect("the template can be read");
        let nothing = Configuration::new();
        let variants = Variants::of(&model, &nothing).expect("conditions are well-formed");
        let findings = variants.check(&Limits::default(), Strictness::default()).findings;
        let found: Vec<_> = findings.iter().filter(|it| it.diagnostic.code == Code::UndeclaredInput).collect();
        let [found] = found.as_slice() else { panic!("profile {profile}: {found:?}") };
        assert_eq!(found.diagnostic.help.as_deref(), Some("did you mean \"region\"?"));
        assert!(found.diagnostic.message.contains("preset \"wrong\""), "{}", found.diagnostic.message);
    }
}
