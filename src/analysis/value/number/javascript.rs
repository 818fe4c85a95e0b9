//! How JavaScript rounds doubles: `toFixed(2)` and `Math.round` (ECMA-262, sections 21.1.3.3 and 21.3.2.28).

/// Rounds to two decimals as `toFixed(2)` does: by the exact value, a tie away from zero.
#[expect(clippy::float_cmp, reason = "eighths of a double are exact")]
pub(in crate::analysis::value) fn to_fixed(value: f64) -> f64 {
    // A double that lies exactly between two cents is an odd number of eighths; Rust would round it to even.
    let is_tie = (value * 8.0 % 2.0).abs() == 1.0;
    if is_tie {
        return (((value.abs() * 100.0).floor() + 1.0) / 100.0).copysign(value);
    }
    format!("{value:.2}").parse().expect("a printed double can be read")
}

/// Rounds to two decimals as `Math.round(value * 100) / 100` does: a tie upwards.
pub(in crate::analysis::value) fn round_cents(value: f64) -> f64 {
    let scaled = value * 100.0;
    let floor = scaled.floor();
    (if scaled - floor >= 0.5 { floor + 1.0 } else { floor }) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_decimals_follow_the_exact_value() {
        for (value, rounded) in [(0.125, 0.13), (-0.125, -0.13), (1.005, 1.0), (1.115, 1.11), (2.0, 2.0), (0.004, 0.0)]
        {
            assert_eq!(to_fixed(value).to_bits(), f64::to_bits(rounded), "{value}");
        }
        assert_eq!(to_fixed(1e300).to_bits(), 1e300_f64.to_bits());
    }

    #[test]
    fn cents_round_ties_upwards() {
        for (value, rounded) in [(1.115, 1.12), (-0.125, -0.12), (0.125, 0.13), (54.598, 54.6)] {
            assert_eq!(round_cents(value).to_bits(), f64::to_bits(rounded), "{value}");
        }
    }
}
