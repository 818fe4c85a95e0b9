use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::{Assertion, Phrase, PhraseMeaning, Verb};
use crate::source::syntax::vocabulary::{OPERATORS, Operator};

fn names() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z_][a-z0-9_.:@-]{0,6}",
        prop::sample::select(vec![
            "and", "in", "not", "true", "null", "for", "it", "covers", "", "a b", "1x", "a..b", "a-"
        ])
        .prop_map(str::to_owned),
        "\\PC{0,4}",
    ]
}

fn numbers() -> impl Strategy<Value = String> {
    prop_oneof![any::<i64>().prop_map(|n| n.to_string()), "-?[0-9]{1,3}\\.[0-9]{1,3}", "-?[1-9][0-9]?e[+-]?[0-9]"]
}

fn leaves() -> impl Strategy<Value = Phrase> {
    prop_oneof![
        names().prop_map(PhraseMeaning::Name),
        any::<String>().prop_map(PhraseMeaning::Text),
        numbers().prop_map(PhraseMeaning::Number),
        prop::sample::select(vec!["2024-01-31", "0001-12-01T00:00:00Z", "2024-01-31t23:59:59.125+01:30"])
            .prop_map(|date| PhraseMeaning::Date(date.to_owned())),
        any::<bool>().prop_map(PhraseMeaning::Truth),
        Just(PhraseMeaning::Nothing),
    ]
    .prop_map(Phrase::new)
}

fn operators() -> impl Strategy<Value = Operator> {
    let all: Vec<Operator> =
        OPERATORS.iter().map(|entry| entry.operator).filter(|&operator| operator != Operator::Not).collect();
    let infix: Vec<Operator> =
        OPERATORS.iter().map(|entry| entry.operator).filter(|operator| operator.is_arithmetic()).collect();
    let compared: Vec<Operator> =
        OPERATORS.iter().map(|entry| entry.operator).filter(|operator| operator.compares_values()).collect();
    let logic = vec![Operator::And, Operator::Or, Operator::Implies];
    prop_oneof![
        prop::sample::select(all),
        prop::sample::select(infix),
        prop::sample::select(compared),
        prop::sample::select(logic),
    ]
}

fn phrases() -> impl Strategy<Value = Phrase> {
    leaves().prop_recursive(5, 32, 4, |inner| {
        let several = || prop::collection::vec(inner.clone(), 0..4);
        let verbs = prop::sample::select(Verb::ALL.to_vec());
        prop_oneof![
            inner.clone().prop_map(Phrase::negated),
            several().prop_map(|items| Phrase::new(PhraseMeaning::List(items))),
            (operators(), several()).prop_map(|(operator, operands)| Phrase::call(operator, operands)),
            (operators(), inner.clone(), inner.clone())
                .prop_map(|(operator, left, right)| Phrase::call(operator, vec![left, right])),
            (verbs, inner.clone(), inner)
                .prop_map(|(verb, left, right)| Phrase::new(PhraseMeaning::Verb(verb, Box::new([left, right])))),
        ]
    })
}

/// What is printed is read as what it was.
fn is_law(phrase: &Phrase) -> Result<(), TestCaseError> {
    let text = phrase.to_string();
    match Phrase::parse(&text) {
        Ok(read) => prop_assert_eq!(&read, phrase, "{}", text),
        Err(error) => return Err(TestCaseError::fail(format!("{text}: {error:?}"))),
    }
    Ok(())
}

proptest! {
    #[test]
    fn what_is_printed_can_be_read(phrase in phrases()) {
        is_law(&phrase)?;
    }

    #[test]
    fn no_text_is_too_strange(text in "([a-z.\"'`()\\[\\]=<>!+*/%,:-]|and|or|not|in|[0-9]| ){0,24}") {
        match Assertion::parse(&text) {
            Ok(assertion) => is_law(&assertion.condition)?,
            Err(error) => prop_assert!(text.get(error.place.clone()).is_some(), "{:?} {:?}", text, error),
        }
    }
}

#[test]
#[ignore = "takes a minute"]
fn a_hundred_thousand_conditions_can_be_read() {
    let mut runner = TestRunner::new(Config { cases: 100_000, ..Config::default() });
    runner.run(&phrases(), |phrase| is_law(&phrase)).unwrap();
}

#[test]
fn brackets_stand_where_they_are_needed() {
    for text in [
        "database = \"postgres\" and environment != \"dev\"",
        "a implies b implies c",
        "(a implies b) implies c",
        "a and (b or c)",
        "not (a and b)",
        "not a > b",
        "x in [1, 2] or y not in 1..5",
        "a + b * 2 - 1 > 0",
        "(a - b) - c = a - (b - c)",
        "a - b + c - d > a / b * c % d % e / (f % g)",
        "(a * b) * c > 0",
        "node.vm hosts node.app",
        "`a b` = 3 % 2",
        "xor(a, b, not c)",
        "min_length(name, 3) and equal(a, b, c)",
    ] {
        let phrase = Phrase::parse(text).unwrap();
        assert_eq!(Phrase::parse(&phrase.to_string()).unwrap(), phrase, "{text}");
        assert!(phrase.to_string().len() <= text.len() + 2, "{text}: {phrase}");
    }
}

#[test]
fn signs_in_a_row_need_no_brackets() {
    let text = format!("a{} > 0", " * b / c - d + e".repeat(250));
    let phrase = Phrase::parse(&text).unwrap();
    assert_eq!(phrase.to_string(), text);
    let error = Phrase::parse(&" * b / c".repeat(600).replacen(" *", "a *", 1)).unwrap_err();
    assert_eq!(error.message, "more than 1000 changes from one sign to another");
}

#[test]
fn long_sums_are_read_at_once() {
    let text = format!("a{} > 0", " + b".repeat(100_000));
    let phrase = Phrase::parse(&text).unwrap();
    assert_eq!(phrase.to_string(), text);
}

#[test]
fn mistakes_are_placed_and_helped() {
    for (text, place, help) in [
        ("a an b", 2..4, "did you mean `and`?"),
        ("a && b", 2..3, "write `and`"),
        ("a xor b", 2..5, "write `xor(..., ...)`: only `and`, `or` and `implies` stand between conditions"),
        ("a = ", 4..4, "a name, a text in quotes, a number or a bracket"),
        ("conca(a)", 0..5, "did you mean `concat`?"),
        ("a < b < c", 6..7, "a comparison has two sides: `low < x and x < high`"),
        ("3x > 1", 0..2, "a text stands in quotes, a name that begins with a digit in backquotes"),
    ] {
        let error = Phrase::parse(text).unwrap_err();
        assert_eq!((error.place, error.help.as_deref()), (place, Some(help)), "{text}");
    }
}
