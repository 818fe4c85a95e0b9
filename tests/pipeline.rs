//! What pipelines run: the scripts of the GitHub Action and the hooks for pre-commit, as their files have them.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value as Json;
use serde_yaml::Value as Yaml;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_variscope");
const PROJECT: &str = env!("CARGO_MANIFEST_DIR");

fn yaml(name: &str) -> Yaml {
    serde_yaml::from_str(&fs::read_to_string(Path::new(PROJECT).join(name)).unwrap()).unwrap()
}

/// A machine that runs the steps of the action, with the program installed.
struct Runner {
    folder: TempDir,
}

impl Runner {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let programs = folder.path().join("variscope/bin");
        fs::create_dir_all(&programs).unwrap();
        std::os::unix::fs::symlink(PROGRAM, programs.join("variscope")).unwrap();
        Self { folder }
    }

    /// Runs the script of a step with these variables; all variables that the step declares have to be among them.
    fn run(&self, step: &str, variables: &[(&str, &str)]) -> Output {
        let action = yaml("action.yml");
        let steps = action["runs"]["steps"].as_sequence().unwrap();
        let step = steps.iter().find(|found| found["name"] == step).unwrap();
        let declared = step["env"].as_mapping().unwrap().keys().map(|name| name.as_str().unwrap());
        assert!(declared.into_iter().all(|name| variables.iter().any(|(known, _)| *known == name)));
        let at = |name: &str| self.folder.path().join(name);
        let mut bash = Command::new("bash");
        // What a composite step runs with.
        bash.args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"].as_str().unwrap()]);
        bash.envs(variables.iter().copied()).env("PATH", self.path()).env("RUNNER_TEMP", self.folder.path());
        bash.env("GITHUB_PATH", at("path")).env("GITHUB_OUTPUT", at("output")).current_dir(PROJECT).output().unwrap()
    }

    /// Where programs are found: the installed one first.
    fn path(&self) -> String {
        format!("{}:{}", self.folder.path().join("variscope/bin").display(), env::var("PATH").unwrap())
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap()
    }
}

/// What the README says of GNU parallel, Slurm and Kubernetes, run as they would run it.
#[test]
fn shards_of_all_machines_make_up_the_whole() {
    let runner = Runner::new();
    let model = runner.folder.path().join("shop.uvl");
    fs::copy(Path::new(PROJECT).join("tests/feature-models/shop.uvl"), &model).unwrap();
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    let shell = |script: &str, variables: &[(&str, String)]| {
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).current_dir(runner.folder.path()).env("PATH", runner.path());
        let output = shell.envs(variables.iter().map(|(name, value)| (name, value))).output().unwrap();
        assert!(output.status.success(), "{script}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let whole = sorted(&shell("variscope list shop.uvl", &[]));
    let readme = fs::read_to_string(Path::new(PROJECT).join("README.md")).unwrap();
    let scripts: Vec<&str> =
        readme.lines().filter(|line| line.contains("/8")).filter_map(|line| line.split('\'').nth(1)).collect();
    assert_eq!(scripts.len(), 3);
    for script in scripts {
        let parts = (1..=8).map(|part: u32| {
            let variables =
                [("SLURM_ARRAY_TASK_ID", part.to_string()), ("JOB_COMPLETION_INDEX", (part - 1).to_string())];
            let printed = shell(&script.replace("{}", &part.to_string()), &variables);
            let file = runner.folder.path().join(format!("{part}.txt"));
            if script.contains(".txt") { fs::read_to_string(file).unwrap() } else { printed }
        });
        assert_eq!(sorted(&parts.collect::<String>()), whole, "{script}");
    }
}

#[test]
fn the_action_checks_and_tells_where_findings_are() {
    let runner = Runner::new();
    for (fail_on, arguments, status) in [("error", "", 0), ("warning", "", 1), ("warning", "--skip V411", 0)] {
        let variables = [("TEMPLATES", "tests/csar/webshop"), ("FAIL_ON", fail_on), ("ARGUMENTS", arguments)];
        let output = runner.run("Check", &variables);
        assert_eq!(output.status.code(), Some(status), "{output:?}");
        let sarif: Json = serde_json::from_str(&runner.text("variscope.sarif")).unwrap();
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        assert_eq!(results.is_empty(), !arguments.is_empty());
        let told = format!("sarif={}\n", runner.folder.path().join("variscope.sarif").display());
        assert!(runner.text("output").ends_with(&told));
    }
}

#[test]
fn the_action_uses_what_was_installed_before() {
    let runner = Runner::new();
    let root = runner.folder.path().join("variscope").display().to_string();
    let variables =
        [("VERSION", ""), ("ROOT", &*root), ("SOURCE", "/nowhere"), ("REPOSITORY", "https://nowhere.invalid")];
    let output = runner.run("Install", &variables);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(runner.text("path"), format!("{root}/bin\n"));
}

#[test]
fn hooks_name_commands_that_there_are() {
    let hooks = yaml(".pre-commit-hooks.yaml");
    let hooks = hooks.as_sequence().unwrap();
    assert_eq!(hooks.len(), 2);
    for hook in hooks {
        let words: Vec<&str> = hook["entry"].as_str().unwrap().split(' ').collect();
        assert_eq!(words[0], "variscope");
        // The one gets the files that changed, the other the folder that the user names.
        let given = if hook["pass_filenames"] == false {
            "tests/csar/webshop"
        } else {
            "tests/csar/webshop/service-template.yaml"
        };
        let output = Command::new(PROGRAM).args(&words[1..]).arg(given).current_dir(PROJECT).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{hook:?}: {output:?}");
    }
}
