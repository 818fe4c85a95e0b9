//! Decimal numbers as they are written.

/// The parts of a text such as `-1.50e3`; which of them are digits is for the reader to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DecimalText<'t> {
    /// What stands before the point, with a sign.
    pub whole: &'t str,
    /// What stands behind the point.
    pub fraction: &'t str,
    /// The power of ten that the number is multiplied with.
    pub exponent: isize,
}

impl<'t> DecimalText<'t> {
    /// Takes a text apart; none where the exponent is no number.
    pub fn of(text: &'t str) -> Option<Self> {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        Some(Self { whole, fraction, exponent: exponent.parse().ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_taken_apart() {
        let parts =
            |text| DecimalText::of(text).map(|DecimalText { whole, fraction, exponent }| (whole, fraction, exponent));
        assert_eq!(parts("-1.50e3"), Some(("-1", "50", 3)));
        assert_eq!(parts(".5E-2"), Some(("", "5", -2)));
        assert_eq!(parts("7"), Some(("7", "", 0)));
        assert_eq!(parts("1e"), None);
    }
}
