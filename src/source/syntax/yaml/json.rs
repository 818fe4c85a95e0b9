//! Nodes as JSON text, for messages that quote values the way the reference implementation does.

use variscope_encoder::recursion::descend;

use super::{Scalar, Shape, Yaml};

/// Deeper levels are printed on one line, lest indentation makes the text quadratic in the depth.
const MAX_INDENTED_LEVEL: usize = 64;

impl Yaml<'_> {
    /// The value as `JSON.stringify(value)` of JavaScript prints it.
    pub fn to_json(self) -> String {
        Printer::print(self, Layout::Compact)
    }

    /// The value as `JSON.stringify(value, null, 4)` of JavaScript prints it.
    pub fn to_pretty_json(self) -> String {
        Printer::print(self, Layout::Indented)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Layout {
    Compact,
    Indented,
}

struct Printer {
    out: String,
    layout: Layout,
    level: usize,
}

impl Printer {
    fn print(yaml: Yaml<'_>, layout: Layout) -> String {
        let mut printer = Self { out: String::new(), layout, level: 0 };
        printer.value(yaml);
        printer.out
    }

    fn value(&mut self, yaml: Yaml<'_>) {
        descend(|| match yaml.shape() {
            Shape::Plain | Shape::Quoted => self.scalar(yaml.scalar()),
            Shape::Sequence => self.collection('[', yaml.items(), ']', Self::value),
            Shape::Mapping => self.collection('{', in_property_order(yaml).into_iter(), '}', Self::entry),
        });
    }

    fn entry(&mut self, (key, value): (Yaml<'_>, Yaml<'_>)) {
        string(&mut self.out, key.text());
        self.out.push_str(if self.is_indented() { ": " } else { ":" });
        self.value(value);
    }

    fn collection<T>(
        &mut self,
        open: char,
        parts: impl ExactSizeIterator<Item = T>,
        close: char,
        print: fn(&mut Self, T),
    ) {
        let is_empty = parts.len() == 0;
        self.out.push(open);
        self.level += 1;
        for (at, part) in parts.enumerate() {
            if at > 0 {
                self.out.push(',');
            }
            self.line_break(self.level);
            print(self, part);
        }
        if !is_empty {
            self.line_break(self.level - 1);
        }
        self.level -= 1;
        self.out.push(close);
    }

    fn is_indented(&self) -> bool {
        self.layout == Layout::Indented && self.level <= MAX_INDENTED_LEVEL
    }

    fn line_break(&mut self, level: usize) {
        if self.is_indented() {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n("    ", level));
        }
    }

    fn scalar(&mut self, scalar: Scalar<'_>) {
        match scalar {
            Scalar::Null => self.out.push_str("null"),
            Scalar::Boolean(value) => self.out.push_str(if value { "true" } else { "false" }),
            Scalar::Integer(text) => number(&mut self.out, integer(text)),
            Scalar::Float(value) => number(&mut self.out, value),
            Scalar::String(text) => string(&mut self.out, text),
        }
    }
}

/// Entries as JavaScript orders the properties of an object: array indexes ascending, then the rest as written.
fn in_property_order(yaml: Yaml<'_>) -> Vec<(Yaml<'_>, Yaml<'_>)> {
    let mut entries: Vec<_> = yaml.entries().collect();
    entries.sort_by_key(|(key, _)| array_index(key.text()).unwrap_or(u32::MAX));
    entries
}

/// An array index of ECMAScript: a canonical integer below 2³² - 1.
fn array_index(key: &str) -> Option<u32> {
    let is_canonical = key == "0" || !key.starts_with(['0', '+']);
    key.parse().ok().filter(|&index| is_canonical && index != u32::MAX)
}

/// The nearest double of an integer of the core schema.
fn integer(text: &str) -> f64 {
    let radix = match text.get(..2) {
        Some("0x") => 16,
        Some("0o") => 8,
        _ => return text.parse().expect("decimal digits are a float"),
    };
    let digits = text[2..].chars().filter_map(|digit| digit.to_digit(radix));
    digits.fold(0.0, |value, digit| value * f64::from(radix) + f64::from(digit))
}

