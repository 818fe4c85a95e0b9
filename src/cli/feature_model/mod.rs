//! Feature models: files whose extension says that they are no templates.

mod load;

use std::path::Path;

use variscope::feature::FeatureModel;

use super::arguments::{Given, Question};
use super::failure::Failure;
use super::question::{explain_command, refuse_given};
use super::terminal::Terminal;

pub use load::{Readings, any, ask_model, give, reading_at, refuse_foreign, refuse_profile};

/// Whether the file at `path` is a feature model.
pub fn is_model(path: &Path) -> bool {
    variscope::feature::Format::of(path).is_some()
}

/// Refuses the first option that is given: those here are about templates.
pub fn refuse_for_model(options: &[(&str, bool)]) -> Result<(), Failure> {
    refuse_given(options, " is for templates only, and this is a feature model")
}

/// The command that says why a model has no variant; none where it is compiled, and does not know.
pub fn explaining(model: &FeatureModel, path: &Path, given: &Given) -> Option<String> {
    model.cnf()?;
    let files: Vec<String> = given.inputs.iter().map(|file| file.display().to_string()).collect();
    Some(explain_command(path, &[("--inputs", &files), ("--input", &given.arguments)]))
}

/// Says where to look where a model has no variant: an answer of nothing alone leaves people alone.
pub fn inform_that_model_is_void(question: &Question, model: &FeatureModel, terminal: &Terminal) {
    if let Some(command) = explaining(model, &question.template.path, &question.scope.given) {
        terminal.inform(&format!("there is no variant: `{command}` says why\n"));
    }
}

/// Why a compiled model gives no answer.
pub fn no_clauses_in_compiled_model() -> Failure {
    Failure::Usage("a compiled model has forgotten its clauses: ask the model that it was made of".to_owned())
}
