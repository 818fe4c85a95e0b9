//! Which types are built in, and where they come from.

use crate::tosca::types::{Collection, TypeTable, TypesProfile, Vocabulary};

/// Every vocabulary of a profile with its types by collection.
pub fn text(profile: TypesProfile) -> String {
    let (vocabularies, normative) = (profile.vocabularies(), TypeTable::new());
    let texts: Vec<String> = vocabularies.iter().map(|vocabulary| one(vocabulary, &normative)).collect();
    texts.join("\n")
}

fn one(vocabulary: &Vocabulary, normative: &TypeTable) -> String {
    let head = format!("{} {}\n  from {}\n", vocabulary.name, vocabulary.version, vocabulary.source);
    Collection::ALL.into_iter().fold(head, |text, collection| {
        let mut names = vocabulary.names(collection);
        if TypesProfile::Tosca13.vocabularies().first() == Some(vocabulary) {
            // Some normative types have no members, so that nothing but their names is known.
            let others = normative.definitions(collection).map(|definition| &*definition.name);
            let others: Vec<&str> = others.filter(|name| !names.contains(name)).collect();
            names.extend(others);
        }
        if names.is_empty() { text } else { format!("{text}\n  {collection}\n    {}\n", names.join("\n    ")) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_that_is_built_in_is_listed() {
        let text = text(TypesProfile::Tosca13);
        let normative = TypeTable::new();
        for collection in Collection::ALL {
            for name in normative.names(collection) {
                assert_eq!(text.lines().filter(|line| line.trim() == name).count(), 1, "{name}");
            }
        }
    }
}
