//! What makes no difference: templates of our cases and of the suites, written in another way, asked value by value, exported
//! and read again. Each run takes others; `VARISCOPE_SEED` repeats one.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "metamorphic/rewriting.rs"]
mod rewriting;
#[path = "metamorphic/seeds.rs"]
mod seeds;
#[path = "metamorphic/smt_lib.rs"]
mod smt_lib;
mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;
use variscope::analysis::question::{CountDetail, Limits, Variants};
use variscope::analysis::value::Configuration;
use variscope::resolve::resolution::{InputsFile, Request};
use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::{LoadOptions, Model};
use variscope_encoder::Budget;

use rewriting::{MANNERS, rewritten};
use seeds::Seeds;
use smt_lib::Script;
use support::folder::{files, is_named};
use support::program::{self, parts_of};

/// Where templates are, with the profile they are written for.
const FOLDERS: [(&str, Option<Profile>); 5] = [
    ("tests/cases", None),
    ("tests/csar", None),
    ("../shared/conformance/D-2025-07", Some(Profile::D)),
    ("../shared/conformance/C-2023-02", Some(Profile::C)),
    ("../shared/conformance/B-2023-01", Some(Profile::B)),
];

/// Some templates, others on every run.
fn some(count: usize, seeds: &mut Seeds, is_wanted: impl Fn(&str) -> bool) -> Vec<(PathBuf, Option<Profile>)> {
    let is_template = is_named(&["template.yaml", "variable-service-template.yaml", "service-template.yaml"]);
    let of_folder = |(folder, profile): &(&str, Option<Profile>)| {
        let profile = *profile;
        files(folder, &is_template).into_iter().map(move |path| (path, profile))
    };
    let mut all: Vec<_> = FOLDERS.iter().flat_map(of_folder).collect();
    all.retain(|(path, _)| fs::read_to_string(path).is_ok_and(|text| is_wanted(&text)));
    let mut chosen = Vec::new();
    while chosen.len() < count && !all.is_empty() {
        chosen.push(all.swap_remove(seeds.below(all.len())));
    }
    chosen
}

/// The document that a text is, if another way of writing it says the same: no text looks like an instant, no key is twice
/// there or merged.
fn plain(text: &str) -> Option<Json> {
    let is_instant = |word: &str| {
        word.len() > 9 && word.as_bytes()[4] == b'-' && word.as_bytes()[..4].iter().all(u8::is_ascii_digit)
    };
    if text.contains("<<")
        || text.contains("!!")
        || text.split(|letter: char| !letter.is_ascii_digit() && letter != '-').any(is_instant)
    {
        return None;
    }
    serde_yaml::from_str(text).ok().filter(Json::is_object)
}

/// Errors about how a text is written, not about what it says.
const OF_WRITING: [&str; 1] = ["DuplicateKey"];

/// What a template says: how much of everything there is, and the document or the kinds of errors under its inputs.
#[derive(Debug, PartialEq)]
struct Outcome {
    numbers: Option<(String, Option<String>, Option<String>, bool)>,
    has_document: bool,
    /// None too where it has numbers that are too long for the reader used here.
    document: Option<serde_yaml::Value>,
    codes: BTreeSet<String>,
}

impl Outcome {
    fn of(path: &Path, text: &str, profile: Option<Profile>) -> Self {
        let package = Package::open(path).unwrap().with_template(text).unwrap();
        let mut request = Request::new(&package, profile);
        let inputs = path.with_file_name("inputs.yaml");
        if inputs.is_file() {
            request = request.inputs(InputsFile::read(&inputs).unwrap());
        }
        // What leaves the package is refused, whatever else is said.
        let Ok(resolution) = request.resolve() else {
            return Self { numbers: None, has_document: false, document: None, codes: BTreeSet::new() };
        };
        let document = resolution.document().and_then(|text| serde_yaml::from_str(text).ok());
        let codes = resolution
            .diagnostics()
            .iter()
            .filter(|diagnostic| diagnostic.is_error())
            .map(|diagnostic| format!("{:?}", diagnostic.code));
        Self {
            numbers: numbers(&package, profile),
            has_document: resolution.document().is_some(),
            document,
            codes: codes.collect(),
        }
    }
}

