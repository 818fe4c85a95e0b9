//! What is said of mistakes, and of what may be one.

use super::{constrained, reading};
use crate::source::diagnostic::{Code, Severity};

#[test]
fn a_chained_comparison_is_answered_with_two() {
    let help = |constraint: &str| reading(&constrained(constraint)).diagnostics[0].help.clone().unwrap();
    assert_eq!(help("d => 3 <= a.size <= 6"), "write two comparisons: `3 <= a.size & a.size <= …`");
    assert_eq!(help("1 + a.price < b.price == 3 | d"), "write two comparisons: `1 + a.price < b.price & b.price == …`");
    assert!(reading(&constrained("3 <= a.size & a.size <= 6")).model.is_some());
    assert!(reading(&constrained("(a.price < 3) == true")).model.is_some());
}

#[test]
fn a_sum_says_which_feature_has_no_number() {
    let text = "features\n\tr\n\t\toptional\n\t\t\ta {p true}\n\t\t\tb {p 5}\nconstraints\n\tavg(p) > 1\n";
    let diagnostics = reading(text).diagnostics;
    assert_eq!(diagnostics[0].message, "\"p\" is no number but true or false on \"a\", and a number on others");
    assert!(reading(&text.replace("avg(p)", "avg(b, p)")).model.is_some());
}

#[test]
fn nothing_below_a_feature_has_the_attribute() {
    let text = "features\n\tr {p 1}\n\t\toptional\n\t\t\ta\nconstraints\n\tsum(a, p) > 1\n";
    let message = &reading(text).diagnostics[0].message;
    assert_eq!(message, "neither \"a\" nor a feature below it has a number as its attribute \"p\"");
    assert_eq!(
        reading(&text.replace(" {p 1}", "")).diagnostics[0].message,
        "no feature has a number as its attribute \"p\""
    );
}

/// The only thing that is wrong, and its help.
fn only(text: &str) -> (String, String) {
    let diagnostics = reading(text).diagnostics;
    assert_eq!(diagnostics.len(), 1, "{text}{diagnostics:?}");
    (diagnostics[0].message.clone(), diagnostics[0].help.clone().unwrap_or_default())
}

#[test]
fn nothing_follows_from_an_error_in_the_spelling() {
    let constraint = |constraint: &str| only(&constrained(constraint)).0;
    assert_eq!(constraint("(a | b"), "this bracket is not closed");
    assert_eq!(constraint("a = b"), "this character cannot stand here");
    assert_eq!(constraint("a\n\t\tb"), "this line is indented too far");
    assert_eq!(constraint("a\n\t\tb\n\t\t\tc\n\td"), "this line is indented too far");
    assert_eq!(only("features\n\tr {price 3\n").0, "this bracket is not closed");
    let text = "features\n\tr\n\t\t\toptional\n\t\t\t\ta\n\t\tmandatory\n\t\t\tb\n";
    assert_eq!(only(text).0, "the indentation of this line is that of no line above");
}

#[test]
fn names_types_and_numbers_of_other_kinds_are_answered_with_ours() {
    let feature = |line: &str| only(&format!("features\n\tr\n\t\toptional\n\t\t\t{line}\n"));
    let quotes = "write a name that has more than letters, digits and `_` between double quotes: ";
    assert_eq!(feature("pay-later").1, format!("{quotes}`\"pay-later\"`"));
    assert_eq!(feature("My Feature {price 3} // mine").1, format!("{quotes}`\"My Feature\"`"));
    assert_eq!(feature("a {my-attr 3}").1, "a name with `-` in it stands between double quotes");
    assert_eq!(feature("integer Count").1, "write `Integer Count`");
    assert_eq!(feature("abstract A").1, "write `A {abstract}`");
    let bounds = "write `cardinality` before how many there are: ";
    assert_eq!(feature("C [1..2]").1, format!("{bounds}`C cardinality [1..2]`"));
    assert_eq!(feature("\"C D\" {p 1} [3]").1, format!("{bounds}`\"C D\" cardinality [3] {{p 1}}`"));
    let before = "the cardinality stands before the attributes: `C cardinality [1..2] {p 1}`";
    assert_eq!(feature("C {p 1} cardinality [1..2]").1, before);
    for line in ["C {p 1} Dee", "C cardinality [1..2] Dee", "C cardinality [1..2] [3]"] {
        assert_eq!(feature(line), ("expected the end of the line".to_owned(), String::new()), "{line}");
    }
    assert_eq!(feature("a {size 3GB}").0, "a value is a number, or a text between single quotes: `'3GB'`");
    let constraint = |text: &str| only(&constrained(text));
    assert_eq!(constraint("a.price < 1e3").0, "a number has digits and a point, and no power of ten: `1e3`");
    assert_eq!(constraint("a = b").1, "write `<=>` between features, and `==` between values");
    assert_eq!(constraint("a xor b").1, "write `<=> !` for `xor`");
    assert_eq!(constraint("b.name == \"bee\"").1, "a text stands between single quotes, a name between double ones");
    assert_eq!(only("features\n\tr\n\t\tor [1..2]\n\t\t\ta\n").1, "write only how many are selected: `[1..2]`");
    let section = "what belongs to a section is indented further than its keyword";
    assert_eq!(only("features\n\tr\nconstraints\nr\n").1, section);
    assert_eq!(only("features\n\tr\n\t\toptional:\n\t\t\ta\n").1, "no colon stands behind a keyword");
}

