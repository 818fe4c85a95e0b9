//! Exhaustive search over the models of a formula: an engine that propagates and learns, components, a cache of
//! components, and a trace of what was found.
//!
//! Clauses, projected variables and a branching order come in; the trace (a number or a circuit) goes out. Where models
//! are wanted one by one, a model at hand is changed by assumptions.

mod attempts;
mod bounds;
mod branch;
mod cache;
pub(crate) mod engine;
pub(crate) mod factor;
mod incidence;
mod key;
mod model_at_hand;
pub(crate) mod natural;
#[cfg(test)]
pub(crate) mod oracle;
mod pulse;
mod split;
mod stacks;
pub(crate) mod trace;
mod walk;

pub(crate) use attempts::Attempts;
pub(crate) use bounds::Bounds;
use branch::Order;
use engine::Engine;
use factor::Factors;
use incidence::Incidence;
pub(crate) use model_at_hand::ModelAtHand;
pub(crate) use pulse::Pulse;
pub(crate) use walk::Statistics;
use walk::Task;
#[cfg(test)]
use walk::Walk;

#[cfg(test)]
mod tests;
