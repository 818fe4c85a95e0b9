//! What is known of a variant before it runs.

pub mod connections;
mod json;
mod text;

pub use json::json;
pub use text::text;

use crate::runtime::environment::{Environment, Fate, Presence, Rule};

/// The variables of a task by what became of them, for both formats.
struct Variables {
    /// With a value, each with whether it is set and what is known of its text.
    set: Vec<(String, Presence, crate::runtime::environment::Text)>,
    inherited: Vec<String>,
    removed: Vec<String>,
    /// What happens to all other variables of an unknown process, rule by rule.
    others: Option<Vec<String>>,
}

impl Variables {
    fn of(environment: &Environment, process: &Environment) -> Self {
        let mut variables = Self { set: Vec::new(), inherited: Vec::new(), removed: Vec::new(), others: None };
        for (name, fate) in environment.fates(process) {
            match fate {
                Fate::Inherited => variables.inherited.push(name.to_string()),
                Fate::Removed => variables.removed.push(name.to_string()),
                Fate::Set(binding) => variables.set.push((name.to_string(), binding.presence, binding.text)),
            }
        }
        if !environment.is_known() {
            let written = |rule: &Rule| rule.action.written();
            variables.others = Some(environment.patterns().map(written).collect());
        }
        variables
    }
}
