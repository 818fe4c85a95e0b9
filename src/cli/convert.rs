//! `variscope convert`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use variscope::resolve::convert::convert;
use variscope::tosca::model::LoadOptions;

use super::arguments::ProfileName;
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::output::{refuse_to_overwrite_input, snapshot, write_over};
use super::template::open;
use super::terminal::Terminal;

/// Rewrite a template of an earlier revision of the language in today's words.
///
/// Comments and layout stay. What was done without saying so before becomes an explicit option. Where today's words cannot
/// say the same, the place is shown and nothing is written.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope convert old.yaml --output new.yaml
  variscope convert old.yaml --from B --profile D")]
pub struct Convert {
    /// A service template, a CSAR (folder or archive), or `-` for stdin.
    #[arg(value_name = "TEMPLATE")]
    pub template: PathBuf,
    /// The revision of the language that is written.
    #[arg(long, value_enum, ignore_case = true, default_value = "D", value_name = "PROFILE")]
    pub profile: Target,
    /// The revision of the language that is read; `auto` goes by the words that the template uses.
    #[arg(long, value_enum, ignore_case = true, default_value = "auto", value_name = "PROFILE")]
    pub from: ProfileName,
    /// Where to write the template, another file than the one that is read [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Revisions that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// July 2025
    #[value(name = "D")]
    D,
}

pub fn run(arguments: &Convert, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let before = snapshot(arguments.output.as_deref())?;
    let load = LoadOptions { profile: arguments.from.profile(), options: None };
    let conversion = convert(open(&arguments.template)?, &load)?;
    terminal.diagnose(&conversion.diagnostics, &conversion.sources);
    arguments.output.as_deref().map(refuse_to_overwrite_input).transpose()?;
    let Some(text) = conversion.text else { return Ok(ExitStatus::Broken) };
    write_over(text, arguments.output.as_deref(), before)?;
    Ok(ExitStatus::Fine)
}
