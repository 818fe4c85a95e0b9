//! What is read in less obvious places: inputs in files beside the template, inputs and outputs that are read or produced by
//! more than their whole value, and groups that are never present themselves.

use super::*;
use crate::support::folder::folder;
use crate::support::model::{loaded, model};
use variscope::resolve::resolution::{Completion, Request, Resolution};
use variscope::source::diagnostic::Severity;

fn package(files: &[(&str, &str)]) -> (tempfile::TempDir, Package) {
    let folder = folder(files);
    let package = Package::open(folder.path()).expect("a package");
    (folder, package)
}

/// What is said of a code, with its help.
fn reported(model: &Model, code: Code) -> Vec<(String, String)> {
    let found = check(model).findings.into_iter().map(|finding| finding.diagnostic);
    let of_code = found.filter(|found| found.code == code);
    of_code.map(|found| (found.message, found.help.unwrap_or_default())).collect()
}

#[test]
fn an_input_that_a_file_beside_the_template_reads_is_read() {
    let template = "tosca_definitions_version: tosca_variability_1_0_rc_3
node_types: {V: {derived_from: tosca.nodes.Root}}
topology_template:
  variability:
    inputs: {tf: {type: boolean, default: false}, big: {type: boolean}, idle: {type: boolean}}
    options: {enrich_technologies_best_only: false}
    expressions: {large: {variability_input: big}}
  node_templates: {disk: {type: V, anchor: true}}
";
    let qualities = "- {component: V, technology: ansible, weight: 0.5}
- {component: V, technology: terraform, weight: 0.75, conditions: {variability_input: tf}}
- {component: V, technology: helm, weight: 0.8, conditions: {logic_expression: large}}
";
    let (_folder, package) = package(&[("service-template.yaml", template), ("qualities.yaml", qualities)]);
    let options = LoadOptions { profile: Some(Profile::D), options: None };
    let model = Model::load(&package, &options).expect("all is there").model.expect("the template can be read");
    let unread: Vec<String> = reported(&model, Code::UnreadInput).into_iter().map(|(message, _)| message).collect();
    assert_eq!(unread, ["nothing reads the variability input \"idle\""]);
    assert_eq!(reported(&model, Code::UnusedExpression), []);
}

const GROUPED: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability: {inputs: {a: {type: boolean}}, options: {mode: semantic-strict}}
  node_templates: {app: {type: A}, x: {type: A}}
  groups: {g: {type: variability.groups.ConditionalMembers, members: [x], conditions: {variability_input: a}}}
";

#[test]
fn a_variability_group_is_never_present_and_that_is_reported() {
    let model = model(GROUPED);
    let nothing = Configuration::new();
    let variants = Variants::of(&model, &nothing).expect("conditions are well-formed");
    let expected_text =
        "group \"g\" is a variability group: it gives its conditions to its members, and is never present itself";
    let element = model.find("group:g").expect("there is such an element");
    let explanation = variants.explain(Some(element), &Limits::default());
    assert_eq!(explanation.answer, PresenceVerdict::Absent);
    assert!(explanation.because.iter().any(|label| label.text == expected_text), "{:?}", explanation.because);
}

const PRUNED: &str = "tosca_definitions_version: tosca_variability_1_0_rc_3
node_types:
  Api: {derived_from: tosca.nodes.Root, properties: {url: {type: string}, port: {type: integer}}}
  Db: {derived_from: tosca.nodes.Root, attributes: {state: {type: string}}}
topology_template:
  variability: {inputs: {tls: {type: boolean}}}
  inputs: {domain: {type: string}, other: {type: string, default: x}}
  node_templates:
    api:
      type: Api
      anchor: true
      managed: false
      properties:
        - url: {concat: ['https://', {get_input: domain}]}
        - name: {get_input: other}
        - port: {value: 443, conditions: {variability_input: tls}}
        - port: {value: 80, default_alternative: true}
    db: {type: Db, anchor: true, managed: false}
  outputs:
    joined: {value: {concat: ['https://', {get_attribute: [db, state]}]}}
    whole: {value: {get_attribute: [db, state]}}
    fixed: {value: 3}
";

#[test]
fn what_pruning_takes_away_is_reported_with_what_keeps_it() {
    let dead = reported(&model(PRUNED), Code::DeadElement);
    let helps: Vec<(&str, &str)> = dead.iter().map(|(message, help)| (message.as_str(), help.as_str())).collect();
    let input = "a property keeps an input if `get_input` is its whole value; write `pruning: false` at the input to keep it for other values";
    let output = "pruning keeps an output if `get_property` or `get_attribute` of a node is its whole value; write `pruning: false` at the output to keep it for other values";
    let property = "where no other value is present, the property has no value here; write `fallback_property_default_alternative: true` in `options` to have this one then, or remove `default_alternative`";
    for expected in [
        ("input \"domain@0\" is in no valid variant", input),
        ("output \"joined@0\" is in no valid variant", output),
        ("output \"fixed@2\" is in no valid variant", output),
        ("property \"port@3\" of node \"api\" is in no valid variant", property),
    ] {
        assert!(helps.contains(&expected), "{expected:?}: {helps:?}");
    }
    let mended = PRUNED
        .replace("domain: {type: string", "domain: {pruning: false, type: string")
        .replace("joined: {", "joined: {pruning: false, ")
        .replace("fixed: {", "fixed: {pruning: false, ")
        .replace("variability: {", "variability: {options: {fallback_property_default_alternative: true}, ");
    assert_eq!(reported(&model(&mended), Code::DeadElement), []);
}

