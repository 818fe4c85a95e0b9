//! `equal` and the four orders. Nothing here is an error: what cannot be compared is in no order.

use std::cmp::Ordering;

use super::call::{Call, holds};
use crate::analysis::value::{Evaluation, Value};

/// All operands equal the first.
pub(super) fn equal(call: &Call<'_>) -> Evaluation {
    let first = call.value(0);
    let is_equal = |value: Option<&Value>| match (first, value) {
        (Some(first), Some(value)) => first.is_identical(value),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    holds((1..call.operands.len()).all(|index| is_equal(call.value(index))))
}

/// What the first is to the second.
pub(super) fn ordered(call: &Call<'_>, is_wanted: fn(Ordering) -> bool) -> Evaluation {
    let pair = call.value(0).zip(call.value(1));
    holds(pair.and_then(|(first, second)| first.compare(second)).is_some_and(is_wanted))
}
