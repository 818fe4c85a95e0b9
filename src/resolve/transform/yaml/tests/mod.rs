//! Reading what was written gives the document again.

mod laws;

use super::write;
use crate::resolve::transform::Output;
use crate::source::Sources;
use crate::source::syntax::yaml::corpus::conformance_files;
use crate::source::syntax::yaml::{Scalar, Tree, Yaml, YamlId};

fn read(text: &str) -> (Tree, YamlId) {
    let mut sources = Sources::new();
    let file = sources.add("t.yaml", text);
    let mut tree = Tree::new();
    let (root, diagnostics) = tree.parse(&sources, file);
    assert!(diagnostics.is_empty(), "{diagnostics:?}\n{text}");
    (tree, root.expect("a text without faults has a root"))
}

fn can_be_read(text: &str) -> bool {
    let mut sources = Sources::new();
    let file = sources.add("t.yaml", text);
    let (root, diagnostics) = Tree::new().parse(&sources, file);
    root.is_some() && diagnostics.is_empty()
}

/// What comes out for a text that goes in.
fn copy(text: &str) -> String {
    let (tree, root) = read(text);
    write(&tree, &Output::Source(root))
}

/// Whether two nodes are the same: structure, tags, and scalars to the letter.
fn is_same(a: Yaml<'_>, b: Yaml<'_>) -> bool {
    let is_same_scalar = || match (a.scalar(), b.scalar()) {
        (Scalar::Float(a), Scalar::Float(b)) => a.to_bits() == b.to_bits(),
        (a, b) => a == b,
    };
    a.tag() == b.tag()
        && a.is_scalar() == b.is_scalar()
        && (a.is_scalar() || a.shape() == b.shape())
        && (!a.is_scalar() || is_same_scalar())
        && a.len() == b.len()
        && a.items().zip(b.items()).all(|(a, b)| is_same(a, b))
        && a.entries().zip(b.entries()).all(|(a, b)| is_same(a.0, b.0) && is_same(a.1, b.1))
}

/// Writes and reads a text: the same comes back, and writing it again changes nothing.
fn check(text: &str) {
    let (tree, root) = read(text);
    let written = write(&tree, &Output::Source(root));
    let (again, root_again) = read(&written);
    assert!(is_same(tree.at(root), again.at(root_again)), "{text}\n---\n{written}");
    assert_eq!(write(&again, &Output::Source(root_again)), written);
}

#[test]
fn layout() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
    node_templates:
        shop:
            type: shop
            requirements:
                - host:
                      node: vm
                - a: b
                  c:
                      - d
                      - - e
                        - f: g
            empty: {}
            nothing: []
            missing:
            items:
                -
                - {}
";
    assert_eq!(copy(text), text);
    let flow = "{a: {b: [c, {d: [], e: }, [f]]}, g: {}}";
    assert_eq!(copy(flow), "a:\n    b:\n        - c\n        - d: []\n          e:\n        - - f\ng: {}\n");
}

#[test]
fn scalars_come_out_as_written() {
    for scalar in [
        "1.10",
        "5.7",
        "2024-01-02",
        "2024-01-02T10:00:00Z",
        "yes",
        "No",
        "0x1F",
        "0o17",
        "123456789012345678901234567890",
        "~",
        "null",
        "True",
        "1e3",
        ".inf",
        "1_000",
        "'it''s'",
        "\"\\u00e4 \\\"x\\\" #\"",
        "\"\"",
        "''",
        "a b:c#d",
        "http://x/y?z=1&a#b",
        "!t x",
        "!!str 1",
        "!!int '1'",
        "-x",
        "?x",
        ":x",
        "<<",
        "ä €",
        "!t",
        "! 1",
    ] {
        assert_eq!(copy(&format!("a: {scalar}\n")), format!("a: {scalar}\n"));
        assert_eq!(copy(&format!("- {scalar}\n")), format!("- {scalar}\n"));
    }
    for key in ["1.10", "'a b'", "\"x\\ty\"", "yes", "!!str 1", "-x", "a,b", "a b", "~"] {
        assert_eq!(copy(&format!("{key}: x\n")), format!("{key}: x\n"));
    }
}

