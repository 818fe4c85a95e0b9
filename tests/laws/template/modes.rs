//! What default conditions may consist of.

use variscope::tosca::model::Kind;

use super::pick::Pick;

/// By kind: the words that its mode is made of.
const WORDS: [(Kind, &[&str]); 6] = [
    (
        Kind::Node,
        &["incoming", "incomingnaive", "outgoing", "outgoingnaive", "artifact", "artifactnaive", "host", "source"],
    ),
    (Kind::Relation, &["source", "target", "default"]),
    (Kind::Property, &["container", "consuming", "default"]),
    (Kind::Artifact, &["container", "managed", "default"]),
    (Kind::Technology, &["container", "other", "scenario", "default"]),
    (Kind::Output, &["produced", "default"]),
];

/// The kinds whose default conditions have modes.
pub fn kinds_with_modes() -> [Kind; 6] {
    WORDS.map(|(kind, _)| kind)
}

/// A mode of this kind: some of its words.
pub fn mode(kind: Kind, picks: &[Pick]) -> Option<String> {
    let (_, words) = WORDS.iter().find(|(known, _)| *known == kind)?;
    let mut chosen: Vec<&str> = picks.iter().map(|pick| pick.one_of(words)).collect();
    chosen.dedup();
    Some(chosen.join("-"))
}
