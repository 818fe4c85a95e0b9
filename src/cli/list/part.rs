//! Parts of a list, as they are typed.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use clap::Args;
use num_bigint::BigUint;
use variscope::answer::Part;
use variscope::feature::variants::VariantRange;
use variscope_encoder::enumeration::ResumePoint;

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
    pub fn range(&self, total: &BigUint) -> VariantRange {
        self.resumed(self.shard.map_or_else(|| VariantRange::shard(total, 1, 1), |shard| shard.of(total)))
    }

    /// What is left of a range where an earlier list ended.
    pub fn resumed(&self, mut range: VariantRange) -> VariantRange {
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

/// One of several equal parts of all variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub number: u64,
    /// At least as many.
    pub parts: u64,
}

impl Shard {
    /// What is said of it where all parts are equal.
    pub fn equal_part(self) -> Part {
        Part { number: self.number, parts: self.parts, is_equal: true }
    }

    /// What is said of it where parts have different sizes.
    pub fn unequal_part(self) -> Part {
        Part { is_equal: false, ..self.equal_part() }
    }

    /// This part of a whole.
    pub fn of(self, total: &BigUint) -> VariantRange {
        VariantRange::shard(total, self.number, self.parts)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(number, parts)| Some((number.parse().ok()?, parts.parse().ok()?)));
        match parts {
            Some((number, parts)) if 1 <= number && number <= parts => Ok(Self { number, parts }),
            _ => Err("expected a part of the whole, such as 2/8".to_owned()),
        }
    }
}

/// Where a list was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListToken {
    /// The number of the next variant.
    Number(BigUint),
    /// The last variant of a list that was searched for.
    Point(ResumePoint),
}

impl Display for ListToken {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(next) => next.fmt(formatter),
            Self::Point(last) => last.fmt(formatter),
        }
    }
}

/// What an earlier list ended with.
fn token(text: &str) -> Result<ListToken, String> {
    let place = text.parse().map(ListToken::Point);
    place
        .or_else(|_| text.parse().map(ListToken::Number))
        .map_err(|_| "expected what an earlier list ended with".to_owned())
}