/// A number as `JSON.stringify` prints it; JSON has no infinity and no NaN.
fn number(out: &mut String, value: f64) {
    if value.is_finite() {
        out.push_str(&number_in_javascript(value));
    } else {
        out.push_str("null");
    }
}

/// The shortest decimal that reads back as `value`, with an exponent from 1e21 and below 1e-6: `Number::toString` of
/// ECMAScript 2025, section 6.1.6.1.20.
pub fn number_in_javascript(value: f64) -> String {
    let magnitude = value.abs();
    let sign = if value < 0.0 { "-" } else { "" };
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        format!("{sign}Infinity")
    } else if magnitude == 0.0 || (1e-6..1e21).contains(&magnitude) {
        format!("{sign}{magnitude}")
    } else if magnitude < 1.0 {
        format!("{sign}{magnitude:e}")
    } else {
        format!("{sign}{magnitude:e}").replace('e', "e+")
    }
}

fn string(out: &mut String, text: &str) {
    // The escapes of `JSON.stringify` are those of serde_json.
    out.push_str(&serde_json::Value::from(text).to_string());
}

#[cfg(test)]
mod tests {
    use super::super::Tree;
    use super::number_in_javascript;
    use crate::source::Sources;

    fn json(text: &str) -> (String, String) {
        let mut sources = Sources::new();
        let file = sources.add("t.yaml", text);
        let mut tree = Tree::new();
        let (root, diagnostics) = tree.parse(&sources, file);
        assert_eq!(diagnostics, []);
        let root = tree.at(root.expect("a sound text has a root"));
        (root.to_json(), root.to_pretty_json())
    }

    #[test]
    fn numbers_are_printed_as_in_javascript() {
        for (text, expected) in [
            ("1.10", "1.1"),
            ("-0", "0"),
            ("+5", "5"),
            ("100", "100"),
            ("0x1F", "31"),
            ("0o17", "15"),
            ("1e3", "1000"),
            ("1e21", "1e+21"),
            ("123456789012345678901", "123456789012345680000"),
            ("123456789012345678901234567890", "1.2345678901234568e+29"),
            ("0.000001", "0.000001"),
            ("-0.00000015", "-1.5e-7"),
            ("9007199254740993", "9007199254740992"),
            (".inf", "null"),
            (".nan", "null"),
        ] {
            assert_eq!(json(text).0, expected, "{text}");
        }
    }

    #[test]
    fn strings_are_escaped() {
        assert_eq!(
            json(r#""a\"\\\/\b\f\n\r\t\0\x1f\x7fä\u2028""#).0,
            "\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u{7f}ä\u{2028}\""
        );
    }

    #[test]
    fn collections() {
        let (compact, pretty) = json("b: [1, {}, [], {c: ~}]\n10: x\n2: y\n01: z\n");
        assert_eq!(compact, r#"{"2":"y","10":"x","b":[1,{},[],{"c":null}],"01":"z"}"#);
        let expected = "{\n    \"2\": \"y\",\n    \"10\": \"x\",\n    \"b\": [\n        1,\n        {},\n        [],\n        {\n            \"c\": null\n        }\n    ],\n    \"01\": \"z\"\n}";
        assert_eq!(pretty, expected);
    }

    /// Printing takes space linear in the depth.
    #[test]
    fn deep_nesting() {
        let depth = 10_000;
        let (compact, pretty) = json(&("[".repeat(depth) + &"]".repeat(depth)));
        assert_eq!(compact.len(), 2 * depth);
        assert!(pretty.len() < 4 * depth);
    }

    #[test]
    fn doubles_print_as_in_javascript() {
        let cases: [(f64, &str); 17] = [
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
            (f64::NAN, "NaN"),
            (f64::INFINITY, "Infinity"),
            (f64::NEG_INFINITY, "-Infinity"),
            (f64::MAX, "1.7976931348623157e+308"),
        ];
        for (value, text) in cases {
            assert_eq!(number_in_javascript(value), text);
        }
    }
}
