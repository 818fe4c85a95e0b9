//! Malformed texts: the place is exact, later errors are found, nothing overflows.

use super::read;
use crate::source::diagnostic::Code;
use crate::source::syntax::yaml::Yaml;

#[test]
fn each_fault_has_its_exact_place() {
    for (text, expected) in [
        ("a: b: c", "1:5 `:` is not expected here"),
        ("a:\n\t- x\n", "2:1 tab used for indentation"),
        ("a: [\n\tb]", "2:1 tab used for indentation"),
        ("a: |\n\tx\n", "2:1 tab used for indentation"),
        ("a: ä\n  b: c\n", "2:4 `:` is not expected here"),
        ("a:\n  b: 1\n c: 2\n", "3:2 a key is expected here"),
        ("a: 1\n- b\n", "2:1 a list item among keys"),
        ("a: \u{a0}{b: c}", "1:4 what looks like a space is a character that is part of a text for YAML"),
        ("a:\u{a0}b\nc: d\n", "1:3 what looks like a space is a character that is part of a text for YAML"),
        ("a: \u{200b}{b: c}", "1:4 what cannot be seen here is a character that is part of a text for YAML"),
        ("a: [b, c\nd: e\n", "1:4 `[` is not closed"),
        ("a:\n  - b: {c: [d, e\n  - f: g\n", "2:12 `[` is not closed"),
        ("a: [b, c\n  d: e: f]\n", "2:4 `:` is not expected here"),
        ("a: 'x\u{a0}y' z: b", "1:10 text after a closing quote"),
        ("- a\nb: c\n", "2:1 a list item is expected here"),
        ("a:\n  - b: c\n   - d: e\n", "3:4 this list item is indented unlike those before it"),
        ("a: {b:{c: 1}}", "1:6 a space is missing behind this `:`"),
        ("- >: 1\n", "1:3 `>` begins a text of several lines"),
        ("ä: [1, {b: 2]", "1:8 `{` is closed by `]`"),
        ("a: {x: 1\n", "1:4 `{` is not closed"),
        ("a: [1]]\n", "1:7 `]` closes nothing"),
        ("a: 'x' y", "1:8 text after a closing quote"),
        ("a: \"x\nb: 1\n", "1:4 quoted text is not closed"),
        ("a: 'x", "1:4 quoted text is not closed"),
        ("a: \"\\q\"", "1:5 unknown escape in double quotes"),
        ("a: \"\\ud800\"", "1:5 escape that is no character"),
        ("a: @x", "1:4 a value cannot start with \"@\""),
        ("a: - b", "1:4 a list cannot start here"),
        ("a: &", "1:4 `&` without a name"),
        ("a: !x!y z", "1:4 tag whose handle is not declared"),
        ("a: |x\n  b", "1:4 malformed block text"),
        ("a: x # y\n  z\n", "1:6 comment inside a text of several lines"),
        ("a: [b, , c]", "1:8 `,` is not expected here"),
        ("%YAML 3.0\n---\na", "1:1 unsupported version of YAML"),
        ("a: 1\n---\nb: 2\n", "2:1 a second document starts here, only one is read"),
    ] {
        let read = read(text);
        assert_eq!((read.errors(), read.root), (vec![expected.to_owned()], None), "{text}");
        assert_eq!(read.codes(), [Code::MalformedYaml]);
    }
}

#[test]
fn a_forgotten_colon_is_suspected_where_it_is_missing() {
    assert_eq!(read("a\nb: c\n").labelled(), [":", "a"]);
    assert_eq!(read("x:\n  a\n  b: c\n").labelled(), [":", "a"]);
    assert_eq!(read("x: \"a\n b\": c\n").labelled(), [":"]);
}

#[test]
fn the_open_bracket_is_shown() {
    let read = read("a:\n  b: [c, {d: [e],\n  f: 1\n  g: 2\n  h: 3}]\n  i: 4\n");
    assert_eq!(read.errors(), ["4:4 `,` or `}` is expected here"]);
    assert_eq!(read.labelled(), [":", "1", "{"]);
}

