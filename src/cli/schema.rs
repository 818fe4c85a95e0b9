//! `variscope schema`.

use clap::Args;
use clap::builder::PossibleValuesParser;
use variscope::answer::{ANSWERS, schema_of};
use variscope::tosca::schema::schema;

use super::arguments::ProfileArgument;
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::output::write;

/// Print a JSON Schema of templates, or of what `--format json` prints, for editors and other tools.
///
/// Without `--profile` the schema of templates accepts the words of all revisions of the language.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope schema > variability4tosca.json
  variscope schema --profile D
  variscope schema --answer count")]
pub struct Schema {
    #[command(flatten)]
    pub profile: ProfileArgument,
    /// Print the schema of this answer instead: the middle word of the `schema` that its documents name.
    #[arg(
        long,
        value_name = "NAME",
        conflicts_with = "profile",
        value_parser = PossibleValuesParser::new(ANSWERS.iter().map(|entry| entry.name)),
    )]
    pub answer: Option<String>,
}

pub fn run(arguments: &Schema) -> Result<ExitStatus, Failure> {
    let of_answer = arguments.answer.as_deref().and_then(schema_of);
    let schema = of_answer.unwrap_or_else(|| schema(arguments.profile.chosen()));
    write(&format!("{schema:#}\n"), None)?;
    Ok(ExitStatus::Fine)
}
