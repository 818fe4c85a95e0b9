//! Parts of a list, as they are typed.

use std::str::FromStr;

use num_bigint::BigUint;
use variscope::answer::Part;
use variscope::feature::variants::Range;
use variscope_encoder::enumeration::ResumePoint;

/// One of several equal parts of all variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub number: u64,
    /// At least as many.
    pub parts: u64,
}

impl Shard {
    /// What is said of it.
    pub fn part(self, is_equal: bool) -> Part {
        Part { number: self.number, parts: self.parts, is_equal }
    }

    /// This part of a whole.
    pub fn of(self, total: &BigUint) -> Range {
        Range::shard(total, self.number, self.parts)
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

/// What an earlier list ended with.
pub fn token(text: &str) -> Result<ListToken, String> {
    let place = text.parse().map(ListToken::Point);
    place
        .or_else(|_| text.parse().map(ListToken::Number))
        .map_err(|_| "expected what an earlier list ended with".to_owned())
}
