//! What is said about all variants at once, against looking at every configuration.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod ambiguity;
mod budgets;
mod commands;
mod conformance;
mod contradictions;
mod coverage;
mod explanations;
mod generated;
mod measures;
mod numbers;
mod possible;
mod presets;
mod relations;
mod samples;
mod shards;
mod texts;
mod varied;
mod witnesses;
