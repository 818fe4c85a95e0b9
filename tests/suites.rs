//! All Variability Tests that are at hand: our own, and the suites of the reference where they lie beside us.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod prerequisites;
mod support;

use std::path::{Path, PathBuf};

use variscope::output::render::text::Paint;
use variscope::output::render::verdicts::report;
use variscope::resolve::suite::{Case, Failure, Mode, Outcome, Verdict, discover, run_within};
use variscope::source::syntax::vocabulary::Profile;
use variscope_encoder::Budget;

use prerequisites::passed_over;
use support::program::variscope;

fn own(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(path)
}

fn shared(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(path)
}

fn verdicts(path: &Path, profile: Option<Profile>) -> Vec<Verdict> {
    run_within(&discover(path).unwrap(), profile, Mode::Check, &Budget::unlimited())
}

fn run_as_d(cases: &[Case], mode: Mode) -> Vec<Verdict> {
    run_within(cases, Some(Profile::D), mode, &Budget::unlimited())
}

fn assert_all_pass(path: &Path) {
    let verdicts = verdicts(path, None);
    assert!(verdicts.iter().all(Verdict::is_passed), "{}", report(&verdicts, Paint::Plain));
}

#[test]
fn own_cases_pass() {
    assert_all_pass(&own("cases"));
}

#[test]
fn own_csars_pass() {
    assert_all_pass(&own("csar"));
}

/// They are models of good templates: nothing is found in any variant, also not that the constraint of edge-analytics excludes
/// nothing, without which conditions contradict each other.
#[test]
fn nothing_is_found_in_own_csars() {
    let check = |template: &Path| {
        let output = variscope(&["check"]).arg(template).output();
        let output = output.unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    for csar in std::fs::read_dir(own("csar")).unwrap() {
        let path = csar.unwrap().path();
        let (status, printed) = check(&path);
        assert_eq!((status, printed.as_str()), (Some(0), ""), "{}", path.display());
    }
    let template = std::fs::read_to_string(own("csar/edge-analytics/service-template.yaml")).unwrap();
    let (before, rest) = template.split_once("    constraints:\n      - implies:").unwrap();
    let (_, after) = rest.split_once("\n\n").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("service-template.yaml");
    std::fs::write(&path, format!("{before}{after}")).unwrap();
    std::fs::create_dir(folder.path().join("lib")).unwrap();
    for file in ["types.yaml", "qualities.yaml"] {
        std::fs::copy(own("csar/edge-analytics/lib").join(file), folder.path().join("lib").join(file)).unwrap();
    }
    let (status, printed) = check(&path);
    assert!(status == Some(1) && printed.contains("V414"), "{printed}");
}

#[test]
fn what_toscas_engines_have_no_use_for_may_be_expected() {
    let header = "tosca_definitions_version: tosca_simple_yaml_1_3\n";
    let nodes = "  node_templates: {app: {type: A, requirements: [host: {node: app}]}}\n";
    let group = |members: &str| {
        format!("{header}topology_template:\n{nodes}  groups: {{all: {{type: G, members: {members}}}}}\n")
    };
    let (bare, empty) = (header.to_owned(), format!("{header}topology_template: {{}}\n"));
    for (template, expected, is_passed) in [
        (group("[app, [app, host]]"), group("[app, [app, host]]"), true),
        (group("[app, [app, host]]"), group("[app]"), true),
        (group("[app, [app, host]]"), group("[[app, host]]"), false),
        (group("[[app, host]]"), group("[]"), true),
        (group("[[app, host]]"), format!("{header}topology_template:\n{nodes}  groups: {{all: {{type: G}}}}\n"), true),
        (group("[app]"), group("[]"), false),
        (empty.clone(), bare, true),
        (empty, group("[app]"), false),
    ] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("template.yaml"), &template).unwrap();
        std::fs::write(folder.path().join("expected.yaml"), &expected).unwrap();
        let verdicts = verdicts(folder.path(), Some(Profile::C));
        assert_eq!(verdicts.iter().map(Verdict::is_passed).collect::<Vec<_>>(), [is_passed], "{template}{expected}");
    }
}

#[test]
fn a_wrong_expectation_fails() {
    let folder = tempfile::tempdir().unwrap();
    let template = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template: {description: a}\n";
    std::fs::write(folder.path().join("template.yaml"), template).unwrap();
    std::fs::write(folder.path().join("expected.yaml"), template.replace(": a}", ": b}")).unwrap();
    let verdicts = verdicts(folder.path(), None);
    let [Verdict { outcome: Outcome::Failed(failure), .. }] = verdicts.as_slice() else { panic!("{verdicts:?}") };
    let Failure::Different(differences) = &**failure else { panic!("{failure:?}") };
    assert_eq!(differences[0].to_string(), "topology_template.description: expected \"b\", got \"a\"");
}

