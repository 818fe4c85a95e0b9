//! Aliases are shared, and bounded.

use super::read;
use crate::source::diagnostic::Code;
use crate::source::syntax::yaml::Yaml;

#[test]
fn an_alias_is_the_node_that_it_names() {
    let read = read("a: &x [1, &y 2]\nb: *x\nc: *y\nd: &x 3\ne: *x\n*y : f\n");
    let value = |key| read.root().get(key).map(Yaml::id);
    assert_eq!(value("a"), value("b"));
    assert_eq!(value("c"), read.root().get("a").and_then(|list| list.items().nth(1)).map(Yaml::id));
    assert_eq!(value("d"), value("e"));
    assert!(value("2").is_some());
}

#[test]
fn unknown_and_circular_aliases_are_reported_and_read_as_null() {
    let read = read("a: *x\nb: &x 1\nc: &c [*c]\nd: *c\n");
    assert_eq!(read.codes(), [Code::MalformedYaml; 2]);
    let expected = ["1:4 alias `*x` without an anchor", "3:8 alias `*c` is inside the value that `&c` names"];
    assert_eq!(read.errors(), expected);
    assert_eq!(read.tree.at(read.root.expect("the rest stays")).to_json(), r#"{"a":null,"b":1,"c":[null],"d":[null]}"#);
}

/// `levels` lists of ten aliases each of the one before.
fn laughs(levels: usize) -> String {
    let line =
        |level: usize| format!("l{}: &l{} [{}]\n", level + 1, level + 1, vec![format!("*l{level}"); 10].join(", "));
    format!("l0: &l0 [lol]\n{}", (0..levels).map(line).collect::<String>())
}

#[test]
fn bombs_are_refused() {
    assert_eq!(read(&laughs(5)).codes(), []);
    for levels in [7, 9, 30, 1000] {
        let read = read(&laughs(levels));
        assert_eq!(read.codes(), [Code::AliasBudget]);
        assert!(read.root.is_none() && read.diagnostics[0].message.contains("alias"));
    }
}

/// A mapping that merges its predecessor has all keys of all predecessors: the number of entries is quadratic.
#[test]
fn bombs_of_merge_keys_are_refused() {
    let line = |level: usize| format!("m{level}: &m{level} {{<<: *m{}, k{level}: 1}}\n", level - 1);
    let text = format!("m0: &m0 {{k0: 1}}\n{}", (1..4000).map(line).collect::<String>());
    assert_eq!(read(&text).codes(), [Code::AliasBudget]);
}

/// What is written out may be as large as it likes.
#[test]
fn the_budget_counts_aliases_only() {
    let text = format!("a: &a [{}]\nb: *a\n", vec!["x"; 100_000].join(","));
    assert_eq!(read(&text).codes(), []);
}
