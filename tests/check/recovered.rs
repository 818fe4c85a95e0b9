//! Templates with errors: what is reported besides them is so whatever the author meant.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use variscope::analysis::question::{CheckOptions, Limits, Variants};
use variscope::analysis::recovery;
use variscope::analysis::value::Configuration;
use variscope::source::Span;
use variscope::source::diagnostic::{Code, Diagnostic};
use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::{Kind, LoadOptions, Loaded, Model};
use variscope_encoder::Budget;

use crate::support::folder::{files, is_named};

/// What is reported of a text: errors that refuse it, and findings.
struct Reported {
    errors: Vec<Diagnostic>,
    findings: Vec<Diagnostic>,
}

fn reported(text: &str) -> Reported {
    reported_as(text, None)
}

fn loaded(text: &str, profile: Option<Profile>) -> Loaded {
    let package = Package::of_text(text.to_owned());
    recovery::load(&package, &LoadOptions { profile, options: None }).expect("nothing is read from files")
}

fn reported_as(text: &str, profile: Option<Profile>) -> Reported {
    let loaded = loaded(text, profile);
    let errors: Vec<Diagnostic> = loaded.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
    let Some(model) = loaded.model else { return Reported { errors, findings: Vec::new() } };
    let nothing = Configuration::new();
    let variants = Variants::recovered(&model, &nothing, &[]);
    let found = variants.check(&Limits::default(), CheckOptions::default());
    let witnesses = found.findings.iter().filter_map(|finding| finding.witness.as_ref());
    assert!(witnesses.flatten().all(|(input, _)| !input.starts_with('\0')), "{text}");
    Reported { errors, findings: found.findings.into_iter().map(|finding| finding.diagnostic).collect() }
}

fn lines(text: &str) -> Vec<(Code, usize)> {
    let Reported { errors, findings } = reported(text);
    let line = |span: Span| text[..span.start as usize].lines().count().max(1);
    let place = |diagnostic: &Diagnostic| (diagnostic.code, line(diagnostic.span().expect("everything has a place")));
    errors.iter().chain(&findings).map(place).collect()
}

const HEAD: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {type_default_condition: true}
    inputs: {a: {type: boolean}, b: {type: boolean}}
  node_templates:
";

fn codes(nodes: &str) -> Vec<Code> {
    lines(&format!("{HEAD}{nodes}")).into_iter().map(|(code, _)| code).collect()
}

#[test]
fn an_unreadable_condition_makes_nothing_dead_or_always_present() {
    let nodes = |condition: &str| {
        format!(
            "    x: {{type: t, conditions: {condition}}}
    y: {{type: t, conditions: {{node_presence: x}}}}
    z: {{type: t, conditions: {{not: {{node_presence: x}}}}}}
    v: {{type: t, conditions: {{and: [{{variability_input: a}}, {{variability_input: b}}]}}}}
"
        )
    };
    for condition in ["{logic_expression: nothing}", "{equals: [{variability_input: a}, true]}", "{and: {}}", "[[]]"] {
        let found = codes(&nodes(condition));
        assert_eq!(found.len(), 1, "{condition}: {found:?}");
    }
    assert!(codes(&nodes("false")).contains(&Code::DeadElement));
}

#[test]
fn what_does_not_depend_on_an_error_is_reported() {
    let nodes = "    x: {type: t, conditions: {logic_expression: nothing}}
    y: {type: t, conditions: {and: [{variability_input: a}, {not: {variability_input: a}}]}}
    z: {type: t, requirements: [{r: {node: v}}]}
    v: {type: t, conditions: {variability_input: b}}
";
    let found = codes(nodes);
    assert!(found.contains(&Code::UndefinedExpression), "{found:?}");
    assert!(found.contains(&Code::UnsatisfiableCondition), "{found:?}");
    assert!(found.contains(&Code::RelationTarget), "{found:?}");
}

