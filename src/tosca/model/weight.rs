//! Reading weights: decimal numbers from 0 to 1, exactly.

use super::{DecimalText, Weight};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::{Scalar, Yaml};

/// How many digits behind the point count: the scale of weights as a power of ten.
const DIGITS: usize = 9;

impl Weight {
    /// Reads a weight; `of` is how messages name the element that has it.
    ///
    /// # Errors
    /// When it is no number from 0 to 1, or has more than nine digits behind the point.
    pub fn parse(weight: Yaml<'_>, of: &str) -> Result<Self, Box<Diagnostic>> {
        let refused = |reason: &str, sentence: &str| {
            let shown = shown(weight);
            let message = format!("weight \"{shown}\" of {of} {reason}");
            let diagnostic = Diagnostic::new(Code::BadWeight, weight.span(), message)
                .help("a weight is a number from 0 to 1, such as 0.75")
                .reference(format!("Weight \"{shown}\" of {of} {sentence}"));
            Box::new(diagnostic)
        };
        if !matches!(weight.scalar(), Scalar::Integer(_) | Scalar::Float(_)) {
            return Err(refused("is not a number", "is not a number or boolean"));
        }
        let text = weight.text();
        let unsigned = text.trim_start_matches(['+', '-']);
        let Some(Decimal { billionths, is_exact }) = Decimal::parse(unsigned) else {
            return Err(refused("is not a decimal number", "is not a number or boolean"));
        };
        if text.starts_with('-') && (billionths > 0 || !is_exact) {
            return Err(refused("is negative", "is a negative number"));
        }
        if billionths > Self::SCALE || (billionths == Self::SCALE && !is_exact) {
            return Err(refused("is larger than 1", "is larger than 1"));
        }
        if !is_exact {
            return Err(refused("has more than nine digits behind the point", "is not a number or boolean"));
        }
        Ok(Self::from_billionths(billionths))
    }
}

/// A number as the reference prints it.
fn shown(weight: Yaml<'_>) -> String {
    if let Scalar::Float(number) = weight.scalar() {
        number.to_string()
    } else if weight.is_scalar() {
        weight.text().to_owned()
    } else {
        weight.written().to_owned()
    }
}

/// An unsigned decimal number.
struct Decimal {
    /// The whole billionths in it, or the largest number.
    billionths: u64,
    /// Whether these are all of it.
    is_exact: bool,
}

impl Decimal {
    /// Reads digits with a point and an exponent.
    fn parse(unsigned: &str) -> Option<Self> {
        let DecimalText { whole, fraction, exponent } = DecimalText::of(unsigned)?;
        let digits = format!("{whole}{fraction}");
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        // Shifted by the exponent and to billionths, the point stands behind so many digits.
        let point = (whole.len() + DIGITS).saturating_add_signed(exponent);
        let (kept, lost) = digits.split_at(point.min(digits.len()));
        let zeros = point - kept.len();
        let is_exact = lost.bytes().all(|digit| digit == b'0');
        Some(Self { billionths: shifted(kept.trim_start_matches('0'), zeros), is_exact })
    }
}

/// The number of these digits and zeros, or the largest number.
fn shifted(digits: &str, zeros: usize) -> u64 {
    if digits.is_empty() {
        return 0;
    }
    let scale = u32::try_from(zeros).ok().and_then(|zeros| 10_u64.checked_pow(zeros));
    let number: Option<u64> = digits.parse().ok();
    number.zip(scale).and_then(|(number, scale)| number.checked_mul(scale)).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;
    use crate::source::syntax::yaml::Tree;

    fn parse(text: &str) -> Result<u64, String> {
        let mut sources = Sources::new();
        let file = sources.add("weight.yaml", format!("weight: {text}"));
        let mut tree = Tree::new();
        let (root, _) = tree.parse(&sources, file);
        let weight = tree.at(root.expect("parsed")).get("weight").expect("given");
        Weight::parse(weight, "node \"n\"")
            .map(Weight::billionths)
            .map_err(|diagnostic| diagnostic.sentence().to_owned())
    }

    #[test]
    fn decimals_are_read_exactly() {
        for hundredths in 0..=100_u64 {
            assert_eq!(parse(&format!("{}.{:02}", hundredths / 100, hundredths % 100)), Ok(hundredths * 10_000_000));
            assert_eq!(parse(&format!("{hundredths}e-2")), Ok(hundredths * 10_000_000));
        }
        for (text, billionths) in [
            ("0", 0),
            ("-0.0", 0),
            ("1", 1_000_000_000),
            ("+1.0", 1_000_000_000),
            (".5", 500_000_000),
            ("0.000000001", 1),
            ("1e-9", 1),
            ("0.1000000000000", 100_000_000),
        ] {
            assert_eq!(parse(text), Ok(billionths), "{text}");
        }
    }

    #[test]
    fn other_values_are_refused_as_the_reference_does() {
        let sentence = |shown: &str, reason: &str| Err(format!("Weight \"{shown}\" of node \"n\" {reason}"));
        assert_eq!(parse("-0.5"), sentence("-0.5", "is a negative number"));
        assert_eq!(parse("-1e-30"), sentence("-0.000000000000000000000000000001", "is a negative number"));
        assert_eq!(parse("2"), sentence("2", "is larger than 1"));
        assert_eq!(parse("1.50"), sentence("1.5", "is larger than 1"));
        assert_eq!(parse("1.00000000000001"), sentence("1.00000000000001", "is larger than 1"));
        assert_eq!(parse("1e300").map_err(|sentence| sentence.ends_with("is larger than 1")), Err(true));
        for text in ["true", "high", "\"0.5\"", ".nan"] {
            assert_eq!(
                parse(text).map_err(|sentence| sentence.ends_with("is not a number or boolean")),
                Err(true),
                "{text}"
            );
        }
    }

    #[test]
    fn digits_that_cannot_be_kept_are_refused() {
        assert!(parse("0.1234567891").is_err());
        assert!(parse("1e-10").is_err());
    }
}
