//! The value operators: one function each, or one for several that differ in what they ask, from evaluated operands to a value.
//!
//! Comes in: a [`Call`] with as many operands as the table of operators demands. Goes out: a value, undefined,
//! or a diagnostic at the operand that is wrong. No function here evaluates anything.

#![expect(clippy::unnecessary_wraps, reason = "all rules have one type, also those that cannot fail")]

mod analytical;
mod arithmetic;
mod arity;
mod call;
#[cfg(test)]
mod cases;
mod comparison;
mod constraint;
mod date;
#[cfg(test)]
mod laws;
mod regression;
mod text;

pub(super) use arity::operands;
pub(super) use call::{Call, Operand};

use std::cmp::Ordering;

use super::{Evaluation, Number};
use crate::source::syntax::vocabulary::Operator;

/// What an operator makes of its operands.
pub(super) type OperatorFunction = fn(&Call<'_>) -> Evaluation;

/// The rules of all value operators but the two that refer to names, in the order of the table of operators.
static RULES: &[(Operator, OperatorFunction)] = &[
    (Operator::Add, |call| arithmetic::fold(call, &Number::integer(0), Number::plus)),
    (Operator::Sub, |call| arithmetic::reduce(call, Number::minus)),
    (Operator::Mul, |call| arithmetic::fold(call, &Number::integer(1), Number::times)),
    (Operator::Div, |call| arithmetic::reduce(call, Number::divided_by)),
    (Operator::Mod, |call| arithmetic::reduce(call, Number::modulo)),
    (Operator::Concat, text::concat),
    (Operator::Join, text::join),
    (Operator::Token, text::token),
    (Operator::Equal, comparison::equal),
    (Operator::Greater, |call| comparison::ordered(call, Ordering::is_gt)),
    (Operator::GreaterOrEqual, |call| comparison::ordered(call, Ordering::is_ge)),
    (Operator::Less, |call| comparison::ordered(call, Ordering::is_lt)),
    (Operator::LessOrEqual, |call| comparison::ordered(call, Ordering::is_le)),
    (Operator::InRange, constraint::in_range),
    (Operator::ValidValues, constraint::valid_values),
    (Operator::Length, |call| constraint::length(call, Ordering::is_eq)),
    (Operator::MinLength, |call| constraint::length(call, Ordering::is_ge)),
    (Operator::MaxLength, |call| constraint::length(call, Ordering::is_le)),
    (Operator::Sum, analytical::sum),
    (Operator::Count, analytical::count),
    (Operator::Min, analytical::min),
    (Operator::Max, analytical::max),
    (Operator::Median, analytical::median),
    (Operator::Mean, analytical::mean),
    (Operator::Variance, analytical::variance),
    (Operator::StandardDeviation, analytical::standard_deviation),
    (Operator::LinearRegression, regression::linear),
    (Operator::PolynomialRegression, regression::polynomial),
    (Operator::LogarithmicRegression, regression::logarithmic),
    (Operator::ExponentialRegression, regression::exponential),
    (Operator::Weekday, date::weekday),
    (Operator::Same, |call| date::ordered(call, Ordering::is_eq)),
    (Operator::Before, |call| date::ordered(call, Ordering::is_lt)),
    (Operator::BeforeOrSame, |call| date::ordered(call, Ordering::is_le)),
    (Operator::After, |call| date::ordered(call, Ordering::is_gt)),
    (Operator::AfterOrSame, |call| date::ordered(call, Ordering::is_ge)),
    (Operator::Within, date::within),
];

/// The rule of a value operator.
///
/// # Panics
/// When `operator` is a logic operator or a reference by name.
pub(super) fn rule(operator: Operator) -> OperatorFunction {
    let index = RULES.binary_search_by_key(&operator, |(known, _)| *known);
    RULES[index.expect("every value operator has a rule")].1
}

/// Whether the operands are taken as they stand: the language allows the analytical operators literal numbers only.
pub(super) fn takes_literals(operator: Operator) -> bool {
    operator.takes_numbers() || operator.is_regression()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::syntax::vocabulary::{Layer, OPERATORS};

    #[test]
    fn every_value_operator_has_one_rule_in_order() {
        let names = [Operator::VariabilityInput, Operator::ValueExpression];
        let values = OPERATORS.iter().filter(|entry| entry.layer == Layer::Value).map(|entry| entry.operator);
        let expected: Vec<_> = values.filter(|operator| !names.contains(operator)).collect();
        assert_eq!(RULES.iter().map(|(operator, _)| *operator).collect::<Vec<_>>(), expected);
        assert!(expected.is_sorted());
    }
}
