//! Literals of Python: what the runtime makes of the text that a template gives.

use super::environment::{Text, TextPart};
use crate::analysis::value::{Number, Value};

/// What a text that a template gives is to the runtime, which reads it as a literal of Python where it can.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Native {
    /// A literal: this value.
    Value(Value),
    /// No literal: the text as it is.
    Text,
    /// One of both.
    Unknown,
}

/// Why a text is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// It is certainly no literal.
    NoLiteral,
    /// It may be one of those that are not looked into: with comments, escapes, prefixes, complex numbers, sets.
    Unknown,
}

type Literal = Result<Value, Stop>;

/// Longer texts and deeper values are not looked into.
const MAX_LENGTH: usize = 4_000;
const MAX_DEPTH: usize = 30;

impl Native {
    pub(super) fn of(text: &str) -> Self {
        let line = text.trim_start_matches(['\n', '\r']);
        // An indented expression is none.
        if line.starts_with([' ', '\t']) {
            return Self::Text;
        }
        let mut reader = Reader { rest: line.trim_end_matches([' ', '\t', '\n', '\r']), depth: 0 };
        let is_whole = reader.rest.len() == text.len();
        match reader.whole() {
            // The runtime puts the quotes around it again.
            Ok(Value::String(_)) if is_whole && text.starts_with(['"', '\'']) => Self::Text,
            Ok(Value::String(_)) | Err(Stop::Unknown) => Self::Unknown,
            Ok(_) if text.len() > MAX_LENGTH => Self::Unknown,
            Ok(value) => Self::Value(value),
            Err(Stop::NoLiteral) => Self::Text,
        }
    }

    /// What a text is that depends on the process.
    pub(super) fn of_parts(text: &Text) -> Self {
        if let Some(known) = text.known() {
            return Self::of(known);
        }
        // No literal has these outside of quotes.
        let is_text = |part: &TextPart| matches!(part, TextPart::Literal(it) if it.contains(['/', '@', '?', '=', '$']));
        if text.parts().iter().any(is_text) { Self::Text } else { Self::Unknown }
    }
}

/// Reads a literal from the start of a text.
struct Reader<'t> {
    rest: &'t str,
    /// How many brackets are open.
    depth: usize,
}

