//! The language of environment rules, and what rules make of the environment of a process.
//!
//! Comes in: sections of rules, and an [`Environment`] that is known or not. Goes out: the environment after them.
//! Invariant: of a known process every text is known but for what only a run computes; of an unknown one the result,
//! with the variables of a process put in, is what the rules give for that process.

mod apply;
mod conversion;
mod deferred_value;
mod effect;
mod lint;
mod protected;
mod rule;
mod state;
mod substitution;
#[cfg(test)]
mod tests;
mod text;
mod variable_fate;

pub use conversion::{read_number, scalar_text, value_text};
pub use deferred_value::{DeferredValue, Reason};
pub use protected::{PROTECTED, is_protected};
pub use rule::{Action, EnvironmentRule, RuleComputation, RuleValue, Selector, is_template};
pub use state::{Binding, Environment, SetWhen};
pub use text::{Text, TextPart};
pub use variable_fate::VariableFate;
