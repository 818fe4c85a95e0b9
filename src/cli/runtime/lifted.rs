//! `variscope runtime --all-variants`.

use variscope::diagnostic::Diagnostic;
use variscope::question::{Limits, Variants};
use variscope::render::runtime::connections;
use variscope::runtime::{Surroundings, survey_connections};

use super::super::arguments::Format;
use super::super::budget::within;
use super::super::terminal::Failure;
use super::{Answer, Runtime};

/// Tells what is asked about the connections and environments of all variants.
pub fn answer(
    arguments: &Runtime,
    variants: &Variants<'_>,
    surroundings: &Surroundings<'_>,
    faults: &mut Vec<Diagnostic>,
) -> Result<Answer, Failure> {
    let model = variants.model();
    let limits = Limits { budget: within(arguments.timeout, None)?, most_variants: arguments.max_variants };
    let answer = survey_connections(variants, surroundings, &limits, &arguments.required);
    faults.extend(connections::diagnostics(&answer));
    let text = match arguments.format {
        Format::Text => connections::text(model, &answer),
        Format::Json => connections::json(model, &answer),
    };
    Ok(Some((text, answer.is_exact())))
}
