//! What is said about all variants at once, against looking at every configuration.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod ambiguity;
mod bounds;
mod budgets;
mod commands;
mod conformance;
mod contradictions;
mod coverage;
mod dates;
mod days;
mod documents;
mod explanations;
mod floats;
mod generated;
mod literals;
mod long_tests;
mod measures;
mod needed;
mod numbers;

mod joint_sums;
mod possible;
#[path = "../prerequisites/mod.rs"]
mod prerequisites;
mod presets;
mod relations;
mod sameness;
mod samples;
mod shards;
mod sums;
#[path = "../support/mod.rs"]
mod support;
mod template;
mod texts;
mod undecided;
mod varied;
mod whole;
mod witnesses;
mod work;
