//! Converted templates have the variants that they had, and the layout that they had.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod prerequisites;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use variscope::analysis::question::{Limits, Sameness};
use variscope::resolve::convert::convert;
use variscope::resolve::resolution::{InputsFile, Request};
use variscope::resolve::sameness::same_meaning;
use variscope::source::diagnostic::{Code, Diagnostic};
use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::{LoadOptions, Model};

use prerequisites::passed_over;

fn load(profile: Profile, options: Option<&str>) -> LoadOptions {
    LoadOptions { profile: Some(profile), options: options.map(str::to_owned) }
}

fn converted(template: &str, profile: Profile) -> Result<String, String> {
    let conversion = convert(Package::of_text(template), &load(profile, None)).unwrap();
    let reported =
        || format!("{:?}", conversion.diagnostics.iter().map(|diagnostic| &diagnostic.message).collect::<Vec<_>>());
    conversion.text.clone().ok_or_else(reported)
}

const C: &str = "\
tosca_definitions_version: tosca_variability_1_0
# What runs where.
topology_template:
  variability:
    inputs:
      env: {type: string}
    expressions:
      is_prod: {equal: [{get_variability_input: env}, prod]} # not the others
    options:
      enable_relation_default_condition: true
      disable_expected_hosting_consistency_check: true
  node_templates:
    one:
      type: one
      requirements:
        - host: two
        - host:
            node: three
            default_alternative: true
    two:
      type: two
      conditions: {get_variability_condition: is_prod}
    three:
      type: three
      conditions:
        - not: {get_node_presence: two}
        - {xor: [{get_variability_condition: is_prod}, true]}
";

#[test]
fn words_change_and_layout_stays() {
    let text = converted(C, Profile::C).unwrap();
    for kept in ["# What runs where.", "# not the others", "        - host: two\n", "      type: three\n"] {
        assert!(text.contains(kept), "{kept} is gone:\n{text}");
    }
    for new in [
        "is_prod: {equal: [{variability_input: env}, prod]}",
        "      relation_default_condition: true\n      expected_hosting_check: false\n",
        "conditions: {logic_expression: is_prod}",
        "- not: {node_presence: two}",
        "- {exo: [{logic_expression: is_prod}, true]}",
        "relation_default_condition_mode: source\n",
    ] {
        assert!(text.contains(new), "{new} is missing:\n{text}");
    }
    assert_eq!(converted(&text, Profile::D).unwrap(), text);
}

#[test]
fn options_are_added_wherever_there_is_a_place() {
    let tail = "  node_templates:\n    one: {type: one, conditions: false}\n    two: {type: two}\n";
    let version = "tosca_definitions_version: tosca_variability_1_0\n";
    for head in [
        "topology_template:\n",
        "topology_template:\n  variability:\n",
        "topology_template:\n  variability: {}\n",
        "topology_template:\n  variability: {inputs: {a: {type: string}}}\n",
        "topology_template:\n  variability:\n    inputs: {a: {type: string}}\n",
        "topology_template:\n  variability:\n    options:\n",
        "topology_template:\n  variability:\n    options: {}\n",
        "topology_template:\n  variability:\n    options: {disable_consistency_checks: false}\n",
    ] {
        let text = converted(&format!("{version}{head}{tail}"), Profile::C).unwrap();
        let document = resolve(&text, Profile::D, None, &[]).unwrap_or_else(|error| panic!("{error:?} in\n{text}"));
        assert!(document.contains("two") && !document.contains("one"), "{document} of\n{text}");
    }
}

