//! Places in a lexicographic order, without counting what comes before them.

use std::cmp::Ordering;
use std::fmt::{Display, Formatter, Result as Written};
use std::str::FromStr;

/// A way down the tree of decisions.
pub(crate) trait DecisionPath {
    /// Whether all decisions that are left are false.
    fn is_at_end(&self) -> bool;

    /// What is chosen for this projected literal, which can have both values.
    fn choose(&mut self, index: usize) -> bool;
}

/// A model, by the variables that are true in it although they could be false after those before them.
///
/// In words: `@` and their positions among the projected variables, 1-based, such as `@3.17`; the first model is `@`.
/// What the other values are is for the clauses to say, so that places are short.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResumePoint {
    /// 0-based, ascending.
    turned: Vec<usize>,
}

impl ResumePoint {
    /// The place at which these positions, 0-based and ascending, are true by choice.
    pub(crate) fn new(turned: Vec<usize>) -> Self {
        Self { turned }
    }

    /// The largest position, 0-based, that it mentions.
    pub fn last(&self) -> Option<usize> {
        self.turned.last().copied()
    }

    pub(super) fn way(&self, positions: Vec<usize>) -> RemainingDecisions<'_> {
        RemainingDecisions { left: &self.turned, positions }
    }
}

/// Where the places of two models differ for the first time, one of them is true by choice.
impl Ord for ResumePoint {
    fn cmp(&self, other: &Self) -> Ordering {
        let pairs = self.turned.iter().zip(&other.turned);
        let difference = pairs.map(|(own, other)| other.cmp(own)).find(|order| order.is_ne());
        difference.unwrap_or_else(|| self.turned.len().cmp(&other.turned.len()))
    }
}

impl PartialOrd for ResumePoint {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A text that is no resume point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected `@` and ascending positions, such as @3.17")]
pub struct InvalidResumePoint;

impl FromStr for ResumePoint {
    type Err = InvalidResumePoint;

    fn from_str(text: &str) -> Result<Self, InvalidResumePoint> {
        let positions = text.strip_prefix('@').ok_or(InvalidResumePoint)?;
        let position = |word: &str| word.parse::<usize>().ok().and_then(|position| position.checked_sub(1));
        let words = positions.split('.').filter(|_| !positions.is_empty());
        let turned: Vec<usize> = words.map(position).collect::<Option<_>>().ok_or(InvalidResumePoint)?;
        let is_ascending = turned.windows(2).all(|pair| pair[0] < pair[1]);
        is_ascending.then_some(Self { turned }).ok_or(InvalidResumePoint)
    }
}

impl Display for ResumePoint {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        f.write_str("@")?;
        for (number, position) in self.turned.iter().enumerate() {
            let separator = if number > 0 { "." } else { "" };
            write!(f, "{separator}{}", position + 1)?;
        }
        Ok(())
    }
}

/// The way to a place.
pub(super) struct RemainingDecisions<'a> {
    left: &'a [usize],
    /// By projected literal: its position.
    positions: Vec<usize>,
}

impl DecisionPath for RemainingDecisions<'_> {
    fn is_at_end(&self) -> bool {
        self.left.is_empty()
    }

    fn choose(&mut self, index: usize) -> bool {
        let position = self.positions[index];
        let passed = self.left.partition_point(|&turn| turn < position);
        self.left = &self.left[passed..];
        self.left.first() == Some(&position)
    }
}

/// The way that halves what is left at every choice, as if both values had as many models: the binary digits of a
/// fraction below 1.
pub(super) struct HalvingPath {
    numerator: u128,
    denominator: u128,
}

impl HalvingPath {
    /// The way to this fraction of all.
    pub(super) fn new(numerator: u64, denominator: u64) -> Self {
        Self { numerator: numerator.into(), denominator: denominator.into() }
    }
}

impl DecisionPath for HalvingPath {
    fn is_at_end(&self) -> bool {
        self.numerator == 0
    }

    fn choose(&mut self, _: usize) -> bool {
        self.numerator *= 2;
        let digit = self.numerator >= self.denominator;
        if digit {
            self.numerator -= self.denominator;
        }
        digit
    }
}
