//! What can be typed about feature models.

use std::path::PathBuf;

use clap::Args;
use num_bigint::BigUint;
use variscope::feature::variants::Range;

use super::list::{ListToken, Shard, token};

/// What only feature models take.
#[derive(Debug, Args)]
pub struct FeatureModelArguments {
    /// For feature models: a file that lists the features that count, by name or by number.
    #[arg(long = "project", value_name = "FILE")]
    pub projection: Option<PathBuf>,
}

/// What lists of variants take to show a part of them.
#[derive(Debug, Args)]
pub struct ListArguments {
    /// List only part I of N parts that are as equal as can be.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Go on where an earlier list ended.
    #[arg(long, value_name = "TOKEN", value_parser = token)]
    pub resume: Option<ListToken>,
    /// For feature models: list in the order of the features, those that are not selected first, by search; nothing is
    /// counted or compiled before. This is also what is done where compiling takes too much.
    #[arg(long)]
    pub by_search: bool,
}

impl ListArguments {
    /// The part of a list of this length.
    pub fn range(&self, total: &BigUint) -> Range {
        self.resumed(self.shard.map_or_else(|| Range::shard(total, 1, 1), |shard| shard.of(total)))
    }

    /// What is left of a range where an earlier list ended.
    pub fn resumed(&self, mut range: Range) -> Range {
        if let Some(next) = self.number() {
            range.next = next.clone().max(range.next);
        }
        range
    }

    /// The number of the variant at which the list goes on.
    pub fn number(&self) -> Option<&BigUint> {
        match &self.resume {
            Some(ListToken::Number(next)) => Some(next),
            Some(ListToken::Point(_)) | None => None,
        }
    }
}
