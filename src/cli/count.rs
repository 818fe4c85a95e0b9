//! `variscope count`.

use variscope::render::count;

use super::arguments::{Count, Format};
use super::feature_model;
use super::output::write;
use super::question::{ask, status};
use super::status::Status;
use super::terminal::{Failure, Terminal};

pub fn run(arguments: &Count, terminal: &Terminal) -> Result<Status, Failure> {
    if let Some(status) = feature_model::count(arguments, terminal) {
        return status;
    }
    ask(&arguments.question, terminal, |variants, limits| {
        let answer = terminal.work("counting", || variants.count(limits, arguments.per_element));
        let text = match arguments.question.format {
            Format::Text => count::text(variants.model(), &answer, arguments.per_element),
            Format::Json => count::json(variants.model(), &answer, arguments.per_element),
        };
        write(&text, None)?;
        Ok(status(answer.is_exact()))
    })
}
