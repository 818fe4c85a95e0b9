//! Laws over random texts, most of them malformed.

use proptest::collection::vec;
use proptest::prelude::*;

use super::{Read, read};
use crate::source::syntax::yaml::{Shape, Yaml};

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec!["a: ", "b:\n", "- ", "\n", "\n  ", "\n    ", " ", "x", "y z", "1.10", "ä€"]),
        2 => prop::sample::select(vec!["{", "}", "[", "]", ", ", ": ", "? ", "'", "\"", "|\n", ">-\n", "|2\n", "# c", "# c\n"]),
        1 => prop::sample::select(vec!["&a ", "*a", "!t ", "!!str ", "!x!y ", "<<: ", "\t", "\r\n", "\r", "---\n", "...\n", "%YAML 1.2\n"]),
        1 => prop::sample::select(vec!["\\", "\\u", "\\ud834", "\\x4", "@", "`", "\u{feff}", "\u{85}", "\0", "&", "*", "!", "!<", "|+ ", "😀"]),
    ];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Spans lie in the text between characters, and a scalar's span alone says what the scalar says.
fn check(read: &Read, yaml: Yaml<'_>) {
    let written = read.sources.text(yaml.span());
    assert_eq!(written, yaml.written());
    if yaml.shape() == Shape::Plain
        && !written.contains(['\n', '\r'])
        && !written.starts_with(['"', '\'', '|', '>', '*'])
    {
        assert_eq!(written, yaml.text());
    }
    for child in yaml.items().chain(yaml.entries().flat_map(|(key, value)| [key, value])) {
        assert!(child.id() < yaml.id());
        check(read, child);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn every_text_is_a_tree_or_has_faults_with_places(text in text()) {
        let read = read(&text);
        prop_assert!(read.root.is_some() || !read.diagnostics.is_empty());
        for label in read.diagnostics.iter().flat_map(|diagnostic| &diagnostic.labels) {
            prop_assert!(label.span.start <= label.span.end);
            read.sources.text(label.span);
        }
        if let Some(root) = read.root {
            check(&read, read.tree.at(root));
        }
    }
}
