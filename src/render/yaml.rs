//! Documents as YAML text.

use crate::syntax::yaml::Tree;
use crate::transform::{Key, Output};

/// The text of `document`, which may quote nodes of `tree`.
pub fn write(tree: &Tree, document: &Output) -> String {
    match document {
        Output::Source(id) => tree.at(*id).to_json(),
        Output::String(text) => crate::value::Value::string(text).to_json(),
        Output::Value(value) => value.to_json(),
        Output::Sequence(items) => {
            let items: Vec<String> = items.iter().map(|item| write(tree, item)).collect();
            format!("[{}]", items.join(", "))
        }
        Output::Mapping(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| {
                    let key = match key {
                        Key::Source(id) => tree.at(*id).text().to_owned(),
                        Key::Text(text) => text.to_string(),
                    };
                    format!("{}: {}", crate::value::Value::string(&key).to_json(), write(tree, value))
                })
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}
