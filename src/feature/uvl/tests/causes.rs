//! That what is wrong is named where it is wrong, and not where it shows.

use super::{constrained, reading};
use crate::source::diagnostic::{Code, Severity};

/// What is said, each by its severity, line and message.
fn said(text: &str) -> Vec<(Severity, u32, String)> {
    let loaded = reading(text);
    let line = |span| loaded.sources.position(span).line;
    let found = loaded.diagnostics.iter();
    found.map(|found| (found.severity, line(found.span().unwrap()), found.message.clone())).collect()
}

fn help(text: &str) -> String {
    let diagnostics = reading(text).diagnostics;
    assert_eq!(diagnostics.len(), 1, "{text}{diagnostics:?}");
    diagnostics[0].help.clone().unwrap_or_default()
}

#[test]
fn keywords_of_groups_among_features_are_reported_where_they_stand() {
    let message = "`or` is read as a feature here: groups stand below a feature";
    let model = |below: &str| format!("features\n\tr\n\t\toptional\n\t\t\ta\n\t\t\tor\n{below}\t\t\tb\n");
    assert_eq!(said(&model("")), [(Severity::Warning, 5, message.to_owned())]);
    assert_eq!(said(&model("\t\t\t\t\tc\n\t\t\t\t\td {p 2}\n")), [(Severity::Error, 5, message.to_owned())]);
    for sure in ["\"or\"", "or {p 2}", "or cardinality [1..2]", "Boolean or"] {
        assert_eq!(said(&model("").replace("\tor\n", &format!("\t{sure}\n"))), [], "{sure}");
    }
    // A group below it: it is a feature.
    assert_eq!(said(&model("\t\t\t\toptional\n\t\t\t\t\tc\n")), []);
}

#[test]
fn white_space_is_blamed_for_the_errors_that_it_leads_to() {
    let deep = "features\n\tr\n\t\toptional\n            a\n\t\t\t\tor\n\t\t\t\t\tb\n\t\t\tc\nconstraints\n\tr => nothing =>\n";
    let [cause, other] = &said(deep)[..] else { panic!("{:?}", said(deep)) };
    let message = "this line is indented by spaces, the line before by tabs";
    assert_eq!(cause, &(Severity::Error, 4, message.to_owned()));
    assert_eq!((other.0, other.1), (Severity::Error, 9));
}

#[test]
fn nothing_follows_from_what_is_not_closed() {
    let model = |line: &str| format!("features\n\tr\n\t\toptional\n\t\t\t{line}\n\t\t\tb {{p 'x'}}\n\t\t\tc\n");
    for (line, message) in [
        ("a {p 2", "this bracket is not closed"),
        ("a {p 2, s 'gas}", "this quotation is not closed"),
        ("a {p 2, s \"gas, t 3}", "this quotation is not closed"),
        ("a {p 2, s ['gas]}", "this quotation is not closed"),
        ("\"a b {p 2}", "this quotation is not closed"),
        ("a /* b", "this comment is not closed"),
    ] {
        assert_eq!(said(&model(line)), [(Severity::Error, 4, message.to_owned())], "{line}");
    }
    // What is wrong behind a quotation is not hidden by it.
    let both = model("a {s 'gas}") + "constraints\n\tb => => c\n";
    let places: Vec<u32> = said(&both).iter().map(|found| found.1).collect();
    assert_eq!(places, [4, 8]);
    assert_eq!(help(&model("a [p 2}")), "attributes stand between braces: `a {p 2}`");
}

#[test]
fn conditions_that_are_read_as_numbers_are_reported() {
    let message = "this is no number but a condition: it is read as 1 where it holds, and as 0 elsewhere";
    for (constraint, place) in [
        ("a > 3", "a"),
        ("sum(price) > 15 + d", "d"),
        ("(a & b) + a.price == 2", "(a & b)"),
        ("a == 1", "a"),
        ("3 <= r.eco", "r.eco"),
    ] {
        let loaded = reading(&constrained(constraint).replace("\tr\n", "\tr {eco}\n"));
        let [warning] = &loaded.diagnostics[..] else { panic!("{constraint}: {:?}", loaded.diagnostics) };
        assert_eq!((warning.code, warning.severity), (Code::IllTypedConstraint, Severity::Warning), "{constraint}");
        assert_eq!((&*warning.message, loaded.sources.text(warning.span().unwrap())), (message, place));
        assert!(loaded.model.is_some());
    }
    for constraint in
        ["a == b", "(a.price > 3) == true", "a.price > 3 | d", "r.eco != a", "a + b * 2 > c", "-a - b < (c & d)"]
    {
        assert_eq!(said(&constrained(constraint).replace("\tr\n", "\tr {eco}\n")), [], "{constraint}");
    }
}

#[test]
fn what_is_almost_right_is_answered_with_what_is() {
    for (constraint, expected) in [
        ("Sum(price) > 1", "did you mean `sum`?"),
        ("length(b.name) > 1", "write `len` for `length`"),
        ("b.name == bee", "a text stands between single quotes: `'bee'`"),
        ("S != bee", "a text stands between single quotes: `'bee'`"),
        ("sum(r.price) > 1", "write `sum(r, price)`"),
        ("avg(r.size) > 1", "write `avg(r, size)`"),
        ("a = > b", "write `=>`"),
        ("a.price ! = 1", "write `!=`"),
        ("a => My House", "write `\"My House\"`"),
        ("My House (old) => a", "write `\"My House (old)\"`"),
    ] {
        let names = "\t\t\t\"My House\"\n\t\t\t\"My House (old)\"\n\t\t\tString S\nconstraints";
        assert_eq!(help(&constrained(constraint).replace("constraints", names)), expected, "{constraint}");
    }
    let bounds = |line: &str| help(&format!("features\n\tr\n\t\toptional\n\t\t\ta cardinality {line}\n"));
    assert_eq!(bounds("[1-2]"), "write two points between the bounds: `[1..2]`");
    assert_eq!(bounds("1..2"), "write `[1..2]`");
    assert_eq!(bounds("1..*"), "write `[1..*]`");
    assert_eq!(bounds("3"), "write `[3]`");
}
