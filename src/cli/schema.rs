//! `variscope schema`.

use clap::Args;
use variscope::schema::schema;

use super::arguments::ProfileArgument;
use super::output::write;
use super::status::Status;
use super::terminal::Failure;

/// Print a JSON Schema of templates, for editors and other tools.
///
/// Without `--profile` it accepts the words of all revisions of the language.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope schema > variability4tosca.json
  variscope schema --profile D")]
pub struct Schema {
    #[command(flatten)]
    pub profile: ProfileArgument,
}

pub fn run(arguments: &Schema) -> Result<Status, Failure> {
    write(&format!("{:#}\n", schema(arguments.profile.chosen())), None)?;
    Ok(Status::Fine)
}
