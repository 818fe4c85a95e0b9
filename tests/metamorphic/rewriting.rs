//! A YAML document written in another way that means the same.

use std::fmt::Write as _;

use serde_json::{Map, Value as Json};

use crate::seeds::Seeds;

/// What is different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// JSON, which is YAML too.
    Json,
    /// Every text between quotes of one kind.
    Quoted(char),
    /// A comment behind each line, and between lines.
    Commented,
    /// Keys in another order, where it means nothing.
    Shuffled,
    /// What is written twice is named once, and meant again.
    Anchored,
}

pub const MANNERS: [Manner; 6] =
    [Manner::Json, Manner::Quoted('"'), Manner::Quoted('\''), Manner::Commented, Manner::Shuffled, Manner::Anchored];

/// Sections whose entries have an order that means something: the first of what is equally good is taken.
const ORDERED: [&str; 12] = [
    "node_templates",
    "relationship_templates",
    "properties",
    "artifacts",
    "groups",
    "inputs",
    "outputs",
    "expressions",
    "presets",
    "policies",
    "requirements",
    "capabilities",
];

/// The text in another manner.
pub fn rewritten(document: &Json, manner: Manner, seeds: &mut Seeds) -> String {
    if manner == Manner::Json {
        return serde_json::to_string_pretty(document).unwrap();
    }
    let document = if manner == Manner::Shuffled { shuffled(document, "", seeds) } else { document.clone() };
    let mut writer = Writer { manner, anchors: Vec::new(), text: String::new() };
    writer.block(&document, 0, "");
    writer.text
}

fn shuffled(document: &Json, section: &str, seeds: &mut Seeds) -> Json {
    match document {
        Json::Object(entries) => {
            let mut entries: Vec<(String, Json)> =
                entries.iter().map(|(key, value)| (key.clone(), shuffled(value, key, seeds))).collect();
            if !ORDERED.contains(&section) {
                for place in (1..entries.len()).rev() {
                    entries.swap(place, seeds.below(place + 1));
                }
            }
            Json::Object(entries.into_iter().collect::<Map<_, _>>())
        }
        Json::Array(items) => Json::Array(items.iter().map(|item| shuffled(item, "", seeds)).collect()),
        other => other.clone(),
    }
}

struct Writer {
    manner: Manner,
    anchors: Vec<Json>,
    text: String,
}

impl Writer {
    fn quoted(&self, text: &str) -> String {
        // What lies between single quotes knows no escapes.
        let is_plain = text.chars().all(|letter| letter == ' ' || letter.is_ascii_graphic());
        if self.manner == Manner::Quoted('\'') && is_plain {
            format!("'{}'", text.replace('\'', "''"))
        } else {
            serde_json::to_string(text).unwrap()
        }
    }

    fn end(&mut self, indent: usize) {
        if self.manner == Manner::Commented {
            let _ = write!(self.text, " # {indent}: \"- &x *y\"\n{}# between: [", " ".repeat(indent));
        }
        self.text.push('\n');
    }

    /// The value behind `lead`, which stands at the end of a line or is empty.
    fn block(&mut self, value: &Json, indent: usize, lead: &str) {
        self.text.push_str(lead);
        let is_shared = |value: &Json| value.as_object().is_some_and(|entries| !entries.is_empty());
        if self.manner == Manner::Anchored && !lead.is_empty() && is_shared(value) {
            if let Some(number) = self.anchors.iter().position(|known| known == value) {
                let _ = write!(self.text, " *a{number}");
                return self.end(indent);
            }
            let _ = write!(self.text, " &a{}", self.anchors.len());
            self.anchors.push(value.clone());
        }
        match value {
            Json::Object(entries) if !entries.is_empty() => {
                if !lead.is_empty() {
                    self.end(indent);
                }
                for (key, value) in entries {
                    let key = format!("{}{}:", " ".repeat(indent), self.quoted(key));
                    self.block(value, indent + 2, &key);
                }
            }
            Json::Array(items) if !items.is_empty() => {
                self.end(indent);
                let item_lead = format!("{}-", " ".repeat(indent));
                items.iter().for_each(|item| self.block(item, indent + 2, &item_lead));
            }
            scalar => {
                let text = scalar.as_str().map_or_else(|| scalar.to_string(), |text| self.quoted(text));
                self.text.push(' ');
                self.text.push_str(&text);
                self.end(indent);
            }
        }
    }
}
