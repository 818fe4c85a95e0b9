//! What `check --fix` changes by default changes no resolved document: in our own cases, and in those of others
//! where they are there.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod prerequisites;
mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use variscope::resolve::suite::{Mode, Verdict, discover, run_within};
use variscope::source::package::TEMPLATE_NAMES;
use variscope::source::syntax::vocabulary::Profile;
use variscope_encoder::Budget;

use prerequisites::passed_over;
use support::folder::{copy, files};
use support::program;

fn variscope(arguments: &[&str], path: &Path) -> Output {
    program::variscope(arguments).arg(path).output().unwrap()
}

/// Whether each case that expects a document or an error passes.
fn verdicts(folder: &Path, profile: Option<Profile>) -> BTreeMap<String, bool> {
    let verdicts = run_within(&discover(folder).unwrap(), profile, Mode::Check, &Budget::unlimited());
    // Cases of codes alone are about what is said of a template, and that is meant to change.
    let is_about_codes =
        |name: &str| fs::read_to_string(Path::new(name).join("test.yaml")).is_ok_and(|test| test.contains("codes:"));
    let wanted = verdicts.iter().filter(|verdict| !is_about_codes(&verdict.name));
    wanted.map(|verdict| (verdict.name.clone(), Verdict::is_passed(verdict))).collect()
}

/// The profile that the test of a template names.
fn profile_of(template: &Path) -> Option<Profile> {
    let test = fs::read_to_string(template.with_file_name("test.yaml")).ok()?;
    test.lines().find_map(|line| line.strip_prefix("profile:")?.trim().parse().ok())
}

/// Of long suites every so many-th template is repaired.
const MOST: usize = 128;

/// Repairs templates in a copy of a folder of cases, which pass or fail as before; how many were changed.
fn repair_all(folder: &Path, profile: Option<Profile>) -> usize {
    let copied = tempfile::tempdir().unwrap();
    copy(folder, copied.path());
    let before = verdicts(copied.path(), profile);
    let is_template = |path: &Path| TEMPLATE_NAMES.iter().any(|name| path.ends_with(name));
    let templates = files(copied.path(), &is_template);
    let step = templates.len().div_ceil(MOST).max(1);
    let templates: Vec<PathBuf> = templates.into_iter().step_by(step).collect();
    let (next, changed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(template) = templates.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let text = fs::read_to_string(template).unwrap();
                    let read_with =
                        profile_of(template).or(profile).map_or("auto".to_owned(), |profile| profile.to_string());
                    let arguments = ["check", "--fix", "--profile", &read_with, "--types-profile", "none"];
                    let output = variscope(&arguments, template);
                    let is_changed = fs::read_to_string(template).unwrap() != text;
                    changed.fetch_add(usize::from(is_changed), Ordering::Relaxed);
                    if is_changed {
                        let again = variscope(
                            &["check", "--diff", "--profile", &read_with, "--types-profile", "none"],
                            template,
                        );
                        assert!(
                            again.stdout.is_empty(),
                            "{}: one call does all: {again:?} after {output:?}",
                            template.display()
                        );
                    }
                }
            });
        }
    });
    let after = verdicts(copied.path(), profile);
    let moved: Vec<&String> =
        before.iter().filter(|(name, passed)| after[*name] != **passed).map(|(name, _)| name).collect();
    assert!(moved.is_empty(), "{moved:#?}");
    changed.into_inner()
}

#[test]
fn own_cases_resolve_to_the_same_after_safe_fixes() {
    let changed: usize = ["tests/cases", "tests/csar"].iter().map(|folder| repair_all(Path::new(folder), None)).sum();
    assert!(changed >= 8, "{changed} templates were changed");
}

#[test]
fn the_suites_resolve_to_the_same_after_safe_fixes() {
    let suites = Path::new("../shared/conformance");
    if !suites.is_dir() {
        return passed_over("conformance", "what fixes make of the suites");
    }
    let profiles =
        [("A-2022-08", Profile::A), ("B-2023-01", Profile::B), ("C-2023-02", Profile::C), ("D-2025-07", Profile::D)];
    let changed: usize = profiles.iter().map(|(suite, profile)| repair_all(&suites.join(suite), Some(*profile))).sum();
    assert!(changed >= 8, "{changed} templates were changed");
}