#[test]
fn updating_makes_a_case_pass() {
    let folder = tempfile::tempdir().unwrap();
    let template =
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  node_templates: {a: {type: t}}\n";
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("template.yaml", template);
    write("expected.yaml", "{}");
    let cases: Vec<Case> = discover(folder.path()).unwrap();
    let updated = run_as_d(&cases, Mode::Update);
    assert!(matches!(updated[0].outcome, Outcome::Updated(_)));
    assert!(matches!(run_as_d(&cases, Mode::Check)[0].outcome, Outcome::Passed));

    write("template.yaml", &template.replace("type: t", "weight: 2, type: t"));
    write("test.yaml", "name: heavy # a comment\nerror: Something else\n");
    run_as_d(&cases, Mode::Update);
    let test = std::fs::read_to_string(folder.path().join("test.yaml")).unwrap();
    assert_eq!(test, "name: heavy # a comment\nerror: 'Weight \"2\" of node \"a\" is larger than 1'\n");
    assert!(matches!(run_as_d(&cases, Mode::Check)[0].outcome, Outcome::Passed));
}

#[test]
fn updating_writes_what_is_missing_or_empty() {
    let folder = tempfile::tempdir().unwrap();
    let template =
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  node_templates: {a: {type: t}}\n";
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("template.yaml", template);
    write("test.yaml", "name: new\n");
    let cases: Vec<Case> = discover(folder.path()).unwrap();
    for is_missing in [true, false] {
        assert!(matches!(run_as_d(&cases, Mode::Check)[0].outcome, Outcome::Failed(_)));
        let updated = run_as_d(&cases, Mode::Update);
        assert!(matches!(updated[0].outcome, Outcome::Updated(_)), "missing: {is_missing}");
        assert!(matches!(run_as_d(&cases, Mode::Check)[0].outcome, Outcome::Passed));
        write("expected.yaml", "\n");
    }
}

#[test]
fn unknown_keys_of_a_test_fail_it_where_they_stand() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "template.yaml",
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template: {node_templates: {a: {type: t}}}\n",
    );
    write(
        "expected.yaml",
        "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template: {node_templates: {a: {type: t}}}\n",
    );
    let cases: Vec<Case> = discover(folder.path()).unwrap();
    let report = || report(&run_as_d(&cases, Mode::Check), Paint::Plain);
    write("test.yaml", "name: nothing\nperset: small\nwanted: x\n");
    let output = report();
    for line in ["error[V103]: unknown key \"perset\"", "test.yaml:2:1", "did you mean \"preset\"?", "test.yaml:3:1"] {
        assert!(output.contains(line), "{output}");
    }
    assert!(!output.contains("a Variability Test looks"), "{output}");
    write("test.yaml", "name: nothing\ndescription: x\n");
    assert_eq!(report(), "1 passed, 0 failed\n");
}

#[test]
fn an_archive_is_as_good_as_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("webshop.csar");
    let mut archive = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
    let root = own("csar/webshop");
    for case in ["service-template.yaml", "lib/types.yaml", "tests/prod/test.yaml", "tests/prod/expected.yaml"] {
        archive.start_file(case, zip::write::SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut archive, &std::fs::read(root.join(case)).unwrap()).unwrap();
    }
    archive.finish().unwrap();
    let verdicts = verdicts(&path, None);
    assert_eq!(verdicts[0].name, path.join("tests/prod").display().to_string());
    assert!(verdicts.len() == 1 && verdicts[0].is_passed(), "{}", report(&verdicts, Paint::Plain));
}

/// Runs a suite that may be absent. Cases that need a file which is not handed out cannot be run.
fn suite(path: &str, profile: Profile, count: usize) {
    let path = shared(path);
    if !path.is_dir() {
        return passed_over("conformance", "a suite");
    }
    let verdicts = verdicts(&path, Some(profile));
    assert_eq!(verdicts.len(), count, "cases found in {}", path.display());
    let failed: Vec<Verdict> =
        verdicts.into_iter().filter(|verdict| !verdict.is_passed() && !lacks_file(verdict)).collect();
    assert!(failed.is_empty(), "{}", report(&failed, Paint::Plain));
}

fn lacks_file(verdict: &Verdict) -> bool {
    let Outcome::Failed(failure) = &verdict.outcome else { return false };
    matches!(&**failure, Failure::Unusable(message) if message.contains("No such file"))
}

#[test]
fn suite_of_profile_a_passes() {
    suite("conformance/A-2022-08", Profile::A, 12);
}

#[test]
fn suite_of_profile_b_passes() {
    suite("conformance/B-2023-01", Profile::B, 30);
}

#[test]
fn suite_of_profile_c_passes() {
    suite("conformance/C-2023-02", Profile::C, 93);
}

#[test]
fn suite_of_profile_d_passes() {
    suite("conformance/D-2025-07", Profile::D, 332);
}

#[test]
fn recorded_outcomes_are_met() {
    suite("differential/resolve", Profile::D, 273);
}
