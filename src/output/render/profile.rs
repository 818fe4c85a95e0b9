//! The profile that a template is read with, in a sentence.

use crate::source::Sources;
use crate::source::syntax::vocabulary::{Detected, ProfileReason};

/// Which profile it is and why: the profile, the word that decided, and the place of that.
pub fn sentence(detected: &Detected, sources: &Sources) -> String {
    let profile = detected.profile;
    let why = match &detected.reason {
        ProfileReason::Asked => "as was said".to_owned(),
        ProfileReason::Word { text, span } => {
            format!("`{}` at {} is a word of it", text.escape_debug(), sources.place(*span))
        }
        ProfileReason::Nothing => "the template has no word that tells profiles apart".to_owned(),
    };
    format!("read with profile {profile}: {why}")
}