/// Templates of others without any condition have nothing that could go.
#[test]
fn plain_templates_are_left_alone() {
    let corpus = Path::new("../shared/corpus");
    if !corpus.is_dir() {
        return passed_over("corpus", "what fixes make of plain templates");
    }
    let copied = tempfile::tempdir().unwrap();
    copy(corpus, copied.path());
    let is_template =
        |path: &Path| path.extension().is_some_and(|extension| extension == "tosca" || extension == "yaml");
    let templates = files(copied.path(), &is_template);
    let is_service = |path: &PathBuf| fs::read_to_string(path).is_ok_and(|text| text.contains("topology_template:"));
    for template in templates.iter().filter(|path| is_service(path)) {
        let before = fs::read(template).unwrap();
        let output = variscope(&["check", "--fix"], template);
        assert!(fs::read(template).unwrap() == before, "{}: {output:?}", template.display());
    }
}

/// Words of `webshop` and what a hasty author makes of them.
static WEBSHOP_TYPOS: [(&str, &str); 4] = [
    ("environment}, dev]", "environment}, dve]"),
    ("is_scaled: {greater:", "is_scaled: {greather:"),
    ("default_alternative: true\n      properties:", "default_alternativ: true\n      properties:"),
    (
        "expression: {variability_input: replicas}\n            cond",
        "expression: {variability_input: replica}\n            cond",
    ),
];

/// Those of `edge-analytics`: a value, a function, a file and an input.
static EDGE_TYPOS: [(&str, &str); 4] = [
    ("placement}, edge]", "placement}, edeg]"),
    ("{get_attribute: [dashboard, url]}", "{get_atribute: [dashboard, url]}"),
    ("images/dashboard.dockerfile", "images/dashbord.dockerfile"),
    ("{get_input: camera_url}", "{get_input: camera_ulr}"),
];

/// The folder of an example with these typos.
fn misspelt(example: &str, typos: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf, String) {
    let folder = tempfile::tempdir().unwrap();
    copy(&Path::new("tests/csar").join(example), folder.path());
    let template = folder.path().join("service-template.yaml");
    let mut text = fs::read_to_string(&template).unwrap();
    for (right, wrong) in typos {
        assert!(text.contains(right), "{right}");
        text = text.replacen(right, wrong, 1);
    }
    fs::write(&template, &text).unwrap();
    (folder, template, text)
}

#[test]
fn typos_are_repaired_as_suggested_and_nothing_is_deleted_for_them() {
    for (example, all) in [("webshop", &WEBSHOP_TYPOS), ("edge-analytics", &EDGE_TYPOS)] {
        let original = fs::read_to_string(format!("tests/csar/{example}/service-template.yaml")).unwrap();
        for typos in [&all[..], &all[..1], &all[1..], &all[2..3]] {
            let (folder, template, text) = misspelt(example, typos);
            let output = variscope(&["check", "--fix"], folder.path());
            assert!(fs::read_to_string(&template).unwrap() == text, "{output:?}");
            let output = variscope(&["check", "--fix", "--unsafe"], folder.path());
            assert!(fs::read_to_string(&template).unwrap() == original, "{output:?}");
        }
    }
}

#[test]
fn every_question_reports_all_errors() {
    let (folder, ..) = misspelt("webshop", &WEBSHOP_TYPOS[1..3]);
    for question in ["count", "elements", "list", "check"] {
        let output = variscope(&[question], folder.path());
        let printed = String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap();
        assert!(printed.contains("V201") && printed.contains("V103"), "{question}: {printed}");
    }
}

#[test]
fn a_misspelt_type_is_reported_once() {
    let folder = tempfile::tempdir().unwrap();
    let template = folder.path().join("template.yaml");
    let body = "topology_template:\n  node_templates:\n    app: {type: tosca.nodes.SoftwareComponant}\n";
    fs::write(&template, format!("tosca_definitions_version: tosca_variability_1_0_rc_3\n{body}")).unwrap();
    let output = variscope(&["check"], &template);
    let printed = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    assert_eq!(printed.matches("error[").count(), 1, "{printed}");
    assert!(printed.contains("did you mean \"tosca.nodes.SoftwareComponent\"?"), "{printed}");
}
