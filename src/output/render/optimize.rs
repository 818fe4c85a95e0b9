//! A best variant, for people.

use super::exactness::open_ends;
use super::text::Detail;
use super::variant;
use crate::answer::Optimize;

/// The sum, and a variant that has it.
pub fn text(optimize: &Optimize<'_>, detail: Detail) -> String {
    let variant = variant::text(optimize.about, &optimize.variant, detail);
    format!("{}\n{variant}{}", optimize.value, open_ends(&optimize.exactness))
}
