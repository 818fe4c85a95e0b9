//! Where two documents differ, path by path.
//!
//! Maps are compared without their order, lists with it; scalars by what they mean, so that `1.10` and `1.1` are
//! the same number and a date is the same in any notation.

use std::fmt;
use std::sync::Arc;

use variscope_encoder::recursion::descend;

use crate::analysis::value::{Entries, Value};
use crate::source::counted::cut;

/// A value that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Keys and places in lists from the root, such as `topology_template.policies[0]`; places count from 0.
    pub path: String,
    /// What should be there, if anything.
    pub expected: Option<Value>,
    /// What is there, if anything.
    pub actual: Option<Value>,
}

/// All differences in the order of the expected document; what only the actual one has comes last in its map.
pub fn differences(expected: &Value, actual: &Value) -> Vec<Difference> {
    let mut comparison = DocumentComparison::default();
    comparison.compare(expected, actual);
    comparison.found
}

#[derive(Default)]
struct DocumentComparison {
    path: Vec<PathSegment>,
    found: Vec<Difference>,
}

#[derive(Clone)]
enum PathSegment {
    Key(Arc<str>),
    Place(usize),
}

impl DocumentComparison {
    fn compare(&mut self, expected: &Value, actual: &Value) {
        match (expected, actual) {
            (Value::Map(expected), Value::Map(actual)) => descend(|| self.compare_maps(expected, actual)),
            (Value::List(expected), Value::List(actual)) => descend(|| self.compare_lists(expected, actual)),
            _ if is_same(expected, actual) => {}
            _ => self.differ(Some(expected), Some(actual)),
        }
    }

    fn compare_maps(&mut self, expected: &Entries, actual: &Entries) {
        for (key, value) in expected {
            self.at(PathSegment::Key(key.clone()), |comparison| match actual.get(key) {
                Some(found) => comparison.compare(value, found),
                None => comparison.differ(Some(value), None),
            });
        }
        for (key, value) in actual.iter().filter(|(key, _)| !expected.contains_key(*key)) {
            self.at(PathSegment::Key(key.clone()), |comparison| comparison.differ(None, Some(value)));
        }
    }

    /// An item that is missing or too many shifts all that follow: what both lists begin and end with is set
    /// aside first, so that only the middle differs.
    fn compare_lists(&mut self, expected: &[Value], actual: &[Value]) {
        let is_pair_same = |(expected, actual): &(&Value, &Value)| is_same(expected, actual);
        let start = expected.iter().zip(actual).take_while(is_pair_same).count();
        let rest = expected[start..].iter().rev().zip(actual[start..].iter().rev());
        let end = if expected.len() == actual.len() { 0 } else { rest.take_while(is_pair_same).count() };
        let (expected, actual) = (&expected[start..expected.len() - end], &actual[start..actual.len() - end]);
        for place in 0..expected.len().max(actual.len()) {
            self.at(PathSegment::Place(start + place), |comparison| match (expected.get(place), actual.get(place)) {
                (Some(expected), Some(actual)) => comparison.compare(expected, actual),
                (expected, actual) => comparison.differ(expected, actual),
            });
        }
    }

    fn at(&mut self, step: PathSegment, compare: impl FnOnce(&mut Self)) {
        self.path.push(step);
        compare(self);
        self.path.pop();
    }

    fn differ(&mut self, expected: Option<&Value>, actual: Option<&Value>) {
        let path = path(&self.path);
        self.found.push(Difference { path, expected: expected.cloned(), actual: actual.cloned() });
    }
}

/// Whether there is no difference.
fn is_same(expected: &Value, actual: &Value) -> bool {
    match (expected, actual) {
        (Value::List(expected), Value::List(actual)) => {
            let are_same = || expected.iter().zip(actual.iter()).all(|(a, b)| is_same(a, b));
            expected.len() == actual.len() && descend(are_same)
        }
        (Value::Map(expected), Value::Map(actual)) => {
            let has = |(key, value)| actual.get(key).is_some_and(|found| is_same(value, found));
            expected.len() == actual.len() && descend(|| expected.iter().all(has))
        }
        // NaN equals nothing, but a document may well keep the one it had.
        (Value::Number(a), Value::Number(b)) if !a.is_finite() => a.to_string() == b.to_string(),
        _ => expected == actual,
    }
}

