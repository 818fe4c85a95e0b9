//! `variscope inputs`.

use variscope::analysis::question::input_overviews;
use variscope::answer;
use variscope::output::render::skeleton;

use super::arguments::{Format, Inputs};
use super::output::write;
use super::status::Status;
use super::template::load;
use super::terminal::{Failure, Terminal};

pub fn run(arguments: &Inputs, terminal: &Terminal) -> Result<Status, Failure> {
    match load(&arguments.template, terminal)? {
        Err(status) => Ok(status),
        Ok(model) => {
            let template = arguments.template.path.display().to_string();
            let overviews = input_overviews(&model);
            let text = match arguments.format {
                Format::Text => skeleton::inputs(&overviews, &template),
                Format::Json => answer::json(&answer::Inputs::from(&overviews[..])),
            };
            write(&text, None)?;
            Ok(Status::Fine)
        }
    }
}
