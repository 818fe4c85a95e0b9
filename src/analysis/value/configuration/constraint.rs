//! Declared constraints of an input: `constraints`, a list of clauses as in TOSCA, or `valid_values` directly.

use std::cmp::Ordering;

use crate::analysis::value::{Number, Value, text_length};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::Pattern;

/// The first clause of `declaration` that `value` violates. Clauses that nobody knows are passed over.
pub(super) fn violated<'d>(value: &Value, declaration: Yaml<'d>) -> Option<Yaml<'d>> {
    first_violated(declaration, |_| Some(value))
}

/// The first clause of the declaration of a text that another value violates: it is compared as it is, and measured as the text
/// that it would be in quotes.
pub(super) fn violated_in_place_of_text<'d>(value: &Value, declaration: Yaml<'d>) -> Option<Yaml<'d>> {
    let text = Value::string(&value.to_text());
    first_violated(declaration, |clause| match clause {
        "length" | "min_length" | "max_length" | "pattern" => Some(&text),
        _ => Some(value),
    })
}

/// The list of all values of `declaration`, if it has one without `value`.
pub(super) fn unlisted<'d>(value: &Value, declaration: Yaml<'d>) -> Option<Yaml<'d>> {
    first_violated(declaration, |clause| (clause == "valid_values").then_some(value))
}

/// The first clause of `declaration` that is violated by the value which is held against it, if any is.
fn first_violated<'d, 'v>(declaration: Yaml<'d>, held: impl Fn(&str) -> Option<&'v Value>) -> Option<Yaml<'d>> {
    let is_violated = |clause: &str, bound| held(clause).is_some_and(|value| !satisfies(value, clause, bound));
    clauses(declaration).find(|&(clause, bound)| is_violated(clause, bound)).map(|(_, bound)| bound)
}

/// The names of all clauses of `declaration`, with what stands behind them.
fn clauses(declaration: Yaml<'_>) -> impl Iterator<Item = (&str, Yaml<'_>)> {
    let clauses = declaration.get("constraints").into_iter().flat_map(Yaml::items).flat_map(Yaml::entries);
    let direct = declaration.entries().filter(|(key, _)| key.text() == "valid_values");
    clauses.chain(direct).map(|(key, bound)| (key.text(), bound))
}

/// The values that the clauses of `declaration` compare values with; lengths and patterns are none.
pub(super) fn bounds(declaration: Yaml<'_>) -> Vec<Yaml<'_>> {
    let all = clauses(declaration).flat_map(|(clause, bound)| match clause {
        "equal" | "greater_than" | "greater_or_equal" | "less_than" | "less_or_equal" => vec![bound],
        "in_range" | "valid_values" => bound.items().collect(),
        _ => Vec::new(),
    });
    all.collect()
}

fn satisfies(value: &Value, clause: &str, bound: Yaml<'_>) -> bool {
    let compare = |wanted: fn(Ordering) -> bool| value.compare(&Value::from_yaml(bound)).is_some_and(wanted);
    let length = |wanted: fn(Ordering) -> bool| has_length(value, bound, wanted);
    match clause {
        "equal" => *value == Value::from_yaml(bound),
        "greater_than" => compare(Ordering::is_gt),
        "greater_or_equal" => compare(Ordering::is_ge),
        "less_than" => compare(Ordering::is_lt),
        "less_or_equal" => compare(Ordering::is_le),
        "in_range" => is_in_range(value, bound),
        "valid_values" => bound.items().any(|allowed| *value == Value::from_yaml(allowed)),
        "length" => length(Ordering::is_eq),
        "min_length" => length(Ordering::is_ge),
        "max_length" => length(Ordering::is_le),
        "pattern" => is_like(value, bound),
        _ => true,
    }
}

/// Both bounds are included; `UNBOUNDED` is none.
fn is_in_range(value: &Value, range: Yaml<'_>) -> bool {
    let holds = |bound: Option<Yaml<'_>>, wanted: fn(Ordering) -> bool| {
        let bound = bound.filter(|bound| bound.as_str() != Some("UNBOUNDED"));
        bound.is_none_or(|bound| value.compare(&Value::from_yaml(bound)).is_some_and(wanted))
    };
    let mut bounds = range.items();
    holds(bounds.next(), Ordering::is_ge) && holds(bounds.next(), Ordering::is_le)
}

/// Whether a text, or the text of a date, is like a pattern, as far as that can be told.
fn is_like(value: &Value, pattern: Yaml<'_>) -> bool {
    let is_text = matches!(value, Value::String(_) | Value::Instant(_));
    let pattern = pattern.as_str().filter(|_| is_text).and_then(|pattern| Pattern::parse(pattern).ok());
    pattern.and_then(|pattern| pattern.matches(&value.to_text())).unwrap_or(true)
}

/// The number of characters of a text, items of a list or entries of a map.
fn has_length(value: &Value, bound: Yaml<'_>, wanted: fn(Ordering) -> bool) -> bool {
    let parts =
        |count: usize| Number::integer(i64::try_from(count).expect("a value in memory has fewer than 2^63 parts"));
    let length = match value {
        Value::String(text) => text_length(text),
        Value::List(items) => parts(items.len()),
        Value::Map(entries) => parts(entries.len()),
        Value::Null | Value::Boolean(_) | Value::Number(_) | Value::Instant(_) => return true,
    };
    Value::Number(length).compare(&Value::from_yaml(bound)).is_some_and(wanted)
}