#[test]
fn what_cannot_be_said_is_refused() {
    let head = "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n";
    let hosting = format!(
        "{head}  node_templates:\n    one: {{type: one, requirements: [{{dev_host: two}}]}}\n    two: {{type: two}}\n"
    );
    assert!(converted(&hosting, Profile::C).unwrap_err().contains("hosting relation"));
    let options = "  variability: {options: {forcePruneNodes: true}}\n";
    let forced = format!("{head}{options}  node_templates: {{one: {{type: one, conditions: false}}}}\n");
    assert!(converted(&forced, Profile::B).unwrap_err().contains("forced pruning"));
    let members =
        "  node_templates: {one: {type: one, conditions: false}}\n  groups: {all: {type: all, members: [one]}}\n";
    assert!(converted(&format!("{head}{members}"), Profile::A).unwrap_err().contains("keeps members"));
    // Profile D has no presence of the members of groups that are no elements.
    let group =
        "all: {type: variability.groups.ConditionalMembers, members: [one], conditions: {get_variability_input: a}}";
    let present = format!(
        "{head}  variability: {{inputs: {{a: {{type: boolean}}}}}}\n  node_templates:\n    one: {{type: one}}\n    two: {{type: two, conditions: {{has_present_members: all}}}}\n  groups:\n    {group}\n"
    );
    assert!(converted(&present, Profile::C).unwrap_err().contains("is a variability group"));
}

/// What profile D refuses stands where the author wrote it, however much was written before it.
#[test]
fn what_is_refused_has_its_own_place() {
    let text = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {a: {type: boolean}}
  node_templates:
    cafe:
      type: Cafe
      conditions: {get_variability_input: a}
      properties:
        - sign: {value: Good books, default: true}
";
    let conversion = convert(Package::of_text(text), &load(Profile::C, None)).unwrap();
    let fault = conversion.diagnostics.iter().find(|fault| fault.is_error()).unwrap();
    assert_eq!(conversion.sources.text(fault.span().unwrap()), "default", "{fault:?}");
    assert_eq!(conversion.sources.position(fault.span().unwrap()).line, 10);
    assert_eq!(fault.help.as_deref(), Some("without `--from C` the template is read with profile B"));
    assert!(convert(Package::of_text(text), &load(Profile::B, None)).unwrap().text.is_some());
}

const PRESETS: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {n: {}, m: {}}
    presets:
      p: {inputs: {n: {add: [1, 2]}, m: 1}}
      l:
        inputs:
          n:
            - 1
            - add: [1, 1]
          m: 1
  node_templates:
    a: {type: t, conditions: {greater_than: [{get_variability_input: n}, 2]}}
    c: {type: t}
";

/// Maps in presets are expressions before profile D, and values since.
#[test]
fn presets_give_what_they_gave() {
    let conversion = convert(Package::of_text(PRESETS), &load(Profile::C, None)).unwrap();
    assert_eq!(conversion.diagnostics, []);
    let text = conversion.text.unwrap();
    assert!(text.contains("p: {inputs: {n: 3, m: 1}}\n"), "{text}");
    assert!(text.contains("          n:\n            [1,2]\n          m: 1\n"), "{text}");
    let open = PRESETS.replace("{add: [1, 2]}", "{add: [{get_variability_input: m}, 2]}");
    let refused = convert(Package::of_text(open.as_str()), &load(Profile::C, None)).unwrap();
    let fault = refused.diagnostics.iter().find(|fault| fault.is_error()).unwrap();
    assert_eq!(refused.sources.text(fault.span().unwrap()), "{add: [{get_variability_input: m}, 2]}");
    assert_eq!(refused.text, None);
}

/// What an input gives that nothing reads is evaluated by no profile.
#[test]
fn maps_for_inputs_that_nothing_reads_stay() {
    let unread = PRESETS.replace("{add: [1, 2]}, m: 1}", "3, m: {size: [1, {unit: GB}]}}");
    assert!(converted(&unread, Profile::C).unwrap().contains("m: {size: [1, {unit: GB}]}"));
}

/// Profile D evaluates all of a condition, and so needs inputs that decided nothing.
#[test]
fn presets_that_leave_open_what_is_read_now_are_named() {
    let text = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      env: {type: string, constraints: [{valid_values: [dev, prod]}]}
      ha: {type: boolean}
    presets:
      dev: {inputs: {env: dev}}
      prod: {inputs: {env: prod, ha: true}}
  node_templates:
    app: {type: t}
    standby: {type: t, conditions: [{equal: [{get_variability_input: env}, prod]}, {get_variability_input: ha}]}
";
    let conversion = convert(Package::of_text(text), &load(Profile::C, None)).unwrap();
    let reported: Vec<(Code, &str)> = conversion
        .diagnostics
        .iter()
        .map(|diagnostic| (diagnostic.code, conversion.sources.text(diagnostic.span().unwrap())))
        .collect();
    assert_eq!(reported, [(Code::MissingInput, "dev")]);
    let message = "preset \"dev\" does not resolve by itself any more: variability input \"ha\" has no value";
    assert_eq!(conversion.diagnostics[0].message, message);
    assert!(!conversion.diagnostics[0].is_error() && conversion.text.is_some());
}

