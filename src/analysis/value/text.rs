//! How values become text: as JavaScript joins them into strings, and as JSON in messages.

use std::fmt::Write;

use variscope_encoder::recursion::descend;

use super::{Number, Value};

/// How deep the next level of pretty JSON is indented, as in the reference's messages.
const INDENT: &str = "    ";

impl Value {
    /// The text that `concat` and `join` take this value for: nothing for null, the items of a list between commas.
    pub fn to_text(&self) -> String {
        match self {
            Self::Null => String::new(),
            Self::Boolean(value) => value.to_string(),
            Self::Number(number) => number.to_string(),
            Self::String(text) => text.to_string(),
            Self::Instant(instant) => instant.to_string(),
            Self::List(items) => descend(|| items.iter().map(Self::to_text).collect::<Vec<_>>().join(",")),
            Self::Map(_) => "[object Object]".to_owned(),
        }
    }

    /// JSON on one line without spaces.
    pub fn to_json(&self) -> String {
        let mut json = String::new();
        write_json(self, None, &mut json);
        json
    }

    /// YAML on one line: JSON, but a date without quotes, with which it would be a text.
    pub fn to_yaml(&self) -> String {
        if let Self::Instant(instant) = self { instant.to_string() } else { self.to_json() }
    }

    /// JSON with one item per line, indented by four spaces.
    pub fn to_pretty_json(&self) -> String {
        let mut json = String::new();
        write_json(self, Some(0), &mut json);
        json
    }
}

/// Appends `value`; `depth` is the indentation of the line it stands on, none for compact JSON.
fn write_json(value: &Value, depth: Option<usize>, json: &mut String) {
    match value {
        Value::Null => json.push_str("null"),
        Value::Boolean(value) => json.push_str(if *value { "true" } else { "false" }),
        Value::Number(number) => json.push_str(&number_in_json(number)),
        Value::String(text) => json.push_str(&quote(text)),
        Value::Instant(instant) => json.push_str(&quote(&instant.to_string())),
        Value::List(items) => {
            let items = items.iter().map(|item| (String::new(), item));
            write_members(['[', ']'], items, depth, json);
        }
        Value::Map(entries) => {
            let colon = if depth.is_some() { ": " } else { ":" };
            let entries = entries.iter().map(|(key, value)| (quote(key) + colon, value));
            write_members(['{', '}'], entries, depth, json);
        }
    }
}

fn write_members<'v>(
    [open, close]: [char; 2],
    members: impl Iterator<Item = (String, &'v Value)>,
    depth: Option<usize>,
    json: &mut String,
) {
    json.push(open);
    let mut is_empty = true;
    for (key, member) in members {
        if !is_empty {
            json.push(',');
        }
        is_empty = false;
        break_line(depth.map(|depth| depth + 1), json);
        json.push_str(&key);
        descend(|| write_json(member, depth.map(|depth| depth + 1), json));
    }
    if !is_empty {
        break_line(depth, json);
    }
    json.push(close);
}

fn break_line(depth: Option<usize>, json: &mut String) {
    if let Some(depth) = depth {
        write!(json, "\n{}", INDENT.repeat(depth)).expect("writing to a string never fails");
    }
}

fn number_in_json(number: &Number) -> String {
    if number.is_finite() { number.to_string() } else { "null".to_owned() }
}

/// A JSON string.
pub(super) fn quote(text: &str) -> String {
    serde_json::to_string(text).expect("a string is JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Value {
        let list = Value::from(vec![Value::integer(1), Value::Null, Value::from(Vec::new())]);
        Value::from_iter([("a".into(), Value::string("x\"y")), ("b".into(), list)])
    }

    #[test]
    fn json_is_compact_or_indented_by_four() {
        assert_eq!(sample().to_json(), r#"{"a":"x\"y","b":[1,null,[]]}"#);
        assert_eq!(
            sample().to_pretty_json(),
            "{\n    \"a\": \"x\\\"y\",\n    \"b\": [\n        1,\n        null,\n        []\n    ]\n}"
        );
    }

    #[test]
    fn a_date_in_yaml_is_a_date_when_it_is_read_again() {
        let date = Value::Instant(super::super::Instant::EPOCH);
        assert_eq!(date.to_yaml(), "1970-01-01T00:00:00.000Z");
        assert!(super::super::Instant::parse_plain(&date.to_yaml()).is_some());
        assert_eq!(Value::string("1970-01-01").to_yaml(), "\"1970-01-01\"");
    }

    #[test]
    fn texts_are_those_of_javascript() {
        let list = vec![Value::integer(1), Value::Null, Value::from(true), Value::from(vec![Value::string("x")])];
        assert_eq!(Value::from(list).to_text(), "1,,true,x");
        assert_eq!(Value::from(Number::float_literal(1.1, "1.10")).to_text(), "1.1");
    }
}