#[test]
fn misspelt_attributes_are_answered_with_those_that_there_are() {
    let text = "features\n\tAttrTest {price 1}\nconstraints\n\t";
    let help = |constraint: &str| only(&format!("{text}{constraint}\n")).1;
    assert_eq!(help("AttrTets.price > 1"), "did you mean \"AttrTest.price\"?");
    assert_eq!(help("AttrTest.prize > 1"), "did you mean \"AttrTest.price\"?");
    assert_eq!(help("sum(prize) > 1"), "did you mean \"price\"?");
}

#[test]
fn tabs_beside_spaces_are_reported_once() {
    let text = "features\n    r\n        optional\n            a\n                optional\n                    b\n\t\tmandatory\n\t\t\tc\n";
    let loaded = reading(text);
    assert!(loaded.model.is_some());
    let [warning] = &loaded.diagnostics[..] else { panic!("{:?}", loaded.diagnostics) };
    assert_eq!((warning.code, warning.severity), (Code::MalformedUvl, Severity::Warning));
    assert_eq!(warning.message, "this line is indented by tabs, the line before by spaces");
    assert_eq!(loaded.sources.position(warning.span().unwrap()).line, 7);
    let broken = reading("features\n    r\n        optional\n            a\n\t\t\tb\n").diagnostics;
    assert!(
        broken[0].is_error() && broken.iter().any(|diagnostic| diagnostic.message.contains("indented by tabs")),
        "{broken:?}"
    );
    assert_eq!(reading("features\n\tr\n\t\toptional\n\t\t    a\n\t\t    b\n").diagnostics, []);
}

#[test]
fn what_stands_at_another_place_is_reported_once() {
    let indented = "features\n\tr\n\t\toptional\n\t\t\ta\n\tconstraints\n\ta => r\n\tr => a\n";
    assert_eq!(
        only(indented),
        ("a section begins among the features".to_owned(), "write its keyword in the first column".to_owned())
    );
    let empty = "features\n\tr\n\t\toptional\n\t\t\ta\n\t\t\t\toptional\n\t\t\tb\nconstraints\n\tb => a\n";
    assert_eq!(only(empty).0, "this group has no features");
    let bare = only("features\n\tr\n\t\ta\n");
    assert!(bare.1.contains("below a feature stand groups"), "{bare:?}");
    let many = reading("features\n\tr\n\t\t[3..4]\n\t\t\ta\n\t\t\tb\n");
    assert_eq!(many.diagnostics[0].message, "this group asks for 3 of its 2 features, and can never have them");
    assert!(many.model.is_some());
}

