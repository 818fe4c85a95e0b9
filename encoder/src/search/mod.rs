//! Exhaustive search over the models of a formula: an engine that propagates and learns, components, a cache of
//! components, and a trace of what was found.
//!
//! Clauses, projected variables and a branching order come in; the trace (a number or a circuit) goes out. Where models
//! are wanted one by one, a model at hand is changed by assumptions.

mod bounds;
mod branch;
mod cache;
mod component_search;
pub(crate) mod engine;
pub(crate) mod factor;
mod incidence;
mod incremental_model;
mod key;
pub(crate) mod natural;
#[cfg(test)]
pub(crate) mod oracle;
mod portfolio;
mod split;
mod stacks;
mod ticker;
pub(crate) mod trace;

pub(crate) use bounds::Bounds;
use branch::Order;
#[cfg(test)]
use component_search::ComponentSearch;
pub(crate) use component_search::Statistics;
use component_search::Task;
use engine::Engine;
use factor::Factors;
use incidence::Incidence;
pub(crate) use incremental_model::IncrementalModel;
pub(crate) use portfolio::Portfolio;
pub(crate) use ticker::Ticker;

#[cfg(test)]
mod tests;