#[test]
fn scalars_of_several_lines_are_shifted() {
    for (text, expected) in [
        ("a:\n  b: one\n   two\n\n   three\n", "a:\n    b: one\n        two\n\n        three\n"),
        ("a: {b: \"one\n two \\\n\n  \\  three\"}\n", "a:\n    b: \"one\n        two \\\n\n        \\  three\"\n"),
        ("a:\n - 'one\n\n\n   two'\n", "a:\n    - 'one\n\n\n      two'\n"),
        ("a: |\n x\n   y\n\n z\nb: 1\n", "a: |\n    x\n      y\n\n    z\nb: 1\n"),
        ("a:\n  - >- # c\n      x\n      y\n  - z\n", "a:\n    - >-\n      x\n      y\n    - z\n"),
        ("a: |+\n x\n\n\nb: 1\n", "a: |+\n    x\n\n\nb: 1\n"),
        ("a: |2-\n    x\n   y\nb: 1\n", "a: |4-\n      x\n     y\nb: 1\n"),
        ("a: !t |\r\n x\r\n y\r\n", "a: !t |\n    x\n    y\n"),
        ("a: >-\nb: |\n\n  x\n", "a: >-\nb: |\n\n    x\n"),
        ("|\n x\n", "|\n x\n"),
        ("one\ntwo\n", "one\n two\n"),
    ] {
        assert_eq!(copy(text), expected);
        check(text);
    }
}

#[test]
fn whatever_is_written_strangely_survives() {
    for text in [
        "? |\n  a\n  b\n: c\n",
        "? 'a\n  b'\n: c\n",
        "? a\n  b\n: c\n",
        "a: &x 'b\n  c'\n*x : d\n",
        "a: &x ... b\n*x : c\n",
        "a: &x [1, {b: &y 2}]\nc: *x\nd: *y\n",
        "x: &x {a: 1}\ny: {<<: *x, b: 2}\n",
        "!t\na: b\n",
        "--- !t\n- a\n",
        "--- !t x\n",
        "a: !t\n  b: c\nd: !t [e]\nf: !t {}\ng: !t []\nh:\n- !t\n  i: j\n- !t\n  - k\n",
        "!t a: b\n!!str 1: c\n",
        "a: |1\n    \n   \n",
        "a: |+\n\n\nb: >+\n\n  x\n\n",
        "a: |\n  x \n   \nb: c\n",
        "a: >\n  x\n   y\n\n  z\n",
        "- |\n  x\n-\n- >-\n\n  y\n",
        "- - - a\n    - b\n  - c\n-\n  - d\n",
        ": a\n",
        ": a\n~: b\n",
        "- : a\n  b: c\n",
        "a: |+\n ",
        "a: >-\n  b \n # c\n\nd: e\n",
        "a: |+\n  b\n    \n  ",
        "\n  --- ",
        "a: b\n\t# c\n\n  d\n",
        "{~: a, b: , ? c}",
        "[a: b, c: [d: e]]",
        "a: \"x\\\n   y\\n\\\n   \\ z\"\n",
        "a: 'x\r\n\r\n  y'\n",
        "a: \"x\r  y\"\nb: |\r  x\r  y\r",
        "'a: b': 'c #d'\n\"\": \"\"\n",
        "[]",
        "{}",
        "''",
        "\"a\n\n b\"",
        "null",
    ] {
        check(text);
    }
    check(&format!(
        "? {}\n: b\n? '{}'\n: - c\nd: {{? {} : e}}\n",
        "k".repeat(5000),
        "l".repeat(1500),
        "m".repeat(2000)
    ));
}

/// Deep collections are written in brackets: the text stays linear in the depth, and is the same document.
#[test]
fn deep_documents() {
    for inner in ["'a\n b'", "x", "", "!t [1, !u ]", "\"c,d\"", "1.10", "a b", "{? a : b}"] {
        check(&format!("{}{inner}{}", "[{a: ".repeat(300), "}]".repeat(300)));
    }
    let depth = 10_000;
    let (tree, root) = read(&("[{a: ".repeat(depth) + &"}]".repeat(depth)));
    let written = write(&tree, &Output::Source(root));
    assert!(written.len() < 40 * depth);
    let (again, root_again) = read(&written);
    assert_eq!(again.at(root_again).to_json(), tree.at(root).to_json());
}

/// All YAML files of the conformance suites, where they are at hand.
#[test]
fn templates() {
    for (_, text) in conformance_files() {
        if can_be_read(&text) {
            check(&text);
        }
    }
}
