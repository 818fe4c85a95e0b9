//! `variscope sample` of a feature model.

use serde_json::json;
use variscope::feature_model::FeatureModel;
use variscope_encoder::Budget;

use super::load::ask;
use super::stream::Document;
use crate::cli::arguments::{Question, Sample};
use crate::cli::question::status;
use crate::cli::status::Status;
use crate::cli::terminal::{Failure, Terminal};

/// Draws variants, unless the file is a template.
pub fn sample(arguments: &Sample, terminal: &Terminal) -> Option<Result<Status, Failure>> {
    let question = &arguments.question;
    ask(question, terminal, |model, budget| {
        if arguments.tests.is_some() {
            return Err(Failure::Usage("`--tests`: a feature model has no Variability Tests".to_owned()));
        }
        match arguments.strength() {
            None => uniform(arguments, model, budget, terminal),
            Some(strength) => covering(arguments, model, strength, budget, terminal),
        }
    })
}

/// Variants that show all combinations of so many features.
fn covering(
    arguments: &Sample,
    model: &FeatureModel,
    strength: usize,
    budget: &Budget,
    terminal: &Terminal,
) -> Result<Status, Failure> {
    let rows = match terminal.work("choosing variants", || model.covering_array(strength, arguments.seed, budget)) {
        Ok(rows) if rows.is_empty() => return Ok(nothing(terminal)),
        Ok(rows) => rows,
        Err(error) => {
            terminal.tell(&format!("error: {error}\n"));
            return Ok(Status::Undecided);
        }
    };
    let header = [("method", json!("t-wise")), ("strength", json!(strength)), ("seed", json!(arguments.seed))];
    document(&arguments.question, model).write(&header, &mut rows.into_iter(), |_| Vec::new())?;
    Ok(Status::Fine)
}

/// Variants at random.
fn uniform(arguments: &Sample, model: &FeatureModel, budget: &Budget, terminal: &Terminal) -> Result<Status, Failure> {
    let Ok(circuit) = terminal.work("compiling", || model.compile(budget)) else {
        let message =
            "stopped before the variants were known: to draw each with the same probability, all have to be compiled";
        terminal.tell(&format!("{message}; `-t` and `list --by-search` do without\n"));
        return Ok(Status::Undecided);
    };
    if circuit.is_unsatisfiable() {
        return Ok(nothing(terminal));
    }
    let number = arguments.uniform.unwrap_or(1);
    let header = [("method", json!("uniform")), ("seed", json!(arguments.seed))];
    let mut drawn = 0;
    let samples = model.samples(&circuit, arguments.seed).take(number).take_while(|_| budget.check().is_ok());
    document(&arguments.question, model).write(&header, &mut samples.inspect(|_| drawn += 1), |_| Vec::new())?;
    if drawn < number {
        terminal.tell(&format!("stopped after {drawn} variants\n"));
    }
    Ok(status(drawn == number))
}

fn nothing(terminal: &Terminal) -> Status {
    terminal.tell("error: there is no variant to draw\n");
    Status::Broken
}

fn document<'a>(question: &Question, model: &'a FeatureModel) -> Document<'a> {
    Document { model, schema: "variscope/sample/1", format: question.format }
}
