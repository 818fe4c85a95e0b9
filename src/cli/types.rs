//! `variscope types`.

use clap::Args;
use variscope::output::render::built_in_types;

use super::arguments::TypesProfileName;
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::output::write;

/// List the types that are built in, with where they come from.
///
/// `check` and `resolve --complete` hold values against those of the profile that `--types-profile` names.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope types
  variscope types --types-profile xopera")]
pub struct Types {
    /// Of which profile.
    #[arg(long, value_enum, default_value = "tosca-1.3", value_name = "PROFILE")]
    pub types_profile: TypesProfileName,
}

pub fn run(arguments: &Types) -> Result<ExitStatus, Failure> {
    write(&built_in_types::text(arguments.types_profile.profile()), None)?;
    Ok(ExitStatus::Fine)
}
