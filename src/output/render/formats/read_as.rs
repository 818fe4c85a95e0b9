//! The profile that a template was read with, with the place of the word that decided.

use super::{FileRange, Paths};
use crate::source::Sources;
use crate::source::syntax::vocabulary::{Detected, Profile, ProfileReason};

/// The profile that a template was read with, and why.
#[derive(Clone, Debug)]
pub struct ReadAs {
    /// The profile.
    pub profile: Profile,
    /// Whether somebody said so.
    pub is_asked: bool,
    /// The word that decided; none where somebody said so, and where no word tells profiles apart.
    pub word: Option<FileRange>,
}

impl ReadAs {
    /// What was found out about a template whose files are `sources`.
    pub fn of(detected: &Detected, sources: &Sources, paths: &Paths) -> Self {
        let word = match &detected.reason {
            ProfileReason::Word { text, span } => Some(FileRange::of(*span, text, sources, paths)),
            ProfileReason::Asked | ProfileReason::Nothing => None,
        };
        Self { profile: detected.profile, is_asked: detected.reason == ProfileReason::Asked, word }
    }
}
