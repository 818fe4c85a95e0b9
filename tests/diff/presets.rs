//! Presets: compared by what they give on either side.

use variscope::resolve::convert::convert;
use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::LoadOptions;
use variscope_encoder::circuit::EditKind;

use super::{HEAD, model, parts};

const COMPUTED: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {n: {}}
    presets: {p: {inputs: {n: {add: [1, 2]}}}}
  node_templates:
    a: {type: t, conditions: {greater_than: [{get_variability_input: n}, 2]}}
    c: {type: t}
";

/// Maps in presets are expressions before profile D, and values since.
#[test]
fn presets_are_compared_by_what_they_give() {
    let load = LoadOptions { profile: Some(Profile::C), options: None };
    let converted = convert(Package::of_text(COMPUTED), &load).unwrap().text.unwrap();
    assert!(converted.contains("{n: 3}"), "{converted}");
    let old = parts::read(&Package::of_text(COMPUTED), Profile::C);
    let new = parts::read(&Package::of_text(converted.as_str()), Profile::D);
    let (found, text) = parts::compared(&old, &new);
    assert!(found.presets.is_empty() && text.starts_with("no difference: "), "{text}");
    let unlike = converted.replace("{n: 3}", "{n: {add: [1, 2]}}");
    let (found, text) = parts::compared(&old, &parts::read(&Package::of_text(unlike.as_str()), Profile::D));
    assert_eq!(found.edit_kind(), EditKind::ArbitraryEdit);
    assert!(text.contains("preset p:") && text.contains("3 -> "), "{text}");
}

/// A preset that leaves an input open which one side alone reads.
#[test]
fn a_preset_that_gives_no_variant_any_more_is_a_difference() {
    let text = |condition: &str| {
        format!(
            "{HEAD}    presets: {{p: {{inputs: {{a: true}}}}}}
  node_templates:
    x: {{type: t, conditions: {condition}}}
    y: {{type: t, conditions: {{variability_input: a}}}}
"
        )
    };
    let old = text("{variability_input: a}");
    let again = "{or: [{variability_input: a}, {and: [{variability_input: a}, {variability_input: b}]}]}";
    let (found, output) = parts::compared(&model(&old), &model(&text(again)));
    assert_eq!(found.edit_kind(), EditKind::ArbitraryEdit);
    let line = "with a=true: there is a variant before, and none after: variability input \"b\" has no value";
    assert!(output.contains(line), "{output}");
}
