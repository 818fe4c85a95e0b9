//! `variscope count` of a feature model.

use variscope::output::export::certificate::feature_model::{self as certificate, FeatureModelSubject};
use variscope::output::render::count as render;

use super::export::save;
use super::load::ask_model;
use crate::cli::arguments::Count as Arguments;
use crate::cli::certify::{WantedCertificate, certify};
use crate::cli::output::{shown, write};
use crate::cli::question::status;
use crate::cli::status::Status;
use crate::cli::terminal::{Failure, Terminal};

/// Counts.
pub fn count(
    arguments: &Arguments,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
) -> Result<Status, Failure> {
    ask_model(&arguments.question, terminal, |model, budget| {
        let said = terminal.work("counting", || model.count(arguments.per_element, budget));
        write(&shown(arguments.question.format, &said, render::text), None)?;
        if let Some(file) = &arguments.save {
            save(model, Some(file), budget, terminal)?;
        }
        certify(certificates, &arguments.question.template.path, terminal, |to| {
            certificate::count(to, FeatureModelSubject { model, budget }, &said)
        })?;
        Ok(status(said.exact().is_some() && said.elements.is_some() == arguments.per_element))
    })
}
