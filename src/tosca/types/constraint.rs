//! Constraint clauses (TOSCA Simple Profile 1.3, section 3.6.3).

use std::cmp::Ordering;

use super::datum::View;
use super::simple::{Comparable, SimpleType, scalar_text};
use super::{Datum, pattern};
use crate::source::syntax::yaml::{Scalar, Yaml};

/// What a clause says about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClauseVerdict {
    Satisfied,
    Violated,
    /// Not decided: the clause is no clause, or does not apply to such values.
    Malformed,
    /// It is beyond what is understood here.
    Unchecked,
}

/// Holds a clause against a value of a simple type.
pub(super) fn judge(clause: Yaml<'_>, simple: SimpleType, value: &Datum<'_>) -> ClauseVerdict {
    let Some((key, operand)) = clause.entries().next().filter(|_| clause.len() == 1) else {
        return ClauseVerdict::Malformed;
    };
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
        "schema" => ClauseVerdict::Unchecked,
        _ => ClauseVerdict::Malformed,
    }
}

/// Whether no value is between the bounds of a range: the definition says that, and no value violates it. Bounds that cannot
/// be compared are none; where no type says how they are, numbers can.
pub(super) fn is_empty_range(simple: Option<SimpleType>, range: Yaml<'_>) -> bool {
    let bounds: Vec<Datum<'_>> = range.items().map(Datum::from).collect();
    let [low, high] = bounds.as_slice() else { return false };
    let simple = match simple {
        Some(SimpleType::Range) => SimpleType::Integer,
        Some(simple) => simple,
        None => SimpleType::Float,
    };
    // Texts of two numbers are in no order of numbers.
    let is_compared = simple != SimpleType::Float || [low, high].into_iter().all(|bound| simple.admits(bound));
    let is_unbounded = |bound: &Datum<'_>| bound.scalar() == Some(Scalar::String("UNBOUNDED"));
    let is_bounded = !is_unbounded(low) && !is_unbounded(high);
    let pair = simple.comparable(low).zip(simple.comparable(high));
    let order = pair.and_then(|(low, high)| low.order(&high));
    is_compared && is_bounded && order == Some(Ordering::Greater)
}

fn verdict(is_satisfied: bool) -> ClauseVerdict {
    if is_satisfied { ClauseVerdict::Satisfied } else { ClauseVerdict::Violated }
}

fn compare(
    simple: SimpleType,
    value: &Datum<'_>,
    operand: &Datum<'_>,
    test: impl Fn(Ordering) -> bool,
) -> ClauseVerdict {
    let pair = simple.comparable(value).zip(simple.comparable(operand));
    let order = pair.as_ref().and_then(|(value, operand)| value.order(operand));
    match (order, pair) {
        (Some(order), _) => verdict(test(order)),
        (None, _) if test(Ordering::Equal) && !test(Ordering::Less) && !test(Ordering::Greater) => {
            verdict(same(value, operand))
        }
        // It is unknown which of two qualifiers is the older one.
        (None, Some((Comparable::Version(_), Comparable::Version(_)))) => ClauseVerdict::Unchecked,
        (None, _) => ClauseVerdict::Malformed,
    }
}

fn in_range(simple: SimpleType, value: &Datum<'_>, operand: &Datum<'_>) -> ClauseVerdict {
    let (Some(low), Some(high), None) = (operand.item(0), operand.item(1), operand.item(2)) else {
        return ClauseVerdict::Malformed;
    };
    if operand.written().is_some_and(|range| is_empty_range(Some(simple), range)) {
        return ClauseVerdict::Satisfied;
    }
    if simple == SimpleType::Range {
        let bounds = [value.item(0), value.item(1)].into_iter().flatten();
        return bounds
            .map(|bound| between(SimpleType::Integer, &bound, &low, &high))
            .find(|&found| found != ClauseVerdict::Satisfied)
            .unwrap_or(ClauseVerdict::Satisfied);
    }
    between(simple, value, &low, &high)
}

fn between(simple: SimpleType, value: &Datum<'_>, low: &Datum<'_>, high: &Datum<'_>) -> ClauseVerdict {
    let is_unbounded = |bound: &Datum<'_>| bound.scalar() == Some(Scalar::String("UNBOUNDED"));
    if is_unbounded(value) {
        return verdict(is_unbounded(high));
    }
    if !is_unbounded(low) {
        match compare(simple, value, low, |order| order != Ordering::Less) {
            ClauseVerdict::Satisfied => {}
            other => return other,
        }
    }
    if is_unbounded(high) {
        ClauseVerdict::Satisfied
    } else {
        compare(simple, value, high, |order| order != Ordering::Greater)
    }
}

fn valid_values(simple: SimpleType, value: &Datum<'_>, operand: &Datum<'_>) -> ClauseVerdict {
    let View::List(values) = operand.view() else { return ClauseVerdict::Malformed };
    let is_equal = |valid: &Datum<'_>| compare(simple, value, valid, Ordering::is_eq) == ClauseVerdict::Satisfied;
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

fn length(value: &Datum<'_>, operand: &Datum<'_>, test: impl Fn(Ordering) -> bool) -> ClauseVerdict {
    let Some(Scalar::Integer(limit)) = operand.scalar() else { return ClauseVerdict::Malformed };
    let Ok(limit) = limit.parse::<u128>() else { return ClauseVerdict::Malformed };
    let length = match value.view() {
        View::List(items) => items.len(),
        View::Map(entries) => entries.len(),
        _ => match scalar_text(value) {
            Some(text) => text.chars().count(),
            None => return ClauseVerdict::Malformed,
        },
    };
    verdict(test((length as u128).cmp(&limit)))
}

fn matches(value: &Datum<'_>, operand: &Datum<'_>) -> ClauseVerdict {
    let (Some(text), Some(pattern)) = (scalar_text(value), scalar_text(operand)) else {
        return ClauseVerdict::Malformed;
    };
    match pattern::Pattern::parse(pattern) {
        Ok(pattern) => pattern.matches(text).map_or(ClauseVerdict::Unchecked, verdict),
        Err(pattern::Refusal::Malformed) => ClauseVerdict::Malformed,
        Err(pattern::Refusal::Unsupported) => ClauseVerdict::Unchecked,
    }
}
