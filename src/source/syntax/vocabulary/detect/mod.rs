//! Guessing the profile of a template from its words.
//!
//! Definitions versions that only profile D knows decide; then the words that only D has and those that only earlier
//! profiles have, the more frequent ones, D where there are as many; of the earlier profiles B where it alone has one of
//! the words, and else C. A template without such words is of profile D. A is never guessed.

mod words;

use self::words::{Evidence, Word, Words};
use super::{Profile, topology_of};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Yaml;

/// Why a template is read with its profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProfileReason {
    /// Somebody said so.
    Asked,
    /// Of the words that tell profiles apart, this is the first of this profile.
    Word {
        /// The word, a definitions version among them.
        text: String,
        /// Where it stands.
        span: Span,
    },
    /// No word tells profiles apart.
    Nothing,
}

/// The profile that a template is read with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detected {
    /// The profile.
    pub profile: Profile,
    /// Why it is this one.
    pub reason: ProfileReason,
}

impl Detected {
    /// The profile that somebody asked for.
    pub fn asked(profile: Profile) -> Self {
        Self { profile, reason: ProfileReason::Asked }
    }

    fn by(profile: Profile, word: &Word<'_>) -> Self {
        Self { profile, reason: ProfileReason::Word { text: word.text.to_owned(), span: word.span } }
    }
}

/// The profile that the words of a service template belong to, and a warning when they belong to several.
pub fn detect_profile(root: Yaml<'_>) -> (Detected, Option<Diagnostic>) {
    let evidence = Evidence::of(root, topology_of(root));
    let early = evidence.early.count + evidence.b.count;
    let is_late = |late: &Words<'_>| late.count >= early;
    let version = late_version(root);
    let detected = match (&version, &evidence.late.first, &evidence.b.first, &evidence.early.first) {
        (Some(version), ..) => Detected::by(Profile::D, version),
        (_, Some(late), ..) if is_late(&evidence.late) => Detected::by(Profile::D, late),
        (_, _, Some(b), _) => Detected::by(Profile::B, b),
        (_, _, None, Some(early)) => Detected::by(Profile::C, early),
        (_, _, None, None) => Detected { profile: Profile::D, reason: ProfileReason::Nothing },
    };
    let warning = mixed(&evidence, &detected);
    (detected, warning)
}

/// The definitions version, if only profile D takes it.
fn late_version(root: Yaml<'_>) -> Option<Word<'_>> {
    let version = root.get("tosca_definitions_version")?;
    let is_late = version.text().starts_with("tosca_variability_1_0_rc_") || version.text() == "tosca_2_0";
    is_late.then(|| Word { text: version.text(), span: version.span() })
}

/// Words of several revisions are mixed: what is said leads to the profile that the template is read with, as do all
/// errors about the other words.
fn mixed(evidence: &Evidence<'_>, detected: &Detected) -> Option<Diagnostic> {
    let early_words = evidence.b.count + evidence.early.count;
    let first_early = [&evidence.early, &evidence.b].into_iter().filter_map(|words| words.first.as_ref());
    let early = first_early.min_by_key(|word| word.span)?;
    let late = evidence.late.first.as_ref()?;
    let profile = detected.profile;
    let (other, own, (few, many)) = match profile {
        Profile::D => (early, late, (early_words, evidence.late.count)),
        Profile::A | Profile::B | Profile::C => (late, early, (evidence.late.count, early_words)),
    };
    let message = "words of an early and of the latest revision of the language are mixed";
    let diagnostic = Diagnostic::new(Code::MixedVocabulary, other.span, message)
        .labelled(format!("`{}` is no word of profile {profile}", other.text))
        .and(own.span, format!("`{}` is", own.text))
        .note(format!("the template is read with profile {profile}: {many} words for it, {few} against it"));
    Some(diagnostic.help(format!("write all words as profile {profile} does")))
}

#[cfg(test)]
mod tests;
