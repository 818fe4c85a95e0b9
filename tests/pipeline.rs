//! What pipelines run: the scripts of the GitHub Action and the hooks for pre-commit, as their files have them.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value as Json;
use serde_yaml::Value as Yaml;
use tempfile::TempDir;

use support::program::{PROGRAM, PROJECT};

/// A template with one finding, a warning: nothing reads its input (V408).
const UNREAD: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {spare: {type: boolean}}
  node_templates:
    app: {type: tosca.nodes.Root}
";

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
        bash.env("GITHUB_PATH", at("path")).env("GITHUB_OUTPUT", at("output"));
        bash.env("GITHUB_STEP_SUMMARY", at("summary")).env("NO_COLOR", "1").current_dir(PROJECT).output().unwrap()
    }

    /// Where programs are found: the installed one first.
    fn path(&self) -> String {
        format!("{}:{}", self.folder.path().join("variscope/bin").display(), env::var("PATH").unwrap())
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap()
    }
}

/// What the book says of GNU parallel, Slurm and Kubernetes, run as they would run it.
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
    let page = fs::read_to_string(Path::new(PROJECT).join("docs/src/feature-models.md")).unwrap();
    let scripts: Vec<&str> =
        page.lines().filter(|line| line.contains("/8")).filter_map(|line| line.split('\'').nth(1)).collect();
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
fn the_action_checks_and_reports_where_findings_are() {
    let runner = Runner::new();
    let template = runner.folder.path().join("unread.yaml");
    fs::write(&template, UNREAD).unwrap();
    let template = template.display().to_string();
    for (fail_on, arguments, status) in [("error", "", 0), ("warning", "", 1), ("warning", "--skip V408", 0)] {
        let variables = [("TEMPLATES", &*template), ("FAIL_ON", fail_on), ("ARGUMENTS", arguments)];
        let output = runner.run("Check", &variables);
        assert_eq!(output.status.code(), Some(status), "{output:?}");
        let sarif: Json = serde_json::from_str(&runner.text("variscope.sarif")).unwrap();
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        assert_eq!(results.is_empty(), !arguments.is_empty());
        let reported = format!("sarif={}\n", runner.folder.path().join("variscope.sarif").display());
        assert!(runner.text("output").ends_with(&reported));
        // The lines for people, the annotations, and the summary name the same finding.
        let log = String::from_utf8(output.stdout).unwrap();
        let finding = "V408";
        for text in
            [log.contains("warning[V408]"), log.contains("::warning "), runner.text("summary").contains(finding)]
        {
            assert_eq!(text, arguments.is_empty(), "{log}");
        }
        assert_eq!(runner.text("summary").contains("passed with"), status == 0);
        fs::remove_file(runner.folder.path().join("summary")).unwrap();
    }
}

#[test]
fn arguments_of_the_action_may_have_spaces() {
    let runner = Runner::new();
    let template = runner.folder.path().join("two words.yaml");
    fs::write(&template, UNREAD).unwrap();
    let named = format!("'{}'", template.display());
    let pattern = template.display().to_string().replace("two words", "two*");
    for (templates, arguments, status) in [
        (&named, "--assert 'node.app implies not spare'", 1),
        (&pattern, "--assert \"node.app or spare\"", 0),
        (&named, "--assert 'node.app", 2),
        (&named, "--format sarif", 2),
    ] {
        let variables = [("TEMPLATES", &**templates), ("FAIL_ON", "error"), ("ARGUMENTS", arguments)];
        let output = runner.run("Check", &variables);
        assert_eq!(output.status.code(), Some(status), "{arguments}: {output:?}");
    }
    assert!(runner.text("summary").contains("V415"));
}

#[test]
fn patterns_of_the_action_reach_all_folders() {
    let runner = Runner::new();
    let deep = runner.folder.path().join("one/two");
    fs::create_dir_all(&deep).unwrap();
    for place in ["unread.yaml", "one/unread.yaml", "one/two/unread.yaml"] {
        fs::write(runner.folder.path().join(place), UNREAD).unwrap();
    }
    let pattern = format!("{}/**/unread.yaml", runner.folder.path().display());
    runner.run("Check", &[("TEMPLATES", &pattern), ("FAIL_ON", "error"), ("ARGUMENTS", "")]);
    assert_eq!(runner.text("summary").matches("V408").count(), 3);
}

