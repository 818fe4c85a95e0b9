//! Questions about the variants of a template; one file for each.
//!
//! Comes in: [`Rules`](crate::presence::Rules) and a configuration. Goes out: answers and diagnostics. Never prints.

mod inputs;
mod logic;
mod optimize;
mod presets;
mod resolve;
mod truth;
mod unsolvable;
mod variants;

pub use inputs::{InputOverview, input_overviews};
pub use presets::{PresetOverview, preset_overviews};
pub use resolve::Variant;
pub use variants::Variants;
