//! What is compared besides variants: values to their digits and depths, imported files, and parts of elements that another
//! revision of the language takes for elements.

use variscope::analysis::question::Difference;
use variscope::analysis::value::Configuration;
use variscope::answer;
use variscope::output::render::diff;
use variscope::resolve::convert::convert;
use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::{LoadOptions, Model};
use variscope_encoder::circuit::EditKind;

use super::{HEAD, difference, model};
use crate::support::folder::folder;

pub(super) fn read(package: &Package, profile: Profile) -> Model {
    let options = LoadOptions { profile: Some(profile), options: None };
    Model::load(package, &options).unwrap().model.unwrap()
}

pub(super) fn compared(old: &Model, new: &Model) -> (Difference, String) {
    let nothing = Configuration::new();
    let found = difference(old, new, &nothing, &nothing);
    let text = diff::text(&answer::Diff::of_template(old, new, &found));
    (found, text)
}

/// A relation that is present where its node has a relation: with or without it, all rules hold.
#[test]
fn a_template_is_the_same_as_itself_also_where_a_condition_speaks_of_its_own_relation() {
    let condition = "conditions: {has_outgoing_relation: n0}";
    let text = format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {{checks: false}}
  node_templates:
    n0: {{type: T, requirements: [con: {{node: n1, relationship: R, {condition}}}]}}
    n1: {{type: T}}
  relationship_templates:
    R: {{type: RT}}
"
    );
    let (found, output) = compared(&model(&text), &model(&text));
    assert_eq!((found.edit_kind(), found.doubt), (EditKind::Refactoring, None));
    assert!(output.starts_with("no difference: ") && !output.contains("not exact"), "{output}");
}

/// A template of an earlier revision, with parts that only its successors take for elements.
struct EarlierTemplate {
    profile: Profile,
    text: &'static str,
    /// What is written in place of what, each of which changes such a part.
    edits: &'static [(&'static str, &'static str)],
}

const EARLIER: &[EarlierTemplate] = &[
    EarlierTemplate {
        profile: Profile::A,
        text: "tosca_definitions_version: tosca_variability_1_0
topology_template:
  inputs: {size: {type: string}}
  node_templates:
    cafe: {type: Cafe, properties: {sign: 1}, artifacts: {menu: a.sh}}
    router: {type: Router, conditions: {get_variability_input: a}}
",
        edits: &[
            ("sign: 1", "sign: 2"),
            ("a.sh", "b.sh"),
            ("size: {type: string", "size: {type: integer"),
            ("type: Cafe", "type: Bar"),
        ],
    },
    EarlierTemplate {
        profile: Profile::C,
        text: "tosca_definitions_version: tosca_variability_1_0
topology_template:
  node_templates:
    cafe: {type: Cafe, properties: [sign: {value: 1, conditions: {get_node_presence: router}}, open: {expression: {get_variability_input: a}}]}
    router: {type: Router, conditions: {get_variability_input: a}}
  groups: {all: {type: G, properties: {x: 3}, members: [cafe]}}
  policies: [near: {type: P, properties: {y: 4}, targets: [cafe]}]
  outputs: {url: {value: 5}}
",
        edits: &[
            ("value: 1", "value: 2"),
            ("type: Router", "type: Bridge"),
            ("x: 3", "x: 0"),
            ("y: 4", "y: 0"),
            ("value: 5", "value: 0"),
        ],
    },
];

#[test]
fn parts_are_compared_that_only_later_revisions_take_for_elements() {
    for &EarlierTemplate { profile, text, edits } in EARLIER {
        let old = read(&Package::of_text(text.to_owned()), profile);
        assert_eq!(compared(&old, &old).0.edit_kind(), EditKind::Refactoring);
        for (was, is) in edits {
            let new = read(&Package::of_text(text.replace(was, is)), profile);
            let (found, text) = compared(&old, &new);
            assert_eq!(found.edit_kind(), EditKind::ArbitraryEdit, "{was} {is}: {text}");
            let value = is.rsplit_once(' ').map_or(*is, |(_, value)| value);
            assert!(text.lines().any(|line| line.starts_with('~') && line.contains(value)), "{was} {is}: {text}");
        }
    }
}

#[test]
fn a_converted_template_does_not_differ() {
    for &EarlierTemplate { profile, text, .. } in EARLIER {
        let text =
            text.replace("topology_template:", "topology_template:\n  variability: {inputs: {a: {type: boolean}}}");
        let options = LoadOptions { profile: Some(profile), options: None };
        let converted = convert(Package::of_text(text.clone()), &options).unwrap().text.unwrap();
        let (old, new) = (read(&Package::of_text(text), profile), model(&converted));
        let (_, text) = compared(&old, &new);
        assert!(text.starts_with("no difference"), "{profile}: {text}");
    }
}

