//! `in_range`, `valid_values` and the three constraints on the length of a text.

use std::cmp::Ordering;

use super::call::{Call, holds};
use crate::analysis::value::{Evaluation, text_length};

/// The value lies between two bounds, both included.
pub(super) fn in_range(call: &Call<'_>) -> Evaluation {
    let [low, high] = call.bounds(1)?;
    let is_in_range =
        |value| low.compare(value).is_some_and(Ordering::is_le) && high.compare(value).is_some_and(Ordering::is_ge);
    holds(call.value(0).is_some_and(is_in_range))
}

/// The value is one of a list.
pub(super) fn valid_values(call: &Call<'_>) -> Evaluation {
    let allowed = call.list(1)?;
    holds(call.value(0).is_some_and(|value| allowed.iter().any(|allowed| allowed.is_identical(value))))
}

/// What the length of the text, counted in UTF-16 code units, is to a number.
pub(super) fn length(call: &Call<'_>, is_wanted: fn(Ordering) -> bool) -> Evaluation {
    let length = text_length(call.string(0)?);
    holds(length.partial_cmp(call.number(1)?).is_some_and(is_wanted))
}
