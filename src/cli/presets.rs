//! `variscope presets`.

use variscope::analysis::question::preset_overviews;
use variscope::answer;
use variscope::output::render::skeleton;

use super::arguments::{Format, Presets};
use super::exit_status::ExitStatus;
use super::output::write;
use super::template::load;
use super::terminal::{Failure, Terminal};

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
