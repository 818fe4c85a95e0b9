//! What every value operator gives, in every profile that knows it.
//!
//! A case is written once and tried under the operator's name in each profile. `INPUT` stands for the profile's
//! name of `variability_input`, `NAMED` for that of `value_expression`.

use Expected::{Fails, Is, Undefined};

use crate::analysis::value::fixture::Fixture;
use crate::source::diagnostic::Code;
use crate::source::syntax::vocabulary::{Layer, OPERATORS, Operator, Profile};

/// What an expression gives.
#[derive(Clone, Copy, Debug)]
enum Expected {
    /// This value, as JSON.
    Is(&'static str),
    /// No value.
    Undefined,
    /// This diagnostic, and the reference's sentence where it has one.
    Fails(Code, Option<&'static str>),
}

const NOT_TWO: Expected = Fails(Code::WrongOperand, Some("Element \"\"2\"\" is not a number"));
const NULL: Expected = Fails(Code::WrongOperand, None);
/// The sentence is that of the profile.
const TOO_FEW: Expected = Fails(Code::WrongArity, Some(""));
const NO_LIST: Expected = Fails(Code::WrongArity, Some("Element \"5\" is not an array"));
const BAD_ARITY: Expected = Fails(Code::WrongArity, None);
const NO_RESULT: Expected = Fails(Code::Arithmetic, None);
const NO_DATE: Expected = Fails(Code::WrongOperand, Some("Element \"Invalid Date\" is not a date"));
const NESTED: Expected = Fails(Code::WrongOperand, Some("Element \"{\"variability_input\":\"n\"}\" is not a number"));

/// Operator, operands, result.
const CASES: &[(Operator, &str, Expected)] = &[
    (Operator::Add, "[]", Is("0")),
    (Operator::Add, "[1, 2, 3]", Is("6")),
    (Operator::Add, "[0.1, 0.2]", Is("0.30000000000000004")),
    (Operator::Add, "[9223372036854775807, 1]", Is("9223372036854775808")),
    (Operator::Add, "[1, {INPUT: n}, {add: [{INPUT: n}]}]", Is("7")),
    (Operator::Add, "[1, '2']", NOT_TWO),
    (Operator::Add, "[true]", Fails(Code::WrongOperand, Some("Element \"true\" is not a number"))),
    (Operator::Add, "[1, null]", NULL),
    (Operator::Add, "[{token: [a, '-', 1]}]", Fails(Code::WrongOperand, Some("Element \"undefined\" is not a number"))),
    (Operator::Add, "[1.0e+308, 1.0e+308]", NO_RESULT),
    (Operator::Add, "[.nan]", NO_RESULT),
    (Operator::Add, "5", BAD_ARITY),
    (Operator::Sub, "[10, 1, 2]", Is("7")),
    (Operator::Sub, "[4]", Is("4")),
    (Operator::Sub, "[]", TOO_FEW),
    (Operator::Sub, "[1, '2']", NOT_TWO),
    (Operator::Mul, "[]", Is("1")),
    (Operator::Mul, "[10, 1, 3, 4]", Is("120")),
    (Operator::Mul, "[10000000000, 10000000000]", Is("100000000000000000000")),
    (Operator::Mul, "[1.0e+308, 10]", NO_RESULT),
    (Operator::Div, "[12, 2, 3]", Is("2")),
    (Operator::Div, "[1, 2]", Is("0.5")),
    (Operator::Div, "[7]", Is("7")),
    (Operator::Div, "[]", TOO_FEW),
    (Operator::Div, "[1, 0]", NO_RESULT),
    (Operator::Mod, "[11, 2]", Is("1")),
    (Operator::Mod, "[-5, 3]", Is("-2")),
    (Operator::Mod, "[5.5, 2]", Is("1.5")),
    (Operator::Mod, "[1, 0]", NO_RESULT),
    (Operator::Mod, "[1]", TOO_FEW),
    (Operator::Mod, "[1, 2, 3]", BAD_ARITY),
    (Operator::VariabilityInput, "n", Is("3")),
    (Operator::VariabilityInput, "text", Is("\"a-b-c\"")),
    (Operator::VariabilityInput, "[n]", BAD_ARITY),
    (Operator::ValueExpression, "twice", Is("6")),
    (Operator::ValueExpression, "{a: b}", BAD_ARITY),
    (Operator::Concat, "[]", Is("\"\"")),
    (Operator::Concat, "[1, true, a, 1.50]", Is("\"1truea1.5\"")),
    (Operator::Concat, "[x, {INPUT: text}]", Is("\"xa-b-c\"")),
    (Operator::Concat, "[{INPUT: list}, '']", Is("\"1,2\"")),
    (Operator::Concat, "[a, null]", NULL),
    (Operator::Join, "[[a, {INPUT: n}], '-']", Is("\"a-3\"")),
    (Operator::Join, "[[], '-']", Is("\"\"")),
    (Operator::Join, "[{INPUT: list}, '+']", Is("\"1+2\"")),
    (Operator::Join, "[[a, b]]", BAD_ARITY),
    (Operator::Join, "[[{concat: [x, y]}, a], '']", Is("\"xya\"")),
    (Operator::Join, "[a, '-']", Fails(Code::WrongOperand, None)),
    (Operator::Token, "[{INPUT: text}, '-', 1]", Is("\"b\"")),
    (Operator::Token, "[abc, '', 1]", Is("\"b\"")),
    (Operator::Token, "[\"a\\U0001F600b\", '', 3]", Is("\"b\"")),
    (Operator::Token, "[]", TOO_FEW),
    (Operator::Token, "[a, b]", BAD_ARITY),
    (Operator::Token, "[a-b, '-', 2]", Undefined),
    (Operator::Token, "[a-b, '-', -1]", Undefined),
    (Operator::Token, "[1, '-', 0]", Fails(Code::WrongOperand, Some("Element \"1\" is not a string"))),
    (Operator::Token, "[a-b, '-', 0.5]", Fails(Code::WrongOperand, None)),
    (Operator::Equal, "[1, 1, 1]", Is("true")),
    (Operator::Equal, "[1, 1, 2]", Is("false")),
    (Operator::Equal, "[1]", Is("true")),
    (Operator::Equal, "[1, 1.0]", Is("true")),
    (Operator::Equal, "[1, '1']", Is("false")),
    (Operator::Equal, "[[1], [1]]", Is("false")),
    (Operator::Equal, "[{INPUT: list}, {INPUT: list}]", Is("true")),
    (Operator::Equal, "[{token: [a, '-', 1]}, {token: [b, '-', 1]}]", Is("true")),
    (Operator::Equal, "[]", TOO_FEW),
    (Operator::Equal, "dev", BAD_ARITY),
    (Operator::Greater, "[2, 1]", Is("true")),
    (Operator::Greater, "[1, 1]", Is("false")),
    (Operator::Greater, "[10, '9']", Is("true")),
    (Operator::Greater, "['10', '9']", Is("false")),
    (Operator::Greater, "[abc, 1]", Is("false")),
    (Operator::Greater, "[10, false]", Is("true")),
    (Operator::Greater, "[1]", TOO_FEW),
    (Operator::Greater, "[3, 2, 1]", BAD_ARITY),
    (Operator::GreaterOrEqual, "[1, 1]", Is("true")),
    (Operator::GreaterOrEqual, "[0, 1]", Is("false")),
    (Operator::GreaterOrEqual, "[abc, 1]", Is("false")),
    (Operator::Less, "[0, 1]", Is("true")),
    (Operator::Less, "[1, 1]", Is("false")),
    (Operator::Less, "[a, b]", Is("true")),
    (Operator::LessOrEqual, "[1, 1]", Is("true")),
    (Operator::LessOrEqual, "[2, 1]", Is("false")),
    (Operator::LessOrEqual, "[{token: [a, '-', 1]}, 1]", Is("false")),
    (Operator::InRange, "[1, [0, 1]]", Is("true")),
    (Operator::InRange, "[0, [0, 1]]", Is("true")),
    (Operator::InRange, "[2, [0, 1]]", Is("false")),
    (Operator::InRange, "[b, [a, c]]", Is("true")),
    (Operator::InRange, "[1, [0, UNBOUNDED]]", Is("false")),
    (Operator::InRange, "[1, [0, {INPUT: n}]]", Is("true")),
    (Operator::InRange, "[1, 2]", BAD_ARITY),
    (Operator::InRange, "[1, [0]]", BAD_ARITY),
    (Operator::ValidValues, "[1, [0, 1]]", Is("true")),
    (Operator::ValidValues, "[2, [0, 1]]", Is("false")),
    (Operator::ValidValues, "['1', [0, 1]]", Is("false")),
    (Operator::ValidValues, "[3, [{INPUT: n}]]", Is("true")),
    (Operator::ValidValues, "[1, []]", Is("false")),
    (Operator::ValidValues, "[dev]", BAD_ARITY),
    (Operator::ValidValues, "[]", TOO_FEW),
    (Operator::ValidValues, "[1, 1]", Fails(Code::WrongOperand, None)),
    (Operator::Length, "[hallo, 5]", Is("true")),
    (Operator::Length, "[hallo, 4]", Is("false")),
    (Operator::Length, "[\"\\U0001F600\", 2]", Is("true")),
    (Operator::Length, "[[1, 2], 2]", Fails(Code::WrongOperand, Some("Element \"[1,2]\" is not a string"))),
    (Operator::Length, "[hallo, '2']", NOT_TWO),
    (Operator::MinLength, "[hallo, 5]", Is("true")),
    (Operator::MinLength, "[hallo, 6]", Is("false")),
    (Operator::MinLength, "[abc]", TOO_FEW),
    (Operator::MaxLength, "[hallo, 5]", Is("true")),
    (Operator::MaxLength, "[hallo, 4]", Is("false")),
    (Operator::Sum, "[]", Is("0")),
    (Operator::Sum, "[1, 2, 3, 4]", Is("10")),
    (Operator::Sum, "[0.1, 0.2, 0.006]", Is("0.31")),
    (Operator::Sum, "[7.6, 9.738, -1.313]", Is("16.03")),
    (Operator::Sum, "[0.227, 4.303, -7.865]", Is("-3.33")),
    (Operator::Sum, "5", NO_LIST),
    (Operator::Sum, "[9223372036854775807, 1]", Is("9223372036854775808")),
    (Operator::Sum, "[{variability_input: n}]", NESTED),
    (Operator::Sum, "[1, '2']", NOT_TWO),
    (Operator::Count, "[]", Is("0")),
    (Operator::Count, "[1, 2.5, -3]", Is("3")),
    (Operator::Count, "[1, a]", Fails(Code::WrongOperand, Some("Element \"\"a\"\" is not a number"))),
    (Operator::Count, "5", NO_LIST),
    (Operator::Min, "[3, 1, 2]", Is("1")),
    (Operator::Min, "[]", Fails(Code::WrongArity, Some("Minimum of \"[]\" does not exist"))),
    (Operator::Min, "[.nan]", NO_RESULT),
    (Operator::Max, "[3, 4, 2]", Is("4")),
    (Operator::Max, "[]", Fails(Code::WrongArity, Some("Maximum of \"[]\" does not exist"))),
    (Operator::Median, "[10, 1, 3, 2, 4]", Is("3")),
    (Operator::Median, "[4, 1, 2, 3]", Is("2.5")),
    (Operator::Median, "[1, 1.001]", Is("1.0005")),
    (Operator::Median, "[]", BAD_ARITY),
    (Operator::Mean, "[1, 2]", Is("1.5")),
    (Operator::Mean, "[1, 1, 2]", Is("1.33")),
    (Operator::Mean, "[32.785, -514.46, -941.0]", Is("-474.23")),
    (Operator::Mean, "[]", BAD_ARITY),
    (Operator::Variance, "[1, 2, 3, 4]", Is("1.25")),
    (Operator::Variance, "[5]", Is("0")),
    (Operator::Variance, "[]", BAD_ARITY),
    (Operator::StandardDeviation, "[1, 2, 3, 4]", Is("1.12")),
    (Operator::StandardDeviation, "[1.0e+300, -1.0e+300]", NO_RESULT),
    (Operator::LinearRegression, "[[[0, 0], [1, 10], [2, 20]], 20]", Is("200")),
    (Operator::LinearRegression, "[[[1, 2], [1, 4]], 7]", Is("3")),
    (Operator::LinearRegression, "[[], 2]", NO_RESULT),
    (Operator::LinearRegression, "[[5], 2]", Fails(Code::WrongOperand, Some("Element \"5\" is not an array"))),
    (Operator::LinearRegression, "[5, 2]", Fails(Code::WrongOperand, Some("Element \"5\" is not an array"))),
    (Operator::LinearRegression, "[[['2', 1]], 2]", NOT_TWO),
    (Operator::LinearRegression, "5", NO_LIST),
    (Operator::LinearRegression, "[[[1, 2]]]", Fails(Code::WrongArity, Some("Element \"undefined\" is not a number"))),
    (Operator::PolynomialRegression, "[[[0, 0], [1, 1], [2, 4]], 2, 5]", Is("25")),
    (Operator::PolynomialRegression, "[[[1, 0], [0, 1], [3, 22], [2, 5]], 3, 4]", Is("57")),
    (Operator::PolynomialRegression, "[[[0, 0], [1, 1]], 2, 5]", NO_RESULT),
    (Operator::PolynomialRegression, "[[[1, 1], [1, 2], [1, 3]], 2, 5]", NO_RESULT),
    (Operator::PolynomialRegression, "[[[0, 0], [0, 2], [1, 3], [7, 3], [7, 4]], 3, 4]", NO_RESULT),
    (Operator::PolynomialRegression, "[[[0, 0], [1, 1]], 1.5, 5]", Fails(Code::WrongOperand, None)),
    (Operator::LogarithmicRegression, "[[[1, 0], [2, 0.69], [4, 1.39]], 4]", Is("1.39")),
    (Operator::LogarithmicRegression, "[[[0, 1], [1, 2]], 3]", NO_RESULT),
    (Operator::ExponentialRegression, "[[[0, 1], [1, 2.718281828], [2, 7.389056099]], 4]", Is("54.6")),
    (Operator::ExponentialRegression, "[[[0, -1], [1, 2]], 3]", NO_RESULT),
    (Operator::Weekday, "[]", Is("\"saturday\"")),
    (Operator::Same, "[2023-01-01T00:00:00.000Z, 2023-01-01]", Is("true")),
    (Operator::Same, "[0, '1970-01-01']", Is("true")),
    (Operator::Same, "[2023-01-01, 2023-01-02]", Is("false")),
    (Operator::Same, "5", NO_LIST),
    (Operator::Same, "[garbage, 2020-01-01]", NO_DATE),
    (Operator::Before, "[2023-01-01, 2023-01-03]", Is("true")),
    (Operator::Before, "[2023-01-01, 2023-01-01]", Is("false")),
    (Operator::Before, "[{variability_input: day}, 2024-01-01]", Is("true")),
    (Operator::BeforeOrSame, "[2023-01-01, '2023-01-01T00:00:00']", Is("true")),
    (Operator::BeforeOrSame, "[2023-01-01, 2022-01-03]", Is("false")),
    (Operator::After, "[2023-01-01, 2022-01-03]", Is("true")),
    (Operator::After, "[2023-01-01, 2023-01-01]", Is("false")),
    (Operator::AfterOrSame, "[2023-01-01, 2023-01-01]", Is("true")),
    (Operator::AfterOrSame, "[2023-01-01, 2023-01-03]", Is("false")),
    (Operator::Within, "[2023-01-02, [2023-01-01, 2023-01-03]]", Is("true")),
    (Operator::Within, "[2023-01-01, [2023-01-01, 2023-01-03]]", Is("false")),
    (Operator::Within, "[2023-01-03, [2023-01-01, 2023-01-03]]", Is("false")),
    (Operator::Within, "[2023-01-02, [2023-01-03, 2023-01-01]]", Is("true")),
    (Operator::Within, "[2023-01-03, [2023-01-03, 2023-01-01]]", Is("false")),
    (Operator::Within, "[2023-01-02, 5]", NO_LIST),
    (Operator::Within, "[true, [2023-01-01, 2023-01-03]]", NO_DATE),
];

/// Inputs, what is given for them, and named expressions; the names of functions as in the cases.
const TEMPLATE: &str = "
inputs: {n: {type: integer}, text: {type: string}, list: {type: list}, day: {type: timestamp}}
given: {n: 3, text: a-b-c, list: [1, 2], day: 2023-05-05}
expressions: {twice: {mul: [{INPUT: n}, 2]}}
";

/// What the case's expression gives in `profile`, in the form of [`Expected`].
fn outcome(operator: Operator, operands: &str, profile: Profile) -> Result<Option<String>, (Code, Option<String>)> {
    let expression = format!("expression: {{{}: {operands}}}", operator.name(profile));
    let text = format!("{TEMPLATE}{expression}").replace("INPUT", Operator::VariabilityInput.name(profile));
    let value = Fixture::new(&text).evaluate("expression", profile);
    value.map(|value| value.map(|value| value.to_json())).map_err(|error| (error.code, error.reference))
}

#[test]
fn every_case_holds_in_every_profile() {
    for &(operator, operands, expected) in CASES {
        for profile in Profile::ALL.into_iter().filter(|profile| !operator.entry().names[profile.index()].is_empty()) {
            let found = outcome(operator, operands, profile);
            let case = format!("{}: {operands} in {profile} gives {found:?}", operator.name(profile));
            match expected {
                Is(json) => assert_eq!(found, Ok(Some(json.to_owned())), "{case}"),
                Undefined => assert_eq!(found, Ok(None), "{case}"),
                Fails(code, sentence) => {
                    let (found_code, found_sentence) = found.expect_err(&case);
                    assert_eq!(found_code, code, "{case}");
                    let own = profile.dialect().sentences.missing_operand();
                    if let Some(sentence) = sentence {
                        let sentence = if sentence.is_empty() { own } else { sentence };
                        assert_eq!(found_sentence.as_deref(), Some(sentence), "{case}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_value_operator_has_a_case_that_works_and_one_that_fails() {
    // It accepts any list.
    let never_fails = [Operator::Weekday];
    for entry in OPERATORS.iter().filter(|entry| entry.layer == Layer::Value) {
        let mut cases =
            CASES.iter().filter(|(operator, ..)| *operator == entry.operator).map(|(.., expected)| expected);
        assert!(cases.clone().any(|expected| matches!(expected, Is(_))), "{:?} has no result", entry.operator);
        let fails = cases.any(|expected| matches!(expected, Fails(..)) || matches!(expected, Is("false")));
        assert!(fails || never_fails.contains(&entry.operator), "{:?} never fails", entry.operator);
    }
}
