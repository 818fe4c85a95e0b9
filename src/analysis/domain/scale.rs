//! Numbers that matter on a scale: the points that something is compared with, and what lies between them.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};

use crate::analysis::value::{Number, Value};

/// Integers up to this one, 2^52, and as far beyond, are doubles.
pub(super) const GREATEST_EXACT: f64 = 4_503_599_627_370_496.0;

/// A number that stands for itself, or for all between two neighbouring points.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ScaleMark<T> {
    /// The number.
    pub(super) at: T,
    /// How many numbers it stands for; none when that is not known or unbounded.
    pub(super) size: Option<BigUint>,
}

impl<T> ScaleMark<T> {
    fn point(at: T) -> Self {
        Self { at, size: Some(BigUint::from(1_u8)) }
    }

    fn endless(at: T) -> Self {
        Self { at, size: None }
    }
}

/// The integers that matter: every point, one from each gap, one beyond each end. Where there are no points, all are alike.
pub(super) fn integers(mut points: Vec<BigInt>) -> Vec<ScaleMark<BigInt>> {
    points.sort_unstable();
    points.dedup();
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return vec![ScaleMark::endless(BigInt::ZERO)];
    };
    let mut marks = vec![ScaleMark::endless(first - 1)];
    let beyond = ScaleMark::endless(last + 1);
    for (place, at) in points.iter().enumerate() {
        marks.push(ScaleMark::point(at.clone()));
        let between = points.get(place + 1).and_then(|next| (next - at - 1_u8).to_biguint());
        if let Some(size) = between.filter(|size| *size > BigUint::ZERO) {
            marks.push(ScaleMark { at: at + 1, size: Some(size) });
        }
    }
    marks.push(beyond);
    marks
}

/// The numbers of any kind that matter: 0 and every point, one from each gap, one beyond each end. Doubles where there are some,
/// else integers, which have no greatest.
pub(super) fn numbers(mut points: Vec<Number>) -> Vec<ScaleMark<Number>> {
    points.push(Number::integer(0));
    points.retain(Number::is_finite);
    points.sort_by(|one, other| one.partial_cmp(other).unwrap_or(Ordering::Equal));
    points.dedup();
    let mut marks: Vec<ScaleMark<Number>> = Vec::new();
    marks.extend(points.first().map(|first| ScaleMark::endless(beyond(first, -1))));
    for (place, at) in points.iter().enumerate() {
        marks.push(ScaleMark::point(plain(at)));
        let next = points.get(place + 1).map_or_else(|| Some(beyond(at, 1)), |next| between(at, next));
        marks.extend(next.map(ScaleMark::endless));
    }
    marks
}

/// From here on floats print with an exponent.
const FIRST_WITH_EXPONENT: f64 = 1e21;

/// A float, or an integer where it prints as one: reading it back gives that, and computes with all its digits.
pub(super) fn read_back(at: f64) -> Number {
    let float = Number::float(at);
    let integer = float.to_integer().filter(|_| at.abs() < FIRST_WITH_EXPONENT);
    integer.map_or(float, Number::from)
}

/// A float as a value, as it is read where it is printed.
pub(super) fn number(at: f64) -> Value {
    Value::Number(read_back(at))
}

/// [`read_back`] for a number as an author wrote it.
fn plain(at: &Number) -> Number {
    let integer = at.to_integer().filter(|_| at.is_integer());
    integer.map_or_else(|| read_back(at.to_f64()), Number::from)
}

/// A number beyond an end, on the side of `sign`.
fn beyond(end: &Number, sign: i8) -> Number {
    let at = end.to_f64();
    let far = read_back((at + f64::from(sign) + f64::from(sign) * at.abs()).clamp(f64::MIN, f64::MAX));
    let is_beyond = far.partial_cmp(end) == Some(if sign < 0 { Ordering::Less } else { Ordering::Greater });
    // Where no double is beyond, the end is an integer.
    let integer = end.to_integer().filter(|_| !is_beyond);
    integer.map_or(far, |end| Number::from(end + sign))
}

/// A number between two others; none where there is none.
fn between(low: &Number, high: &Number) -> Option<Number> {
    let is_between = |at: &Number| low < at && at < high;
    let (first, last) = (low.to_f64(), high.to_f64());
    let doubles = [f64::midpoint(first, last), first, last, first.next_up()];
    let next = || low.to_integer().map(|low| Number::from(low + 1));
    doubles
        .into_iter()
        .filter(|at| at.is_finite())
        .map(read_back)
        .find(is_between)
        .or_else(|| next().filter(is_between))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_integer_is_on_the_same_side_of_all_points_as_one_mark() {
        let points = [-3, 2, 3, 7].map(BigInt::from);
        let marks = integers(points.to_vec());
        let side = |at: &BigInt| points.iter().map(|point| at.cmp(point)).collect::<Vec<_>>();
        for number in -20..20 {
            assert!(marks.iter().any(|mark| side(&mark.at) == side(&number.into())), "{number}");
        }
        let finite: BigUint = marks.iter().filter_map(|mark| mark.size.clone()).sum();
        assert_eq!(finite, 11_u8.into(), "from -3 to 7");
    }

    #[test]
    fn every_number_is_on_the_same_side_of_all_points_as_one_mark() {
        let integers = ["9007199254740992", "9007199254740993", "9007199254740995", "-9223372036854775809"];
        let huge = "9".repeat(400);
        let integers = integers.into_iter().chain([&*huge]).filter_map(Number::parse_integer);
        let doubles = [-0.5, 1.5, 1.75, 5e-324, 1e308, f64::MAX, f64::MIN].map(Number::float);
        let points: Vec<Number> = integers.chain(doubles).collect();
        let marks = numbers(points.clone());
        assert!(marks.iter().all(|mark| mark.at.is_finite()));
        let side = |at: &Number| points.iter().map(|point| at.partial_cmp(point)).collect::<Vec<_>>();
        let tried = (-40..40).map(|tenth: i32| Number::float(f64::from(tenth) / 10.0));
        let near = points.iter().filter_map(Number::to_integer);
        let near = near.flat_map(|at| [Number::from(&at - 1), Number::from(at + 1)]);
        let next = [5e-324, 1e-323, -5e-324, 1.5e308, -1e308].map(Number::float);
        for number in tried.chain(near).chain(next).chain(points.iter().cloned()) {
            assert!(marks.iter().any(|mark| side(&mark.at) == side(&number)), "{number}");
        }
    }
}
