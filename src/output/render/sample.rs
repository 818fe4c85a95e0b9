//! Chosen variants, for people.

use super::exactness::open_ends;
use super::variant;
use crate::output::answer::Sample;

/// The variants, each with what gives it.
pub fn text(sample: &Sample<'_>) -> String {
    let variants: String = sample.variants.iter().map(|chosen| variant::text(sample.about, chosen)).collect();
    variants + &open_ends(&sample.exactness)
}
