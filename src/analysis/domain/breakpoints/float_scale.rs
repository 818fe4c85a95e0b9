//! The numbers that an input can be, in order, each with a place: integers, or doubles.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::analysis::value::Number;

/// The greatest integer that is looked at, as a power of 2.
pub(super) const INTEGER_BITS: u32 = 120;

/// Which numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// From -2^120 to 2^120; what is beyond is like its end.
    Integers,
    /// All that are finite.
    Doubles,
}

impl Scale {
    /// The places of the least and of the greatest number.
    pub(super) fn ends(self) -> (i128, i128) {
        match self {
            Self::Integers => (-(1 << INTEGER_BITS), 1 << INTEGER_BITS),
            Self::Doubles => (place_of(f64::MIN), place_of(f64::MAX)),
        }
    }

    /// The number at a place.
    pub(super) fn number(self, place: i128) -> Number {
        match self {
            Self::Integers => BigInt::from(place).into(),
            Self::Doubles => Number::float(double_at(place)),
        }
    }

    /// The first place in a range where `is_reached` holds, if it holds from there on; the place behind it if it never does.
    pub(super) fn first(self, (low, high): (i128, i128), is_reached: impl Fn(&Number) -> bool) -> i128 {
        let (mut low, mut behind) = (low, high + 1);
        while low < behind {
            let middle = low + (behind - low) / 2;
            if is_reached(&self.number(middle)) {
                behind = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }

    /// The number in a range that is easiest to read.
    pub(super) fn simplest(self, (low, high): (i128, i128)) -> Number {
        match self {
            Self::Integers => self.number(0.clamp(low, high)),
            Self::Doubles => Number::float(simplest_double(double_at(low), double_at(high))),
        }
    }

    /// How many numbers are in a range; none for infinitely many.
    pub(super) fn size(self, (low, high): (i128, i128)) -> Option<u128> {
        let ends = self.ends();
        match self {
            Self::Integers if low == ends.0 || high == ends.1 => None,
            Self::Integers => Some((high - low).unsigned_abs() + 1),
            // Both zeros are one number.
            Self::Doubles if double_at(low).partial_cmp(&double_at(high)) == Some(Ordering::Equal) => Some(1),
            Self::Doubles => None,
        }
    }
}

/// Doubles as integers in the same order, -0 before 0.
fn place_of(double: f64) -> i128 {
    let bits = double.to_bits().cast_signed();
    i128::from(if bits < 0 { i64::MIN - bits - 1 } else { bits })
}

fn double_at(place: i128) -> f64 {
    let bits = place.to_i64().expect("places of doubles have 64 bits");
    let bits = if bits < 0 { i64::MIN - (bits + 1) } else { bits };
    f64::from_bits(bits.cast_unsigned())
}

/// The double between two, both included, with the fewest digits behind the point.
fn simplest_double(low: f64, high: f64) -> f64 {
    if low <= 0.0 && high >= 0.0 {
        return 0.0;
    }
    let (nearest, is_negative) = if low > 0.0 { (low, false) } else { (high, true) };
    let tens = (0..18).map(|digits| 10_f64.powi(digits));
    let mut rounded = tens.map(|scale| {
        let scaled = nearest * scale;
        (if is_negative { scaled.floor() } else { scaled.ceil() }) / scale
    });
    let is_inside = |at: &f64| at.partial_cmp(&low).is_some_and(Ordering::is_ge) && *at <= high;
    rounded.find(is_inside).unwrap_or(nearest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_keep_their_order() {
        let doubles = [f64::MIN, -2.5, -5e-324, -0.0, 0.0, 5e-324, 0.1, 1.0, 1e300, f64::MAX];
        let places = doubles.map(place_of);
        assert!(places.is_sorted_by(|one, next| one < next));
        assert_eq!(places.map(double_at).map(f64::to_bits), doubles.map(f64::to_bits));
        assert_eq!((place_of(-0.0), place_of(0.0)), (-1, 0));
        assert_eq!(place_of(1.0) + 1, place_of(1.0_f64.next_up()));
        assert_eq!(place_of(-1.0) + 1, place_of((-1.0_f64).next_up()));
    }

    #[test]
    fn the_simplest_double_is_inside() {
        for (low, high, simplest) in [(0.25, 7.5, 1.0), (-7.5, -0.25, -1.0), (-1.0, 3.0, 0.0), (0.3, 0.4, 0.3)] {
            let range = (place_of(low), place_of(high));
            assert_eq!(Scale::Doubles.simplest(range).to_f64().to_bits(), f64::to_bits(simplest));
        }
        let next = 0.3_f64.next_up();
        assert_eq!(Scale::Doubles.simplest((place_of(next), place_of(next))).to_f64().to_bits(), next.to_bits());
    }
}
