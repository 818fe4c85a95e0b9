//! Where two values in JSON differ.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;
use serde_json::value::RawValue;
use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::plan::Sign;
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
    /// Whether it is an entry of the list at the path, which one side alone has.
    is_entry: bool,
}

impl ChangedPart {
    /// What becomes of it.
    pub(super) fn sign(&self) -> Sign {
        match (self.is_entry, &self.before, &self.after) {
            (true, Some(_), None) => Sign::Removed,
            (true, None, Some(_)) => Sign::Added,
            _ => Sign::Changed,
        }
    }

    /// `80 -> 8080`; `(none)` where there is nothing. An entry of a list that comes or goes alone is itself.
    pub(super) fn values(&self) -> String {
        let side =
            |side: &Option<String>| side.as_deref().map_or("(none)".to_owned(), |text| cut_to_line(&printable(text)));
        match self.sign() {
            Sign::Removed => side(&self.before),
            Sign::Added => side(&self.after),
            Sign::Changed => format!("{} -> {}", side(&self.before), side(&self.after)),
        }
    }

    fn new(path: String, before: Option<&str>, after: Option<&str>) -> Self {
        Self { path, before: before.map(str::to_owned), after: after.map(str::to_owned), is_entry: false }
    }

    /// An entry of the list at this path that one side alone has.
    fn entry(path: &str, before: Option<&str>, after: Option<&str>) -> Self {
        Self { is_entry: true, ..Self::new(path.to_owned(), before, after) }
    }
}

/// The smallest parts in which two texts of JSON differ, as they are written; the whole where one is none.
pub(super) fn parts(before: &str, after: &str) -> Vec<ChangedPart> {
    let whole = || ChangedPart::new(String::new(), Some(before), Some(after));
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
    } else if let Some((old, new)) = sides.and_then(|(old, new)| items(old).zip(items(new))) {
        compare_lists(&path, [&old, &new], parts);
    } else {
        parts.push(ChangedPart::new(path, old, new));
    }
}

/// Entries that come and go; those that replace as many others are compared with them. Where a single place or only the order is
/// another one, entries are compared place by place. Allowed values have no order.
fn compare_lists(path: &str, [old, new]: [&[&str]; 2], parts: &mut Vec<ChangedPart>) {
    let inner = |place: usize| if path.is_empty() { place.to_string() } else { format!("{path}.{place}") };
    let is_set = path.rsplit('.').next() == Some("valid_values");
    let [olds, news] = [old, new].map(|list| list.iter().copied().collect::<BTreeSet<&str>>());
    let others = old.iter().zip(new).filter(|(old, new)| old != new).count();
    if old.len() == new.len() && (others == 1 || !is_set && olds == news) {
        let pairs = old.iter().zip(new).enumerate();
        pairs.for_each(|(place, (old, new))| compare(inner(place), Some(old), Some(new), parts));
        return;
    }
    if is_set {
        let lost = old.iter().filter(|item| !news.contains(*item));
        parts.extend(lost.map(|item| ChangedPart::entry(path, Some(item), None)));
        let won = new.iter().filter(|item| !olds.contains(*item));
        parts.extend(won.map(|item| ChangedPart::entry(path, None, Some(item))));
        return;
    }
    for operation in capture_diff_slices(Algorithm::Myers, old, new) {
        let (kind, olds, news) = operation.as_tag_tuple();
        if kind == DiffTag::Replace && olds.len() == news.len() {
            for (place, other) in olds.zip(news) {
                compare(inner(place), Some(old[place]), Some(new[other]), parts);
            }
        } else if kind != DiffTag::Equal {
            parts.extend(old[olds].iter().map(|item| ChangedPart::entry(path, Some(item), None)));
            parts.extend(new[news].iter().map(|item| ChangedPart::entry(path, None, Some(item))));
        }
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
pub(super) fn cut_to_line(text: &str) -> String {
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
        assert_eq!(shown("[1,2,3]", "[1,3,4]"), [": 2", ": 4"]);
        assert_eq!(shown("{\"valid_values\":[1,2]}", "{\"valid_values\":[1,3]}"), ["valid_values.1: 2 -> 3"]);
        assert_eq!(shown("[1,2]", "[2,1]"), ["0: 1 -> 2", "1: 2 -> 1"]);
        assert_eq!(
            shown("{\"valid_values\":[1,2,3],\"a\":1}", "{\"valid_values\":[4,2,1],\"a\":2}"),
            ["valid_values: 3", "valid_values: 4", "a: 1 -> 2"]
        );
        assert_eq!(shown("80", "8080"), [": 80 -> 8080"]);
        assert_eq!(shown("{\"a\":[\"1.10\"]}", "{\"a\":[1.10]}"), ["a.0: \"1.10\" -> 1.10"]);
        assert_eq!(shown("{\"b\":1,\"a\":2}", "{\"b\":1.0,\"a\":3}"), ["b: 1 -> 1.0", "a: 2 -> 3"]);
        assert_eq!(shown("\"1.0\"", "\"1\""), [": \"1.0\" -> \"1\""]);
    }
}
