//! `variscope elements` of a feature model.

use std::io;

use variscope::feature::FeatureModel;
use variscope::feature::elements::Commonalities;
use variscope::output::export::certificate::Claim;
use variscope::output::export::certificate::feature_model::{self as certificate, FeatureModelSubject};
use variscope::output::render::{atomic_sets as atomic, elements as render};
use variscope::source::glob::Glob;
use variscope_encoder::Budget;

use super::load::ask_model;
use crate::cli::arguments::Elements;
use crate::cli::certify::{WantedCertificate, certify};
use crate::cli::output::{shown, write};
use crate::cli::question::status;
use crate::cli::status::Status;
use crate::cli::terminal::{Failure, Terminal};

/// Tells about features.
pub fn elements(
    arguments: &Elements,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
) -> Result<Status, Failure> {
    ask_model(&arguments.question, terminal, |model, budget| {
        if arguments.atomic_sets {
            return atomic_sets(arguments, model, budget, terminal, certificates);
        }
        let commonalities = match arguments {
            Elements { per_element: true, .. } => Commonalities::Always,
            Elements { statuses: true, .. } => Commonalities::Never,
            _ => Commonalities::IfSmall,
        };
        let whole = model.elements(commonalities, budget);
        let mut said = whole.clone();
        said.select(&arguments.kinds, arguments.name.as_deref().map(Glob::new).as_ref());
        let paint = terminal.paint(&io::stdout());
        write(&shown(arguments.question.format, &said, |said| render::text(said, paint)), None)?;
        certify(certificates, &arguments.question.template.path, terminal, |to| {
            certificate::elements(to, FeatureModelSubject { model, budget }, &whole)
        })?;
        Ok(status(whole.exactness.exact))
    })
}

fn atomic_sets(
    arguments: &Elements,
    model: &FeatureModel,
    budget: &Budget,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
) -> Result<Status, Failure> {
    let Ok(circuit) = model.compile(budget) else {
        terminal.tell("stopped before the variants were known\n");
        return Ok(Status::Undecided);
    };
    write(&shown(arguments.question.format, &model.atomic_sets(&circuit), atomic::text), None)?;
    certify(certificates, &arguments.question.template.path, terminal, |to| {
        to.leave(&Claim::Other("atomic sets".to_owned()), "which features come together is not certified");
        Ok(())
    })?;
    Ok(Status::Fine)
}
