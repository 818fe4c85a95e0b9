//! `variscope inputs`.

use std::path::Path;

use variscope::analysis::question::input_overviews;
use variscope::answer;
use variscope::output::render::skeleton;

use super::arguments::{Format, Inputs};
use super::exit_status::ExitStatus;
use super::output::write;
use super::template::load;
use super::terminal::{Failure, Terminal};

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
