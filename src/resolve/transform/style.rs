//! How the profiles differ in what they write.

use crate::source::syntax::vocabulary::{Profile, unwritten_keys};

/// The emit style of a profile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// Whether sections are written although nothing is left of them.
    pub(super) keeps_empty_sections: bool,
    /// Whether `inputs` is written although nothing is left of it.
    pub(super) keeps_empty_inputs: bool,
    /// Whether `requirements` is written although nothing is left of it.
    pub(super) keeps_empty_requirements: bool,
    /// Whether `{node: x}` is written as `x`, and an artifact as a mapping with a type.
    pub(super) is_normalised: bool,
    /// The keys of elements that are never written.
    pub(super) removed: &'static [&'static str],
}

impl Style {
    pub(super) fn of(profile: Profile) -> Self {
        Self {
            keeps_empty_sections: profile == Profile::A,
            keeps_empty_inputs: matches!(profile, Profile::A | Profile::B),
            keeps_empty_requirements: matches!(profile, Profile::A | Profile::B),
            is_normalised: profile == Profile::D,
            removed: unwritten_keys(profile),
        }
    }
}
