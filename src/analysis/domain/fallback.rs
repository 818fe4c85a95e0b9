//! A value for inputs of which neither the declaration nor an expression mentions one that fits.

use std::sync::Arc;

use super::declaration::Declaration;
use super::pattern::like;
use crate::analysis::value::{Entries, Number, Value};
use crate::source::syntax::vocabulary::ClauseKind;
use crate::source::syntax::yaml::Yaml;

/// Types whose values are written in a notation of their own, each with one.
const NOTATIONS: [(&str, &str); 6] = [
    ("timestamp", "2000-01-01T00:00:00Z"),
    ("version", "1.0"),
    ("scalar-unit.size", "1 B"),
    ("scalar-unit.time", "1 s"),
    ("scalar-unit.frequency", "1 Hz"),
    ("scalar-unit.bitrate", "1 bps"),
];

/// Words that are tried; between them they are below and above most others.
const WORDS: [&str; 8] = ["other", "x", "y", "z", "0", "1", "A", "~"];

/// Lengths that are tried beside the declared ones.
const LENGTHS: [usize; 3] = [0, 1, 5];

/// A longer text or list shows nothing better.
const MAX_LENGTH: i64 = 10_000;

/// Values of the declared type, those first that look most like themselves.
pub(super) fn tries(declaration: &Declaration<'_>) -> impl Iterator<Item = Value> {
    let type_name = declaration.type_name();
    let notation = NOTATIONS.iter().find(|(name, _)| *name == type_name).map(|(_, text)| Value::string(text));
    let lengths = lengths(declaration);
    let found: Vec<Value> = match type_name {
        _ if notation.is_some() => Vec::new(),
        "list" => lengths.into_iter().map(list).collect(),
        "map" => lengths.into_iter().map(map).collect(),
        "boolean" | "integer" | "float" | "number" => Vec::new(),
        "range" => vec![Value::List([0, 1].map(Value::integer).into())],
        _ => texts(declaration, &lengths).into_iter().map(|text| Value::String(Arc::from(text))).collect(),
    };
    notation.into_iter().chain(found)
}

/// Lengths that matter, the declared ones first.
fn lengths(declaration: &Declaration<'_>) -> Vec<usize> {
    let declared = declaration.of_kinds(|kind| kind == ClauseKind::Length);
    let declared = declared.filter_map(|bound| Value::from_yaml(bound).as_number().and_then(Number::to_i64));
    let declared = declared.filter(|length| (0..=MAX_LENGTH).contains(length));
    declared.filter_map(|length| usize::try_from(length).ok()).chain(LENGTHS).collect()
}

fn list(length: usize) -> Value {
    Value::List(vec![Value::string("x"); length].into())
}

fn map(length: usize) -> Value {
    let entries: Entries = (0..length).map(|place| (format!("x{place}").into(), Value::string("x"))).collect();
    Value::Map(entries.into())
}

/// Words and what lies next to the declared bounds, in every length.
fn texts(declaration: &Declaration<'_>, lengths: &[usize]) -> Vec<String> {
    let single = declaration.of_kinds(ClauseKind::is_bound);
    let ranges = declaration.of_kind(ClauseKind::Range).flat_map(|range| range.items().collect::<Vec<_>>());
    let declared: Vec<String> = single.chain(ranges).filter_map(Yaml::as_str).map(str::to_owned).collect();
    let shorter = |text: &String| {
        let mut letters = text.chars();
        letters.next_back();
        letters.as_str().to_owned()
    };
    let beside = declared.iter().flat_map(|text| [text.clone(), format!("{text}0"), shorter(text)]);
    let stems: Vec<String> = WORDS.map(str::to_owned).into_iter().chain(beside).collect();
    let sized = stems.iter().flat_map(|stem| lengths.iter().map(|&length| of_length(stem, length)));
    let patterns = declaration.of_kind(ClauseKind::Pattern).filter_map(Yaml::as_str).flat_map(like);
    stems.iter().cloned().chain(sized).chain(patterns).collect()
}

/// The text cut short, or made longer by its last letter.
fn of_length(text: &str, length: usize) -> String {
    let last = text.chars().next_back().unwrap_or('x');
    text.chars().chain(std::iter::repeat(last)).take(length).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::value::{Configuration, Language, check_given};
    use crate::source::Sources;
    use crate::source::syntax::vocabulary::Profile;
    use crate::source::syntax::yaml::Tree;

    /// The first value that fits.
    fn fitting(declaration: &str) -> Option<String> {
        let (mut sources, mut tree) = (Sources::new(), Tree::new());
        let file = sources.add("case.yaml", format!("{{i: {declaration}}}"));
        let (root, _) = tree.parse(&sources, file);
        let language = Language::new(Profile::D).with_inputs(tree.at(root?));
        let fits = |value: &Value| {
            let mut configuration = Configuration::new();
            configuration.assume("i", value.clone());
            check_given(&language, &configuration).is_empty()
        };
        tries(&Declaration::of(&language, "i")).find(fits).map(|value| value.to_json())
    }

    #[test]
    fn there_is_a_value_of_every_type() {
        for (declaration, value) in [
            ("{}", "\"other\""),
            ("{type: string}", "\"other\""),
            ("{type: list}", "[]"),
            ("{type: map}", "{}"),
            ("{type: range}", "[0,1]"),
            ("{type: timestamp}", "\"2000-01-01T00:00:00Z\""),
            ("{type: scalar-unit.size}", "\"1 B\""),
            ("{type: tosca.datatypes.Credential}", "\"other\""),
        ] {
            assert_eq!(fitting(declaration).as_deref(), Some(value), "{declaration}");
        }
    }

    #[test]
    fn constraints_are_kept() {
        for (declaration, value) in [
            ("{type: list, constraints: [{min_length: 2}]}", "[\"x\",\"x\"]"),
            ("{type: map, constraints: [{length: 1}]}", "{\"x0\":\"x\"}"),
            ("{type: string, constraints: [{length: 12}]}", "\"otherrrrrrrr\""),
            ("{type: string, constraints: [{less_than: b}]}", "\"0\""),
            ("{type: string, constraints: [{greater_than: pear}, {less_than: peas}]}", "\"pear0\""),
            ("{type: string, constraints: [{in_range: [mm, mz]}, {length: 4}]}", "\"mmmm\""),
        ] {
            assert_eq!(fitting(declaration).as_deref(), Some(value), "{declaration}");
        }
        for (pattern, value) in [
            ("^[a-z]+$", "\"other\""),
            (r"v\d+", "\"v0\""),
            (r"\d{3}-[AB]", "\"000-A\""),
            ("(dev|prod)-[^x]", "\"dev-a\""),
        ] {
            let declaration = format!("{{type: string, constraints: [{{pattern: '{pattern}'}}]}}");
            assert_eq!(fitting(&declaration).as_deref(), Some(value), "{pattern}");
        }
        assert_eq!(fitting("{type: string, constraints: [{less_than: ''}]}"), None);
        assert_eq!(fitting("{type: string, constraints: [{pattern: '(?i)v[0-9]'}]}"), None);
    }
}
