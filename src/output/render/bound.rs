//! Bounds of numbers that are too long to read in full.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// Numbers of no more bits are written in full: thirty digits.
const READABLE: u64 = 100;

/// Digits of others after the first one, as the power of ten that they are multiplied with.
const PLACES: f64 = 1000.0;

/// Far more than what calculating with logarithms of numbers of a billion bits is wrong by.
const ERROR: f64 = 1e-6;

/// To which side a number is rounded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Down,
    Up,
}

/// A few digits and a power of ten (`1.234e567`), on the side of `number` that is asked for.
pub fn rounded(number: &BigUint, side: Side) -> String {
    let dropped = number.bits().saturating_sub(64);
    let Some(leading) = (number >> dropped).to_f64().filter(|_| number.bits() > READABLE) else {
        return number.to_string();
    };
    #[expect(clippy::cast_precision_loss, reason = "the error is far greater than that")]
    let logarithm = leading.log10() + dropped as f64 * 2f64.log10();
    let digits = 10f64.powf(logarithm - logarithm.floor()) * PLACES;
    let digits = match side {
        Side::Down => (digits * (1.0 - ERROR)).floor(),
        Side::Up => (digits * (1.0 + ERROR)).ceil(),
    };
    format!("{:.3}e{logarithm:.0}", digits / PLACES, logarithm = logarithm.floor())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written, as a fraction that has to be compared with the number.
    fn read(text: &str) -> BigUint {
        let (digits, exponent) = text.split_once('e').unwrap();
        let digits: BigUint = digits.replace('.', "").parse().unwrap();
        digits * BigUint::from(10u32).pow(exponent.parse::<u32>().unwrap() - 3)
    }

    #[test]
    fn bounds_stay_bounds_and_are_close() {
        let powers = (1..60).map(|power| BigUint::from(10u32).pow(31 + 7 * power));
        let others = (101..1500u64).map(|bits| (BigUint::from(1u32) << bits) - BigUint::from(bits));
        let around = powers.flat_map(|power| [&power - 1u32, power.clone(), power + 1u32]);
        for number in others.chain(around) {
            let [down, up] = [Side::Down, Side::Up].map(|side| read(&rounded(&number, side)));
            assert!(down <= number && number <= up, "{number}: {down} to {up}");
            assert!((&up - &down) * 400u32 < number, "{number}: {down} to {up}");
        }
    }

    #[test]
    fn what_can_be_read_is_written_in_full() {
        let number = BigUint::from(123_456_789_012_345_678_901_u128);
        assert_eq!(rounded(&number, Side::Down), "123456789012345678901");
        assert_eq!(rounded(&(BigUint::from(1u32) << 1_000_000), Side::Up), "9.901e301029");
    }
}
