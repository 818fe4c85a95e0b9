//! Defaults that give no valid variant, against resolving without any value.

use variscope::analysis::question::Variants;
use variscope::analysis::value::Configuration;
use variscope::source::diagnostic::Code;

use super::{check, model};

/// Whether the defaults are said to fail, and the code of the first error that `resolve` has without a value.
fn found(analytics: &str, board: &str, constraints: &str) -> (bool, Option<Code>) {
    let model = model(&format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      analytics: {{type: boolean{analytics}}}
      board: {{type: string{board}, constraints: [{{valid_values: [rpi, nuc]}}]}}
    options: {{type_default_condition: true}}
    constraints: [{constraints}]
  node_templates:
    board: {{type: t}}
    analytics: {{type: t, conditions: {{variability_input: analytics}}}}
    large: {{type: t, conditions: {{equal: [{{variability_input: board}}, nuc]}}}}
"
    ));
    let is_reported = check(&model).findings.iter().any(|one| one.diagnostic.code == Code::FailingDefaults);
    let nothing = Configuration::new();
    let resolved = Variants::of(&model, &nothing).expect("conditions are well-formed").resolve();
    (is_reported, resolved.err().map(|errors| errors[0].code))
}

const NEEDS_NUC: &str = "{implies: [{variability_input: analytics}, {equal: [{variability_input: board}, nuc]}]}";

#[test]
fn defaults_that_constraints_exclude_are_reported() {
    let (on, off) = (", default: true", ", default: false");
    let (rpi, nuc) = (", default: rpi", ", default: nuc");
    assert_eq!(found(on, rpi, NEEDS_NUC), (true, Some(Code::NoVariant)));
    assert_eq!(found(off, rpi, NEEDS_NUC), (false, None));
    assert_eq!(found(on, nuc, NEEDS_NUC), (false, None));
}

/// A value has to be given in any case.
#[test]
fn an_input_without_a_default_is_no_default() {
    assert_eq!(found("", ", default: rpi", NEEDS_NUC), (false, Some(Code::MissingInput)));
}

/// Then every configuration fails, and that is said.
#[test]
fn where_nothing_is_valid_the_defaults_are_not_to_blame() {
    let never = "{and: [{variability_input: analytics}, {not: {variability_input: analytics}}]}";
    assert_eq!(found(", default: true", ", default: rpi", never), (false, Some(Code::NoVariant)));
}
