//! `variscope report`.

use std::path::PathBuf;

use clap::Args;
use variscope::report::{Host, Page};

use super::arguments::{Scope, Template};
use super::output::write;
use super::question::ask_about;
use super::status::Status;
use super::terminal::{Failure, Terminal};

/// Write a page about all variants: choose values and see what becomes forced, impossible and how many variants are left.
///
/// The page is one file that loads nothing: numbers, findings, elements, variants and a picture of the topology.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope report shop --output shop.html
  variscope report shop --preset prod -o prod.html")]
pub struct Report {
    #[command(flatten)]
    pub template: Template,
    #[command(flatten)]
    pub scope: Scope,
    /// Where to write it [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

pub fn run(arguments: &Report, terminal: &Terminal) -> Result<Status, Failure> {
    let Report { template, scope, output } = arguments;
    ask_about(&template.path, template.profile, scope, terminal, |variants, limits, _| {
        let name = template.path.to_string_lossy();
        let page = terminal.work("looking at all variants", || Page::of(&name, variants, limits));
        write(&page.html(Host::File), output.as_deref())?;
        Ok(Status::Fine)
    })
}
