//! Presets: compared by what they give on either side.

use variscope::analysis::question::{Limits, Variants};
use variscope::analysis::value::Configuration;
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

const NAMED: &str = "    presets: {none: {inputs: {a: false, b: false}}, one: {inputs: {a: true, b: false}}, both: {inputs: {a: true, b: true}}}
  node_templates:
";

/// What is in an element goes with it, and presets to which the same happens share a line.
#[test]
fn what_presets_give_is_compared() {
    let text = |nodes: &str| format!("{HEAD}{NAMED}    root: {{type: t}}\n{nodes}");
    let node = |name: &str, condition: &str, value: u8| {
        format!("    {name}: {{type: t, properties: {{p: {value}}}, conditions: {condition}}}\n")
    };
    let input = |name: &str| format!("{{variability_input: {name}}}");
    let old = text(&(node("x", &input("a"), 1) + &node("y", "true", 1)));
    let new = text(&(node("x", &format!("{{and: [{}, {}]}}", input("a"), input("b")), 1) + &node("y", &input("a"), 2)));
    let (_, output) = parts::compared(&model(&old), &model(&new));
    let lines: Vec<&str> = output.lines().filter(|line| line.contains("preset")).collect();
    assert_eq!(
        lines,
        [
            "~ with preset none: - node \"y\"",
            "~ with preset one: - node \"x\", ~ property \"p@0\" of node \"y\"",
            "~ with preset both: ~ property \"p@0\" of node \"y\"",
        ]
    );
    let (_, output) =
        parts::compared(&model(&old), &model(&text(&(node("x", &input("a"), 1) + &node("y", "true", 2)))));
    let line = "~ with presets none, one, both: ~ property \"p@0\" of node \"y\"";
    assert!(output.lines().any(|found| found == line), "{output}");
    let (_, same) = parts::compared(&model(&old), &model(&old));
    assert!(!same.contains("with preset"), "{same}");
}

/// Values that inputs decide are compared as they come out; nothing is said of presets where only some variants are asked about.
#[test]
fn values_of_presets_are_compared() {
    let text = |default: u8| {
        format!(
            "{HEAD}      size: {{type: integer, default: {default}}}
    presets: {{p: {{inputs: {{a: true, b: true}}}}}}
  node_templates:
    root: {{type: t, properties: [{{size: {{expression: {{variability_input: size}}}}}}]}}
"
        )
        .replace(
            "inputs: {a: {type: boolean}, b: {type: boolean}}",
            "inputs:\n      a: {type: boolean}\n      b: {type: boolean}",
        )
    };
    let (old, new) = (model(&text(1)), model(&text(2)));
    let (_, output) = parts::compared(&old, &new);
    let line = "~ without a preset, and with preset p: ~ property \"size@0\" of node \"root\"";
    assert!(output.contains(line), "{output}");
    let nothing = Configuration::new();
    let [old, new] = [&old, &new].map(|side| Variants::of(side, &nothing).unwrap());
    let root = old.model().find("node:root").unwrap();
    let found = old.assuming([(root, true)]).difference(&new, &Limits::default()).unwrap();
    assert_eq!(found.preset_results, []);
}

/// An error that a preset meets now is shown, and that it met one is said.
#[test]
fn a_preset_that_gives_a_variant_on_one_side_alone_is_named() {
    let text = |values: &str| {
        format!(
            "{HEAD}    constraints: [{{implies: [{{variability_input: a}}, {{variability_input: b}}]}}]
    presets: {{p: {{inputs: {values}}}}}
  node_templates:
    root: {{type: t}}
"
        )
    };
    let (good, bad) = (text("{a: true, b: true}"), text("{a: true, b: false}"));
    let (found, output) = parts::compared(&model(&good), &model(&bad));
    assert!(output.contains("~ with preset p: no variant any more: "), "{output}");
    assert_eq!(found.preset_results.len(), 1);
    let (_, output) = parts::compared(&model(&bad), &model(&good));
    assert!(output.contains("~ with preset p: a variant, where there was none"), "{output}");
}