impl Reader<'_> {
    /// The literal that all of the text is; values with commas between them are a list.
    fn whole(&mut self) -> Literal {
        let first = self.value()?;
        self.skip_spaces();
        if !self.rest.starts_with(',') {
            return self.at_end(first);
        }
        let mut items = vec![first];
        while self.take(',') {
            self.skip_spaces();
            if self.rest.is_empty() {
                break;
            }
            items.push(self.value()?);
            self.skip_spaces();
        }
        self.at_end(Value::from(items))
    }

    fn at_end(&self, value: Value) -> Literal {
        if self.rest.is_empty() { Ok(value) } else { Err(self.stop()) }
    }

    /// What it means that a literal cannot go on here.
    fn stop(&self) -> Stop {
        let is_open = match self.rest.chars().next() {
            Some('#' | '\\' | '\u{c}') => true,
            Some('+' | '-') => self.rest.contains(['j', 'J']),
            Some('\n' | '\r') => self.rest.contains('#'),
            _ => self.starts_with_quote(),
        };
        if is_open { Stop::Unknown } else { Stop::NoLiteral }
    }

    /// Whether a text starts here, be it one with a prefix: it would belong to one before it.
    fn starts_with_quote(&self) -> bool {
        self.rest.trim_start_matches(|letter: char| "rRbBuUfF".contains(letter)).starts_with(['"', '\''])
    }

    fn value(&mut self) -> Literal {
        match self.rest.chars().next() {
            Some('"' | '\'') => self.text(),
            Some('[') => self.bracket(']').map(|(items, _)| Value::from(items)),
            Some('(') => {
                let (mut items, has_comma) = self.bracket(')')?;
                Ok(if items.len() == 1 && !has_comma { items.remove(0) } else { Value::from(items) })
            }
            Some('{') => self.map(),
            Some('+' | '-') => {
                let is_negative = self.rest.starts_with('-');
                self.rest = &self.rest[1..];
                self.skip_spaces();
                self.number(is_negative)
            }
            Some('0'..='9' | '.') => self.number(false),
            Some('#') if !self.rest.contains('\n') => Err(Stop::NoLiteral),
            _ => self.word(),
        }
    }

    /// One of the three words that are literals.
    fn word(&mut self) -> Literal {
        let is_inner = |letter: char| letter.is_alphanumeric() || letter == '_';
        let end = self.rest.find(|letter: char| !is_inner(letter)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        let value = match word {
            "True" => Value::from(true),
            "False" => Value::from(false),
            "None" => Value::Null,
            "set" if rest.trim_start().starts_with('(') => return Err(Stop::Unknown),
            _ => return Err(self.stop()),
        };
        self.rest = rest;
        Ok(value)
    }

    /// A text in quotes, without escapes.
    fn text(&mut self) -> Literal {
        let (quote, inside) = self.rest.split_at(1);
        if inside.starts_with(&quote.repeat(2)) {
            return Err(Stop::Unknown);
        }
        let (text, rest) = inside.split_once(quote).ok_or(Stop::NoLiteral)?;
        if text.contains('\\') {
            return Err(Stop::Unknown);
        }
        if text.contains(['\n', '\r']) {
            return Err(Stop::NoLiteral);
        }
        self.rest = rest;
        Ok(Value::string(text))
    }

    fn number(&mut self, is_negative: bool) -> Literal {
        let mut end = 0;
        let is_hexadecimal = self.rest.starts_with("0x") || self.rest.starts_with("0X");
        for (place, letter) in self.rest.char_indices() {
            let is_exponent = !is_hexadecimal && self.rest[..place].ends_with(['e', 'E']) && "+-".contains(letter);
            if !is_exponent && !letter.is_alphanumeric() && !"_.".contains(letter) {
                break;
            }
            end = place + letter.len_utf8();
        }
        let (token, rest) = self.rest.split_at(end);
        let is_digits = |text: &str| text.chars().all(|letter| "0123456789_.eE+-".contains(letter));
        if token == "..." || token.strip_suffix(['j', 'J']).is_some_and(is_digits) {
            return Err(Stop::Unknown);
        }
        let number = number(token).ok_or(Stop::NoLiteral)?;
        self.rest = rest;
        if !number.is_finite() {
            return Err(Stop::Unknown);
        }
        Ok(Value::from(if is_negative { number.negated() } else { number }))
    }

    /// What is in a pair of brackets, and whether the last has a comma behind it.
    fn bracket(&mut self, close: char) -> Result<(Vec<Value>, bool), Stop> {
        let (mut items, mut has_comma) = (Vec::new(), false);
        self.open()?;
        while !self.take(close) {
            if !has_comma && !items.is_empty() {
                return Err(self.stop());
            }
            items.push(self.value()?);
            self.skip_blanks();
            has_comma = self.take(',');
            self.skip_blanks();
        }
        self.depth -= 1;
        Ok((items, has_comma))
    }

    /// A map whose keys are texts.
    fn map(&mut self) -> Literal {
        let (mut entries, mut has_comma) = (Vec::new(), true);
        self.open()?;
        while !self.take('}') {
            if !has_comma {
                return Err(self.stop());
            }
            let key = self.value()?;
            self.skip_blanks();
            if !self.take(':') {
                // A set, or nothing.
                return Err(Stop::Unknown);
            }
            let Value::String(key) = key else { return Err(Stop::Unknown) };
            self.skip_blanks();
            entries.push((key, self.value()?));
            self.skip_blanks();
            has_comma = self.take(',');
            self.skip_blanks();
        }
        self.depth -= 1;
        Ok(entries.into_iter().collect())
    }

    fn open(&mut self) -> Result<(), Stop> {
        self.rest = &self.rest[1..];
        self.depth += 1;
        self.skip_blanks();
        if self.depth > MAX_DEPTH { Err(Stop::Unknown) } else { Ok(()) }
    }

    fn take(&mut self, letter: char) -> bool {
        let rest = self.rest.strip_prefix(letter);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    /// Within brackets lines do not count.
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }
}