const IMPORTING: &str = "tosca_definitions_version: tosca_variability_1_0
imports: [types.yaml]
topology_template:
  variability: {options: {mode: consistent-strict}}
  node_templates: {monitor: {type: shop.Monitor}}
";

const TYPES: &str = "tosca_definitions_version: tosca_simple_yaml_1_3
imports: [more.yaml]
node_types:
  shop.Monitor: {derived_from: tosca.nodes.Root, properties: {interval: {type: integer, default: 30}}}
";

const MORE: &str = "tosca_definitions_version: tosca_simple_yaml_1_3
data_types: {shop.Size: {properties: {width: {type: integer}}}}
";

#[test]
fn contents_of_imported_files_are_compared() {
    let of = |types: &str, more: &str| {
        let folder = folder(&[("service-template.yaml", IMPORTING), ("types.yaml", types), ("more.yaml", more)]);
        read(&Package::open(folder.path()).unwrap(), Profile::D)
    };
    let old = of(TYPES, MORE);
    assert_eq!(compared(&old, &of(TYPES, MORE)).0.edit_kind(), EditKind::Refactoring);
    let (found, text) = compared(&old, &of(&TYPES.replace("30", "60"), MORE));
    assert_eq!(found.edit_kind(), EditKind::ArbitraryEdit);
    let line = "~ section types.yaml: node_types.shop.Monitor.properties.interval.default: 30 -> 60\n";
    assert!(text.contains(line), "{text}");
    let (_, text) = compared(&old, &of(TYPES, &MORE.replace("width", "height")));
    assert!(text.contains("~ section more.yaml: data_types.shop.Size.properties.height: (none) -> "), "{text}");
    let (_, text) = compared(&old, &of(&TYPES.replace("imports: [more.yaml]\n", ""), MORE));
    assert!(text.contains("- section more.yaml\n"), "{text}");
}

/// A template with one property.
fn valued(value: &str) -> Model {
    model(&format!("{HEAD}  node_templates:\n    n: {{type: t, properties: [p: {value}]}}\n"))
}

#[test]
fn values_are_compared_however_deep_they_are() {
    let nested = |value: &str| format!("{}{value}{}", "[".repeat(300), "]".repeat(300));
    for wrapped in [|value: String| value, |value: String| format!("{{expression: {value}}}")] {
        let [old, new] = ["1", "2"].map(|value| valued(&wrapped(nested(value))));
        assert_eq!(compared(&old, &old).0.edit_kind(), EditKind::Refactoring);
        let (found, _) = compared(&old, &new);
        assert_eq!(found.edit_kind(), EditKind::ArbitraryEdit);
        assert_ne!(found.contents[0].before, found.contents[0].after);
    }
}

#[test]
fn a_value_is_the_same_whether_it_is_written_or_computed() {
    for (computed, written, is_same) in [
        ("{expression: {mul: [2, 3]}}", "6", true),
        ("{expression: {concat: [x, y]}}", "xy", true),
        ("{expression: {mul: [2, 3]}}", "'6'", false),
        ("{expression: {mul: [2, 3]}}", "6.0", false),
        ("{expression: {mul: [2, 3]}}", "7", false),
    ] {
        let (found, text) = compared(&valued(computed), &valued(written));
        assert_eq!(found.edit_kind() == EditKind::Refactoring, is_same, "{written}: {text}");
    }
}

#[test]
fn of_a_side_without_variants_nothing_else_is_said() {
    let text = |constraint: &str| {
        let head = HEAD.replace("    inputs:", &format!("    constraints: [{constraint}]\n    inputs:"));
        model(&format!(
            "{head}  node_templates: {{m: {{type: t}}, n: {{type: t, conditions: {{variability_input: a}}}}}}\n"
        ))
    };
    let (found, output) = compared(&text("true"), &text("false"));
    assert_eq!(found.are_void(), [false, true]);
    assert!(found.presences.is_empty() && found.statuses.is_empty(), "{output}");
    assert!(output.contains("\nthe new side has no valid variant\n") && !output.contains("undecided"), "{output}");
    let (_, output) = compared(&text("false"), &text("true"));
    assert!(output.contains("\nthe old side has no valid variant\n"), "{output}");
}

