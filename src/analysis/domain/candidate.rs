//! Values of inputs that stand for all others to which nothing in a template answers differently.

use num_bigint::BigUint;
use num_traits::One;

use super::extent::Extent;
use crate::analysis::value::Value;

/// A value that stands for itself or for many.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The value.
    pub value: Value,
    /// How many values it stands for; none for infinitely many, and where they are not counted.
    pub size: Option<BigUint>,
    /// Whether they are finitely many.
    pub extent: Extent,
    /// Whether it is "any other value": a text that neither the declaration nor an expression mentions.
    pub is_unmentioned: bool,
}

impl Candidate {
    /// Whether it stands for itself alone.
    pub fn is_one(&self) -> bool {
        self.size.as_ref().is_some_and(One::is_one)
    }

    /// Whether it stands for itself alone, and something mentions it.
    pub(super) fn is_known_one(&self) -> bool {
        self.is_one() && !self.is_unmentioned
    }

    /// A value that stands for infinitely many.
    pub(super) fn of_many(value: Value) -> Self {
        Self { value, size: None, extent: Extent::Infinite, is_unmentioned: false }
    }

    /// A value that stands for infinitely many that nothing mentions.
    pub(super) fn unmentioned(value: Value) -> Self {
        Self { is_unmentioned: true, ..Self::of_many(value) }
    }
}

/// The candidates of an input.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    pub(super) all: Vec<Candidate>,
    /// Whether no other value can make another difference.
    pub(super) is_exact: bool,
}

/// A value that stands for itself alone.
pub(super) fn itself(value: Value) -> Candidate {
    sized(value, Some(BigUint::from(1_u8)))
}

/// A value that stands for so many; for infinitely many where there is no number.
pub(super) fn sized(value: Value, size: Option<BigUint>) -> Candidate {
    Candidate { value, extent: Extent::of(size.as_ref()), size, is_unmentioned: false }
}
