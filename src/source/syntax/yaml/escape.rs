//! Finding the escape at which a text in double quotes breaks off: the parser names the opening quote only.

use std::ops::Range;

/// What may follow a backslash, apart from `x`, `u` and `U`: YAML 1.2.2, section 5.7.
const SIMPLE: &str = "0abt\tnvfre \"/\\N_LP\n\r";

/// The first wrong escape of the text in double quotes at `quote`.
pub(super) fn first_wrong(text: &str, quote: usize) -> Option<Range<usize>> {
    let mut at = quote + 1;
    loop {
        at += text.get(at..)?.find('\\')?;
        match escape(&text[at + 1..]) {
            Ok(length) => at += 1 + length,
            Err(length) => return Some(at..at + 1 + length),
        }
    }
}

/// The length of the escape at the start of `rest` without its backslash, whether it is right or wrong.
fn escape(rest: &str) -> Result<usize, usize> {
    let Some(letter) = rest.chars().next() else { return Err(0) };
    let digits = match letter {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ if SIMPLE.contains(letter) => return Ok(letter.len_utf8()),
        _ => return Err(letter.len_utf8()),
    };
    let length = 1 + digits;
    let code = code(&rest[1..], digits).ok_or(1usize)?;
    if char::from_u32(code).is_some() {
        return Ok(length);
    }
    // JSON writes characters beyond U+FFFF as a pair of surrogates.
    let low = rest[length..].strip_prefix("\\u").and_then(|rest| self::code(rest, 4));
    let is_pair = (0xd800..0xdc00).contains(&code) && low.is_some_and(|low| (0xdc00..0xe000).contains(&low));
    if is_pair { Ok(2 * length + 1) } else { Err(length) }
}

/// The number that the first `digits` hexadecimal digits of `rest` give.
fn code(rest: &str, digits: usize) -> Option<u32> {
    let digits = rest.get(..digits)?;
    let is_hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hexadecimal.then(|| u32::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wrong_one_is_found() {
        for (text, expected) in [
            (r#""\n\\\q""#, r"\q"),
            (r#""\x41\u0041\U00000041\xg1""#, r"\x"),
            (r#""ä\ud834\udd1e\ud834\n""#, r"\ud834"),
            (r#""\udd1e""#, r"\udd1e"),
            (r#""\U00110000""#, r"\U00110000"),
            (r#""\€""#, r"\€"),
            ("\"\\", "\\"),
        ] {
            assert_eq!(first_wrong(text, 0).map(|range| &text[range]), Some(expected));
        }
        assert_eq!(first_wrong(r#""\n\x41" #"#, 0), None);
    }
}
