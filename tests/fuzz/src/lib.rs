//! What is fuzzed: one function per target.

pub mod targets;
#[path = "../../laws/template/mod.rs"]
pub mod template;
#[path = "../../laws/whole/truth.rs"]
pub mod truth;
