//! `variscope list`.

use variscope::render::list;

use super::arguments::{Format, List};
use super::feature_model;
use super::output::write;
use super::question::{ask, status};
use super::status::Status;
use super::terminal::{Failure, Terminal};

pub fn run(arguments: &List, terminal: &Terminal) -> Result<Status, Failure> {
    if let Some(status) = feature_model::list(arguments, terminal) {
        return status;
    }
    ask(&arguments.question, terminal, |variants, limits| {
        let survey = variants.survey(limits);
        let text = match arguments.question.format {
            Format::Text => list::text(variants.model(), &survey, arguments.limit),
            Format::Json => list::json(variants.model(), &survey, arguments.limit),
        };
        write(&text, None)?;
        Ok(status(survey.is_exact()))
    })
}
