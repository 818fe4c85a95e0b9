//! `variscope presets`.

use variscope::question::preset_overviews;
use variscope::render::skeleton;

use super::arguments::Presets;
use super::output::write;
use super::status::Status;
use super::template::load;
use super::terminal::{Failure, Terminal};

pub fn run(arguments: &Presets, terminal: &Terminal) -> Result<Status, Failure> {
    match load(&arguments.template, terminal)? {
        Err(status) => Ok(status),
        Ok(model) => {
            write(&skeleton::presets(&preset_overviews(&model)), None)?;
            Ok(Status::Fine)
        }
    }
}
