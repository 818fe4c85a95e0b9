//! The schema accepts what resolves, and rejects what is misspelled with a message that names it.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_json::Value as Json;
use variscope::schema::schema;
use variscope::source::Sources;
use variscope::syntax::vocabulary::Profile;
use variscope::syntax::yaml::Tree;

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

fn yaml_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            yaml_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            files.push(path);
        }
    }
}

/// The templates below `folder` that resolve with some inputs: those with an expected document beside them or in
/// `tests/`.
fn resolving(folder: &Path) -> Vec<(PathBuf, Json)> {
    let mut files = Vec::new();
    yaml_files(folder, &mut files);
    let is_template = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default();
        let has_tests = path.with_file_name("tests").is_dir();
        let is_named = ["template.yaml", "variable-service-template.yaml", "service-template.yaml"].map(OsStr::new);
        is_named.contains(&name) && (path.with_file_name("expected.yaml").exists() || has_tests)
    };
    let read = |path: &PathBuf| Some((path.clone(), json(&fs::read_to_string(path).ok()?)?));
    files.iter().filter(is_template).filter_map(read).collect()
}

fn assert_accepted(folder: &Path, profile: Option<Profile>) {
    let validator = validator(profile);
    let templates = resolving(folder);
    assert!(!templates.is_empty(), "{}", folder.display());
    let complaints: Vec<String> = templates
        .iter()
        .flat_map(|(path, template)| {
            complaints(&validator, template).into_iter().map(|complaint| format!("{}: {complaint}\n", path.display()))
        })
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.concat());
}

#[test]
fn own_templates_are_accepted() {
    assert_accepted(Path::new("tests/cases"), None);
    assert_accepted(Path::new("tests/csar"), Some(Profile::D));
}

#[test]
fn templates_of_the_reference_are_accepted() {
    for (suite, profile) in
        [("A-2022-08", Profile::A), ("B-2023-01", Profile::B), ("C-2023-02", Profile::C), ("D-2025-07", Profile::D)]
    {
        let folder = Path::new("../shared/conformance").join(suite);
        if folder.is_dir() {
            assert_accepted(&folder, None);
            assert_accepted(&folder, Some(profile));
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
    cache: {type: Cache, managed: true, weight: 0.5}
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
    let template =
        SOUND.replace("managed: true", "my_own: 1").replace("node_templates:", "x_tool: {}\n  node_templates:");
    assert_eq!(complaints(&validator(None), &json(&template).expect("sound YAML")), Vec::<String>::new());
}