fn resolved(text: &str, completion: Option<Completion>) -> Resolution {
    let package = Package::of_text(text.to_owned());
    let request = Request::new(&package, Some(Profile::D)).arguments(["tls=true".to_owned()]);
    let request = completion.into_iter().fold(request, Request::complete);
    request.resolve().expect("nothing is read from files")
}

#[test]
fn an_input_that_is_read_and_not_written_is_reported_when_it_is_resolved() {
    let messages = |resolution: &Resolution| -> Vec<(Severity, String)> {
        let reported = resolution.diagnostics().iter();
        reported.map(|diagnostic| (diagnostic.severity, diagnostic.message.clone())).collect()
    };
    let absent = "topology input \"domain\" is absent where this value reads it".to_owned();
    let plain = resolved(PRUNED, None);
    assert!(messages(&plain).contains(&(Severity::Warning, absent.clone())), "{:?}", messages(&plain));
    assert!(plain.document().is_some());
    let given = Completion { variables: vec!["input_domain=d".to_owned()], ..Completion::default() };
    let complete = resolved(PRUNED, Some(given));
    let unused = "topology input \"domain\" is absent from this variant; its value is not used".to_owned();
    for expected in [(Severity::Error, absent), (Severity::Warning, unused)] {
        assert!(messages(&complete).contains(&expected), "{:?}", messages(&complete));
    }
    assert!(
        !messages(&complete)
            .iter()
            .any(|(_, message)| message.contains("input") && message.contains("is not declared"))
    );
    let kept = resolved(&PRUNED.replace("domain: {", "domain: {pruning: false, "), None);
    assert!(!messages(&kept).iter().any(|(_, message)| message.contains("is absent")), "{:?}", messages(&kept));
}

#[test]
fn an_output_may_read_a_part_of_a_capability_or_value() {
    let text = |path: &str| {
        format!(
            "tosca_definitions_version: tosca_variability_1_0_rc_3
node_types:
  Vm: {{derived_from: tosca.nodes.Root, attributes: {{addresses: {{type: list}}}}, capabilities: {{admin: tosca.capabilities.Root}}}}
topology_template:
  variability: {{inputs: {{a: {{type: boolean}}}}}}
  node_templates:
    vm: {{type: Vm, anchor: true, managed: false, requirements: [next: other]}}
    other: {{type: Vm, managed: false, conditions: {{variability_input: a}}, capabilities: {{own: {{properties: {{p: 1}}}}}}}}
  outputs: {{o: {{value: {{get_attribute: {path}}}}}}}
"
        )
    };
    let load = |path: &str| loaded(&text(path), Profile::D);
    for path in ["[vm, admin, ip_address]", "[vm, addresses, 0]", "[other, own, p]"] {
        let loaded = load(path);
        assert!(!loaded.diagnostics.iter().any(Diagnostic::is_error), "{path}: {:?}", loaded.diagnostics);
        let model = loaded.model.expect("the template can be read");
        let output = model.find("output:o").expect("there is such an output");
        assert_eq!(model.output(output).producers.len(), 1, "{path}");
    }
    for path in ["[vm, next, addresses]", "[vm, nothing, x]"] {
        let codes: Vec<Code> = load(path).diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        assert!(codes.contains(&Code::WrongOperand), "{path}: {codes:?}");
    }
}

#[test]
fn a_fraction_is_no_integer() {
    let text = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {n: {type: integer, constraints: [{in_range: [1, 3]}]}}
    presets: {half: {inputs: {n: 2.5}}, whole: {inputs: {n: 2.0}}}
    options: {mode: consistent-strict}
  node_templates: {n: {type: t, conditions: {greater: [{variability_input: n}, 2]}}}
";
    let package = Package::of_text(text.to_owned());
    let resolved = |preset: &str| {
        let request = Request::new(&package, Some(Profile::D)).presets([preset.to_owned()]);
        request.resolve().expect("nothing is read from files")
    };
    let half = resolved("half");
    assert_eq!(half.document(), None);
    let error = half.exit_error().expect("there is an error");
    assert_eq!(
        (error.code, &*error.message),
        (Code::IllTypedInput, "input \"n\" is declared as integer, but is given 2.5")
    );
    assert!(resolved("whole").document().is_some());
}

#[test]
fn types_are_open_while_an_import_is_not_read() {
    let local =
        "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types: {my.Local: {derived_from: tosca.nodes.Root}}\n";
    let undefined = |imports: &str| {
        let template = format!(
            "tosca_definitions_version: tosca_variability_1_0
imports: {imports}
topology_template:
  node_templates: {{web: {{type: my.Web}}, local: {{type: my.Local}}}}
"
        );
        let (_folder, package) = package(&[("service-template.yaml", &*template), ("local.yaml", local)]);
        let options = LoadOptions { profile: Some(Profile::D), options: None };
        let model = Model::load(&package, &options).expect("all is there").model.expect("the template can be read");
        reported(&model, Code::UndefinedType).len()
    };
    assert_eq!(undefined("[local.yaml]"), 1);
    for unread in [
        "../w.yaml",
        "{file: ../w.yaml, namespace_prefix: w}",
        "{file: w.yaml, repository: r}",
        "w.py",
        "/w.yaml",
        "{}",
    ] {
        assert_eq!(undefined(&format!("[{unread}, local.yaml]")), 0, "{unread}");
    }
}