/// Further errors in later sections are found, and no error is invented.
#[test]
fn later_faults_are_found() {
    let text = "\
a:
  b:
    - c: 1
      d: &d 2
     e: 3
    - f: @1
    - g: *d
  h: @2
  i:
  - j
  - `
  k: !undeclared!tag x
  l: {
    m: 1
  }
n: @3
# end
";
    let expected = [
        "5:6 a list item is expected here",
        "6:10 a value cannot start with \"@\"",
        "8:6 a value cannot start with \"@\"",
        "11:5 a value cannot start with \"`\"",
    ];
    assert_eq!(read(text).errors(), expected);
    let without_tag = text.replace("!undeclared!tag ", "");
    assert_eq!(read(&without_tag).errors().last().map(String::as_str), Some("16:4 a value cannot start with \"@\""));
}

#[test]
fn the_number_of_faults_is_bounded() {
    assert_eq!(read(&"a: @\n".repeat(1000)).errors().len(), 10);
}

#[test]
fn a_document_without_content_is_empty() {
    for text in ["", "\n", "# comment\n", "---\n", "---\n# comment\n...\n", "\u{feff}"] {
        let read = read(text);
        assert_eq!((read.codes(), read.root), (vec![Code::EmptyDocument], None), "{text:?}");
    }
    assert!(read("~").root().is_null());
    assert_eq!(read("--- \nx\n...\n").root().text(), "x");
}

#[test]
fn nesting_is_bounded() {
    for text in ["[".repeat(100_000), "- ".repeat(100_000), "{a: ".repeat(100_000), "? ".repeat(100_000)] {
        let read = read(&text);
        assert_eq!((read.codes(), read.root), (vec![Code::NestingDepth], None));
    }
}

#[test]
fn what_is_below_the_bound_is_read() {
    let depth = 10_000;
    let read = read(&("{a: [".repeat(depth) + &"]}".repeat(depth)));
    let mut yaml = read.root();
    for _ in 0..depth - 1 {
        yaml = yaml.get("a").and_then(|list| list.items().next()).expect("one inside the other");
    }
    assert_eq!(yaml.get("a").map(Yaml::to_json).as_deref(), Some("[]"));
    assert_eq!(read.root().to_json().len(), 8 * depth);
}

#[test]
fn scalars_may_be_huge() {
    let huge = "x".repeat(5_000_000);
    assert_eq!(
        read(&format!("a: {huge}\nb: \"{huge}\"\n")).root().get("b").map(|text| text.text().len()),
        Some(huge.len())
    );
}

/// What other programs would read is reported as what it is, once.
#[test]
fn parts_for_other_programs_are_named() {
    let engine = |part: &str| format!("{part} is for a template engine, which has not filled it in");
    for (text, expected) in [
        ("a:\n{% if b %}\n  c: 1\n{% endif %}\n", vec!["2:1 `{% if b %}`", "4:1 `{% endif %}`"]),
        ("a:\n  {{- if .Values.b }}\n  c: 1\n  {{- end }}\n", vec!["2:3 `{{- if .Values.b }}`", "4:3 `{{- end }}`"]),
        ("a: [{{ .Values.min }}, 1]\n", vec!["1:5 `{{ .Values.min }}`"]),
        ("a: {{ b }}\n", vec!["1:4 `{{ b }}`"]),
    ] {
        let read = read(text);
        let expected: Vec<String> = expected.into_iter().map(engine).collect();
        assert_eq!((read.errors(), read.root), (expected, None), "{text}");
    }
    for (text, expected) in [
        ("{\n // c\n \"a\": 1\n}\n", "2:2 `//` begins no comment"),
        ("{\"a\": 1, // c\n \"b\": 2\n}\n", "1:10 `//` begins no comment"),
        ("{/* c */ \"a\": 1}\n", "1:2 `/*` begins no comment"),
        ("{\"a\": \"b\" // c\n}\n", "1:11 `//` begins no comment"),
    ] {
        let read = read(text);
        assert_eq!((read.errors(), read.root), (vec![expected.to_owned()], None), "{text}");
    }
    assert!(read("//host/share: 1\nb: ['{{ b }}', \"${c}\"]\n").errors().is_empty());
}
