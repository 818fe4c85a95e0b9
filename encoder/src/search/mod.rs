//! Exhaustive search over the models of a formula: components, a cache of components, and a trace of what was found.
//!
//! Clauses, projected variables and a branching order come in; the trace (a number or a circuit) goes out.

mod bounds;
mod branch;
mod cache;
mod component_search;
mod key;
#[cfg(test)]
pub(crate) mod oracle;
mod portfolio;
mod split;
mod stacks;
pub(crate) mod trace;

pub(crate) use bounds::Bounds;
use branch::Order;
#[cfg(test)]
use component_search::ComponentSearch;
use component_search::SearchTask;
pub(crate) use component_search::Statistics;
pub(crate) use portfolio::Portfolio;

#[cfg(test)]
mod tests;
