//! Where what is computed from a number rises, falls or has no result.
//!
//! Rounding keeps order: where both operands of a sum rise, so does the sum of doubles. So each breakpoint of a comparison is
//! found by halving, with the numbers that expressions compute with. Invariant: in each piece a term is monotone, as
//! computed.

use std::cmp::Ordering;

use super::float_scale::Scale;
use super::term::{Computation, Operation, Term};
use crate::analysis::value::Number;

/// Pieces of one curve, at most.
const MAX_PIECES: usize = 500;

/// How a term changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trend {
    /// It never falls.
    Up,
    /// It never rises.
    Down,
    Flat,
    /// It has no value: a divisor is 0, or a result is too large.
    Undefined,
}

/// A range of places, both ends included.
pub(super) type Places = (i128, i128);

/// The pieces of a term, in order and without gaps.
pub(super) type Curve = Vec<(Places, Trend)>;

/// How a term changes; none where that is not known.
pub(super) fn curve(term: &Term, scale: Scale) -> Option<Curve> {
    let mut curves: Vec<Curve> = Vec::with_capacity(term.computations().len());
    for (index, computation) in term.computations().iter().enumerate() {
        curves.push(match computation {
            Computation::Variable => vec![(scale.ends(), Trend::Up)],
            Computation::Constant(_) => vec![(scale.ends(), Trend::Flat)],
            Computation::Remainder(divisor) => saw(*divisor, scale),
            Computation::Binary(operation, operands) => {
                let binary = Binary { term, index, operation: *operation, operands: *operands, scale };
                binary.curve(&curves[operands[0]], &curves[operands[1]])?
            }
        });
    }
    curves.pop()
}

/// One operation of a term.
struct Binary<'t> {
    term: &'t Term,
    index: usize,
    operation: Operation,
    operands: [usize; 2],
    scale: Scale,
}

/// Periods of a remainder that are looked at on either side of 0.
pub(super) const PERIODS: i32 = 20;

/// The pieces of a remainder, with the sign of the variable: it rises between multiples of the divisor. What lies beyond the
/// periods that are looked at is left as it is, for it shows nothing else.
fn saw(divisor: f64, scale: Scale) -> Vec<(Places, Trend)> {
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
pub(super) fn common(left: &[(Places, Trend)], right: &[(Places, Trend)]) -> Vec<(Places, [Trend; 2])> {
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
            Self::Flat | Self::Undefined => self,
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

impl Binary<'_> {
    fn curve(&self, left: &Curve, right: &Curve) -> Option<Curve> {
        let mut pieces = Vec::new();
        for (range, trends) in common(left, right) {
            if trends.contains(&Trend::Undefined) {
                pieces.push((range, Trend::Undefined));
                continue;
            }
            for range in self.parts(range, trends) {
                let trend = self.trend(range, trends)?;
                pieces.extend(self.finite_parts(range, trend));
            }
            if pieces.len() > MAX_PIECES {
                return None;
            }
        }
        Some(pieces)
    }

    /// The order of an operand and 0.
    fn sign(&self, operand: usize, at: &Number) -> Ordering {
        compare(&self.term.computation_at(operand, at), &Number::integer(0))
    }

    /// Parts of a range in which operands of a product or a quotient have one sign each.
    fn parts(&self, range: Places, trends: [Trend; 2]) -> Vec<Places> {
        match self.operation {
            Operation::Sum | Operation::Difference => vec![range],
            Operation::Product | Operation::Quotient => {
                let [left, right] = self.operands;
                let parts = split(range, trends[0], self.scale, |at| self.sign(left, at));
                let split_again = |part| split(part, trends[1], self.scale, |at| self.sign(right, at));
                parts.into_iter().flat_map(split_again).collect()
            }
        }
    }

    /// How the result changes where its operands have one sign each.
    fn trend(&self, range: Places, [left, right]: [Trend; 2]) -> Option<Trend> {
        match self.operation {
            Operation::Sum => left.with(right),
            Operation::Difference if self.operands[0] == self.operands[1] => Some(Trend::Flat),
            Operation::Difference => left.without(right),
            Operation::Product | Operation::Quotient => {
                let [one, other] = self.operands.map(|operand| self.sign(operand, &self.scale.number(range.0)));
                let is_quotient = self.operation == Operation::Quotient;
                if is_quotient && other.is_eq() {
                    return Some(Trend::Undefined);
                }
                if one.is_eq() || other.is_eq() {
                    return Some(Trend::Flat);
                }
                let magnitude = |sign: Ordering, trend: Trend| if sign.is_lt() { trend.flipped() } else { trend };
                let (left, right) = (magnitude(one, left), magnitude(other, right));
                let size = if is_quotient { left.without(right) } else { left.with(right) };
                size.map(|size| if one == other { size } else { size.flipped() })
            }
        }
    }

    /// A range in which the result is monotone, apart from the ends where its values are too large.
    fn finite_parts(&self, range: Places, trend: Trend) -> Curve {
        let infinite = |at: &Number| {
            let value = self.term.computation_at(self.index, at).to_f64();
            if value.is_infinite() { compare(&Number::float(value), &Number::integer(0)) } else { Ordering::Equal }
        };
        if trend == Trend::Undefined {
            return vec![(range, trend)];
        }
        let parts = split(range, trend, self.scale, infinite);
        let is_finite = |part: Places| infinite(&self.scale.number(part.0)).is_eq();
        parts.into_iter().map(|part| (part, if is_finite(part) { trend } else { Trend::Undefined })).collect()
    }
}

/// The parts of a range where something that changes so is less than, equal to and greater than something else, in the order
/// of the range.
pub(super) fn split(range: Places, trend: Trend, scale: Scale, order: impl Fn(&Number) -> Ordering) -> Vec<Places> {
    if matches!(trend, Trend::Flat | Trend::Undefined) || order(&scale.number(range.0)) == order(&scale.number(range.1))
    {
        return vec![range];
    }
    let rising = |at: &Number| if trend == Trend::Down { order(at).reverse() } else { order(at) };
    let begin = scale.first(range, |at| rising(at).is_ge());
    let end = scale.first(range, |at| rising(at).is_gt());
    let parts = [(range.0, begin - 1), (begin, end - 1), (end, range.1)];
    parts.into_iter().filter(|(low, high)| low <= high).collect()
}

/// The order of two numbers neither of which is NaN.
pub(super) fn compare(one: &Number, other: &Number) -> Ordering {
    one.partial_cmp(other).unwrap_or(Ordering::Equal)
}
