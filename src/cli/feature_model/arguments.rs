//! What can be typed about feature models.

use std::path::PathBuf;

use clap::Args;
use num_bigint::BigUint;

use super::list::{Shard, token};

/// What only feature models take.
#[derive(Debug, Args)]
pub struct FeatureModelArguments {
    /// For feature models: a file that lists the features that count, by name or by number.
    #[arg(long = "project", value_name = "FILE")]
    pub projection: Option<PathBuf>,
}

/// What lists of variants of feature models take.
#[derive(Debug, Args)]
pub struct ListArguments {
    /// For feature models: list only part I of N equal parts.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// For feature models: go on where an earlier list ended.
    #[arg(long, value_name = "TOKEN", value_parser = token)]
    pub resume: Option<BigUint>,
}
