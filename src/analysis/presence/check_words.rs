//! `WORDS`: what is said of each failed check, by us and by the reference.

use crate::tosca::model::{Check, Kind};

/// An entry of [`WORDS`]. Words in braces stand for parts of the element that fails the check ([`PARTS`]).
#[derive(Debug)]
pub(super) struct CheckWords {
    check: Check,
    /// Our message.
    pub(super) message: &'static str,
    /// What the reference says in profile D.
    pub(super) sentence: &'static str,
    /// What the reference says in profiles A to C, where that is something else.
    pub(super) early_sentence: Option<&'static str>,
    /// What an author can do.
    pub(super) help: CheckHelp,
}

/// What an author can do against a failed check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CheckHelp {
    /// Nothing that could be said of every such element.
    None,
    /// What this says; a silent alternative is not written, there it is the option that makes it follow its container.
    Text(&'static str),
    /// Making the element follow its container.
    FollowContainer,
}

/// What words in braces stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The element with all that it belongs to; a silent alternative by what it is.
    Element,
    /// The element as the reference names it.
    Display,
    /// [`Part::Display`] at the start of a sentence.
    Title,
    /// The name that the author gave it.
    Name,
    /// What it belongs to, with all that this belongs to.
    Container,
    /// What it belongs to, as the reference names it in profiles A to C.
    Owner,
    /// [`Part::Owner`] at the start of a sentence.
    OwnerTitle,
    /// The name of the node that a relation begins at.
    Source,
    /// The name of the node that a relation leads to.
    Target,
}

/// All words in braces.
const PARTS: [(&str, Part); 9] = [
    ("element", Part::Element),
    ("display", Part::Display),
    ("title", Part::Title),
    ("name", Part::Name),
    ("container", Part::Container),
    ("owner", Part::Owner),
    ("owner title", Part::OwnerTitle),
    ("source", Part::Source),
    ("target", Part::Target),
];

const ONE_AT_A_TIME: &str = "give the elements named \"{name}\" conditions of which one holds at a time";
const SAME_CONDITION: &str = "give the relation the same condition as the missing node";

/// An entry without help, of which the reference says the same in all profiles.
const fn words(check: Check, message: &'static str, sentence: &'static str) -> CheckWords {
    CheckWords { check, message, sentence, early_sentence: None, help: CheckHelp::None }
}

impl CheckWords {
    const fn early(self, sentence: &'static str) -> Self {
        Self { early_sentence: Some(sentence), ..self }
    }

    const fn help(self, help: CheckHelp) -> Self {
        Self { help, ..self }
    }

    /// What is said of an element of this kind that fails the check.
    pub(super) fn of(check: Check, kind: Kind) -> &'static Self {
        if check == Check::AmbiguousType && kind != Kind::Type {
            return &WITHOUT_TYPE;
        }
        WORDS.iter().find(|words| words.check == check).expect("every check has its words")
    }
}

