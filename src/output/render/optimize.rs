//! A best variant, for people.

use super::exactness::open_ends;
use super::text::Detail;
use super::variant;
use crate::answer::{Goal, Optimize};

/// The sum, and a variant that has it.
pub fn text(optimize: &Optimize<'_>, detail: Detail) -> String {
    let variant = variant::text(optimize.about, &optimize.variant, detail);
    let open = unproved(optimize).unwrap_or_else(|| open_ends(&optimize.exactness));
    let value = optimize.value.as_deref().unwrap_or("unknown");
    format!("{value}\n{variant}{open}")
}

/// How much better variants may be than the best one that was found.
fn unproved(optimize: &Optimize<'_>) -> Option<String> {
    let bound = optimize.bound.as_ref().filter(|_| optimize.bound != optimize.value)?;
    let (best, other) = match optimize.goal {
        Goal::Min => ("least", "less"),
        Goal::Max => ("greatest", "more"),
    };
    Some(format!("stopped before this was known to be the {best}: no variant has {other} than {bound}\n"))
}
