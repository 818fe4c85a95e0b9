//! The schema accepts what resolves, and rejects what is misspelled with a message that names it.

mod prerequisites;
mod support;

use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_json::Value as Json;
use variscope::analysis::presence::Rules;
use variscope::source::Sources;
use variscope::source::diagnostic::Diagnostic;
use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::Profile;
use variscope::source::syntax::yaml::Tree;
use variscope::tosca::model::{LoadOptions, Model};
use variscope::tosca::schema::schema;

use prerequisites::passed_over;
use support::folder::{files, has_extension};

/// A YAML text as JSON, if it is well-formed.
fn json(text: &str) -> Option<Json> {
    let (mut sources, mut tree) = (Sources::new(), Tree::new());
    let file = sources.add("template", text);
    let (root, faults) = tree.parse(&sources, file);
    let root = root.filter(|_| faults.is_empty())?;
    serde_json::from_str(&tree.at(root).to_json()).ok()
}

fn validator(profile: Option<Profile>) -> Validator {
    let schema = schema(profile);
    assert!(jsonschema::draft7::meta::is_valid(&schema));
    jsonschema::draft7::new(&schema).expect("a sound schema")
}

/// What the schema says against a template.
fn complaints(validator: &Validator, template: &Json) -> Vec<String> {
    validator.iter_errors(template).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

/// Templates with mistakes on purpose name them in comments that begin so.
const MISTAKE: &str = "# expect V";

/// The templates below `folder` that can be read with `profile` without an error, each with its profile.
fn readable(folder: &Path, profile: Option<Profile>) -> Vec<(PathBuf, Json, Profile)> {
    let mut files = files(folder, &has_extension("yaml"));
    // What is in there is wrong on purpose.
    files.retain(|path| !path.display().to_string().contains("tests/cases/diagnostics"));
    let read = |path: &PathBuf| {
        let is_template = |text: &String| text.contains("tosca_definitions_version") && !text.contains(MISTAKE);
        let text = fs::read_to_string(path).ok().filter(is_template)?;
        let options = LoadOptions { profile, ..LoadOptions::default() };
        let loaded = Model::load(&Package::open(path).ok()?, &options).ok()?;
        let model = loaded.model.filter(|_| !loaded.diagnostics.iter().any(Diagnostic::is_error))?;
        let is_read = !Rules::of(&model).1.iter().any(Diagnostic::is_error);
        Some((path.clone(), json(&text).filter(|_| is_read)?, model.profile()))
    };
    files.iter().filter_map(read).collect()
}

/// Whatever can be read is accepted, by the schema of its profile and by that of all profiles.
fn assert_accepted(folder: &Path, profile: Option<Profile>, least: usize) {
    let any = validator(None);
    let own = Profile::ALL.map(|profile| validator(Some(profile)));
    let templates = readable(folder, profile);
    assert!(templates.len() >= least, "{}: {}", folder.display(), templates.len());
    let complaints: Vec<String> = templates
        .iter()
        .flat_map(|(path, template, profile)| {
            let all = complaints(&any, template).into_iter().chain(complaints(&own[profile.index()], template));
            all.map(move |complaint| format!("{} ({profile}): {complaint}\n", path.display()))
        })
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.concat());
}

#[test]
fn own_templates_are_accepted() {
    assert_accepted(Path::new("tests"), None, 100);
}

#[test]
fn templates_of_the_reference_are_accepted() {
    for (suite, profile) in
        [("A-2022-08", Profile::A), ("B-2023-01", Profile::B), ("C-2023-02", Profile::C), ("D-2025-07", Profile::D)]
    {
        let folder = Path::new("../shared/conformance").join(suite);
        if folder.is_dir() {
            assert_accepted(&folder, Some(profile), 10);
        } else {
            passed_over("conformance", "what the schema accepts");
        }
    }
}