#[test]
fn what_no_configuration_resolves_is_not_converted() {
    let text = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  node_templates: {a: {type: t, conditions: 5}}
";
    let conversion = convert(Package::of_text(text), &load(Profile::C, None)).unwrap();
    let fault = conversion.diagnostics.iter().find(|fault| fault.is_error()).unwrap();
    assert_eq!((fault.code, conversion.sources.text(fault.span().unwrap())), (Code::NotACondition, "5"));
    assert_eq!(conversion.text, None);
}

/// What is said of inputs that are not declared, of those without a value, and of expressions that are given for one: today these
/// are values.
static OF_INPUTS: [Code; 4] = [Code::UndefinedInput, Code::UndeclaredInput, Code::MissingInput, Code::IllTypedInput];

fn resolve(
    text: &str,
    profile: Profile,
    options: Option<&str>,
    inputs: &[InputsFile],
) -> Result<String, Vec<Diagnostic>> {
    let package = Package::of_text(text);
    let mut request = Request::new(&package, Some(profile));
    if let Some(options) = options {
        request = request.options(options.to_owned());
    }
    for file in inputs {
        request = request.inputs(file.clone());
    }
    let resolution = request.resolve().unwrap();
    let errors = resolution.diagnostics().iter().filter(|diagnostic| diagnostic.is_error());
    resolution.document().map(str::to_owned).ok_or_else(|| errors.cloned().collect())
}

/// A document without the differences of style between revisions: empty collections, and forms that say the same.
fn plain(document: &str) -> Json {
    let json: Json = serde_json::to_value(serde_yaml::from_str::<serde_yaml::Value>(document).unwrap()).unwrap();
    simplified(json)
}

fn simplified(json: Json) -> Json {
    match json {
        Json::Object(map) => {
            let entries: BTreeMap<String, Json> =
                map.into_iter().map(|(key, value)| (key, simplified(value))).collect();
            let is_empty = |value: &Json| {
                value.as_object().is_some_and(|map| map.is_empty()) || value.as_array().is_some_and(Vec::is_empty)
            };
            let mut left: serde_json::Map<String, Json> =
                entries.into_iter().filter(|(_, value)| !is_empty(value)).collect();
            if left.get("type").is_some_and(|name| name == "tosca.artifacts.File") {
                left.remove("type");
            }
            match (left.len(), left.get("node").or(left.get("file"))) {
                (1, Some(only)) => only.clone(),
                _ => Json::Object(left),
            }
        }
        Json::Array(items) => Json::Array(items.into_iter().map(simplified).collect()),
        scalar => scalar,
    }
}

/// The cases of a folder: those with a template.
fn cases(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    if folder.join("template.yaml").is_file() {
        found.push(folder.to_owned());
    }
    paths.iter().filter(|path| path.is_dir()).for_each(|path| cases(path, found));
}

/// What comes of the cases in a folder.
#[derive(Default)]
struct Compared {
    /// How many give the same document both ways.
    same: usize,
    /// Those that are not converted, with the reason.
    refused: Vec<String>,
    /// Those whose values for inputs are refused today, as inputs are not declared or lack a value, where earlier profiles evaluate
    /// no more than they have to, or as expressions are given, which they evaluate.
    without_inputs: Vec<String>,
}

