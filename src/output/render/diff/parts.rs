//! Where two values in JSON differ.

use serde_json::Value as Json;

use crate::source::counted::cut;
use crate::source::printable::printable;

/// Letters of a value that are shown.
const MAX_LETTERS: usize = 80;

/// A part that is another one, or on one side only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChangedPart {
    /// The way to it, keys and indices joined by dots; empty for the whole.
    pub(super) path: String,
    before: Option<String>,
    after: Option<String>,
}

impl ChangedPart {
    /// `80 -> 8080`; `(none)` where there is nothing.
    pub(super) fn values(&self) -> String {
        let side =
            |side: &Option<String>| side.as_deref().map_or("(none)".to_owned(), |text| shortened(&printable(text)));
        format!("{} -> {}", side(&self.before), side(&self.after))
    }
}

/// The smallest parts in which two texts of JSON differ; the whole where one is none.
pub(super) fn parts(before: &str, after: &str) -> Vec<ChangedPart> {
    let whole = || ChangedPart { path: String::new(), before: Some(before.to_owned()), after: Some(after.to_owned()) };
    let read = |text: &str| serde_json::from_str::<Json>(text).ok();
    let Some((old, new)) = read(before).zip(read(after)) else { return vec![whole()] };
    let mut parts = Vec::new();
    compare(String::new(), Some(&old), Some(&new), &mut parts);
    // What differs in no value differs in how it is written: `1.0` and `1`.
    if parts.is_empty() { vec![whole()] } else { parts }
}

fn compare(path: String, old: Option<&Json>, new: Option<&Json>, parts: &mut Vec<ChangedPart>) {
    if old == new {
        return;
    }
    let inner = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (old, new) {
        (Some(Json::Object(old)), Some(Json::Object(new))) => {
            let keys = old.keys().chain(new.keys().filter(|key| !old.contains_key(*key)));
            keys.for_each(|key| compare(inner(key), old.get(key), new.get(key), parts));
        }
        (Some(Json::Array(old)), Some(Json::Array(new))) if old.len() == new.len() => {
            let pairs = old.iter().zip(new).enumerate();
            pairs.for_each(|(place, (old, new))| compare(inner(&place.to_string()), Some(old), Some(new), parts));
        }
        _ => parts.push(ChangedPart { path, before: old.map(Json::to_string), after: new.map(Json::to_string) }),
    }
}

/// The beginning of a text that is too long for a line.
pub(super) fn shortened(text: &str) -> String {
    cut(text, MAX_LETTERS).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_shown() {
        let shown = |before, after| -> Vec<String> {
            parts(before, after).iter().map(|part| format!("{}: {}", part.path, part.values())).collect()
        };
        assert_eq!(shown("{\"a\":{\"b\":1,\"c\":2}}", "{\"a\":{\"b\":3,\"c\":2}}"), ["a.b: 1 -> 3"]);
        assert_eq!(shown("{\"a\":1}", "{\"b\":[1]}"), ["a: 1 -> (none)", "b: (none) -> [1]"]);
        assert_eq!(shown("[1,2]", "[1,3]"), ["1: 2 -> 3"]);
        assert_eq!(shown("80", "8080"), [": 80 -> 8080"]);
        assert_eq!(shown("\"1.0\"", "\"1\""), [": \"1.0\" -> \"1\""]);
    }
}
