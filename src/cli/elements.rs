//! `variscope elements`.

use variscope::render::elements;

use super::arguments::{Elements, Format};
use super::feature_model;
use super::output::write;
use super::question::{ask, status};
use super::status::Status;
use super::terminal::{Failure, Terminal};

pub fn run(arguments: &Elements, terminal: &Terminal) -> Result<Status, Failure> {
    if let Some(status) = feature_model::elements(arguments, terminal) {
        return status;
    }
    ask(&arguments.question, terminal, |variants, limits| {
        let answer = terminal.work("looking at elements", || variants.elements(limits));
        let text = match arguments.question.format {
            Format::Text => elements::text(variants.model(), &answer),
            Format::Json => elements::json(variants.model(), &answer),
        };
        write(&text, None)?;
        Ok(status(answer.is_exact()))
    })
}
