//! `variscope inputs`.

use variscope::question::input_overviews;
use variscope::render::skeleton;

use super::arguments::Inputs;
use super::output::write;
use super::status::Status;
use super::template::load;
use super::terminal::{Failure, Terminal};

pub fn run(arguments: &Inputs, terminal: &Terminal) -> Result<Status, Failure> {
    match load(&arguments.template, terminal)? {
        Err(status) => Ok(status),
        Ok(model) => {
            let template = arguments.template.path.display().to_string();
            write(&skeleton::inputs(&input_overviews(&model), &template), None)?;
            Ok(Status::Fine)
        }
    }
}
