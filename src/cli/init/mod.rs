//! `variscope init`.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use variscope::analysis::settings::Settings;
use variscope::resolve::suite::{Mode, Verdict, discover, run_all};
use variscope::source::printable::printable_path;

use super::exit_status::ExitStatus;
use super::failure::{Failure, OutputError};
use super::output::write;
use super::terminal::Terminal;

/// Write a small variable template with comments, presets and a test, to start from.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope init shop
  variscope init")]
pub struct Init {
    /// The folder, which is made where it is missing; nothing in it is replaced.
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
}

/// The files, each with its text; what the test expects is written by the test itself.
static FILES: [(&str, &str); 4] = [
    ("service-template.yaml", include_str!("service-template.yaml")),
    (SETTINGS_FILE, SETTINGS),
    ("tests/dev/test.yaml", "name: Development\ndescription: The smallest shop.\npresets: dev\n"),
    ("tests/dev/expected.yaml", "{}\n"),
];

const SETTINGS_FILE: &str = "variscope.toml";

const SETTINGS: &str = "\
# What `variscope check` holds against every variant, and how bad it is when one breaks it.
[[assertions]]
name = \"production-database\"
condition = 'environment = \"prod\" implies not node.sqlite'
severity = \"error\"
message = \"production has a database of its own\"
";

pub fn run(arguments: &Init, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let folder = &arguments.folder;
    if let Some((name, _)) = FILES.iter().find(|(name, _)| folder.join(name).exists()) {
        let there = folder.join(name);
        return Err(Failure::Usage(format!("`{}` is there already, and nothing was written", printable_path(&there))));
    }
    let has_others = has_templates(folder);
    fs::create_dir_all(folder).map_err(|source| Failure::Output(OutputError::new(folder, source)))?;
    // The nearest settings count alone: beside others, those above would count no longer.
    let shared = Settings::beside(folder)?;
    let shared = shared.file().map(printable_path);
    let files = FILES.iter().filter(|(name, _)| *name != SETTINGS_FILE || shared.is_none());
    for &(name, text) in files {
        // Assertions are about every template of the folder, and others have no such nodes.
        let text = if name == SETTINGS_FILE && has_others { Cow::Owned(commented(text)) } else { Cow::Borrowed(text) };
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(parent).map_err(|source| Failure::Output(OutputError::new(parent, source)))?;
        write(&text, Some(&path))?;
    }
    // What is expected is what is produced: the template is ours.
    let verdicts = run_all(&discover(&folder.join("tests/dev"))?, Mode::Update);
    let is_passed = verdicts.iter().all(Verdict::is_passed);
    let shown = printable_path(folder);
    terminal.inform(&match shared {
        None => format!("written to {shown}: a template, settings and a test; try\n"),
        Some(above) => format!("written to {shown}: a template and a test, with the settings of `{above}`; try\n"),
    });
    for next in ["check", "presets", "test", "resolve --preset dev"] {
        let (command, options) = next.split_once(' ').map_or((next, ""), |(command, options)| (command, options));
        terminal.inform(format!("  variscope {command} {shown} {options}").trim_end());
        terminal.inform("\n");
    }
    Ok(if is_passed { ExitStatus::Fine } else { ExitStatus::Findings })
}

/// Whether there are files in the folder that may be templates already.
fn has_templates(folder: &Path) -> bool {
    let mut names = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    names.any(|path| path.extension().is_some_and(|end| end == "yaml" || end == "yml"))
}

/// Settings of which nothing counts until the author says so.
fn commented(settings: &str) -> String {
    let line = |line: &str| if line.starts_with('#') { format!("{line}\n") } else { format!("# {line}\n") };
    settings.lines().map(line).collect()
}
