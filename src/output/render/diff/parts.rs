//! Where two values in JSON differ.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use serde_json::value::RawValue;

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

/// The smallest parts in which two texts of JSON differ, as they are written; the whole where one is none.
pub(super) fn parts(before: &str, after: &str) -> Vec<ChangedPart> {
    let whole = || ChangedPart { path: String::new(), before: Some(before.to_owned()), after: Some(after.to_owned()) };
    let are_read = [before, after].iter().all(|text| serde_json::from_str::<&RawValue>(text).is_ok());
    let mut parts = Vec::new();
    if are_read {
        compare(String::new(), Some(before), Some(after), &mut parts);
    }
    // What differs in no part differs in the order of keys.
    if parts.is_empty() { vec![whole()] } else { parts }
}

fn compare(path: String, old: Option<&str>, new: Option<&str>, parts: &mut Vec<ChangedPart>) {
    if old == new {
        return;
    }
    let inner = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    let sides = old.zip(new);
    if let Some((old, new)) = sides.and_then(|(old, new)| entries(old).zip(entries(new))) {
        let [olds, news] = [&old, &new].map(|side| side.iter().cloned().collect::<BTreeMap<String, &str>>());
        let keys = old.iter().chain(new.iter().filter(|(key, _)| !olds.contains_key(key)));
        keys.for_each(|(key, _)| compare(inner(key), olds.get(key).copied(), news.get(key).copied(), parts));
    } else if let Some((old, new)) =
        sides.and_then(|(old, new)| items(old).zip(items(new))).filter(|(old, new)| old.len() == new.len())
    {
        let pairs = old.iter().zip(new).enumerate();
        pairs.for_each(|(place, (old, new))| compare(inner(&place.to_string()), Some(old), Some(new), parts));
    } else {
        parts.push(ChangedPart { path, before: old.map(str::to_owned), after: new.map(str::to_owned) });
    }
}

/// The entries of an object, each as it is written.
fn entries(text: &str) -> Option<Vec<(String, &str)>> {
    let texts: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
    // Only this keeps their order.
    let keys: serde_json::Map<String, Json> = serde_json::from_str(text).ok()?;
    keys.keys().map(|key| Some((key.clone(), texts.get(key)?.get()))).collect()
}

/// The items of a list, each as it is written.
fn items(text: &str) -> Option<Vec<&str>> {
    let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
    Some(items.into_iter().map(RawValue::get).collect())
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
        assert_eq!(shown("{\"a\":[\"1.10\"]}", "{\"a\":[1.10]}"), ["a.0: \"1.10\" -> 1.10"]);
        assert_eq!(shown("{\"b\":1,\"a\":2}", "{\"b\":1.0,\"a\":3}"), ["b: 1 -> 1.0", "a: 2 -> 3"]);
        assert_eq!(shown("\"1.0\"", "\"1\""), [": \"1.0\" -> \"1\""]);
    }
}