/// A sound template that the misspellings are seeded in.
static SOUND: &str = "
tosca_definitions_version: tosca_variability_1_0_rc_3
topology_template:
  variability:
    inputs:
      env: {type: string, default: dev}
    presets:
      prod: {name: Production, inputs: {env: prod}}
    expressions:
      is_prod: {equal: [{variability_input: env}, prod]}
    options: {mode: semantic-loose, node_pruning: true, optimization_topology: min}
    constraints:
      - {not: {node_presence: cache}}
  node_templates:
    shop:
      type: [Shop: {conditions: {logic_expression: is_prod}}, Other]
      requirements:
        - cache: {node: cache, conditions: {logic_expression: is_prod}, default_alternative: false}
      properties:
        - size: {expression: {add: [1, 2]}, conditions: true}
    cache: {type: Cache, managed: true, weight: 0.5, artifacts: {image: {type: Image, file: f.png}}}
  relationship_templates: {link: {type: Link}}
  inputs: {port: {type: integer}}
  outputs: {url: {value: one}}
  policies:
    - p: {type: P, targets: [shop], conditions: false}
";

/// What is written, what it is misspelled as, and what a message has to name.
static MISSPELLINGS: &[(&str, &str, &str)] = &[
    ("tosca_variability_1_0_rc_3", "tosca_variability_1_0_rc3", "is not one of"),
    ("tosca_definitions_version", "tosca_definition_version", "tosca_definitions_version"),
    ("topology_template", "topolgy_template", "topolgy_template"),
    ("variability:", "variabilty:", "variabilty"),
    ("inputs:\n", "input:\n", "input"),
    ("presets:", "preset:", "preset"),
    ("name: Production", "nmae: Production", "nmae"),
    ("inputs: {env", "imputs: {env", "imputs"),
    ("expressions:", "expresions:", "expresions"),
    ("equal", "eqaul", "eqaul"),
    ("variability_input", "variablity_input", "variablity_input"),
    ("[{variability_input: env}, prod]", "[]", "less than 1 item"),
    ("mode:", "mod:", "mod"),
    ("semantic-loose", "semantic-lose", "semantic-lose"),
    ("node_pruning", "nodes_pruning", "nodes_pruning"),
    ("node_pruning: true", "node_pruning: maybe", "maybe"),
    ("optimization_topology: min", "optimization_topology: least", "least"),
    ("constraints:", "constrains:", "constrains"),
    ("node_presence", "node_presense", "node_presense"),
    ("{not: {", "{nto: {", "nto"),
    ("node_templates", "node_tempaltes", "node_tempaltes"),
    ("Shop: {conditions", "Shop: {condtions", "condtions"),
    ("requirements", "requirments", "requirments"),
    ("cache, conditions", "cache, conditons", "conditons"),
    ("default_alternative", "default_altenative", "default_altenative"),
    ("default_alternative: false", "default_alternative: often", "often"),
    ("expression: {add", "expression: {adds", "adds"),
    ("conditions: true", "conditinos: true", "conditinos"),
    ("managed", "manged", "manged"),
    ("managed: true", "managed: 1", "1"),
    ("weight: 0.5", "weight: 2", "2"),
    ("weight: 0.5", "wieght: 0.5", "wieght"),
    ("targets", "tragets", "tragets"),
    ("type: Cache", "tyep: Cache", "tyep"),
    ("type: Image", "ttype: Image", "ttype"),
    ("type: Link", "tyqe: Link", "tyqe"),
    ("type: integer", "typ: integer", "typ"),
    ("value: one", "vaule: one", "vaule"),
    ("file: f.png", "fiel: f.png", "fiel"),
];

#[test]
fn misspellings_are_named() {
    let validators = [validator(None), validator(Some(Profile::D))];
    let sound = json(SOUND).expect("sound YAML");
    for validator in &validators {
        assert_eq!(complaints(validator, &sound), Vec::<String>::new());
        let mut missed = Vec::new();
        for (written, misspelled, named) in MISSPELLINGS {
            assert!(SOUND.contains(written), "{written}");
            let template = json(&SOUND.replacen(written, misspelled, 1)).expect("sound YAML");
            let complaints = complaints(validator, &template);
            if !complaints.iter().any(|complaint| complaint.contains(named)) {
                missed.push((misspelled, complaints));
            }
        }
        assert!(missed.is_empty(), "{missed:#?}");
    }
}

#[test]
fn keys_of_others_pass() {
    let template = SOUND
        .replace("managed: true", "my_own: 1, _type: 1, title: a, name: b")
        .replace("node_templates:", "x_tool: {}\n  node_templates:");
    assert_eq!(complaints(&validator(None), &json(&template).expect("sound YAML")), Vec::<String>::new());
}
