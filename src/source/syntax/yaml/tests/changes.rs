//! A text that differs from an earlier one in one place is read as if the earlier one had not been.

use proptest::collection::vec;
use proptest::prelude::*;

use super::{Read, read};
use crate::source::Sources;
use crate::source::syntax::yaml::Tree;
use crate::source::syntax::yaml::corpus::conformance_files;

/// Whether a text is read as a change of an earlier one; the tree has to be the same then.
fn is_read_as_change(earlier: &Read, text: &str) -> bool {
    let mut sources = Sources::new();
    let file = sources.add("t.yaml", text);
    let mut changed = Tree::new();
    let Some(root) = changed.parse_change(&sources, file, &earlier.tree) else {
        assert!(changed.is_empty());
        return false;
    };
    let whole = read(text);
    assert_eq!(whole.errors(), Vec::<String>::new(), "{text}");
    assert_eq!(whole.root, Some(root), "{text}");
    let is_same = format!("{:?}", whole.tree) == format!("{changed:?}");
    assert!(
        is_same,
        "{}\nbecame\n{text}\n{:?}\n{changed:?}",
        earlier.sources.files().next().unwrap().text(),
        whole.tree
    );
    true
}

/// Lines that make many a mapping when they are put together.
fn lines() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        6 => prop::sample::select(vec!["a: b", "b:", "c: {d: e, f: [g]}", "\"d\": 'x y'", "e: \"\\t\"", "f: [g,", "  h]", "g:  # c"]),
        3 => prop::sample::select(vec!["- a", "- b: c", "-", "- - d", "h: |", "i: >-", "  text", "text", "", "# c", "? a", ": b", "j: k"]),
        1 => prop::sample::select(vec!["&x", "k: &x y", "l: *x", "<<: {a: b}", "m: !t n", "!t", "---", "...", "%YAML 1.2", "\t", "}", "'", "n: ä€😀", "\r", "\u{feff}"]),
    ];
    let indented = (0..4_usize, line).prop_map(|(depth, line)| format!("{}{line}\n", "  ".repeat(depth)));
    vec(indented, 1..6).prop_map(|lines| lines.concat())
}

/// Entries with a few lines each, so that one of them is a small part of all.
fn text() -> impl Strategy<Value = String> {
    let nested = vec(lines(), 1..4).prop_map(|parts| {
        let entry = |(number, part): (usize, &String)| {
            let lines = part.lines().flat_map(|line| ["    ", line, "\n"].map(str::to_owned));
            [format!("  p{number}:\n")].into_iter().chain(lines).collect::<Vec<String>>().concat()
        };
        ["q:\n".to_owned()].into_iter().chain(parts.iter().enumerate().map(entry)).collect::<Vec<String>>().concat()
    });
    let plain = "  # a comment of some length\n  last: one\n";
    (nested, prop::sample::select(vec![plain, "r: s\n", "\n", "  ", ""]))
        .prop_map(|(text, end)| format!("long: {}\n{text}{end}", "text ".repeat(200)))
}

fn is_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(6000) })]

    #[test]
    fn a_changed_text_is_read_as_a_whole_one(
        text in text(),
        place in 1000..1400_usize,
        removed in prop_oneof![Just(0_usize), 0..30_usize],
        added in prop_oneof![
            prop::sample::select(vec!["", "x", " ", "\n", ": ", "    ", "\n    z: 1", "\n    z: 1\n", "#", "- ", "{", "'"]).prop_map(str::to_owned),
            lines(),
        ],
    ) {
        let start = is_boundary(&text, place % (text.len() + 1));
        let end = is_boundary(&text, start + removed).max(start);
        let earlier = read(&text);
        is_read_as_change(&earlier, &format!("{}{added}{}", &text[..start], &text[end..]));
    }
}

#[test]
fn entries_are_read_alone() {
    let before = format!("a: {}\nb:\n  c:\n    d: e\n    f: g\n  h: i\nj: k\n", "text ".repeat(50));
    let earlier = read(&before);
    for (from, to, is_alone) in [
        ("e\n", "{x: y}\n", true),
        ("d: e", "d:", true),
        ("d: e", "d: \"e\\t\"", true),
        ("d: e\n", "d: e\n    x: y\n", true),
        ("g\n", "g # c\n\n", true),
        ("i\n", "|\n    text\n\n", true),
        ("k\n", "k", true),
        ("d: e", "d2: e", true),
        ("h: i\n", "h: i\n   x: y\n", false),
        ("j: k\n", "j: k\n...\n", false),
        // A key that is in no other entry.
        ("b:", "b2:", false),
        ("e\n", "{x: y\n", false),
        ("e\n", "*x\n", false),
        ("e\n", "!t x\n", false),
        ("e\n", "e\n    d: e\n", false),
        ("g\n", "g\n    ? # c\n", false),
    ] {
        let text = before.replacen(from, to, 1);
        assert_eq!(is_read_as_change(&earlier, &text), is_alone, "{text}");
    }
}

#[test]
fn changes_of_changed_texts_are_read() {
    let mut text = format!("a: {}\nb: {{c: d}}\ne: f\n", "text ".repeat(50));
    let mut earlier = read(&text);
    for (from, to) in [("d}", "dd}"), ("dd}", "[x, y]}"), ("f\n", "f g"), ("c: [", "c: {g: 1}, h: [")] {
        text = text.replacen(from, to, 1);
        let mut sources = Sources::new();
        let file = sources.add("t.yaml", text.as_str());
        let mut tree = Tree::new();
        let root = tree.parse_change(&sources, file, &earlier.tree);
        assert_eq!(format!("{:?}", read(&text).tree), format!("{tree:?}"), "{text}");
        earlier = Read { sources, tree, root, diagnostics: Vec::new() };
    }
}

#[test]
fn every_value_of_the_conformance_suites_can_change() {
    let (mut tried, mut alone) = (0, 0);
    for (_, text) in conformance_files().iter().step_by(7).filter(|(_, text)| text.len() < 40_000) {
        let earlier = read(text);
        if earlier.root.is_none() || !earlier.diagnostics.is_empty() {
            continue;
        }
        let colons: Vec<usize> = text.match_indices(": ").map(|(at, _)| at).collect();
        for &at in colons.iter().step_by(colons.len() / 8 + 1) {
            for added in [" x", "\n", " {y: z}, ", " |\n"] {
                tried += 1;
                alone +=
                    usize::from(is_read_as_change(&earlier, &format!("{}{added}{}", &text[..=at], &text[at + 1..])));
            }
        }
    }
    assert!(tried == 0 || alone > tried / 10, "{alone} of {tried}");
}
