//! Rules: what decides the presence of every element, each with its origin in the source.
//!
//! Comes in: a [`Model`](crate::model::Model). Goes out: [`Rules`]: definitions of presences, constraints, and the checks as formulas,
//! the same for all configurations. Invariant: no rule whose origin cannot be shown.

mod checks;
mod constraints;
mod define;
mod document;
mod implied;
mod origin;
mod report;
mod rules;
mod unused;

pub use checks::{Cause, Violation};
pub use origin::Origin;
pub use rules::Rules;
