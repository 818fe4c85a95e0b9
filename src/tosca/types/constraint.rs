//! Constraint clauses (section 3.6.3 of the profile).

use std::cmp::Ordering;

use super::datum::View;
use super::simple::{Comparable, SimpleType, scalar_text};
use super::{Datum, pattern};
use crate::source::syntax::yaml::{Scalar, Yaml};

/// What a clause says about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Satisfied,
    Violated,
    /// Nobody can tell: the clause is no clause, or does not apply to such values.
    Malformed,
    /// It is beyond what is understood here.
    Unchecked,
}

/// Holds a clause against a value of a simple type.
pub(super) fn judge(clause: Yaml<'_>, simple: SimpleType, value: &Datum<'_>) -> Verdict {
    let Some((key, operand)) = clause.entries().next().filter(|_| clause.len() == 1) else { return Verdict::Malformed };
    let operand = Datum::from(operand);
    match key.text() {
        "equal" => compare(simple, value, &operand, |order| order == Ordering::Equal),
        "greater_than" => compare(simple, value, &operand, |order| order == Ordering::Greater),
        "greater_or_equal" => compare(simple, value, &operand, |order| order != Ordering::Less),
        "less_than" => compare(simple, value, &operand, |order| order == Ordering::Less),
        "less_or_equal" => compare(simple, value, &operand, |order| order != Ordering::Greater),
        "in_range" => in_range(simple, value, &operand),
        "valid_values" => valid_values(simple, value, &operand),
        "length" => length(value, &operand, |order| order == Ordering::Equal),
        "min_length" => length(value, &operand, |order| order != Ordering::Less),
        "max_length" => length(value, &operand, |order| order != Ordering::Greater),
        "pattern" => matches(value, &operand),
        "schema" => Verdict::Unchecked,
        _ => Verdict::Malformed,
    }
}

fn verdict(is_satisfied: bool) -> Verdict {
    if is_satisfied { Verdict::Satisfied } else { Verdict::Violated }
}

fn compare(simple: SimpleType, value: &Datum<'_>, operand: &Datum<'_>, test: impl Fn(Ordering) -> bool) -> Verdict {
    let pair = simple.comparable(value).zip(simple.comparable(operand));
    let order = pair.as_ref().and_then(|(value, operand)| value.order(operand));
    match (order, pair) {
        (Some(order), _) => verdict(test(order)),
        (None, _) if test(Ordering::Equal) && !test(Ordering::Less) && !test(Ordering::Greater) => {
            verdict(same(value, operand))
        }
        // Nobody says which of two qualifiers is the older one.
        (None, Some((Comparable::Version(_), Comparable::Version(_)))) => Verdict::Unchecked,
        (None, _) => Verdict::Malformed,
    }
}

fn in_range(simple: SimpleType, value: &Datum<'_>, operand: &Datum<'_>) -> Verdict {
    let (Some(low), Some(high), None) = (operand.item(0), operand.item(1), operand.item(2)) else {
        return Verdict::Malformed;
    };
    if simple == SimpleType::Range {
        let bounds = [value.item(0), value.item(1)].into_iter().flatten();
        return bounds
            .map(|bound| between(SimpleType::Integer, &bound, &low, &high))
            .find(|&found| found != Verdict::Satisfied)
            .unwrap_or(Verdict::Satisfied);
    }
    between(simple, value, &low, &high)
}

fn between(simple: SimpleType, value: &Datum<'_>, low: &Datum<'_>, high: &Datum<'_>) -> Verdict {
    let is_unbounded = |bound: &Datum<'_>| bound.scalar() == Some(Scalar::String("UNBOUNDED"));
    if is_unbounded(value) {
        return verdict(is_unbounded(high));
    }
    if !is_unbounded(low) {
        match compare(simple, value, low, |order| order != Ordering::Less) {
            Verdict::Satisfied => {}
            other => return other,
        }
    }
    if is_unbounded(high) {
        Verdict::Satisfied
    } else {
        compare(simple, value, high, |order| order != Ordering::Greater)
    }
}

fn valid_values(simple: SimpleType, value: &Datum<'_>, operand: &Datum<'_>) -> Verdict {
    let View::List(values) = operand.view() else { return Verdict::Malformed };
    let is_equal = |valid: &Datum<'_>| compare(simple, value, valid, Ordering::is_eq) == Verdict::Satisfied;
    verdict(values.iter().any(is_equal))
}

/// Whether two values are equal, whatever they are; a number also equals its text, as texts of numbers do in a
/// property of type string.
fn same(a: &Datum<'_>, b: &Datum<'_>) -> bool {
    match (a.view(), b.view()) {
        (View::List(a), View::List(b)) => a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| same(a, b)),
        (View::Map(left), View::Map(_)) => {
            let found = |key: &str| b.get(key);
            left.len() == b.entries().len()
                && left.iter().all(|entry| found(entry.key).is_some_and(|value| same(&entry.value, &value)))
        }
        (View::List(_) | View::Map(_), _) | (_, View::List(_) | View::Map(_)) => false,
        _ => {
            let any = |datum: &Datum<'_>| SimpleType::String.comparable(datum);
            match (any(a), any(b)) {
                (Some(x @ Comparable::Text(_)), Some(y)) | (Some(x), Some(y @ Comparable::Text(_))) => {
                    x == y || scalar_text(a) == scalar_text(b)
                }
                (Some(x), Some(y)) => x.order(&y) == Some(Ordering::Equal),
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            }
        }
    }
}

fn length(value: &Datum<'_>, operand: &Datum<'_>, test: impl Fn(Ordering) -> bool) -> Verdict {
    let Some(Scalar::Integer(limit)) = operand.scalar() else { return Verdict::Malformed };
    let Ok(limit) = limit.parse::<u128>() else { return Verdict::Malformed };
    let length = match value.view() {
        View::List(items) => items.len(),
        View::Map(entries) => entries.len(),
        _ => match scalar_text(value) {
            Some(text) => text.chars().count(),
            None => return Verdict::Malformed,
        },
    };
    verdict(test((length as u128).cmp(&limit)))
}

fn matches(value: &Datum<'_>, operand: &Datum<'_>) -> Verdict {
    let (Some(text), Some(pattern)) = (scalar_text(value), scalar_text(operand)) else { return Verdict::Malformed };
    match pattern::Pattern::parse(pattern) {
        Ok(pattern) => pattern.matches(text).map_or(Verdict::Unchecked, verdict),
        Err(pattern::Refusal::Malformed) => Verdict::Malformed,
        Err(pattern::Refusal::Unsupported) => Verdict::Unchecked,
    }
}