/// A file server of releases is a folder here: `curl` reads it as it would read the network.
#[test]
fn the_action_installs_what_was_released() {
    let runner = Runner::new();
    let at = |name: &str| runner.folder.path().join(name);
    let name = "variscope-9.9.9-some-target";
    let release = at("repository/releases/download/v9.9.9");
    fs::create_dir_all(release.join(name)).unwrap();
    fs::write(release.join(name).join("variscope"), "#!/bin/sh\necho released\n").unwrap();
    let shell =
        |script: &str| Command::new("sh").args(["-c", script]).current_dir(&release).status().unwrap().success();
    let pack = format!(
        "chmod +x {name}/variscope && tar -czf {name}.tar.gz {name} && sha256sum {name}.tar.gz > {name}.tar.gz.sha256"
    );
    assert!(shell(&pack));
    let (root, repository) = (at("fresh").display().to_string(), format!("file://{}", at("repository").display()));
    let variables = [("VERSION", "v9.9.9"), ("TARGET", "some-target"), ("ROOT", &*root), ("REPOSITORY", &*repository)];
    let output = runner.run("Install", &variables);
    assert!(output.status.success(), "{output:?}");
    let printed = Command::new(at("fresh/bin/variscope")).output().unwrap().stdout;
    assert_eq!(printed, b"released\n");
    // What is not the released file is not installed: then it would be built, from a repository that is not there.
    fs::remove_dir_all(at("fresh")).unwrap();
    assert!(shell(&format!("echo x >> {name}.tar.gz")));
    let output = runner.run("Install", &variables);
    assert!(!output.status.success() && !at("fresh/bin/variscope").exists(), "{output:?}");
}

#[test]
fn the_action_finds_the_version_behind_a_name() {
    let runner = Runner::new();
    let repository = runner.folder.path().join("repository");
    let git = |arguments: &str| {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(arguments.split(' '));
        let output = git.current_dir(&repository).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    fs::create_dir(&repository).unwrap();
    git("init --quiet --initial-branch=main");
    git("commit --quiet --allow-empty --message=first");
    let released = git("rev-parse HEAD");
    let tag = format!("v{}", env!("CARGO_PKG_VERSION"));
    git(&format!("tag {tag}"));
    git("commit --quiet --allow-empty --message=second");
    let newest = git("rev-parse HEAD");
    // Their names end, or begin, like those that are meant.
    git(&format!("branch another/main {released}"));
    git(&format!("tag {tag}9"));
    let url = format!("file://{}", repository.display());
    for (named, found) in [("main", &*newest), (&*newest, &*newest), (&*released, &*tag), ("v0.0.1", "v0.0.1")] {
        let output = runner.run("Find", &[("VERSION", named), ("SOURCE", PROJECT), ("REPOSITORY", &*url)]);
        assert!(output.status.success(), "{output:?}");
        assert!(runner.text("output").contains(&format!("version={found}\n")), "{named}");
        fs::remove_file(runner.folder.path().join("output")).unwrap();
    }
}

/// What runs on other machines is named by a commit, which cannot be moved.
#[test]
fn actions_of_others_are_pinned() {
    let folder = Path::new(PROJECT).join(".github/workflows");
    let workflows = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = workflows.chain([Path::new(PROJECT).join("action.yml")]);
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let uses = text.lines().filter_map(|line| line.trim_start_matches([' ', '-']).strip_prefix("uses: "));
        for action in uses.filter(|action| !action.starts_with("./")) {
            let hash = action.split_once('@').unwrap().1.split(' ').next().unwrap();
            assert!(hash.len() == 40 && hash.chars().all(|digit| digit.is_ascii_hexdigit()), "{file:?}: {action}");
        }
    }
}

#[test]
fn the_action_uses_what_was_installed_before() {
    let runner = Runner::new();
    let root = runner.folder.path().join("variscope").display().to_string();
    let variables =
        [("VERSION", "v0.0.1"), ("TARGET", "none"), ("ROOT", &*root), ("REPOSITORY", "https://nowhere.invalid")];
    let output = runner.run("Install", &variables);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(runner.text("path"), format!("{root}/bin\n"));
}

/// The names that people give their templates.
#[test]
fn the_hook_finds_templates_by_their_names() {
    let hooks = yaml(".pre-commit-hooks.yaml");
    let files = regex_lite::Regex::new(hooks[0]["files"].as_str().unwrap()).unwrap();
    for name in [
        "service-template.yaml",
        "shop/service_template.yml",
        "variable-service-template.yaml",
        "vst.yaml",
        "shop.tosca.yaml",
        "topology.yml",
        "my-topology.yaml",
        "a/b/shop.tosca",
        "service-template-prod.yaml",
    ] {
        assert!(files.is_match(name), "{name}");
    }
    for name in ["docker-compose.yaml", "values.yml", "inputs.yaml", "README.md", "toscana.yaml"] {
        assert!(!files.is_match(name), "{name}");
    }
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
