//! `variscope test`.

use std::io;

use variscope::render::formats::Paths;
use variscope::render::verdicts;
use variscope::suite::{Case, Glob, Mode, discover, run_all};

use super::arguments::Test;
use super::check::current;
use super::output::write;
use super::status::Status;
use super::terminal::{Failure, Terminal};

pub fn run(arguments: &Test, terminal: &Terminal) -> Result<Status, Failure> {
    let mut cases: Vec<Case> = Vec::new();
    for path in &arguments.paths {
        cases.extend(discover(path)?);
    }
    if let Some(filter) = &arguments.filter {
        let glob = Glob::new(filter);
        cases.retain(|case| glob.matches_path(&case.name()));
        if cases.is_empty() {
            return Err(Failure::Usage(format!("no Variability Test matches \"{filter}\"")));
        }
    }
    let mode = if arguments.update { Mode::Update } else { Mode::Check };
    let verdicts = run_all(&cases, arguments.profile.chosen(), mode);
    let text = verdicts::write(&verdicts, &arguments.format.name(), &Paths::new(current()));
    let text = text.unwrap_or_else(|| verdicts::report(&verdicts, terminal.paint(&io::stdout())));
    write(&text, None)?;
    let is_passed = verdicts.iter().all(variscope::suite::Verdict::is_passed);
    Ok(if is_passed { Status::Fine } else { Status::Findings })
}
