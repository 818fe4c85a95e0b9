//! The tree says the same as another reader, `serde_yaml`.

use serde_yaml::Value;

use super::read;
use crate::source::syntax::yaml::corpus::conformance_files;
use crate::source::syntax::yaml::{Scalar, Shape, Yaml};

fn agrees(ours: Yaml<'_>, theirs: &Value) -> bool {
    match (ours.shape(), theirs) {
        // Tags are left to callers that know their meaning.
        (_, Value::Tagged(tagged)) => ours.tag().is_some() && agrees(ours, &tagged.value),
        (Shape::Sequence, Value::Sequence(items)) => {
            ours.len() == items.len() && ours.items().zip(items).all(|(ours, theirs)| agrees(ours, theirs))
        }
        (Shape::Mapping, Value::Mapping(entries)) => {
            ours.len() == entries.len()
                && ours
                    .entries()
                    .zip(entries)
                    .all(|(ours, theirs)| agrees(ours.0, theirs.0) && agrees(ours.1, theirs.1))
        }
        (Shape::Plain | Shape::Quoted, _) => scalar_agrees(ours.scalar(), theirs),
        (Shape::Sequence | Shape::Mapping, _) => false,
    }
}

fn scalar_agrees(ours: Scalar<'_>, theirs: &Value) -> bool {
    match ours {
        Scalar::Null => theirs.is_null(),
        Scalar::Boolean(value) => theirs.as_bool() == Some(value),
        Scalar::Integer(text) => theirs.as_i64().is_some_and(|value| text.parse() == Ok(value)),
        Scalar::Float(value) => theirs.as_f64().is_some_and(|other| other.to_bits() == value.to_bits()),
        Scalar::String(text) => theirs.as_str() == Some(text),
    }
}

#[test]
fn small_texts() {
    for text in [
        "a: [b, 'c', \"d\\n\", 1, -2, 1.5, 1e3, true, False, ~, null, NULL, yes, 1_000, 2024-01-02]",
        "a:\n- b\n- c:\n    d\n  e: >\n    f\n    g\n\n    h\n\n  i: |+\n    j\n\n- - k\n  - l\n",
        "'a b': \"c\n  d\n\n  e\"\n? f\n: g h\n  i\n",
        "a: &a {b: c}\nd: *a\ne: [*a, *a]\n",
        "- !t x\n- !t [y]\n- !t {z: 1}\n",
        "--- # comment\na: b # comment\n# comment\n",
    ] {
        let theirs: Value = serde_yaml::from_str(text).unwrap();
        assert!(agrees(read(text).root(), &theirs), "{text}");
    }
}

/// The comparison does see differences.
#[test]
fn disagreement_is_noticed() {
    let theirs: Value = serde_yaml::from_str("a: [1, b]").unwrap();
    for text in ["a: [1, c]", "a: [1]", "a: [1, b, b]", "a: ['1', b]", "b: [1, b]", "[a]"] {
        assert!(!agrees(read(text).root(), &theirs), "{text}");
    }
}

/// All templates of the conformance suites, where they are at hand. Merge keys are left out: `serde_yaml` keeps them.
#[test]
fn templates() {
    for (path, text) in conformance_files() {
        let Ok(theirs) = serde_yaml::from_str::<Value>(&text) else { continue };
        let read = read(&text);
        let Some(root) = read.root else { continue };
        assert!(text.contains("<<:") || agrees(read.tree.at(root), &theirs), "{}", path.display());
    }
}