#[test]
fn attributes_and_lines_of_other_notations_are_answered_with_ours() {
    let feature = |line: &str| only(&format!("features\n\tr\n\t\toptional\n\t\t\t{line}\n")).1;
    for (line, help) in [
        ("a {price: 3}", "nothing stands between an attribute and its value: `{price 3}`"),
        ("a {price = 3}", "nothing stands between an attribute and its value: `{price 3}`"),
        ("a: Integer", "the type stands before the name: `Integer a`"),
        ("a [price 3]", "attributes stand between braces: `a {price 3}`"),
        ("a/2", "write a name that has more than letters, digits and `_` between double quotes: `\"a/2\"`"),
        ("a {price 3,5}", "a number has a point, not a comma: `3.5`"),
        ("a {price 3; size 4}", "write `,` between attributes"),
        ("a {price 3 cost 4}", "write `,` between one and the next"),
        ("a {y True}", "write `true` for `True`"),
        ("a\u{a0}", "write a space for this one, which is U+00A0"),
        ("a {name bee}", "a text stands between single quotes: `'bee'`"),
        ("# a", "a comment begins with `//`"),
    ] {
        assert_eq!(feature(line), help, "{line}");
    }
    assert_eq!(only("features\n\tr\n\t\t[1,2]\n\t\t\ta\n\t\t\tb\n").1, "write two points between the bounds: `[1..2]`");
    let beside = "features\n\tr\n\t\tmandatory A\n";
    assert_eq!(only(beside).1, "the features of a group stand below it, each on its own line, indented further");
    for (constraint, help) in [
        ("sum(price) =< 30", "write `<=`"),
        ("-- comment", "a comment begins with `//`"),
        ("a ==> b", "write `=>` for `==>`"),
        ("a => ~b", "write `!` for `~`"),
        ("a OR b", "write `|` for `OR`"),
        ("r.a => b", "a feature is called by its own name alone: `a`"),
        ("a => b;", "no `;` stands at the end of a line"),
        ("price < 30", "an attribute stands behind its feature, or in a sum: `a.price`, `sum(price)`"),
    ] {
        assert_eq!(only(&constrained(constraint)).1, help, "{constraint}");
    }
    for (constraint, place) in [("a => not b", "not"), ("a -> b", "->"), ("a <-> b", "<->"), ("a && b", "&&")] {
        let loaded = reading(&constrained(constraint));
        assert_eq!(loaded.sources.text(loaded.diagnostics[0].span().unwrap()), place, "{constraint}");
    }
}

#[test]
fn places_have_the_quotes_that_are_written() {
    let model = reading("features\n\tr\n\t\toptional\n\t\t\t\"A B\"\nconstraints\n\t\"A B\" => \"C D\"\n");
    assert_eq!(model.sources.text(model.diagnostics[0].span().unwrap()), "\"C D\"");
}

#[test]
fn texts_between_double_quotes_are_reported_and_exported_between_single_ones() {
    let text = "features\n\tr {t [\"é\"], s \"it's\", q \"A\"}\n";
    let loaded = reading(text);
    let helps: Vec<&str> = loaded.diagnostics.iter().filter_map(|diagnostic| diagnostic.help.as_deref()).collect();
    let single = "leave out each `'` in the text, and write single quotes around it";
    assert_eq!(helps, ["write `'é'`", single, "write `'A'`"]);
    assert!(loaded.diagnostics.iter().all(|diagnostic| diagnostic.severity == Severity::Warning));
    let written = "features\n\tr {t ['é'], s \"it's\", q 'A'}\n";
    assert_eq!(loaded.model.unwrap().text().as_deref(), Some(written));
}

#[test]
fn texts_between_double_quotes_may_have_dots_and_names_may_not() {
    let loaded = reading("features\n\tr {version \"1.2\", v [\"3.4\"]}\n");
    let found: Vec<(Severity, Option<&str>)> =
        loaded.diagnostics.iter().map(|found| (found.severity, found.help.as_deref())).collect();
    let warned = |help| (Severity::Warning, Some(help));
    assert_eq!(found, [warned("write `'1.2'`"), warned("write `'3.4'`")]);
    assert_eq!(loaded.model.unwrap().text().as_deref(), Some("features\n\tr {version '1.2', v ['3.4']}\n"));
    let no_dots = "a name has no dots: they stand between the parts of a path, as in `\"b\".\"c\"`";
    for text in ["features\n\t\"b.c\"\n", "features\n\tr {\"b.c\" 3}\n"] {
        assert_eq!(only(text).0, no_dots, "{text}");
    }
    assert!(reading(&constrained("\"b.c\" => a")).diagnostics.iter().any(|found| found.message == no_dots));
}
