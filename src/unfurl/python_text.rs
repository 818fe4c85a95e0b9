//! Values as Python prints them, which is what functions and templates put into texts.

use std::sync::Arc;

use super::content::Content;
use super::environment::{Text, value_text};
use crate::analysis::value::Value;

/// The text that Python makes of a value; none where only a run knows it.
pub(super) fn printed(content: &Content) -> Option<Text> {
    match content {
        Content::Value(Value::String(text)) => Some(Text::literal(text)),
        Content::Text(text) => Some(text.clone()),
        Content::Computed(later) => Some(Text::computed(later)),
        Content::Value(_) | Content::List(_) | Content::Map(_) => {
            represented(&content.known()?).map(|text| Text::literal(&text))
        }
    }
}

/// A value in JSON as Python writes it: what was written with a point keeps one.
pub fn python_json(value: &Value) -> String {
    match value {
        Value::Number(number) if !number.is_integer() && number.to_integer().is_some() => {
            value_text(value).unwrap_or_else(|| value.to_json())
        }
        Value::List(items) => format!("[{}]", joined(items.iter().map(python_json))),
        Value::Map(entries) => {
            let entry =
                |(key, value): (&Arc<str>, &Value)| format!("{}:{}", Value::string(key).to_json(), python_json(value));
            format!("{{{}}}", joined(entries.iter().map(entry)))
        }
        other => other.to_json(),
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}

/// A value as Python writes it inside of a list.
fn represented(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => "None".to_owned(),
        Value::Boolean(true) => "True".to_owned(),
        Value::Boolean(false) => "False".to_owned(),
        Value::Number(_) | Value::Instant(_) => value_text(value)?,
        Value::String(text) => quoted(text)?,
        Value::List(items) => {
            let items: Option<Vec<String>> = items.iter().map(represented).collect();
            format!("[{}]", items?.join(", "))
        }
        Value::Map(entries) => {
            let entry = |(key, value): (&Arc<str>, &Value)| Some(format!("{}: {}", quoted(key)?, represented(value)?));
            let entries: Option<Vec<String>> = entries.iter().map(entry).collect();
            format!("{{{}}}", entries?.join(", "))
        }
    })
}

/// A text in the quotes that Python chooses; none for one that it would escape.
fn quoted(text: &str) -> Option<String> {
    let is_plain =
        |letter: char| letter == ' ' || letter.is_alphanumeric() || letter.is_ascii_graphic() && letter != '\\';
    let quote = match (text.contains('\''), text.contains('"')) {
        (true, true) => return None,
        (true, false) => '"',
        (false, _) => '\'',
    };
    text.chars().all(is_plain).then(|| format!("{quote}{text}{quote}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_printed_as_python_prints_them() {
        let list = Value::from(vec![Value::integer(1), Value::string("b'c"), Value::from(true), Value::Null]);
        assert_eq!(represented(&list).as_deref(), Some(r#"[1, "b'c", True, None]"#));
        assert_eq!(represented(&Value::string("a\\b")), None);
    }
}