fn path(steps: &[PathSegment]) -> String {
    let parts: Vec<String> = steps.iter().enumerate().map(|(depth, step)| part(step, depth)).collect();
    parts.concat()
}

fn part(step: &PathSegment, depth: usize) -> String {
    match step {
        PathSegment::Place(place) => format!("[{place}]"),
        PathSegment::Key(key) => {
            let is_plain = !key.is_empty() && !key.contains(['.', '[', ' ', '"']);
            let dot = if depth == 0 { "" } else { "." };
            let quote = if is_plain { "" } else { "\"" };
            format!("{dot}{quote}{key}{quote}")
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "document" } else { &self.path };
        match (&self.expected, &self.actual) {
            (Some(expected), Some(actual)) => write!(f, "{path}: expected {}, got {}", short(expected), short(actual)),
            (Some(expected), None) => write!(f, "{path}: expected {}, got nothing", short(expected)),
            (None, Some(actual)) => write!(f, "{path}: expected nothing, got {}", short(actual)),
            (None, None) => write!(f, "{path}: nothing"),
        }
    }
}

/// A value on one line, cut where it is too long to read.
fn short(value: &Value) -> String {
    const MAX_LETTERS: usize = 160;
    cut(&value.to_json(), MAX_LETTERS).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;
    use crate::source::syntax::yaml::Tree;

    fn yaml(text: &str) -> Value {
        let (mut sources, mut tree) = (Sources::new(), Tree::new());
        let file = sources.add("test", text);
        let (root, _) = tree.parse(&sources, file);
        Value::from_yaml(tree.at(root.unwrap()))
    }

    fn found(expected: &str, actual: &str) -> Vec<String> {
        differences(&yaml(expected), &yaml(actual)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn meaning_counts_and_not_notation() {
        for (expected, actual) in [
            ("{a: 1.10, b: 0x1F}", "{b: 31, a: 1.1}"),
            ("a: 'x'", "a: x"),
            ("a: ~", "a:"),
            ("2024-01-02", "2024-01-02T00:00:00.000Z"),
            ("1e3", "1000"),
            (".nan", ".NaN"),
        ] {
            assert_eq!(found(expected, actual), [""; 0], "{expected} {actual}");
        }
    }

    #[test]
    fn kinds_of_scalars_are_not_mixed_up() {
        for (expected, actual) in [("1", "'1'"), ("yes", "true"), ("''", "~"), ("9007199254740993", "9007199254740992")]
        {
            assert_eq!(found(expected, actual).len(), 1, "{expected} {actual}");
        }
    }

    #[test]
    fn maps_differ_by_key() {
        assert_eq!(
            found("{a: {b: x, gone: 1}}", "{a: {new: [2], b: y}}"),
            ["a.b: expected \"x\", got \"y\"", "a.gone: expected 1, got nothing", "a.new: expected nothing, got [2]"]
        );
        assert_eq!(found("{a.b: 1}", "{a.b: 2}"), ["\"a.b\": expected 1, got 2"]);
        assert_eq!(found("1", "2"), ["document: expected 1, got 2"]);
    }

    #[test]
    fn lists_differ_in_their_middle() {
        assert_eq!(found("[1, 2, 3, 4]", "[1, 3, 4]"), ["[1]: expected 2, got nothing"]);
        assert_eq!(found("[1, 3, 4]", "[1, 2, 3, 4]"), ["[1]: expected nothing, got 2"]);
        assert_eq!(found("[1, 2]", "[2, 1]"), ["[0]: expected 1, got 2", "[1]: expected 2, got 1"]);
        assert_eq!(
            found("r: [{host: a}, {host: b}]", "r: [{host: a}, {host: c}]"),
            ["r[1].host: expected \"b\", got \"c\""]
        );
    }

    #[test]
    fn long_values_are_cut() {
        let long = format!("a: {}", "ä".repeat(1000));
        assert!(found(&long, "a: 1")[0].chars().count() < 200);
    }
}
