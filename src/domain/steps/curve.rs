//! Where what is computed from a number rises, falls or has no result.
//!
//! Rounding keeps order: where both operands of a sum rise, so does the sum of doubles. So each step of a comparison is
//! found by halving, with the numbers that expressions compute with. Invariant: in each piece a term is monotone, as
//! computed.

use std::cmp::Ordering;

use super::scale::Scale;
use super::term::{Operation, Term};
use crate::value::Number;

/// Pieces of one curve, at most.
const MOST_PIECES: usize = 500;

/// How a term changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trend {
    /// It never falls.
    Up,
    /// It never rises.
    Down,
    Flat,
    /// It has no value: a divisor is 0, or a result is too large.
    Fault,
}

/// A range of places, both ends included.
pub(super) type Range = (i128, i128);

/// The pieces of a term, in order and without gaps; none where it is not known how it changes.
pub(super) fn curve(term: &Term, scale: Scale) -> Option<Vec<(Range, Trend)>> {
    match term {
        Term::Variable => Some(vec![(scale.ends(), Trend::Up)]),
        Term::Constant(_) => Some(vec![(scale.ends(), Trend::Flat)]),
        Term::Remainder(divisor) => Some(saw(*divisor, scale)),
        Term::Binary(operation, operands) => {
            let [left, right] = &**operands;
            let mut pieces = Vec::new();
            for (range, trends) in common(&curve(left, scale)?, &curve(right, scale)?) {
                if trends.contains(&Trend::Fault) {
                    pieces.push((range, Trend::Fault));
                    continue;
                }
                for range in operation.parts(range, (operands, trends), scale) {
                    let trend = operation.trend(range, (operands, trends), scale)?;
                    pieces.extend(finite_parts(term, range, trend, scale));
                }
                if pieces.len() > MOST_PIECES {
                    return None;
                }
            }
            Some(pieces)
        }
    }
}

/// Periods of a remainder that are looked at on either side of 0.
pub(super) const PERIODS: i32 = 20;

/// The pieces of a remainder, with the sign of the variable: it rises between multiples of the divisor. What lies beyond the
/// periods that are looked at is left as it is, for it shows nothing else.
fn saw(divisor: f64, scale: Scale) -> Vec<(Range, Trend)> {
    let (low, high) = scale.ends();
    let first = |reached: &dyn Fn(f64) -> bool| scale.first((low, high), |at| reached(at.to_f64()));
    let below = (-PERIODS..0).map(|times| first(&|at| at > f64::from(times) * divisor));
    let above = (1..=PERIODS).map(|times| first(&|at| at >= f64::from(times) * divisor));
    let starts: Vec<i128> = below.chain(above).collect();
    let ends = starts.iter().skip(1).map(|start| start - 1);
    let mut pieces = vec![((low, starts[0] - 1), Trend::Flat)];
    pieces.extend(starts.iter().copied().zip(ends).map(|range| (range, Trend::Up)));
    pieces.push(((starts[starts.len() - 1], high), Trend::Flat));
    pieces
}

/// The ranges that lie in one piece of both.
pub(super) fn common(left: &[(Range, Trend)], right: &[(Range, Trend)]) -> Vec<(Range, [Trend; 2])> {
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    let mut found = Vec::new();
    while let (Some(&&(one, trend)), Some(&&(other, other_trend))) = (left.peek(), right.peek()) {
        found.push(((one.0.max(other.0), one.1.min(other.1)), [trend, other_trend]));
        let end = one.1.min(other.1);
        left.next_if(|(range, _)| range.1 == end);
        right.next_if(|(range, _)| range.1 == end);
    }
    found
}

impl Trend {
    fn flipped(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Flat | Self::Fault => self,
        }
    }

    /// How a sum changes; none where one rises and the other falls.
    pub(super) fn with(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Flat, trend) | (trend, Self::Flat) => Some(trend),
            (one, other) => (one == other).then_some(one),
        }
    }

    /// How a difference changes.
    pub(super) fn without(self, other: Self) -> Option<Self> {
        self.with(other.flipped())
    }
}

