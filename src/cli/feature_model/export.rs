//! `variscope export` of a feature model or a template.

use std::path::Path;

use variscope::feature::FeatureModel;
use variscope::output::export::{Clauses, d_dnnf, dimacs, names, smt_lib, uvl};
use variscope_encoder::Budget;

use super::load::ask_any;
use crate::cli::arguments::{Export, Target};
use crate::cli::output::write;
use crate::cli::status::Status;
use crate::cli::terminal::{Failure, Terminal};

/// Writes a model or the variants of a template in another format.
pub fn export(arguments: &Export, terminal: &Terminal) -> Result<Status, Failure> {
    ask_any(&arguments.question, terminal, |model, budget| {
        let output = arguments.output.as_deref();
        if arguments.to == Target::DDnnf {
            return save(model, output, budget, terminal);
        }
        let clauses = Clauses::of(model);
        let text = clauses.and_then(|clauses| match arguments.to {
            Target::Dimacs | Target::DDnnf => Ok(dimacs(&clauses)),
            Target::SmtLib => Ok(smt_lib(&clauses)),
            Target::Uvl => model.text().map_or_else(|| uvl(&clauses), |text| Ok(text.to_owned())),
        });
        write(&text.map_err(|error| Failure::Usage(error.to_string()))?, output)?;
        Ok(Status::Fine)
    })
}

/// Writes the compiled form.
pub fn save(
    model: &FeatureModel,
    output: Option<&Path>,
    budget: &Budget,
    terminal: &Terminal,
) -> Result<Status, Failure> {
    let Ok(circuit) = terminal.work("compiling", || model.compile(budget)) else {
        terminal.tell("stopped before the model was compiled\n");
        return Ok(Status::Undecided);
    };
    write(&d_dnnf(&circuit, &names(model)), output)?;
    Ok(Status::Fine)
}