/// A number of Python without its sign.
fn number(token: &str) -> Option<Number> {
    let digits: String = token.chars().filter(|&letter| letter != '_').collect::<String>().to_ascii_lowercase();
    let has_radix = ["0x", "0o", "0b"].iter().any(|prefix| digits.starts_with(prefix));
    if !is_spaced(token, has_radix) {
        return None;
    }
    let is_decimal = digits.bytes().all(|byte| byte.is_ascii_digit());
    if has_radix || is_decimal {
        let has_zeros = is_decimal && digits.starts_with('0') && digits.bytes().any(|byte| byte != b'0');
        let integer = Number::parse_integer(&digits).filter(|_| !has_zeros)?;
        return Some(integer.to_integer().map_or(integer, Number::from));
    }
    let is_float = digits.bytes().all(|byte| byte.is_ascii_digit() || b".e+-".contains(&byte));
    digits.parse().ok().filter(|_| is_float).map(Number::float)
}

/// Whether each `_` stands between two digits, or behind the letter of a radix.
fn is_spaced(token: &str, has_radix: bool) -> bool {
    let bytes = token.as_bytes();
    let is_digit =
        |byte: Option<&u8>| byte.is_some_and(|it| it.is_ascii_digit() || has_radix && it.is_ascii_alphanumeric());
    let mut spaces = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'_').map(|(place, _)| place);
    spaces.all(|place| place > 0 && is_digit(bytes.get(place - 1)) && is_digit(bytes.get(place + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        match Native::of(text) {
            Native::Value(value) => value.to_json(),
            Native::Text => "text".to_owned(),
            Native::Unknown => "unknown".to_owned(),
        }
    }

    /// What Unfurl 1.2.0 has of `{{ SELF.name }}` where the property is this text.
    #[test]
    fn literals_are_distinguished_from_texts() {
        for (text, value) in [
            ("1.10", "1.1"),
            ("1.0", "1"),
            ("-1e3", "-1000"),
            ("00", "0"),
            ("-5", "-5"),
            ("+5", "5"),
            ("- 5", "-5"),
            ("-0", "0"),
            ("1_000", "1000"),
            ("0x1F", "31"),
            ("0o17", "15"),
            ("1 ", "1"),
            ("(1)", "1"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("True", "true"),
            ("None", "null"),
            ("[1]", "[1]"),
            ("[1,]", "[1]"),
            ("(1,)", "[1]"),
            ("1,2", "[1,2]"),
            ("[1, [2], 'a']", r#"[1,[2],"a"]"#),
            ("{'a': 1}", r#"{"a":1}"#),
        ] {
            assert_eq!(shown(text), value, "{text}");
        }
    }

    #[test]
    fn everything_else_stays_a_text() {
        for text in [
            "",
            "02134",
            "true",
            "null",
            "1__0",
            "1_",
            "0b",
            "1-2",
            "1:1",
            "10.0.0.1",
            "1.2.3",
            "2024-01-02",
            " 1",
            "a",
            "'q'",
            "\"q\"",
            "[base]",
            "[1",
            "1 2",
            "3 apples",
            "'tis",
            "(see below)",
            "http://x/",
            "/opt",
            "#1",
            "--5",
            "+True",
            "*",
            "8080/tcp",
            "é",
        ] {
            assert_eq!(shown(text), "text", "{text}");
        }
    }

    #[test]
    fn what_is_not_looked_into_is_unknown() {
        for text in
            ["1 # c", "1+2j", "3j", "'a' 'b'", "'a\\n'", "b'a'", "{1, 2}", "set()", "...", "1e400", "'q' ", "''''''"]
        {
            assert_eq!(shown(text), "unknown", "{text}");
        }
    }
}
