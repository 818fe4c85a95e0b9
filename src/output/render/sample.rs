//! Chosen variants, for people.

use super::exactness::open_ends;
use super::text::Detail;
use super::variant;
use crate::answer::Sample;

/// The variants, each with what gives it.
pub fn text(sample: &Sample<'_>, detail: Detail) -> String {
    let variants: String = sample.variants.iter().map(|chosen| variant::text(sample.about, chosen, detail)).collect();
    variants + &open_ends(&sample.exactness)
}
