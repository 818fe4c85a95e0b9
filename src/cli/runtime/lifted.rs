//! `variscope runtime --all-variants`.

use std::time::Duration;

use variscope::diagnostic::Diagnostic;
use variscope::question::{Limits, Variants};
use variscope::render::runtime::connections;
use variscope::runtime::{Surroundings, survey_connections};
use variscope_encoder::Budget;

use super::super::arguments::Format;
use super::super::terminal::Failure;
use super::{Answer, Runtime};

/// Tells what is asked about the connections of all variants.
pub fn answer(
    arguments: &Runtime,
    variants: &Variants<'_>,
    surroundings: &Surroundings<'_>,
    faults: &mut Vec<Diagnostic>,
) -> Result<Answer, Failure> {
    let model = variants.model();
    let survey = variants.survey(&limits(arguments)?);
    let answer = survey_connections(model, surroundings, &survey, &arguments.required);
    faults.extend(connections::diagnostics(&answer));
    let text = match arguments.format {
        Format::Text => connections::text(model, &survey, &answer),
        Format::Json => connections::json(model, &survey, &answer),
    };
    Ok(Some((text, survey.is_exact())))
}

fn limits(arguments: &Runtime) -> Result<Limits, Failure> {
    let mut budget = Budget::unlimited();
    if let Some(seconds) = arguments.timeout {
        let time = Duration::try_from_secs_f64(seconds);
        budget = budget.with_time(time.map_err(|error| Failure::Usage(format!("`--timeout {seconds}`: {error}")))?);
    }
    Ok(Limits { budget, most_variants: arguments.max_variants })
}
