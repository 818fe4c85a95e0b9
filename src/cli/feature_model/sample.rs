//! `variscope sample` of a feature model.

use serde_json::json;
use variscope::feature_model::FeatureModel;
use variscope_encoder::circuit::Circuit;

use super::load::ask;
use super::stream::Document;
use crate::cli::arguments::{Question, Sample};
use crate::cli::output::OutputError;
use crate::cli::question::budget;
use crate::cli::status::Status;
use crate::cli::terminal::{Failure, Terminal};

/// Draws variants, unless the file is a template.
pub fn sample(arguments: &Sample, terminal: &Terminal) -> Option<Result<Status, Failure>> {
    let question = &arguments.question;
    ask(question, terminal, |model| {
        if arguments.tests.is_some() {
            return Err(Failure::Usage("`--tests`: a feature model has no Variability Tests".to_owned()));
        }
        let budget = budget(&question.scope);
        let Ok(circuit) = terminal.work("compiling", || model.compile(&budget)) else {
            terminal.tell("stopped before the variants were known\n");
            return Ok(Status::Undecided);
        };
        if circuit.is_unsatisfiable() {
            terminal.tell("error: there is no variant to draw\n");
            return Ok(Status::Broken);
        }
        match arguments.strength() {
            None => uniform(arguments, model, &circuit)?,
            Some(strength) => match model.covering_array(&circuit, strength, arguments.seed, &budget) {
                Ok(rows) => {
                    let header =
                        [("method", json!("t-wise")), ("strength", json!(strength)), ("seed", json!(arguments.seed))];
                    document(question, model).write(&header, &mut rows.into_iter(), |_| Vec::new())?;
                }
                Err(error) => {
                    terminal.tell(&format!("error: {error}\n"));
                    return Ok(Status::Undecided);
                }
            },
        }
        Ok(Status::Fine)
    })
}

fn uniform(arguments: &Sample, model: &FeatureModel, circuit: &Circuit) -> Result<(), OutputError> {
    let number = arguments.uniform.unwrap_or(1);
    let header = [("method", json!("uniform")), ("seed", json!(arguments.seed))];
    let mut samples = model.samples(circuit, arguments.seed).take(number);
    document(&arguments.question, model).write(&header, &mut samples, |_| Vec::new())
}

fn document<'a>(question: &Question, model: &'a FeatureModel) -> Document<'a> {
    Document { model, schema: "variscope/sample/1", format: question.format }
}
