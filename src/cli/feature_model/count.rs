//! `variscope count` of a feature model.

use variscope::export::certificate::feature_model::{self as certificate, Subject};
use variscope::render::feature_model::count as render;

use super::export::save;
use super::load::ask_model;
use crate::cli::arguments::{Count, Format};
use crate::cli::certify::{Wanted, certify};
use crate::cli::guard;
use crate::cli::output::write;
use crate::cli::question::status;
use crate::cli::status::Status;
use crate::cli::terminal::{Failure, Terminal};

/// Counts.
pub fn count(arguments: &Count, terminal: &Terminal, certificates: Wanted<'_>) -> Result<Status, Failure> {
    ask_model(&arguments.question, terminal, |model, budget| {
        // Bounds are worth waiting for.
        guard::release();
        let count = terminal.work("counting", || model.count(budget));
        let circuit = if arguments.per_element { model.compile(budget).ok() } else { None };
        let per_feature = circuit.map(|circuit| model.commonalities(&circuit));
        let text = match arguments.question.format {
            Format::Text => render::text(model, &count, per_feature.as_deref()),
            Format::Json => render::json(model, &count, per_feature.as_deref()),
        };
        write(&text, None)?;
        if let Some(file) = &arguments.save {
            save(model, Some(file), budget, terminal)?;
        }
        certify(certificates, &arguments.question.template.path, terminal, |to| {
            certificate::count(to, Subject { model, budget }, &count)
        })?;
        Ok(status(count.exact().is_some() && per_feature.is_some() == arguments.per_element))
    })
}
