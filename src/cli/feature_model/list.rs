//! `variscope list` of a feature model.
//!
//! Variants come in the order of the compiled form, by number; where compiling takes too much, or when that is asked for,
//! in the order of the features, by search. Which order it is depends on the model alone, never on the clock.

mod compiled;
mod searched;
mod selected;
mod token;

use variscope_encoder::Interrupted;

use super::load::ask;
use crate::cli::arguments::List;
use crate::cli::status::Status;
use crate::cli::terminal::{Failure, Terminal};

pub use token::{ListToken, Shard, token};

/// Lists variants, unless the file is a template.
pub fn list(arguments: &List, terminal: &Terminal) -> Option<Result<Status, Failure>> {
    ask(&arguments.question, terminal, |model, budget| {
        let selection = &arguments.feature_model;
        if selection.by_search || matches!(selection.resume, Some(ListToken::Point(_))) {
            return searched::list(arguments, model, budget, terminal);
        }
        let circuit = terminal.work("compiling", || match selection.resume {
            Some(ListToken::Number(_)) => model.compile(budget).map(Some),
            _ => model.compile_readily(budget),
        });
        match circuit {
            Ok(Some(circuit)) => compiled::list(arguments, model, &circuit, budget, terminal),
            Ok(None) => {
                terminal
                    .tell("this model takes too much to compile: its variants come by search, as with `--by-search`\n");
                searched::list(arguments, model, budget, terminal)
            }
            Err(Interrupted) => {
                terminal.tell("stopped before the variants were known; `--by-search` lists them at once\n");
                Ok(Status::Undecided)
            }
        }
    })
}
