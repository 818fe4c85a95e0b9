//! `variscope elements` of a feature model.

use variscope::feature_model::FeatureModel;
use variscope::feature_model::elements::Commonalities;
use variscope::render::feature_model::{atomic, elements as render};

use super::load::ask;
use crate::cli::arguments::{Elements, Format};
use crate::cli::output::write;
use crate::cli::question::{budget, status};
use crate::cli::status::Status;
use crate::cli::terminal::{Failure, Terminal};

/// Tells about features, unless the file is a template.
pub fn elements(arguments: &Elements, terminal: &Terminal) -> Option<Result<Status, Failure>> {
    ask(&arguments.question, terminal, |model| {
        if arguments.atomic_sets {
            return atomic_sets(arguments, model, terminal);
        }
        let commonalities = if arguments.per_element { Commonalities::Always } else { Commonalities::IfSmall };
        let elements = model.elements(commonalities, &budget(&arguments.question.scope)?);
        let text = match arguments.question.format {
            Format::Text => render::text(model, &elements),
            Format::Json => render::json(model, &elements),
        };
        write(&text, None)?;
        Ok(status(elements.is_exact()))
    })
}

fn atomic_sets(arguments: &Elements, model: &FeatureModel, terminal: &Terminal) -> Result<Status, Failure> {
    let Ok(circuit) = model.compile(&budget(&arguments.question.scope)?) else {
        terminal.tell("stopped before the variants were known\n");
        return Ok(Status::Undecided);
    };
    let sets = model.atomic_sets(&circuit);
    let text = match arguments.question.format {
        Format::Text => atomic::text(model, &sets),
        Format::Json => atomic::json(model, &sets),
    };
    write(&text, None)?;
    Ok(Status::Fine)
}