/// All words.
static WORDS: [CheckWords; Check::COUNT] = [
    words(
        Check::RelationSource,
        "{element} is present, its source is not",
        "Relation source \"{source}\" of {display} does not exist",
    )
    .early("Relation source \"{source}\" of relation \"{display}\" does not exist")
    .help(CheckHelp::Text(SAME_CONDITION)),
    words(
        Check::RelationTarget,
        "{element} is present, its target \"{target}\" is not",
        "Relation target \"{target}\" of {display} does not exist",
    )
    .early("Relation target \"{target}\" of relation \"{display}\" does not exist")
    .help(CheckHelp::Text(SAME_CONDITION)),
    without_container(Check::ArtifactContainer).early("{owner title} of artifact \"{display}\" does not exist"),
    with_same_name(Check::AmbiguousArtifact)
        .early("Artifact \"{display}\" of {owner} is ambiguous")
        .help(CheckHelp::Text(ONE_AT_A_TIME)),
    without_container(Check::PropertyContainer).early("{owner title} of property \"{display}\" does not exist"),
    with_same_name(Check::AmbiguousProperty)
        .early("Property \"{display}\" of {owner} is ambiguous")
        .help(CheckHelp::Text(ONE_AT_A_TIME)),
    without_container(Check::TypeContainer),
    with_same_name(Check::AmbiguousType),
    words(
        Check::AmbiguousHosting,
        "{element} is present with several hosting relations",
        "{title} has more than one hosting relations",
    )
    .early("Node \"{display}\" has more than one hosting relations"),
    words(
        Check::ExpectedHosting,
        "{element} is present without any of its hosts",
        "{title} expected to have a hosting relation",
    )
    .early("Node \"{display}\" requires a hosting relation")
    .help(CheckHelp::Text("give it the condition of its host, or its host one that holds where it is present")),
    words(
        Check::ExpectedIncoming,
        "{element} is present although no relation leads to it",
        "{title} expected to have an incoming relation",
    )
    .help(CheckHelp::Text(
        "give it the conditions of what leads to it; if nothing has to, set `expected_incoming_relation_check: false` in `options`",
    )),
    words(
        Check::ExpectedArtifact,
        "{element} is present without any of its deployment artifacts",
        "{title} expected to have an deployment artifact",
    ),
    words(
        Check::ExpectedTechnology,
        "{element} is present without any of its technologies",
        "{title} expected to have a technology",
    ),
    without_container(Check::TechnologyContainer),
    words(
        Check::AmbiguousTechnology,
        "{element} is present with several technologies",
        "{title} has more than one technology",
    ),
    with_same_name(Check::AmbiguousInput),
    words(Check::UnconsumedInput, "{element} is present although nothing reads it", "{title} is not consumed"),
    with_same_name(Check::AmbiguousOutput),
    words(
        Check::UnproducedOutput,
        "{element} is present without all nodes that it reads",
        "{title} is not produced",
    ),
    with_same_name(Check::AmbiguousRelation).help(CheckHelp::Text(
        "give the elements named \"{name}\" conditions of which one holds at a time; \
         if the node needs all of them, other names, or the requirement of its type `occurrences: [0, UNBOUNDED]`",
    )),
];

/// What else [`Check::AmbiguousType`] says: of elements that need one type, that they have none.
static WITHOUT_TYPE: CheckWords =
    words(Check::AmbiguousType, "{element} is present without a type", "{title} has no type");

const fn without_container(check: Check) -> CheckWords {
    words(check, "{element} is present, {container} is not", "Container of {display} does not exist")
        .help(CheckHelp::FollowContainer)
}

const fn with_same_name(check: Check) -> CheckWords {
    words(check, "{element} is present together with another of its name", "{title} is ambiguous")
}

/// `text` with everything in braces replaced by what `said` says of it.
pub(super) fn filled(text: &str, text_of: impl Fn(Part) -> String) -> String {
    let pieces = text.split(['{', '}']).enumerate();
    pieces.map(|(place, piece)| if place % 2 == 0 { piece.to_owned() } else { text_of(part(piece)) }).collect()
}

fn part(word: &str) -> Part {
    let known = PARTS.iter().find(|(known, _)| *known == word);
    known.expect("the table has no other words in braces").1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tosca::model::CHECKS;

    #[test]
    fn every_check_has_its_words() {
        for entry in CHECKS {
            assert_eq!(CheckWords::of(entry.check, entry.kind).check, entry.check);
        }
    }

    #[test]
    fn all_words_in_braces_are_known() {
        for words in WORDS.iter().chain([&WITHOUT_TYPE]) {
            let help = match words.help {
                CheckHelp::Text(text) => Some(text),
                CheckHelp::None | CheckHelp::FollowContainer => None,
            };
            for text in [words.message, words.sentence].into_iter().chain(words.early_sentence).chain(help) {
                assert!(!filled(text, |part| format!("{part:?}")).contains(['{', '}']), "{text}");
            }
        }
        assert_eq!(filled("{title} of \"{name}\"", |part| format!("<{part:?}>")), "<Title> of \"<Name>\"");
    }
}
