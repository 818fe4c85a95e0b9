//! What older YAML reads as a number, and today's does not.

use super::{Scalar, Shape, Yaml};

/// Whether readers of YAML 1.1 take a text without quotes for a date, or for a time of a day.
pub fn is_date(yaml: Yaml<'_>) -> bool {
    let is_plain = yaml.is_scalar() && yaml.shape() == Shape::Plain;
    is_plain && yaml.as_str().is_some_and(|text| is_date_text(text).unwrap_or(false))
}

/// `2020-01-31`, or with single digits where a time of the day follows.
fn is_date_text(text: &str) -> Option<bool> {
    let is_number = |part: &str, long: usize| {
        !part.is_empty() && part.len() <= long && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let (year, rest) = text.split_once('-')?;
    let (month, rest) = rest.split_once('-')?;
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    let (day, time) = rest.split_at(end);
    let is_whole = time.is_empty() && month.len() == 2 && day.len() == 2;
    let hours = time.trim_start_matches(['T', 't', ' ', '\t']);
    let is_timed = hours.len() < time.len() && hours.split_once(':').is_some_and(|(hour, _)| is_number(hour, 2));
    Some(year.len() == 4 && is_number(year, 4) && is_number(month, 2) && is_number(day, 2) && (is_whole || is_timed))
}

/// A number that readers of YAML 1.1 see in a plain text, written as YAML 1.2 has it: `_` between digits is left out, binary
/// digits become decimal ones. None for any other text.
pub fn number_in_yaml_1_1(text: &str) -> Option<String> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !unsigned.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let digits: String = unsigned.chars().filter(|&letter| letter != '_').collect();
    let radix =
        [("0b", 2), ("0x", 16)].into_iter().find_map(|(prefix, radix)| Some((digits.strip_prefix(prefix)?, radix)));
    let sign = if text.starts_with('-') { "-" } else { "" };
    let number = match radix {
        Some((digits, radix)) => format!("{sign}{}", u128::from_str_radix(digits, radix).ok()?),
        None => format!("{sign}{digits}"),
    };
    let is_number = matches!(Scalar::resolve(&number), Scalar::Integer(_) | Scalar::Float(_));
    (is_number && matches!(Scalar::resolve(text), Scalar::String(_))).then_some(number)
}

/// Digits with zeros in front as readers of YAML 1.2 see them, a decimal number, and as those of YAML 1.1 do: an octal one where no digit
/// speaks against it, else a text. None for any other text, and where both see the same.
pub fn with_zeros_in_front(text: &str) -> Option<(String, String)> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.len() < 2 || !digits.starts_with('0') || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let sign = if text.starts_with('-') { "-" } else { "" };
    let decimal = digits.trim_start_matches('0');
    let older =
        u128::from_str_radix(digits, 8).map_or_else(|_| "a string".to_owned(), |octal| format!("{sign}{octal}"));
    let decimal = format!("{sign}{}", if decimal.is_empty() { "0" } else { decimal });
    (decimal != older).then_some((decimal, older))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_in_front() {
        for (text, decimal, older) in
            [("0777", "777", "511"), ("-010", "-10", "-8"), ("08080", "8080", "a string"), ("+09", "9", "a string")]
        {
            assert_eq!(with_zeros_in_front(text), Some((decimal.to_owned(), older.to_owned())), "{text}");
        }
        for text in ["0", "00", "007", "-0", "70", "0o17", "0x1F", "00.5", "", "-"] {
            assert_eq!(with_zeros_in_front(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_of_older_yaml() {
        for (text, number) in [
            ("1_000", "1000"),
            ("-1_0", "-10"),
            ("+1_0", "10"),
            ("1_", "1"),
            ("0b11", "3"),
            ("-0b1_1", "-3"),
            ("0x1_F", "31"),
            ("1_000.5", "1000.5"),
        ] {
            assert_eq!(number_in_yaml_1_1(text).as_deref(), Some(number), "{text}");
        }
        for text in ["1000", "_1", "0b", "0b2", "0x", "1_a", "a_1", "1:30", "2024_01-02", "", "-", "0xg_1"] {
            assert_eq!(number_in_yaml_1_1(text), None, "{text}");
        }
    }
}