#[test]
fn values_are_shown_as_they_are_written() {
    for (was, is) in [("1.10", "1.1"), ("9007199254740993", "9007199254740992"), ("0x1F", "31")] {
        let (found, text) = compared(&valued(was), &valued(is));
        assert_eq!(found.edit_kind(), EditKind::ArbitraryEdit);
        let [was, is] = [was, is].map(|text| if text == "0x1F" { "\"0x1F\"" } else { text });
        assert!(text.contains(&format!("property \"p@0\" of node \"n\": {was} -> {is} (in 1 variant)\n")), "{text}");
    }
    let metadata =
        |number: &str| model(&format!("{HEAD}  node_templates: {{n: {{type: t, metadata: {{a: {number}, b: 2}}}}}}\n"));
    let (_, text) = compared(&metadata("1.10"), &metadata("1.1"));
    assert!(text.contains("~ node \"n\": metadata.a 1.10 -> 1.1 (in 1 variant)\n"), "{text}");
    let output = |number: &str| {
        model(&format!("{HEAD}  node_templates: {{n: {{type: t}}}}\n  outputs: {{o: {{value: {number}}}}}\n"))
    };
    let (_, text) = compared(&output("1.10"), &output("1.1"));
    assert!(text.contains("1.10"), "{text}");
    let default =
        |number: &str| model(&HEAD.replace("a: {type: boolean}", &format!("a: {{type: float, default: {number}}}")));
    let (_, text) = compared(&default("1.10"), &default("1.1"));
    assert!(text.contains("default of a: 1.10 -> 1.1\n"), "{text}");
}

const RULED: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      environment: {type: string, default: dev, constraints: [{valid_values: [dev, prod]}]}
      replicas: {type: integer, default: 2, constraints: [{in_range: [1, 5]}]}
    constraints:
      - implies: [{equal: [{variability_input: environment}, prod]}, {greater: [{variability_input: replicas}, 1]}]
    options: {mode: consistent-strict}
  node_templates:
    app: {type: App}
    lb: {type: LB, conditions: {equal: [{variability_input: environment}, prod]}}
";

#[test]
fn other_configurations_are_named_whatever_else_changed() {
    let old = model(RULED);
    let ruled = RULED.replace("replicas}, 1]", "replicas}, 2]");
    let edits = [
        ruled.clone(),
        ruled.replace("default: 2", "default: 3"),
        ruled.replace("    options", "    presets: {big: {inputs: {replicas: 5}}}\n    options"),
        ruled.replace("    app:", "    more: {type: App}\n    app:"),
        ruled.replace("    inputs:", "    inputs:\n      more: {type: boolean, default: true}"),
    ];
    for edited in edits {
        let new = model(&edited);
        let (found, text) = compared(&old, &new);
        let line = "other configurations give them: with environment=\"prod\", replicas=2: there is a variant before, and none after";
        assert!(text.contains(line), "{edited}{text}");
        let markdown = diff::markdown(&answer::Diff::of_template(&old, &new, &found));
        assert!(markdown.contains(line), "{markdown}");
    }
    let renamed = model(&RULED.replace("default: 2", "default: 3"));
    assert_eq!(compared(&old, &renamed).0.reassigned, None);
    let without = model(&RULED.replace("replicas", "copies"));
    assert_eq!(compared(&old, &without).0.reassigned, None, "an input has another name");
}

#[test]
fn what_is_in_another_variant_now_is_reported_by_its_outermost_element() {
    let of = |input: &str| {
        model(&format!(
            "{HEAD}  node_templates:
    root: {{type: t}}
    n: {{type: t, conditions: {{variability_input: {input}}}, properties: [p: 1]}}
"
        ))
    };
    let (found, text) = compared(&of("a"), &of("b"));
    assert_eq!(found.reassigned.unwrap().what, "node \"n\" is present after, not before", "{text}");
    assert_eq!(compared(&of("a"), &of("a")).0.reassigned, None);
}

/// A node with two alternatives for one relation, between nodes that exclude each other.
fn alternatives(edits: &[(&str, &str)]) -> Model {
    let text = format!(
        "{HEAD}  node_templates:
    app: {{type: App, requirements: [FIRST, SECOND]}}
    one: {{type: Cache, weight: 0.2, conditions: {{variability_input: a}}}}
    two: {{type: Db, conditions: {{not: {{variability_input: a}}}}}}
"
    );
    let requirements = [
        ("FIRST", "{db: {node: one, conditions: {variability_input: a}}}"),
        ("SECOND", "{db: {node: two, conditions: {not: {variability_input: a}}}}"),
    ];
    let replaced = |text: String, &(old, new): &(&str, &str)| text.replace(old, new);
    model(&requirements.iter().fold(edits.iter().fold(text, replaced), replaced))
}

