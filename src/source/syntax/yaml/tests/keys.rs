//! Entries of mappings: duplicates, merge keys, look-up.

use super::read;
use crate::source::diagnostic::Code;
use crate::source::syntax::yaml::Yaml;

#[test]
fn every_repetition_is_reported_with_both_places() {
    let read = read("a: 1\nb: 2\n\"a\": 3\nc: {d: 1, d: 2}\na: 4\n");
    assert_eq!(read.codes(), [Code::DuplicateKey; 3]);
    assert_eq!(
        read.errors(),
        ["3:1 key \"a\" is given twice", "4:11 key \"d\" is given twice", "5:1 key \"a\" is given twice"]
    );
    assert_eq!(read.labelled(), ["\"a\"", "a"]);
    let root = read.tree.at(read.root.expect("duplicates do not hide the rest"));
    assert_eq!(root.to_json(), r#"{"a":1,"b":2,"c":{"d":1}}"#);
}

#[test]
fn collections_are_no_keys() {
    let read = read("? [a, b]\n: c\nd: e\n{f: g}: h\n");
    assert_eq!(read.codes(), [Code::WrongShape; 2]);
    assert_eq!(read.errors()[0], "1:3 a key is a scalar, not a list");
    assert_eq!(read.tree.at(read.root.expect("other keys stay")).to_json(), r#"{"d":"e"}"#);
}

/// Own entries win, then the mapping named first; merged entries come last.
#[test]
fn merge_keys_are_applied() {
    let json = |text: &str| read(text).root().get("t").expect("there is a key `t`").to_json();
    let base = "x: &x {a: 1, b: 2}\ny: &y {b: 3, c: 4}\n";
    assert_eq!(json(&format!("{base}t: {{<<: *x, z: 5}}")), r#"{"z":5,"a":1,"b":2}"#);
    assert_eq!(json(&format!("{base}t: {{<<: *x, b: 5}}")), r#"{"b":5,"a":1}"#);
    assert_eq!(json(&format!("{base}t: {{<<: [*x, *y]}}")), r#"{"a":1,"b":2,"c":4}"#);
    assert_eq!(json(&format!("{base}t: {{<<: [*y, *x], d: 6}}")), r#"{"d":6,"b":3,"c":4,"a":1}"#);
    assert_eq!(json("t: {<<: {a: 1}, b: 2}"), r#"{"b":2,"a":1}"#);
    assert_eq!(json("t: {\"<<\": {a: 1}}"), r#"{"<<":{"a":1}}"#);
    assert_eq!(json("x: &x {a: 1}\ny: &y {<<: *x, b: 2}\nt: {<<: *y, c: 3}"), r#"{"c":3,"b":2,"a":1}"#);
}

#[test]
fn only_mappings_are_merged() {
    let read = read("a: 1\n<<: 2\nb: {<<: [{c: 1}, x]}\n");
    assert_eq!(read.codes(), [Code::WrongShape; 2]);
    assert_eq!(read.labelled(), ["2"]);
    assert_eq!(read.tree.at(read.root.expect("the rest stays")).to_json(), r#"{"a":1,"b":{"c":1}}"#);
}

/// Large mappings are searched by an index, small ones by looking at all keys: both find what iteration finds.
#[test]
fn look_up_agrees_with_iteration() {
    for count in [0, 1, 24, 25, 26, 200] {
        let lines: Vec<String> = (0..count).map(|i| format!("k{}: {i}\n", i * 7919 % 1000)).collect();
        let text = format!("m: &m\n  own: 1\n{}t:\n  <<: *m\n  own: 2\n", lines.concat().replace('k', "  k"));
        let read = read(&text);
        for name in ["m", "t"] {
            let mapping = read.root().get(name).expect("both are there");
            assert_eq!(mapping.len(), count + 1);
            for (key, value) in mapping.entries() {
                assert_eq!(
                    mapping.entry(key.text()).map(|(key, value)| (key.id(), value.id())),
                    Some((key.id(), value.id()))
                );
            }
            assert!(mapping.get("k").is_none() && mapping.get("zzz").is_none() && mapping.get("").is_none());
        }
        assert_eq!(read.root().get("t").and_then(|merged| merged.get("own")).map(Yaml::text), Some("2"));
    }
}

#[test]
fn duplicates_of_large_mappings_are_found() {
    let lines: Vec<String> = (0..100).map(|i| format!("k{}: {i}\n", i % 98)).collect();
    let read = read(&lines.concat());
    assert_eq!(read.errors(), ["99:1 key \"k0\" is given twice", "100:1 key \"k1\" is given twice"]);
    let root = read.tree.at(read.root.expect("duplicates do not hide the rest"));
    assert_eq!(
        (root.len(), root.get("k1").map(Yaml::text), root.get("k97").map(Yaml::text)),
        (98, Some("1"), Some("97"))
    );
}

#[test]
fn questions_to_the_wrong_shape_find_nothing() {
    let read = read("[a, {b: c}]");
    let root = read.root();
    assert!(root.get("a").is_none() && root.entries().next().is_none() && root.as_str().is_none() && !root.is_null());
    let scalar = root.items().next().expect("there are two");
    assert!(scalar.get("a").is_none() && scalar.items().next().is_none() && scalar.is_empty());
    assert!(root.items().next_back().expect("there are two").items().next().is_none());
}
