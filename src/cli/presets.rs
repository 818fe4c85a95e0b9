//! `variscope presets`.

use clap::Args;
use variscope::analysis::question::preset_overviews;
use variscope::answer;
use variscope::output::render::skeleton;

use super::arguments::{Format, Template};
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::output::write;
use super::template::load;
use super::terminal::Terminal;

/// List the presets of a template.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
  variscope presets shop")]
pub struct Presets {
    #[command(flatten)]
    pub template: Template,
    /// How to write the answer.
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: Format,
}

pub fn run(arguments: &Presets, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    match load(&arguments.template, terminal)? {
        Err(status) => Ok(status),
        Ok(model) => {
            let overviews = preset_overviews(&model);
            let text = match arguments.format {
                Format::Text => skeleton::presets(&overviews),
                Format::Json => answer::json(&answer::Presets::from(&overviews[..])),
            };
            write(&text, None)?;
            Ok(ExitStatus::Fine)
        }
    }
}
