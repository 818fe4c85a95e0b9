//! `variscope elements`.

use variscope::export::certificate::template::{self, Subject};
use variscope::model::Model;
use variscope::question::Elements as Answer;
use variscope::render::elements;

use super::arguments::{Elements, Format};
use super::certify::{Wanted, certify};
use super::feature_model;
use super::output::write;
use super::question::{ask, status};
use super::status::Status;
use super::terminal::{Failure, Terminal};

pub fn run(arguments: &Elements, terminal: &Terminal) -> Result<Status, Failure> {
    arguments.certify.during(terminal, |certificates| {
        if feature_model::is_model(&arguments.question.template.path) {
            feature_model::elements(arguments, terminal, certificates)
        } else {
            of_template(arguments, terminal, certificates)
        }
    })
}

fn of_template(arguments: &Elements, terminal: &Terminal, certificates: Wanted<'_>) -> Result<Status, Failure> {
    let question = &arguments.question;
    let show = |model: &Model, answer: &Answer| match question.format {
        Format::Text => elements::text(model, answer),
        Format::Json => elements::json(model, answer),
    };
    ask(question, terminal, |variants, limits| {
        let answer = terminal.work("looking at elements", || variants.elements(limits));
        write(&show(variants.model(), &answer), None)?;
        certify(certificates, &question.template.path, terminal, |to| {
            template::elements(to, Subject { variants, limits }, &answer)
        })?;
        Ok(status(answer.is_exact()))
    })
}
