//! `variscope types`.

use clap::Args;
use variscope::render::vocabularies;

use super::output::write;
use super::status::Status;
use super::terminal::Failure;

/// List the types that are built in, with where they come from.
///
/// `check` and `resolve --complete` hold values against them; `--types-profile none` leaves them out.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope types")]
pub struct Types {}

pub fn run(_: &Types) -> Result<Status, Failure> {
    write(&vocabularies::text(), None)?;
    Ok(Status::Fine)
}
