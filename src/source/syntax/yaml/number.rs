//! What older YAML reads as a number, and today's does not.

use super::Scalar;

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

#[cfg(test)]
mod tests {
    use super::*;

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
