//! What is said to words of other notations.

use super::reading;

/// The help of the one thing that is wrong.
fn help(text: &str) -> String {
    let diagnostics = reading(text).diagnostics;
    assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
    diagnostics[0].help.clone().unwrap_or_default()
}

#[test]
fn operators_of_other_notations_are_answered_with_ours() {
    for (constraint, expected) in [
        ("r requires a", "write `=>` for `requires`"),
        ("r and not a", "write `&` for `and`"),
        ("r & not a", "write `!` for `not`"),
        ("not a", "write `!` for `not`"),
        ("(r or a) => a", "write `|` for `or`"),
        ("r -> a", "write `=>` for `->`"),
        ("r <-> a", "write `<=>` for `<->`"),
        ("r && a", "write `&` for `&&`"),
        ("r excludes a", "write `=> !` for `excludes`"),
        ("r excludes (a)", "write `=> !` for `excludes`, and what it denies between parentheses: `=> !(…)`"),
        ("r xor a & r", "write `<=> !` for `xor`, and what it denies between parentheses: `<=> !(…)`"),
        ("(r excludes a) & r", "write `=> !` for `excludes`"),
        ("r <> a", "write `!=` for `<>`"),
        ("r a", ""),
    ] {
        let text = format!("features\n\tr\n\t\toptional\n\t\t\ta\nconstraints\n\t{constraint}\n");
        assert_eq!(help(&text), expected, "{constraint}");
    }
}

#[test]
fn groups_and_sections_of_other_notations_are_answered_with_ours() {
    let group = |word: &str| help(&format!("features\n\tr\n\t\t{word}\n\t\t\ta\n"));
    assert_eq!(group("xor"), "write `alternative` for `xor`");
    assert_eq!(group("alternativ"), "did you mean `alternative`?");
    assert!(group("group").contains("below a feature stand groups"));
    assert_eq!(group("opt"), "write `optional` for `opt`");
    assert_eq!(help("features\n\tr\nconstraint\n\tr\n"), "did you mean `constraints`?");
}

#[test]
fn features_of_other_notations_are_answered_with_ours() {
    let feature = |line: &str| help(&format!("features\n\tr\n\t\toptional\n\t\t\t{line}\n\t\t\tb\n"));
    assert_eq!(feature("a Integer"), "the type stands before the name: `Integer a`");
    assert_eq!(feature("int a"), "write `Integer a`");
    assert_eq!(feature("a,"), "no comma stands behind a feature: `a`");
}

#[test]
fn letters_of_several_bytes_are_quoted_whole() {
    let diagnostics = reading("features\n\té\n    é\n").diagnostics;
    let span = diagnostics[0].span().unwrap();
    assert_eq!(span.end - span.start, 2, "{diagnostics:?}");
}
