//! `variscope inputs`.

use std::path::Path;

use clap::Args;
use variscope::analysis::question::input_overviews;
use variscope::answer;
use variscope::output::render::skeleton;

use super::arguments::{Format, Template};
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::output::write;
use super::template::load;
use super::terminal::Terminal;

/// Print a commented inputs file to fill in.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
  variscope inputs shop > inputs.yaml")]
pub struct Inputs {
    #[command(flatten)]
    pub template: Template,
    /// How to write the answer.
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: Format,
}

pub fn run(arguments: &Inputs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    match load(&arguments.template, terminal)? {
        Err(status) => Ok(status),
        Ok(model) => {
            let template = arguments.template.path.display().to_string();
            // `.` and `..` name no template, but the file in such a folder does.
            let is_named = arguments.template.path.file_name().is_some();
            let file = Path::new(model.sources().file(model.root().span().file).name()).file_name();
            let file = file.filter(|_| !is_named).map(|name| name.display().to_string());
            let name = file.unwrap_or_else(|| template.clone());
            let overviews = input_overviews(&model);
            let text = match arguments.format {
                Format::Text => skeleton::inputs(&overviews, &name, &template),
                Format::Json => answer::json(&answer::Inputs::from(&overviews[..])),
            };
            write(&text, None)?;
            Ok(ExitStatus::Fine)
        }
    }
}