impl Operation {
    /// Parts of a range in which operands of a product or a quotient have one sign each.
    fn parts(self, range: Range, (operands, trends): (&[Term; 2], [Trend; 2]), scale: Scale) -> Vec<Range> {
        match self {
            Self::Sum | Self::Difference => vec![range],
            Self::Product | Self::Quotient => {
                let zero = Number::integer(0);
                let order = |operand: &Term| {
                    let operand = operand.clone();
                    let zero = zero.clone();
                    move |at: &Number| compare(&operand.at(at), &zero)
                };
                let [left, right] = [order(&operands[0]), order(&operands[1])];
                let parts = split(range, trends[0], scale, left);
                parts.into_iter().flat_map(|part| split(part, trends[1], scale, &right)).collect()
            }
        }
    }

    /// How the result changes where its operands have one sign each.
    fn trend(self, range: Range, (operands, trends): (&[Term; 2], [Trend; 2]), scale: Scale) -> Option<Trend> {
        let sign = |operand: &Term| compare(&operand.at(&scale.number(range.0)), &Number::integer(0));
        let magnitude = |sign: Ordering, trend: Trend| if sign.is_lt() { trend.flipped() } else { trend };
        let [left, right] = trends;
        match self {
            Self::Sum => left.with(right),
            Self::Difference if operands[0] == operands[1] => Some(Trend::Flat),
            Self::Difference => left.without(right),
            Self::Product | Self::Quotient => {
                let (one, other) = (sign(&operands[0]), sign(&operands[1]));
                if self == Self::Quotient && other.is_eq() {
                    return Some(Trend::Fault);
                }
                if one.is_eq() || other.is_eq() {
                    return Some(Trend::Flat);
                }
                let (left, right) = (magnitude(one, left), magnitude(other, right));
                let size = if self == Self::Product { left.with(right) } else { left.without(right) };
                size.map(|size| if one == other { size } else { size.flipped() })
            }
        }
    }
}

/// The parts of a range where something that changes so is less than, equal to and greater than something else, in the order
/// of the range.
pub(super) fn split(range: Range, trend: Trend, scale: Scale, order: impl Fn(&Number) -> Ordering) -> Vec<Range> {
    let (begins, ends): (fn(Ordering) -> bool, fn(Ordering) -> bool) = match trend {
        Trend::Up => (Ordering::is_ge, Ordering::is_gt),
        Trend::Down => (Ordering::is_le, Ordering::is_lt),
        Trend::Flat | Trend::Fault => return vec![range],
    };
    let begin = scale.first(range, |at| begins(order(at)));
    let end = scale.first(range, |at| ends(order(at)));
    let parts = [(range.0, begin - 1), (begin, end - 1), (end, range.1)];
    parts.into_iter().filter(|(low, high)| low <= high).collect()
}

/// A range in which a term is monotone, apart from the ends where its values are too large.
fn finite_parts(term: &Term, range: Range, trend: Trend, scale: Scale) -> Vec<(Range, Trend)> {
    let infinite = |at: &Number| {
        let value = term.at(at).to_f64();
        if value.is_infinite() { compare(&Number::float(value), &Number::integer(0)) } else { Ordering::Equal }
    };
    match trend {
        Trend::Fault => vec![(range, trend)],
        Trend::Flat => {
            let is_finite = infinite(&scale.number(range.0)).is_eq();
            vec![(range, if is_finite { trend } else { Trend::Fault })]
        }
        Trend::Up | Trend::Down => {
            let parts = split(range, trend, scale, infinite);
            let is_finite = |part: Range| infinite(&scale.number(part.0)).is_eq();
            parts.into_iter().map(|part| (part, if is_finite(part) { trend } else { Trend::Fault })).collect()
        }
    }
}

/// The order of two numbers neither of which is NaN.
pub(super) fn compare(one: &Number, other: &Number) -> Ordering {
    one.partial_cmp(other).unwrap_or(Ordering::Equal)
}
