//! Laws over random documents.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;

use super::{can_be_read, check, read, write};
use crate::analysis::value::Value;
use crate::resolve::transform::{Key, Output};
use crate::source::syntax::yaml::{Scalar, Tree, Yaml};

/// What a document says, however it is written.
#[derive(Clone, Debug, PartialEq)]
enum Datum {
    Null,
    Boolean(bool),
    Integer(i64),
    Text(String),
    List(Vec<Datum>),
    Map(Vec<(String, Datum)>),
}

/// Texts made of what has a meaning somewhere in YAML.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("a"),
        Just("Z"),
        Just(" "),
        Just("  "),
        Just("\n"),
        Just("\n\n"),
        Just("\t"),
        Just("-"),
        Just("- "),
        Just(":"),
        Just(": "),
        Just("#"),
        Just(" #"),
        Just("'"),
        Just("\""),
        Just("\\"),
        Just("["),
        Just("]"),
        Just("{"),
        Just("}"),
        Just(","),
        Just("&"),
        Just("*"),
        Just("!"),
        Just("|"),
        Just(">"),
        Just("%"),
        Just("@"),
        Just("?"),
        Just("~"),
        Just("1"),
        Just("."),
        Just("0x"),
        Just("_"),
        Just("<<"),
        Just("="),
        Just("yes"),
        Just("null"),
        Just("true"),
        Just("---"),
        Just("..."),
        Just("ä"),
        Just("😀"),
        Just("\u{85}"),
        Just("\u{2028}"),
        Just("\u{feff}"),
        Just("\r"),
        Just("\0"),
        Just("\u{7f}"),
        Just("\u{fffe}"),
    ];
    vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

fn datum() -> impl Strategy<Value = Datum> {
    let leaf = prop_oneof![
        1 => Just(Datum::Null),
        1 => any::<bool>().prop_map(Datum::Boolean),
        1 => any::<i64>().prop_map(Datum::Integer),
        4 => text().prop_map(Datum::Text),
    ];
    leaf.prop_recursive(5, 40, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Datum::List),
            vec((text(), inner), 0..5).prop_map(|entries| Datum::Map(without_repetitions(entries))),
        ]
    })
}

fn without_repetitions(entries: Vec<(String, Datum)>) -> Vec<(String, Datum)> {
    let mut kept: Vec<(String, Datum)> = Vec::new();
    for entry in entries {
        if kept.iter().all(|(key, _)| *key != entry.0) {
            kept.push(entry);
        }
    }
    kept
}

/// The document as nodes that the author did not write.
fn output(datum: &Datum) -> Output {
    match datum {
        Datum::List(items) => Output::Sequence(items.iter().map(output).collect()),
        Datum::Map(entries) => {
            Output::Mapping(entries.iter().map(|(key, value)| (Key::text(key), output(value))).collect())
        }
        Datum::Text(text) => Output::text(text),
        Datum::Null | Datum::Boolean(_) | Datum::Integer(_) => Output::Value(value(datum)),
    }
}

fn value(datum: &Datum) -> Value {
    match datum {
        Datum::Null => Value::Null,
        Datum::Boolean(value) => Value::Boolean(*value),
        Datum::Integer(number) => Value::integer(*number),
        Datum::Text(text) => Value::string(text),
        Datum::List(items) => Value::List(items.iter().map(value).collect()),
        Datum::Map(entries) => {
            Value::Map(Arc::new(entries.iter().map(|(key, datum)| (Arc::from(key.as_str()), value(datum))).collect()))
        }
    }
}

fn meaning(yaml: Yaml<'_>) -> Datum {
    if yaml.is_sequence() {
        return Datum::List(yaml.items().map(meaning).collect());
    }
    if yaml.is_mapping() {
        return Datum::Map(yaml.entries().map(|(key, value)| (key.text().to_owned(), meaning(value))).collect());
    }
    match yaml.scalar() {
        Scalar::Null => Datum::Null,
        Scalar::Boolean(value) => Datum::Boolean(value),
        Scalar::Integer(text) => Datum::Integer(text.parse().unwrap()),
        Scalar::Float(value) => panic!("{value} was not written"),
        Scalar::String(text) => Datum::Text(text.to_owned()),
    }
}

