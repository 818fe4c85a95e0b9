//! `variscope runtime --all-variants`.

use variscope::diagnostic::Diagnostic;
use variscope::question::{Limits, Variants};
use variscope::render::runtime::connections;
use variscope::runtime::{Need, RunEnvironment, UnknownNeed, survey_connections};
use variscope_encoder::Budget;

use super::super::arguments::Format;
use super::super::terminal::Failure;
use super::Runtime;

/// What is asked about the connections and environments of all variants, and whether that is all.
pub fn answer(
    arguments: &Runtime,
    variants: &Variants<'_>,
    run_environment: &RunEnvironment<'_>,
    budget: Budget,
    faults: &mut Vec<Diagnostic>,
) -> Result<(String, bool), Failure> {
    let model = variants.model();
    let limits = Limits { budget, most_variants: arguments.max_variants };
    let required = Need::parse_all(model, run_environment, &arguments.required).map_err(unknown)?;
    let answer = survey_connections(variants, run_environment, &limits, &required);
    faults.extend(connections::diagnostics(&answer));
    let text = match arguments.format {
        Format::Text => connections::text(model, &answer),
        Format::Json => connections::json(model, &answer),
    };
    Ok((text, answer.is_exact()))
}

fn unknown(UnknownNeed { name, close }: UnknownNeed) -> Failure {
    let close = close.map_or_else(String::new, |close| format!("; did you mean \"{close}\"?"));
    Failure::Usage(format!("`--require {name}`: neither a relationship type nor a variable that anything sets{close}"))
}