fn numbers(package: &Package, profile: Option<Profile>) -> Option<(String, Option<String>, Option<String>, bool)> {
    let model = Model::load(package, &LoadOptions { profile, options: None }).ok()?.model?;
    let nothing = Configuration::new();
    let variants = Variants::of(&model, &nothing).ok()?;
    let limits = Limits { budget: Budget::unlimited().with_steps(200_000_000), most_variants: Some(2000) };
    let count = variants.count(&limits, CountDetail::Total);
    let shown = |number: &Option<num_bigint::BigUint>| number.as_ref().map(ToString::to_string);
    Some((count.variants.to_string(), shown(&count.classes), shown(&count.configurations), count.exactness.is_exact()))
}

#[test]
fn how_a_template_is_written_makes_no_difference() {
    let mut seeds = Seeds::fresh();
    let (mut compared, mut different) = (0, Vec::new());
    println!("VARISCOPE_SEED={}", seeds.seed);
    for (path, profile) in some(120, &mut seeds, |_| true) {
        let text = fs::read_to_string(&path).unwrap();
        let Some(document) = plain(&text) else { continue };
        let before = Outcome::of(&path, &text, profile);
        if before.codes.iter().any(|code| OF_WRITING.contains(&code.as_str())) {
            continue;
        }
        for manner in MANNERS {
            let other = rewritten(&document, manner, &mut seeds);
            let after = Outcome::of(&path, &other, profile);
            compared += 1;
            if after != before {
                different.push(format!("{manner:?} of {}:\n{before:?}\n{after:?}\n{other}", path.display()));
            }
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(compared > 300, "{compared} texts were compared");
}

fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let (status, answer, _) = parts_of(&program::run(arguments));
    (status, answer)
}

fn variants_of(path: &str, more: &[&str]) -> Option<Json> {
    let (status, answer) = run(&[&["count", path, "--format", "json", "--steps", "1G"], more].concat());
    (status == Some(0)).then(|| serde_json::from_str(&answer).unwrap())
}

/// What is exported has as many variants when it is read again.
#[test]
fn exports_have_as_many_variants() {
    let (mut seeds, mut compared) = (Seeds::fresh(), 0);
    println!("VARISCOPE_SEED={}", seeds.seed);
    let folder = tempfile::tempdir().unwrap();
    for (path, profile) in some(40, &mut seeds, |_| true) {
        let path = path.to_str().unwrap();
        let profile = profile.map_or("auto".to_owned(), |profile| profile.to_string());
        let Some(count) = variants_of(path, &["--profile", &profile]) else { continue };
        for (format, extension, more) in
            [("dimacs", "cnf", None), ("uvl", "uvl", None), ("d-dnnf", "nnf", Some("--names"))]
        {
            let exported = folder.path().join(format!("model.{extension}"));
            let exported = exported.to_str().unwrap();
            let mut arguments = vec!["export", path, "--to", format, "--output", exported, "--profile", &profile];
            arguments.extend(more);
            if run(&arguments).0 != Some(0) {
                // What cannot be written in clauses is refused.
                continue;
            }
            if fs::read_to_string(exported).unwrap().contains("has to project onto the others") {
                // UVL knows no projection, and says so.
                continue;
            }
            let again = variants_of(exported, &[]).unwrap_or_else(|| panic!("{path} as {format}"));
            assert_eq!(again["variants"], count["variants"], "{path} as {format}");
            compared += 1;
        }
    }
    assert!(compared > 15, "{compared} exports were compared");
}

/// What Z3 says of a script, where it is installed.
fn z3(script: &str) -> Option<bool> {
    let output = Command::new("z3").args(["-smt2", script]).output().ok()?;
    match String::from_utf8_lossy(&output.stdout).lines().next()? {
        "sat" => Some(true),
        "unsat" => Some(false),
        other => panic!("{script}: z3 says {other}"),
    }
}

/// Scripts in SMT-LIB have as many solutions as there are variants, for any solver.
#[test]
fn scripts_have_as_many_solutions() {
    let (mut seeds, mut compared, mut solved) = (Seeds::fresh(), 0, 0);
    println!("VARISCOPE_SEED={}", seeds.seed);
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("model.smt2");
    let script = script.to_str().unwrap();
    let models = ["broken", "alternative", "[2..3]", "or"].map(|kind| {
        let path = folder.path().join(format!("{kind}.uvl"));
        let (group, constraint) = if kind == "broken" { ("or", "r => !r") } else { (kind, "a => !b") };
        let text = format!(
            "features\n\tr\n\t\t{group}\n\t\t\ta\n\t\t\tb\n\t\t\tc\n\t\t\t'd e'\nconstraints\n\t{constraint}\n"
        );
        fs::write(&path, text).unwrap();
        (path, None)
    });
    for (path, profile) in some(60, &mut seeds, |_| true).into_iter().chain(models) {
        let path = path.to_str().unwrap();
        let profile = profile.map_or("auto".to_owned(), |profile| profile.to_string());
        let Some(count) = variants_of(path, &["--profile", &profile]) else { continue };
        if run(&["export", path, "--to", "smt-lib", "--output", script, "--profile", &profile]).0 != Some(0) {
            continue;
        }
        let variants = count["variants"].as_str().unwrap();
        if let Some(is_satisfiable) = z3(script) {
            assert_eq!(is_satisfiable, variants != "0", "{path}");
            solved += 1;
        }
        if let Some(found) = Script::of(&fs::read_to_string(script).unwrap()).count(2000) {
            assert_eq!(found.to_string(), variants, "{path}");
            compared += 1;
        }
    }
    println!("{compared} scripts were counted, {solved} solved by z3");
    assert!(compared > 15, "{compared} scripts were counted");
}

/// The values that a template allows for an input that has few.
fn few_values(body: &Json) -> Vec<Json> {
    match (body["type"].as_str(), &body["constraints"][0]["valid_values"]) {
        (Some("boolean"), Json::Null) => vec![false.into(), true.into()],
        (_, Json::Array(values)) if body["constraints"].as_array().is_some_and(|all| all.len() == 1) => values.clone(),
        _ => Vec::new(),
    }
}

/// The configurations under each value of an input are all configurations, and a template does not differ from itself.
#[test]
fn parts_sum_up_and_nothing_differs_from_itself() {
    let (mut seeds, mut summed, mut compared) = (Seeds::fresh(), 0, 0);
    println!("VARISCOPE_SEED={}", seeds.seed);
    let number = |answer: &Json| answer["configurations"].as_str().and_then(|text| text.parse::<u128>().ok());
    for (path, profile) in some(40, &mut seeds, |text| text.contains("boolean") || text.contains("valid_values")) {
        let Some(document) = plain(&fs::read_to_string(&path).unwrap()) else { continue };
        let path = path.to_str().unwrap();
        let profile = profile.map_or("auto".to_owned(), |profile| profile.to_string());
        let Some(whole) = variants_of(path, &["--profile", &profile]) else { continue };
        let (status, differences) = run(&["diff", path, path, "--profile", &profile, "--format", "json"]);
        assert_eq!(status, Some(0), "{path}: {differences}");
        compared += 1;
        let inputs = document["topology_template"]["variability"]["inputs"].as_object().cloned().unwrap_or_default();
        for (input, body) in inputs.iter().filter(|(_, body)| !few_values(body).is_empty()) {
            let parts = few_values(body).into_iter().map(|value| {
                let given = format!("{input}={value}");
                variants_of(path, &["--profile", &profile, "--input", &given]).map(|part| number(&part).unwrap_or(0))
            });
            let (Some(parts), Some(whole)) = (parts.collect::<Option<Vec<u128>>>(), number(&whole)) else { continue };
            assert_eq!(parts.iter().sum::<u128>(), whole, "{path}: {input}");
            summed += 1;
        }
    }
    assert!(compared > 10 && summed > 3, "{compared} templates, {summed} inputs");
}
