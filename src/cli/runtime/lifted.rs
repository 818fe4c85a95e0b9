//! `variscope runtime --all-variants`.

use variscope::analysis::question::{Limits, Variants};
use variscope::answer;
use variscope::output::render::runtime::connections;
use variscope::source::diagnostic::{Diagnostic, or_meant};
use variscope::unfurl::{Need, RunEnvironment, UnknownNeed, survey_connections};
use variscope_encoder::Budget;

use super::super::arguments::Format;
use super::super::failure::Failure;
use super::Runtime;

/// What is asked about the connections and environments of all variants, and whether that is all.
pub fn answer(
    arguments: &Runtime,
    variants: &Variants<'_>,
    run_environment: &RunEnvironment<'_>,
    budget: Budget,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(String, bool), Failure> {
    let model = variants.model();
    let limits = Limits { budget, most_variants: arguments.max_variants };
    let required = Need::parse_all(model, run_environment, &arguments.required).map_err(unknown)?;
    let survey = survey_connections(variants, run_environment, &limits, &required);
    diagnostics.extend(connections::diagnostics(&survey));
    let text = match arguments.format {
        Format::Text => connections::text(model, &survey),
        Format::Json => answer::json(&answer::Connections::of(model, &survey)),
    };
    Ok((text, survey.exactness.is_exact()))
}

fn unknown(UnknownNeed { name, close }: UnknownNeed) -> Failure {
    let close = or_meant(close.as_deref());
    Failure::Usage(format!("`--require {name}`: neither a relationship type nor a variable that anything sets{close}"))
}