/// Every case that is resolved and converted gives the same document both ways. Cases that name another profile are
/// not looked at.
fn compare(folder: &Path, profile: Profile) -> Compared {
    let mut found = Vec::new();
    cases(folder, &mut found);
    let mut compared = Compared::default();
    for case in found {
        let text = fs::read_to_string(case.join("template.yaml")).unwrap();
        let test = fs::read_to_string(case.join("test.yaml")).unwrap_or_default();
        let test: Json = serde_yaml::from_str::<Option<Json>>(&test).unwrap().unwrap_or_default();
        let named = test.get("profile").and_then(Json::as_str).map(|named| named.parse::<Profile>().unwrap());
        if named.is_some_and(|named| named != profile) {
            continue;
        }
        let options = test.get("resolver").map(ToString::to_string);
        let inputs =
            ["inputs.yaml", "inputs.json"].map(|name| case.join(name)).into_iter().filter(|path| path.is_file());
        let inputs: Vec<InputsFile> = inputs.map(|path| InputsFile::read(&path).unwrap()).collect();
        let Ok(before) = resolve(&text, profile, options.as_deref(), &inputs) else { continue };
        let conversion = convert(Package::of_text(text.as_str()), &load(profile, options.as_deref())).unwrap();
        let Some(late) = conversion.text else {
            let reported: Vec<&str> =
                conversion.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
            compared.refused.push(format!("{}: {reported:?}", case.display()));
            continue;
        };
        let after = match resolve(&late, Profile::D, None, &inputs) {
            Err(errors) if errors.iter().any(|error| OF_INPUTS.contains(&error.code)) => {
                let name = case.strip_prefix(folder).unwrap().display().to_string();
                compared.without_inputs.push(name);
                continue;
            }
            after => after.unwrap_or_else(|errors| panic!("{}: {errors:?} in\n{late}", case.display())),
        };
        assert_eq!(plain(&before), plain(&after), "{} as\n{late}", case.display());
        compared.same += 1;
    }
    compared.without_inputs.sort();
    compared
}

#[test]
fn early_suites_resolve_to_the_same() {
    if !Path::new("../shared/conformance").is_dir() {
        return passed_over("conformance", "what early suites are converted to");
    }
    for (folder, profile) in [("A-2022-08", Profile::A), ("B-2023-01", Profile::B), ("C-2023-02", Profile::C)] {
        let Compared { same, refused, without_inputs } =
            compare(&Path::new("../shared/conformance").join(folder), profile);
        assert!(same > refused.len(), "{folder}: {same} compared, {refused:#?}");
        assert_eq!(without_inputs, [""; 0], "{folder}");
    }
}

/// Cases that are converted say the same in today's words; those that are not are refused with a reason.
#[test]
fn own_early_cases_resolve_to_the_same() {
    let expected: [(Profile, &[&str]); 3] =
        [(Profile::A, &["profile-a/operators"]), (Profile::B, &["inputs/given-connectives"]), (Profile::C, &[])];
    for (profile, without) in expected {
        let Compared { same, refused, without_inputs } = compare(Path::new("tests/cases"), profile);
        assert!(same > refused.len() && same >= 10, "profile {profile}: {same} compared, {refused:#?}");
        assert_eq!(without_inputs, without, "profile {profile}");
    }
}

/// A template of profile C with a value that is nested so deep.
fn nested(depth: usize, value: &str) -> String {
    let value = format!("{}{value}{}", "[".repeat(depth), "]".repeat(depth));
    format!(
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  node_templates:\n    n:\n      type: t\n      \
         properties:\n        - p: {value}\n"
    )
}

#[test]
fn documents_are_compared_however_deep_they_are() {
    let loaded = |text: &str, profile| Model::load(&Package::of_text(text), &load(profile, None)).unwrap();
    let compared = |old: &str, new: &str| {
        let same = same_meaning(&loaded(old, Profile::C), &loaded(new, Profile::D), &Limits::default());
        match same {
            Sameness::Same => "same".to_owned(),
            Sameness::Differs(contrast) => contrast.what,
            Sameness::Undecided(doubt) => doubt.to_string(),
        }
    };
    assert_eq!(compared(&nested(200, "1"), &nested(200, "1")), "same");
    let what = compared(&nested(200, "1"), &nested(200, "2"));
    assert!(what.ends_with("is 1 before and 2 after"), "{what}");
    assert_eq!(compared(&nested(2_000, "1"), &nested(2_000, "1")), "same");
    assert_eq!(compared(&nested(2_000, "1"), &nested(2_000, "2")), "documents are written differently");
    // The nearest floating-point number is the same one.
    let what = compared(&nested(1, "9007199254740993"), &nested(1, "9007199254740992"));
    assert!(what.ends_with("is 9007199254740993 before and 9007199254740992 after"), "{what}");
}