#[test]
fn what_is_wrong_with_values_is_reported_where_it_is_so_whatever_was_meant() {
    let checked = |condition: &str| {
        let text = format!(
            "tosca_definitions_version: tosca_variability_1_0
node_types:
  App: {{derived_from: tosca.nodes.Root, properties: {{port: {{type: integer}}}}}}
topology_template:
  variability:
    inputs: {{big: {{type: boolean}}}}
  node_templates:
    app:
      type: App
      properties:
        - port: {{value: 80, conditions: {{not: {{variability_input: big}}}}}}
        - port: {{value: 8080, conditions: {condition}}}
    other: {{type: App, properties: [port: {{value: none, conditions: {{variability_input: big}}}}, port: {{value: 1,
      conditions: {{not: {{variability_input: big}}}}}}]}}
"
        );
        lines(&text).into_iter().map(|(code, _)| code).collect::<Vec<Code>>()
    };
    let unreadable =
        ["{variability_input: bigg}", "{logic_expression: none}", "{nott: {variability_input: big}}", "big"];
    for condition in unreadable {
        let found = checked(condition);
        assert!(found.len() == 2 && found.contains(&Code::WrongType), "{condition}: {found:?}");
    }
    assert!(checked("false").contains(&Code::MissingProperty));
}

#[test]
fn what_a_default_reads_is_reported_once() {
    for key in ["default", "default_expression"] {
        let text = format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {{mode: consistent-strict}}
    inputs: {{a: {{type: boolean, {key}: {{variability_input: nobody}}}}}}
  node_templates:
    one: {{type: t, conditions: {{variability_input: a}}}}
"
        );
        assert_eq!(lines(&text), [(Code::UndefinedInput, 5)], "{key}");
    }
}

/// What is put in the place of a constraint that cannot be applied is no word of the author.
#[test]
fn a_constraint_that_cannot_be_applied_is_reported_once() {
    for clause in ["in_range: [9, 1]", "in_range: [1]", "valid_values: aws", "pattern: '['"] {
        let text = format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{n: {{type: string, constraints: [{{{clause}}}]}}}}
  node_templates: {{x: {{type: t, properties: [p: {{expression: {{variability_input: n}}}}]}}}}
"
        );
        let Reported { errors, .. } = reported(&text);
        let all = loaded(&text, None).diagnostics;
        assert_eq!((errors.len(), all.len()), (1, 1), "{clause}: {all:?}");
        assert_eq!(errors[0].code, Code::MalformedConstraint, "{clause}");
    }
}

#[test]
fn all_errors_of_one_condition_are_reported() {
    let condition = "{or: [{logic_expression: nothing}, {node_presence: nobody}, {equals: [1, 1]},
      {equal: [{variability_input: undeclared}, 1]}, {not: {greaterer: [1, 2]}}, [1]]}";
    let found = codes(&format!("    x: {{type: t, conditions: {condition}}}\n"));
    for code in [Code::UndefinedExpression, Code::UndefinedElement, Code::UndefinedInput, Code::NotACondition] {
        assert!(found.contains(&code), "{code}: {found:?}");
    }
    assert_eq!(found.iter().filter(|&&code| code == Code::UnknownOperator).count(), 2, "{found:?}");
}

#[test]
fn what_merely_follows_from_a_misspelt_section_is_not_reported() {
    let text = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  node_template:
    x: {type: t, requirements: [{r: y}]}
    y: {type: t}
  groups:
    g: {type: tosca.groups.Root, members: [x, y, w]}
";
    assert_eq!(lines(text), [(Code::UnknownKey, 3), (Code::UndefinedElement, 7)]);
}

/// In each template so many conditions are broken, and so many relations.
const MOST_BROKEN: usize = 1;

/// The parts of a cycle use each other, whichever of them is read otherwise.
#[test]
fn the_parts_of_a_cycle_are_in_use() {
    let text = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    expressions:
      a: {logic_expression: b}
      b: {logic_expression: a}
      c: {node_presence: one}
  node_templates: {one: {type: t, conditions: {logic_expression: a}}}
";
    assert_eq!(lines(text), [(Code::CircularExpression, 5), (Code::UnusedExpression, 7)]);
}

#[test]
fn what_a_key_without_its_space_would_read_is_in_use() {
    let text = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {caching: {type: boolean}, other: {type: boolean}}
    options: {mode: semantic-strict}
  node_templates:
    cache:
      type: Cache
      conditions:{variability_input: caching}
";
    let Reported { findings, .. } = reported(text);
    let unread = findings.iter().filter(|finding| finding.code == Code::UnreadInput);
    let messages: Vec<&str> = unread.map(|finding| finding.message.as_str()).collect();
    assert_eq!(messages, ["nothing reads the variability input \"other\""]);
}

