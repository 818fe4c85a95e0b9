//! `variscope runtime --all-variants`.

use variscope::diagnostic::Diagnostic;
use variscope::question::{Limits, Variants};
use variscope::render::runtime::connections;
use variscope::runtime::{Surroundings, survey_connections};
use variscope_encoder::Budget;

use super::super::arguments::Format;
use super::Runtime;

/// What is asked about the connections and environments of all variants, and whether that is all.
pub fn answer(
    arguments: &Runtime,
    variants: &Variants<'_>,
    surroundings: &Surroundings<'_>,
    budget: Budget,
    faults: &mut Vec<Diagnostic>,
) -> (String, bool) {
    let model = variants.model();
    let limits = Limits { budget, most_variants: arguments.max_variants };
    let answer = survey_connections(variants, surroundings, &limits, &arguments.required);
    faults.extend(connections::diagnostics(&answer));
    let text = match arguments.format {
        Format::Text => connections::text(model, &answer),
        Format::Json => connections::json(model, &answer),
    };
    (text, answer.is_exact())
}
