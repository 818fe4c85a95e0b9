//! A best variant, for people.

use super::exactness::open_ends;
use super::variant;
use crate::output::answer::Optimize;

/// The sum, and a variant that has it.
pub fn text(optimize: &Optimize<'_>) -> String {
    let variant = variant::text(optimize.about, &optimize.variant);
    format!("{}\n{variant}{}", optimize.value, open_ends(&optimize.exactness))
}
