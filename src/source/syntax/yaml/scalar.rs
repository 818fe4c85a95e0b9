//! What a plain scalar means: the core schema of YAML 1.2.2, section 10.3.2.

/// The value of a scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar<'t> {
    /// `null`, `Null`, `NULL`, `~` or nothing.
    Null,
    /// `true` or `false`, also `True` or `TRUE`.
    Boolean(bool),
    /// Decimal digits, `0o` octal or `0x` hexadecimal, as written: it may exceed every machine type.
    Integer(&'t str),
    /// A number with a point or an exponent, `.inf` or `.nan`.
    Float(f64),
    /// Everything else.
    String(&'t str),
}

impl<'t> Scalar<'t> {
    /// The value of a plain scalar.
    pub fn resolve(text: &'t str) -> Self {
        match text.as_bytes() {
            [] => Self::Null,
            // Most scalars of a template are names; the first byte is enough to recognise them.
            [b'n' | b'N' | b'~' | b't' | b'T' | b'f' | b'F', ..] => word(text),
            [b'0'..=b'9' | b'+' | b'-' | b'.', ..] => number(text),
            _ => Self::String(text),
        }
    }
}

fn word(text: &str) -> Scalar<'_> {
    match text {
        "~" | "null" | "Null" | "NULL" => Scalar::Null,
        "true" | "True" | "TRUE" => Scalar::Boolean(true),
        "false" | "False" | "FALSE" => Scalar::Boolean(false),
        _ => Scalar::String(text),
    }
}

fn number(text: &str) -> Scalar<'_> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if is_integer(text, unsigned) {
        return Scalar::Integer(text);
    }
    match unsigned {
        ".inf" | ".Inf" | ".INF" if text.starts_with('-') => Scalar::Float(f64::NEG_INFINITY),
        ".inf" | ".Inf" | ".INF" => Scalar::Float(f64::INFINITY),
        ".nan" | ".NaN" | ".NAN" if unsigned.len() == text.len() => Scalar::Float(f64::NAN),
        _ if is_float(unsigned) => text.parse().map_or(Scalar::String(text), Scalar::Float),
        _ => Scalar::String(text),
    }
}

/// `[-+]? [0-9]+ | 0o [0-7]+ | 0x [0-9a-fA-F]+`
fn is_integer(text: &str, unsigned: &str) -> bool {
    let is_all = |digits: &str, test: fn(&u8) -> bool| !digits.is_empty() && digits.as_bytes().iter().all(test);
    match (text.strip_prefix("0o"), text.strip_prefix("0x")) {
        (Some(octal), _) => is_all(octal, |digit| (b'0'..=b'7').contains(digit)),
        (_, Some(hexadecimal)) => is_all(hexadecimal, u8::is_ascii_hexdigit),
        (None, None) => is_all(unsigned, u8::is_ascii_digit),
    }
}

/// `( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`
fn is_float(unsigned: &str) -> bool {
    let is_digits = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let has_digits = !whole.is_empty() || !fraction.is_empty();
    let exponent = exponent.map(|exponent| exponent.strip_prefix(['+', '-']).unwrap_or(exponent));
    has_digits
        && is_digits(whole)
        && is_digits(fraction)
        && exponent.is_none_or(|exponent| !exponent.is_empty() && is_digits(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every form of the core schema, and its near misses.
    #[test]
    fn forms() {
        for text in ["", "~", "null", "Null", "NULL"] {
            assert_eq!(Scalar::resolve(text), Scalar::Null, "{text}");
        }
        for (texts, value) in [(["true", "True", "TRUE"], true), (["false", "False", "FALSE"], false)] {
            assert!(texts.iter().all(|text| Scalar::resolve(text) == Scalar::Boolean(value)));
        }
        for text in ["0", "-0", "+12", "007", "0o17", "0x1fF", "123456789012345678901234567890"] {
            assert_eq!(Scalar::resolve(text), Scalar::Integer(text));
        }
        for (text, value) in [
            ("1.10", 1.1),
            ("1.", 1.0),
            (".5", 0.5),
            ("-.5e3", -500.0),
            ("1e3", 1000.0),
            ("+1.5E-2", 0.015),
            ("1e999", f64::INFINITY),
            (".inf", f64::INFINITY),
            ("+.INF", f64::INFINITY),
            ("-.Inf", f64::NEG_INFINITY),
        ] {
            assert_eq!(Scalar::resolve(text), Scalar::Float(value), "{text}");
        }
        for text in [".nan", ".NaN", ".NAN"] {
            assert!(matches!(Scalar::resolve(text), Scalar::Float(value) if value.is_nan()));
        }
    }

    #[test]
    fn everything_else_is_a_string() {
        for text in [
            "nULL",
            "tRUE",
            "yes",
            "No",
            "on",
            "y",
            "none",
            "1_000",
            "0b1",
            "0o8",
            "0o",
            "0x",
            "0xg",
            "+0x1",
            "-0o1",
            "1:30",
            "2024-01-02",
            ".",
            "-",
            "+",
            "+-1",
            "1e",
            "e1",
            "1e+",
            ".e1",
            "1.2.3",
            "1.5e1.0",
            "inf",
            "nan",
            "+.nan",
            "-.nan",
            "infinity",
            "--1",
            "1 ",
            " 1",
            "0x 1",
            "１",
            "1.٢",
            "<<",
            "=",
        ] {
            assert_eq!(Scalar::resolve(text), Scalar::String(text));
        }
    }
}
