//! Questions about the variants of a template; one file for each.
//!
//! Comes in: [`Rules`](crate::presence::Rules) and a configuration. Goes out: answers and diagnostics. Never prints.

mod logic;
mod optimize;
mod resolve;
mod truth;
mod unsolvable;
mod variants;

pub use resolve::Variant;
pub use variants::Variants;
