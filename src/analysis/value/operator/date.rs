//! Dates (profile D): comparisons of instants, and today's weekday.
//!
//! DEVIATION: operands may be expressions, such as an input; the reference takes literals only and calls
//! everything else an invalid date.

use std::cmp::Ordering;

use super::call::{Call, CallError, holds};
use crate::analysis::value::{Evaluation, Instant, Value};

/// The English name of today's weekday, lower case.
pub(super) fn weekday(call: &Call<'_>) -> Evaluation {
    Ok(Some(Value::string(call.today)))
}

/// The first lies between two others, neither of them included, whichever of these comes first.
pub(super) fn within(call: &Call<'_>) -> Evaluation {
    let date = instant(call, 0, call.value(0))?;
    let [one, other] = call.bounds(1)?;
    let (one, other) = (instant(call, 1, Some(one))?, instant(call, 1, Some(other))?);
    holds(one.min(other) < date && date < one.max(other))
}

/// What the millisecond of the first is to that of the second.
pub(super) fn ordered(call: &Call<'_>, is_wanted: fn(Ordering) -> bool) -> Evaluation {
    let (first, second) = (instant(call, 0, call.value(0))?, instant(call, 1, call.value(1))?);
    holds(is_wanted(first.cmp(&second)))
}

/// The milliseconds since the epoch that operand `index`, or the part `value` of it, means.
fn instant(call: &Call<'_>, index: usize, value: Option<&Value>) -> Result<i64, CallError> {
    let found = match value {
        Some(Value::Instant(instant)) => Some(instant.epoch()),
        Some(Value::String(text)) => Instant::parse(text).map(|instant| instant.epoch()),
        Some(Value::Number(number)) => number.to_i64().and_then(Instant::from_epoch).map(|instant| instant.epoch()),
        Some(Value::Null | Value::Boolean(_) | Value::List(_) | Value::Map(_)) | None => None,
    };
    found.ok_or_else(|| call.wrong(index, "Invalid Date", "a date").into())
}
