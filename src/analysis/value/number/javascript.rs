//! How JavaScript prints and rounds doubles: `Number::toString`, `toFixed(2)` and `Math.round`
//! (ECMA-262, sections 6.1.6.1.20, 21.1.3.3 and 21.3.2.28).

/// The shortest decimal that reads back as `value`, with an exponent from 1e21 and below 1e-6.
pub(super) fn print(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let scientific = format!("{:e}", value.abs());
    let (mantissa, exponent) = scientific.split_once('e').expect("scientific notation has an exponent");
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let point = exponent.parse::<i32>().expect("an exponent is an integer") + 1;
    let sign = if value < 0.0 { "-" } else { "" };
    format!("{sign}{}", place_point(&digits, point))
}

/// Writes `0.digits * 10^point`.
fn place_point(digits: &str, point: i32) -> String {
    let count = i32::try_from(digits.len()).expect("a double has at most 17 digits");
    let zeros = |count: i32| "0".repeat(count.unsigned_abs() as usize);
    match point {
        _ if (count..=21).contains(&point) => format!("{digits}{}", zeros(point - count)),
        1..=21 => {
            let (whole, fraction) = digits.split_at(point.unsigned_abs() as usize);
            format!("{whole}.{fraction}")
        }
        -5..=0 => format!("0.{}{digits}", zeros(point)),
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            format!("{first}{dot}{rest}e{:+}", point - 1)
        }
    }
}

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
    fn doubles_print_as_in_javascript() {
        let cases: [(f64, &str); 14] = [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.5, "-1.5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (123.456, "123.456"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (1.5e21, "1.5e+21"),
            (0.000_001, "0.000001"),
            (0.000_000_1, "1e-7"),
            (1.25e-7, "1.25e-7"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
        ];
        for (value, text) in cases {
            assert_eq!(print(value), text);
        }
    }

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