#[test]
fn parts_of_one_side_change_variants() {
    for (old, new, changed) in [
        ("type: Cache", "type: Store", 1_u8),
        ("type: Cache,", "type: Cache, properties: [debug: {value: 1}],", 1),
        ("type: App,", "type: App, properties: [debug: {value: 1}],", 2),
        // What is in no variant changes none.
        ("type: App,", "type: App, properties: [debug: {value: 1, conditions: false}],", 0),
    ] {
        let (found, text) = compared(&alternatives(&[]), &alternatives(&[(old, new)]));
        assert_eq!((found.kept, found.changed.count), (2_u8.into(), changed.into()), "{new}: {text}");
    }
}

#[test]
fn the_order_of_alternatives_is_seen_where_they_may_be_together() {
    let (both, swapped) = ("FIRST, SECOND", "SECOND, FIRST");
    let (found, text) = compared(&alternatives(&[]), &alternatives(&[(both, swapped)]));
    assert_eq!(found.edit_kind(), EditKind::Refactoring, "{text}");
    // Together they are written in their order.
    let together = ("SECOND", "{db: {node: two}}");
    let unchecked = ("options: {", "options: {ambiguous_relation_check: false, ");
    let present = ("type: Db, conditions: {not: {variability_input: a}}", "type: Db");
    let old = alternatives(&[unchecked, present, together]);
    let new = alternatives(&[unchecked, present, (both, swapped), together]);
    let (found, text) = compared(&old, &new);
    assert_eq!((found.kept.clone(), found.changed.count.clone()), (2_u8.into(), 2_u8.into()), "{text}");
    assert!(text.contains("node \"app\": requirements.0.db \"one\" -> \"two\""), "{text}");
    // One that is put before the others renames none.
    let (_, text) =
        compared(&alternatives(&[]), &alternatives(&[(both, "{db: {node: two, conditions: false}}, FIRST, SECOND")]));
    assert!(text.starts_with("+ relation \"db@0\"") && !text.contains("node \"one\" ->"), "{text}");
}

#[test]
fn weights_are_compared() {
    let (found, text) = compared(&alternatives(&[]), &alternatives(&[("weight: 0.2", "weight: 0.9")]));
    assert_eq!((found.edit_kind(), found.changed.count), (EditKind::ArbitraryEdit, 1_u8.into()));
    assert!(text.contains("~ node \"one\": weight 0.2 -> 0.9 (in 1 variant)"), "{text}");
    let (found, text) = compared(&alternatives(&[]), &alternatives(&[("weight: 0.2", "weight: 0.20")]));
    assert_eq!(found.edit_kind(), EditKind::Refactoring, "{text}");
    let (_, text) = compared(&alternatives(&[]), &alternatives(&[("weight: 0.2", "weight: 1, description: x")]));
    assert!(text.contains("weight 0.2 -> 1") && text.contains("description (none) -> \"x\""), "{text}");
}

/// A template of which each edit writes another type or technology into some document.
const IMPLEMENTED: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {x: {type: boolean}}
    options: {checks: false, edmm: false}
  node_templates:
    a: {type: [T1: {conditions: {variability_input: x}}, T2: {}]}
    b: {type: B, technology: [ansible: {assign: foo}]}
    c: {type: C, technology: [ansible: {conditions: {variability_input: x}}, helm: {}]}
";

#[test]
fn what_types_and_technologies_write_is_compared() {
    let old = model(IMPLEMENTED);
    assert_eq!(compared(&old, &old).0.edit_kind(), EditKind::Refactoring);
    for (was, is, shown) in [
        ("T1: {conditions: {variability_input: x}}, T2: {}", "T2: {}, T1: {conditions: {variability_input: x}}", "T2"),
        ("assign: foo", "assign: bar", "\"foo\" -> \"bar\""),
        ("edmm: false", "edmm: true", "technology"),
        ("{variability_input: x}}, helm: {}", "{variability_input: x}}, chef: {}", "chef"),
        (
            "ansible: {conditions: {variability_input: x}}, helm: {}",
            "helm: {}, ansible: {conditions: {variability_input: x}}",
            "helm",
        ),
    ] {
        let new = model(&IMPLEMENTED.replace(was, is));
        let (found, text) = compared(&old, &new);
        assert_eq!(found.edit_kind(), EditKind::ArbitraryEdit, "{is}: {text}");
        assert!(text.lines().any(|line| line.contains(shown)), "{is}: {text}");
    }
}
