//! Nodes and values as JSON, also as they are written: `1.10` is not `1.1`.

use serde_json::{Value as Json, json};
use variscope_encoder::recursion::descend;

use crate::source::syntax::yaml::{Scalar, Shape, Yaml};
use crate::tosca::model::{ElementId, Kind, Model, PropertyValue};

/// What messages call an element, with its value where that is a property that is written as a single one.
pub fn title_with_value(model: &Model, id: ElementId) -> String {
    let title = model.full_display(id);
    match (id.kind() == Kind::Property).then(|| &model.property(id).value) {
        Some(&PropertyValue::Literal(value)) if model.yaml(value).is_scalar() => {
            format!("{title} = {}", written_json(model.yaml(value)))
        }
        _ => title,
    }
}

/// Entries of an object in their order, each with what is JSON already.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenEntries(Vec<(String, String)>);

impl WrittenEntries {
    /// Gives an entry this text, at its place if it is there.
    pub(super) fn set(&mut self, key: &str, text: String) {
        match self.0.iter_mut().find(|(known, _)| known == key) {
            Some(entry) => entry.1 = text,
            None => self.0.push((key.to_owned(), text)),
        }
    }

    pub(super) fn object(&self) -> String {
        written_object(self.0.iter().map(|(key, text)| (key.as_str(), text.as_str())))
    }
}

impl<'t> FromIterator<(&'t str, String)> for WrittenEntries {
    fn from_iter<I: IntoIterator<Item = (&'t str, String)>>(entries: I) -> Self {
        Self(entries.into_iter().map(|(key, text)| (key.to_owned(), text)).collect())
    }
}

/// A node as JSON in which numbers are as the author wrote them. A number that JSON cannot write so is a text, and so is a
/// node that is nested too deeply to be read as JSON; a tag is a key before what it is about.
pub(super) fn written_json(yaml: Yaml<'_>) -> String {
    let text = node(yaml);
    if is_json(&text) { text } else { json!(yaml.written()).to_string() }
}

/// An object of entries that are JSON already.
pub(super) fn written_object<'t>(entries: impl Iterator<Item = (&'t str, &'t str)>) -> String {
    let entries: Vec<String> = entries.map(|(key, value)| format!("{}:{value}", json!(key))).collect();
    format!("{{{}}}", entries.join(","))
}

fn node(yaml: Yaml<'_>) -> String {
    let value = match yaml.shape() {
        Shape::Plain | Shape::Quoted => scalar(yaml),
        Shape::Sequence => descend(|| format!("[{}]", yaml.items().map(node).collect::<Vec<_>>().join(","))),
        Shape::Mapping => descend(|| {
            let entries: Vec<(&str, String)> = yaml.entries().map(|(key, value)| (key.text(), node(value))).collect();
            written_object(entries.iter().map(|(key, value)| (*key, value.as_str())))
        }),
    };
    match yaml.tag() {
        Some(tag) => format!("{{{}:{value}}}", json!(tag)),
        None => value,
    }
}

fn scalar(yaml: Yaml<'_>) -> String {
    match yaml.scalar() {
        Scalar::Integer(_) | Scalar::Float(_) if is_json(yaml.text()) => yaml.text().to_owned(),
        Scalar::Null | Scalar::Boolean(_) => yaml.to_json(),
        Scalar::Integer(_) | Scalar::Float(_) | Scalar::String(_) => json!(yaml.text()).to_string(),
    }
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<Json>(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;
    use crate::source::syntax::yaml::Tree;

    #[test]
    fn numbers_keep_their_digits() {
        let deep = "[".repeat(200) + &"]".repeat(200);
        for (text, expected) in [
            ("1.10", "1.10"),
            ("9007199254740993", "9007199254740993"),
            ("0x1F", "\"0x1F\""),
            ("'1.10'", "\"1.10\""),
            ("{a: [1.0, ~, yes, true, .inf]}", r#"{"a":[1.0,null,"yes",true,".inf"]}"#),
            ("!secret x", r#"{"!secret":"x"}"#),
            (deep.as_str(), &format!("\"{deep}\"")),
        ] {
            let (mut sources, mut tree) = (Sources::new(), Tree::new());
            let file = sources.add("test", text);
            let root = tree.parse(&sources, file).0;
            assert_eq!(written_json(tree.at(root.unwrap())), expected, "{text}");
        }
    }
}
