//! What is fuzzed: one function per target.

pub mod targets;