/// A scalar with its quotes, breaks between lines and indentation, as the value of key `a`; `margin` spaces are
/// before each of its lines.
fn written_scalar() -> impl Strategy<Value = String> {
    let line =
        prop_oneof![Just("x"), Just("y z"), Just("'"), Just("- b"), Just("c:d"), Just("ä"), Just("1.10"), Just("")];
    let spaces = 0..3_usize;
    let lines = vec((spaces, line), 1..6);
    let header = prop_oneof![
        Just("plain"),
        Just("'"),
        Just("\""),
        Just("|"),
        Just("|-"),
        Just("|+"),
        Just(">"),
        Just(">-"),
        Just(">+"),
        Just("|3"),
        Just(">3-"),
    ];
    (header, lines).prop_map(|(header, lines)| match header {
        "plain" => joined(&lines, 2, |line| line.trim_start_matches(['\'', '-', ' '])).trim_start().to_owned(),
        "'" | "\"" => format!("{header}{}{header}", joined(&lines, 2, |line| line.trim_matches('\''))),
        _ if header.contains('3') => format!("{header}\n{}", joined(&lines, 3, |line| line)),
        _ => {
            // Without an indicator the first line decides the indentation, and no line may be indented less.
            let mut lines = lines;
            lines[0] = (0, "x");
            format!("{header}\n{}", joined(&lines, 2, |line| line))
        }
    })
}

fn joined(lines: &[(usize, &str)], margin: usize, content: impl Fn(&str) -> &str) -> String {
    let indented = |&(spaces, line): &(usize, &'_ str)| {
        let content = content(line).to_owned();
        if content.is_empty() { content } else { " ".repeat(margin + spaces) + &content }
    };
    lines.iter().map(indented).collect::<Vec<_>>().join("\n")
}

/// Texts made of the marks of YAML: about a third of them are well-formed.
fn marks() -> impl Strategy<Value = String> {
    let marks = vec![
        "a: ", "b:\n", "- ", "\n", "\n  ", "\n    ", "  ", " ", "x", "y z", "1.10", "ä", "{", "}", "[", "]", ", ",
        ": ", "? ", "'", "\"", "|\n", "|+\n", ">-\n", ">\n", "|2\n", "# c\n", "&a ", "*a", "!t ", "!!str ", "<<: ",
        "\t", "\r\n", "\r", "--- ", "\\", "\\n", "~",
    ];
    vec(prop::sample::select(marks), 0..14).prop_map(|marks| marks.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn created_documents_say_what_they_are_to_say(datum in datum()) {
        for document in [output(&datum), Output::Value(value(&datum))] {
            let written = write(&Tree::new(), &document);
            let (tree, root) = read(&written);
            prop_assert_eq!(meaning(tree.at(root)), datum.clone(), "{}", written);
        }
    }

    #[test]
    fn documents_of_the_author_survive(datum in datum(), indented in any::<bool>()) {
        let (tree, root) = read(&write(&Tree::new(), &output(&datum)));
        let json = if indented { tree.at(root).to_pretty_json() } else { tree.at(root).to_json() };
        // JSON leaves characters that YAML wants to be escaped.
        let json = json.replace('\u{7f}', "\\u007f").replace('\u{fffe}', "\\ufffe").replace('\u{feff}', "\\ufeff");
        check(&json);
    }

    #[test]
    fn whatever_can_be_read_survives(texts in vec(marks(), 20)) {
        for text in texts {
            if can_be_read(&text) {
                check(&text);
            }
        }
    }

    #[test]
    fn scalars_of_the_author_survive(scalar in written_scalar()) {
        let text = format!("a: {scalar}\nb: 1\n");
        check(&text);
        check(&format!("- {}", shifted(&text)));
    }
}

/// The lines after the first with two more spaces before them.
fn shifted(text: &str) -> String {
    let lines: Vec<String> =
        text.lines().map(|line| if line.is_empty() { String::new() } else { format!("  {line}") }).collect();
    lines.join("\n").trim_start().to_owned()
}
