//! What all questions about variants have in common: template, given values, limits.

use std::time::Duration;

use variscope::question::{Limits, Variants};
use variscope::resolution::{InputsFile, Request};
use variscope_encoder::Budget;

use super::arguments::Question;
use super::resolve::environment;
use super::status::Status;
use super::template::open;
use super::terminal::{Failure, Terminal};

/// Asks `ask` about the variants of the template under the given values.
pub fn ask(
    question: &Question,
    terminal: &Terminal,
    ask: impl FnOnce(&Variants<'_>, &Limits) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let package = open(&question.template.path)?;
    let mut request = Request::new(&package, question.template.profile.chosen())
        .presets(question.presets.iter().cloned())
        .arguments(question.arguments.iter().cloned())
        .environment(environment());
    for path in &question.inputs {
        request = request.inputs(InputsFile::read(path)?);
    }
    let prepared = request.prepare()?;
    terminal.diagnose(&prepared.diagnostics, &prepared.sources);
    let Some((model, configuration)) = prepared.subject else { return Ok(Status::Broken) };
    match Variants::of(&model, &configuration) {
        Ok(variants) => ask(&variants, &limits(question)?),
        Err(faults) => {
            terminal.diagnose(&faults, &prepared.sources);
            Ok(Status::Broken)
        }
    }
}

fn limits(question: &Question) -> Result<Limits, Failure> {
    Ok(Limits { budget: budget(question)?, most_variants: question.max_variants })
}

/// How long the answer may take.
pub fn budget(question: &Question) -> Result<Budget, Failure> {
    let mut budget = Budget::unlimited();
    if let Some(seconds) = question.timeout {
        let time = Duration::try_from_secs_f64(seconds);
        budget = budget.with_time(time.map_err(|error| Failure::Usage(format!("`--timeout {seconds}`: {error}")))?);
    }
    Ok(budget)
}

/// How the program ends after an answer.
pub fn status(is_exact: bool) -> Status {
    if is_exact { Status::Fine } else { Status::Undecided }
}
