//! Declared constraints of an input: `constraints`, a list of clauses as in TOSCA, or `valid_values` directly.

use std::cmp::Ordering;

use crate::analysis::value::{DistinctValues, Number, Value, text_length};
use crate::source::syntax::vocabulary::ClauseKind;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::Pattern;

/// The clauses of a declaration, read once for as many values as are held against them.
pub(super) struct Constraints<'d>(Vec<Clause<'d>>);

struct Clause<'d> {
    name: &'d str,
    bound: Yaml<'d>,
    /// The values of `valid_values`.
    listed: DistinctValues,
}

impl<'d> Constraints<'d> {
    pub(super) fn of(declaration: Yaml<'d>) -> Self {
        let clause = |(name, bound): (&'d str, Yaml<'d>)| {
            let listed = (name == "valid_values").then(|| bound.items().map(Value::from_yaml));
            Clause { name, bound, listed: listed.into_iter().flatten().collect() }
        };
        Self(clauses(declaration).map(clause).collect())
    }

    /// The first clause that `value` violates. Unknown clauses are passed over.
    pub(super) fn violated(&self, value: &Value) -> Option<Yaml<'d>> {
        self.first_violated(|_| Some(value))
    }

    /// The first clause of the declaration of a text that another value violates: it is compared as it is, and measured as the
    /// text that it would be in quotes.
    pub(super) fn violated_in_place_of_text(&self, value: &Value) -> Option<Yaml<'d>> {
        let text = Value::string(&value.to_text());
        self.first_violated(|clause| match ClauseKind::of(clause) {
            Some(ClauseKind::Length | ClauseKind::Pattern) => Some(&text),
            _ => Some(value),
        })
    }

    /// The list of all values, if there is one without `value`.
    pub(super) fn unlisted(&self, value: &Value) -> Option<Yaml<'d>> {
        self.first_violated(|clause| (clause == "valid_values").then_some(value))
    }

    /// The first clause that is violated by the value which is held against it, if any is.
    fn first_violated<'v>(&self, held: impl Fn(&str) -> Option<&'v Value>) -> Option<Yaml<'d>> {
        let is_violated = |clause: &&Clause<'d>| held(clause.name).is_some_and(|value| !clause.lets_through(value));
        self.0.iter().find(is_violated).map(|clause| clause.bound)
    }
}

/// The names of all clauses of `declaration`, with what stands behind them.
fn clauses(declaration: Yaml<'_>) -> impl Iterator<Item = (&str, Yaml<'_>)> {
    let clauses = declaration.get("constraints").into_iter().flat_map(Yaml::items).flat_map(Yaml::entries);
    let direct = declaration.entries().filter(|(key, _)| key.text() == "valid_values");
    clauses.chain(direct).map(|(key, bound)| (key.text(), bound))
}

/// The values that the clauses of `declaration` compare values with; lengths and patterns are none.
pub(super) fn bounds(declaration: Yaml<'_>) -> Vec<Yaml<'_>> {
    let all = clauses(declaration).flat_map(|(clause, bound)| match ClauseKind::of(clause) {
        Some(ClauseKind::Equal | ClauseKind::AtLeast | ClauseKind::AtMost) => vec![bound],
        Some(ClauseKind::Range | ClauseKind::List) => bound.items().collect(),
        Some(ClauseKind::Length | ClauseKind::Pattern | ClauseKind::Schema) | None => Vec::new(),
    });
    all.collect()
}

impl Clause<'_> {
    fn lets_through(&self, value: &Value) -> bool {
        let bound = self.bound;
        let compare = |wanted: fn(Ordering) -> bool| value.compare(&Value::from_yaml(bound)).is_some_and(wanted);
        let length = |wanted: fn(Ordering) -> bool| has_length(value, bound, wanted);
        match self.name {
            "equal" => *value == Value::from_yaml(bound),
            "greater_than" => compare(Ordering::is_gt),
            "greater_or_equal" => compare(Ordering::is_ge),
            "less_than" => compare(Ordering::is_lt),
            "less_or_equal" => compare(Ordering::is_le),
            "in_range" => is_in_range(value, bound),
            "valid_values" => self.listed.contains(value),
            "length" => length(Ordering::is_eq),
            "min_length" => length(Ordering::is_ge),
            "max_length" => length(Ordering::is_le),
            "pattern" => is_like(value, bound),
            _ => true,
        }
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

/// Whether a text, or the text of a date, is like a pattern, as far as that is known.
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
