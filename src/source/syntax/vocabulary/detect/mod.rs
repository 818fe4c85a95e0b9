//! Guessing the profile of a template from its words.
//!
//! Definitions versions that only profile D knows decide; then the words that only D has and those that only earlier
//! profiles have, the more frequent ones, D where there are as many; of the earlier profiles B where the template has more
//! words that C has not than words that B has not, and else C. A template without such words is of profile D. A is never
//! guessed.

mod words;

use self::words::{Evidence, Word, Words};
use super::{Profile, topology_of};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Yaml;

/// Why a template is read with its profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProfileReason {
    /// It was asked for.
    Asked,
    /// Of the words that distinguish profiles, this is the first of this profile.
    Word {
        /// The word, a definitions version among them.
        text: String,
        /// Where it stands.
        span: Span,
    },
    /// No word distinguishes profiles.
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
    /// The profile that was asked for.
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
    let Evidence { early, b, c, since_c, late, .. } = &evidence;
    let is_late = late.count >= early.count + b.count + c.count;
    let is_b = b.count > c.count + since_c.count;
    let first_of_c = [c, early, since_c].into_iter().find_map(|words| words.first.as_ref());
    let detected = match (late_version(root), &late.first, &b.first, first_of_c) {
        (Some(version), ..) => Detected::by(Profile::D, &version),
        (_, Some(late), ..) if is_late => Detected::by(Profile::D, late),
        (_, _, Some(b), _) if is_b => Detected::by(Profile::B, b),
        (_, _, _, Some(word)) if !is_late => Detected::by(Profile::C, word),
        _ => Detected { profile: Profile::D, reason: ProfileReason::Nothing },
    };
    let warning = mixed(&evidence, detected.profile);
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
fn mixed(evidence: &Evidence<'_>, profile: Profile) -> Option<Diagnostic> {
    let Evidence { early, b, c, since_c, late, .. } = evidence;
    let (own, others): (&[&Words<'_>], &[&Words<'_>]) = match profile {
        Profile::A | Profile::B => (&[early, b], &[c, since_c, late]),
        Profile::C => (&[early, c, since_c], &[b, late]),
        Profile::D => (&[since_c, late], &[early, b, c]),
    };
    let (word, other) = (first(own)?, first(others)?);
    let [many, few] = [own, others].map(|words| words.iter().map(|words| words.count).sum::<usize>());
    let message = "words of two revisions of the language are mixed";
    let diagnostic = Diagnostic::new(Code::MixedVocabulary, other.span, message)
        .labelled(format!("`{}` is no word of profile {profile}", other.text))
        .and(word.span, format!("`{}` is", word.text))
        .note(format!("the template is read with profile {profile}: {many} words for it, {few} against it"));
    Some(diagnostic.help(format!("write all words as profile {profile} does")))
}

fn first<'t>(words: &[&Words<'t>]) -> Option<Word<'t>> {
    words.iter().filter_map(|words| words.first.clone()).min_by_key(|word| word.span)
}

#[cfg(test)]
mod tests;
