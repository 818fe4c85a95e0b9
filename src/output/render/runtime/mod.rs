//! What is known of a variant before it runs.

pub mod connections;
mod json;
mod text;

pub use json::answer_of;
pub use text::text;

use std::collections::BTreeSet;

use crate::unfurl::environment::{Action, Environment, EnvironmentRule, PROTECTED, SetWhen, VariableFate};

/// The variables of a task by what became of them, for both formats.
#[derive(Default, PartialEq)]
struct Variables {
    /// With a value, each with whether it is set and what is known of its text.
    set: Vec<(String, SetWhen, crate::unfurl::environment::Text)>,
    inherited: Vec<String>,
    removed: Vec<String>,
    /// What these values read of an unknown process.
    needed: BTreeSet<String>,
    /// What happens to all other variables of an unknown process, rule by rule.
    others: Option<Vec<String>>,
    /// Of those the ones that no pattern removes, although it is about them.
    survivors: Vec<String>,
}

impl Variables {
    fn of(environment: &Environment, process: &Environment) -> Self {
        let mut variables = Self::default();
        for (name, fate) in environment.fates(process) {
            match fate {
                VariableFate::Inherited => variables.inherited.push(name.to_string()),
                VariableFate::Removed => variables.removed.push(name.to_string()),
                VariableFate::Set(binding) => {
                    binding.text.visit_process_names(&mut |name| {
                        variables.needed.insert(name.to_string());
                    });
                    variables.set.push((name.to_string(), binding.is_set, binding.text));
                }
            }
        }
        if !environment.is_known() {
            let written = |rule: &EnvironmentRule| rule.action.written();
            variables.others = Some(environment.patterns().map(written).collect());
            variables.survivors = survivors(environment).map(str::to_owned).collect();
        }
        variables
    }
}

/// The variables of an unknown process that patterns spare.
fn survivors(environment: &Environment) -> impl Iterator<Item = &'static str> {
    let is_meant = |name: &&str| {
        let mut patterns = environment.patterns().map(|rule| &rule.action);
        patterns.any(|action| matches!(action, Action::Remove(selector) if selector.selects(name)))
    };
    let is_named = |name: &&str| environment.named().any(|(known, _)| **known == **name);
    PROTECTED.iter().copied().filter(move |name| is_meant(name) && !is_named(name) && environment.get(name).is_some())
}
