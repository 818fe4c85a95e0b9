//! A span is exactly the bytes of the value.

use super::read;
use crate::source::syntax::yaml::{Shape, Yaml};

/// What was written for the value of key `a`.
fn written(text: &str) -> String {
    read(text).root().get("a").expect("there is a key `a`").written().to_owned()
}

#[test]
fn scalars_span_their_token() {
    assert_eq!(written("a: plain text  # comment\n"), "plain text");
    assert_eq!(written("a:   'it''s'\nb: 1\n"), "'it''s'");
    assert_eq!(written("{a: \"x\\ty\" , b: c}"), "\"x\\ty\"");
    assert_eq!(written("a: two\n  lines\nb: c\n"), "two\n  lines");
    assert_eq!(written("\u{feff}a: b\n"), "b");
}

#[test]
fn anchors_tags_and_comments_are_outside() {
    assert_eq!(written("a: &anchor !tag  value # c\n"), "value");
    assert_eq!(written("a: !tag &anchor\n  k: v\n  # c\n\nb: 1\n"), "k: v");
    assert_eq!(written("a: # c\n  - 1 # c\n  - 2 # c\n# c\nb: 1\n"), "- 1 # c\n  - 2");
}

#[test]
fn offsets_are_bytes_and_columns_characters() {
    let read = read("ä: 1\n\"schlüssel\": größe # €\n");
    let (key, value) = read.root().entry("schlüssel").expect("the key is there");
    assert_eq!(key.written(), "\"schlüssel\"");
    assert_eq!(value.written(), "größe");
    assert_eq!(read.sources.place(value.span()), "t.yaml:2:14");
}

#[test]
fn collections_span_from_the_first_token_to_the_last() {
    assert_eq!(written("a:\n  b: c\n  d:\n    - e\n\n\nf: g\n"), "b: c\n  d:\n    - e");
    assert_eq!(written("a: [b, {c: d}, ] # e\n"), "[b, {c: d}, ]");
    assert_eq!(written("a: [b: c]"), "[b: c]");
    assert_eq!(written("x: &x 1\na:\n  - *x\nb: 1\n"), "- *x");
}

#[test]
fn missing_values_are_behind_the_colon() {
    for text in ["a:\nb: c\n", "a: # c\nb: c\n", "{a: , b: c}", "a:"] {
        let read = read(text);
        let value = read.root().get("a").expect("the key is there");
        assert!(value.is_null());
        assert_eq!((value.span().start, value.written()), (read.root().entry("a").unwrap().0.span().end + 1, ""));
    }
}

#[test]
fn block_scalars_span_from_the_indicator_to_the_last_line_of_content() {
    assert_eq!(written("a: |\n  x\n  y\n\n\nb: c\n"), "|\n  x\n  y");
    assert_eq!(written("a: &x|y !t > # | c\n\n  x\n\n# c\nb: c\n"), "> # | c\n\n  x");
    assert_eq!(written("a: # | c\n  |2-\n    x\n   y\n"), "|2-\n    x\n   y");
    assert_eq!(written("a: >-\nb: c\n"), ">-");
    assert_eq!(written("a: |+\n  x\n\n\nb: c\n"), "|+\n  x\n\n\n");
    assert_eq!(written("a: |\n  x\n   \n\nb: c\n"), "|\n  x\n   ");
    assert_eq!(
        read("- a: |+\n    x\n  b: c\n").root().items().next().and_then(|item| item.get("a")).unwrap().written(),
        "|+\n    x\n"
    );
    assert_eq!(read("|\n x\n").root().written(), "|\n x");
    assert_eq!(read("--- # c\n!t >\n x\n").root().written(), ">\n x");
    assert_eq!(written("a: |\n  x \n # c\n\nb: c\n"), "|\n  x ");
    assert_eq!(written("a: |\r\n  x\r\n  y\r\nb: c\r\n"), "|\r\n  x\r\n  y");
}

/// Texts whose span lies in the source are quoted, others are decoded; the difference is not visible.
#[test]
fn text_is_decoded() {
    let text = |text: &str| read(text).root().get("a").expect("there is a key `a`").text().to_owned();
    assert_eq!(text("a: plain"), "plain");
    assert_eq!(text("a: two\n  lines\n\n  more\n"), "two lines\nmore");
    assert_eq!(text("a: 'it''s'"), "it's");
    assert_eq!(text("a: \"\\u00e4\\n\\\n  b\""), "ä\nb");
    assert_eq!(text("a: >\n  x\n  y\n\n  z\n"), "x y\nz\n");
    assert_eq!(text("a: |-\r\n  x\r\n  y\r\n"), "x\ny");
    assert_eq!(text("a: ''"), "");
    assert_eq!(text("a: []"), "");
}

/// Children have smaller ids than their parent, and lie inside it unless they are shared.
#[test]
fn children_come_first() {
    fn check(yaml: Yaml<'_>) {
        let children = yaml.items().chain(yaml.entries().flat_map(|(key, value)| [key, value]));
        for child in children {
            assert!(child.id() < yaml.id());
            assert!(yaml.span().start <= child.span().start && child.span().end <= yaml.span().end);
            check(child);
        }
    }
    let read = read("a: {b: [c, d: e], f: }\ng:\n- h\n-\n- i: |\n   j\n  k: !t {}\n");
    check(read.root());
}

#[test]
fn shapes_and_kinds() {
    let read = read("[a, 'a', [], {}, 1, 1.5, true, ~, null, !!str 1, ! 1, !!int '1']");
    let kinds: Vec<&str> = read.root().items().map(Yaml::kind).collect();
    let expected = [
        "string", "string", "list", "mapping", "number", "number", "boolean", "null", "null", "string", "string",
        "number",
    ];
    assert_eq!(kinds, expected);
    let shapes: Vec<Shape> = read.root().items().map(Yaml::shape).take(4).collect();
    assert_eq!(shapes, [Shape::Plain, Shape::Quoted, Shape::Sequence, Shape::Mapping]);
}

#[test]
fn tags_are_kept_in_a_form_that_needs_no_directive() {
    let tag = |text: &str| read(text).root().get("a").expect("there is a key `a`").tag().map(str::to_owned);
    assert_eq!(tag("a: 1"), None);
    assert_eq!(tag("a: !local x").as_deref(), Some("!local"));
    assert_eq!(tag("a: !!map {}").as_deref(), Some("!!map"));
    assert_eq!(tag("a: ! x").as_deref(), Some("!"));
    assert_eq!(tag("a: !<tag:example.org,2000:x> [y]").as_deref(), Some("!<tag:example.org,2000:x>"));
    assert_eq!(tag("%TAG !e! tag:example.org,2000:\n---\na: !e!x y").as_deref(), Some("!<tag:example.org,2000:x>"));
    assert_eq!(tag("a: !a%20b y").as_deref(), Some("!a%20b"));
}