/// Ways to make a text wrong at one place, so that it is unknown what was meant there; with what is reported if it was
/// meant to be true, or false.
fn broken(model: &Model, text: &str) -> Vec<(String, [String; 2])> {
    let mut places: BTreeSet<(u32, u32)> = BTreeSet::new();
    for id in model.ids() {
        let conditions = model.element(id).conditions.iter().map(|&condition| model.yaml(condition));
        places.extend(conditions.filter(|yaml| !yaml.is_null()).map(|yaml| (yaml.span().start, yaml.span().end)));
    }
    let section = |name| model.variability().and_then(|variability| variability.get(name));
    let constraints = section("constraints").into_iter().flat_map(|all| all.items());
    places.extend(constraints.map(|yaml| (yaml.span().start, yaml.span().end)));
    let replace = |(start, end): (u32, u32), wrong: &str| {
        let (start, end) = (start as usize, end as usize);
        let with = |condition: &str| format!("{}{condition}{}", &text[..start], &text[end..]);
        (with(wrong), ["true", "false"].map(with))
    };
    let conditions = places.into_iter().map(|place| replace(place, "{no_operator_at_all: 1}"));
    let targets = model.of_kind(Kind::Relation).filter_map(|id| {
        let body = model.yaml(model.element(id).body?);
        let target = if body.is_scalar() { body } else { body.get("node")? };
        Some(replace((target.span().start, target.span().end), "nobody_near"))
    });
    conditions.take(MOST_BROKEN).chain(targets.take(MOST_BROKEN)).collect()
}

fn is_clean(reported: &Reported) -> bool {
    reported.errors.is_empty() && !reported.findings.iter().any(|found| found.code.entry().number.starts_with("V2"))
}

/// What is said and where it does not matter whether something is still read.
fn messages_of(found: &[Diagnostic]) -> BTreeSet<(Code, String)> {
    let is_about_use = |code: Code| matches!(code, Code::UnreadInput | Code::UnusedExpression);
    // What could be removed is not tried despite an error.
    let message =
        |diagnostic: &Diagnostic| diagnostic.message.trim_end_matches(", its condition has no effect").to_owned();
    found
        .iter()
        .filter(|diagnostic| !is_about_use(diagnostic.code))
        .map(|diagnostic| (diagnostic.code, message(diagnostic)))
        .collect()
}

/// What a dead element contains is not reported beside it.
fn is_inside_dead((code, message): &(Code, String), expected: &BTreeSet<(Code, String)>) -> bool {
    let container = message.split_once(" of ").map(|(_, container)| container.to_owned());
    *code == Code::DeadElement && container.is_some_and(|container| expected.contains(&(*code, container)))
}

/// What is wrong with a value is reported wherever some variant may have it.
fn is_about_values((code, _): &(Code, String)) -> bool {
    code.entry().number.starts_with("V5")
}

/// The template as it was before is one that the author may have meant: nothing is reported of the broken one that is not so
/// of it.
#[test]
fn whatever_is_reported_despite_an_error_is_so_without_it() {
    let (mut tried, mut reported_besides) = (0, 0);
    for path in files("tests/cases", &is_named(&["variability-template.yaml", "template.yaml"])) {
        let text = fs::read_to_string(&path).expect("a template");
        let Some(model) = loaded(&text, None).model else { continue };
        let reported = |text: &str| reported_as(text, Some(model.profile()));
        let whole = reported(&text);
        if !is_clean(&whole) {
            continue;
        }
        let expected = messages_of(&whole.findings);
        let is_vacuous = whole.findings.iter().any(|found| found.code == Code::NoValidVariant);
        for (text, meant) in broken(&model, &text) {
            let found = reported(&text);
            if found.errors.is_empty() {
                // This condition is never read.
                continue;
            }
            let mut unexpected: BTreeSet<_> = messages_of(&found.findings).difference(&expected).cloned().collect();
            unexpected.retain(|messages_of| {
                !(is_inside_dead(messages_of, &expected) || is_vacuous && messages_of.0 == Code::DeadElement)
            });
            if unexpected.iter().any(is_about_values) {
                let possible = meant.map(|text| messages_of(&reported(&text).findings));
                unexpected.retain(|messages_of| {
                    !is_about_values(messages_of) || !possible.iter().any(|all| all.contains(messages_of))
                });
            }
            if !unexpected.is_empty() {
                eprintln!("{}: {unexpected:?}\n{text}", path.display());
            }
            reported_besides += found.findings.len();
            tried += 1;
        }
    }
    assert!(
        tried > 250 && reported_besides > 300,
        "{tried} templates were broken, and {reported_besides} things told besides"
    );
}

