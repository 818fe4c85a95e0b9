//! Deployment technologies: those that the author models, and those that rules offer.
//!
//! Comes in, in this order: [`Builder::add_technologies`] for each node, once its types are known, makes elements of
//! what the author models; [`Builder::settle_technologies`], once all nodes are there, relations have their targets
//! and default alternatives are chosen, reads the rules and remakes the table of technologies. Goes out: technologies
//! in the order of nodes, with the elements that have to be present so that their rule applies; `managed` of each
//! node, as far as anything asks for it. Invariant: nothing refers to a technology before it is settled.

mod authored;
mod candidates;
mod collation;
mod hosting;
mod managed;
mod matching;
mod plugins;
mod rule;
mod scenario;
mod settling;
mod sorting;
mod written;

pub(super) use plugins::unsupported_plugins;

#[cfg(test)]
mod tests;