/// Whatever an author has typed so far, something is reported of it.
#[test]
fn no_beginning_of_a_template_is_too_broken() {
    for folder in ["single", "several"] {
        for entry in fs::read_dir(Path::new("tests/mistakes").join(folder)).expect("a folder").step_by(4) {
            let text = fs::read_to_string(entry.expect("an entry").path()).expect("a template");
            let mut lines: Vec<&str> = text.lines().collect();
            while lines.pop().is_some() {
                reported(&lines.join("\n"));
            }
        }
    }
}

/// A caller that gives up is not kept waiting: nothing is recovered, and what the first reading reported is
/// reported. What is to be written is read, be it asked or ordered: all that is below counts.
#[test]
fn a_section_under_another_name_is_read_as_the_one_that_is_meant() {
    let body = "  variability:
    inputs: {env: {type: string, constraints: [{valid_values: [dev, prod]}]}}
  node_templates:
    app: {type: tosca.nodes.Root, conditions: {equal: [{variability_input: env}, other]}}
";
    let head = "tosca_definitions_version: tosca_variability_1_0_rc_3\n";
    let codes = |name: &str| -> Vec<Code> {
        reported(&format!("{head}{name}:\n{body}")).findings.iter().map(|finding| finding.code).collect()
    };
    let right = codes("topology_template");
    assert!(right.contains(&Code::DeadElement), "{right:?}");
    for wrong in ["topology_templat", "service_template", "\u{a0}topology_template"] {
        assert!(codes(wrong).contains(&Code::DeadElement), "{wrong}: {:?}", codes(wrong));
    }
}

#[test]
fn nothing_is_recovered_when_nobody_waits() {
    let text = format!("{HEAD}    one: {{type: T, conditions: {{equla: [1, 1]}}, requirements: [{{host: nobody}}]}}\n");
    let (package, options) = (Package::of_text(text), LoadOptions::default());
    let budget = Budget::unlimited().with_interrupt(Arc::new(AtomicBool::new(true)));
    let stopped = recovery::load_within(&package, &options, None, &budget).expect("nothing is read from files");
    assert_eq!(stopped.diagnostics, Model::load(&package, &options).expect("nothing is read from files").diagnostics);
    let recovered = recovery::load(&package, &options).expect("nothing is read from files");
    assert!(recovered.diagnostics.len() > stopped.diagnostics.len(), "{:?}", recovered.diagnostics);
    assert!(recovered.model.is_some_and(|model| model.recovery().is_some()));
}

/// A relationship says by its type which nodes fit; where nothing is said, no made-up name is printed.
#[test]
fn a_requirement_may_have_a_relationship_only() {
    let of = |body: &str| {
        let text = format!(
            "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    \
             app: {{type: tosca.nodes.SoftwareComponent, requirements: [host: {body}]}}\n    \
             srv: {{type: tosca.nodes.Compute}}\n"
        );
        let folder = crate::support::folder::folder(&[("t.yaml", &text)]);
        crate::support::program::printed(&crate::support::program::run_in(folder.path(), &["check", "t.yaml"]))
    };
    for body in ["{relationship: tosca.relationships.HostedOn}", "{relationship: {type: tosca.relationships.HostedOn}}"]
    {
        assert!(!of(body).contains("error["), "{body}: {}", of(body));
    }
    for body in ["{occurrences: 1}", "", "{relationship: }"] {
        let found = of(body);
        assert!(found.contains("relation \"host\" of node \"app\" has no target"), "{body}: {found}");
        assert!(!found.contains("missing target") && !found.contains("V401"), "{body}: {found}");
    }
}
