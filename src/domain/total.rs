//! Expressions that have a value whatever the inputs are.

use crate::syntax::vocabulary::{Operator, Profile};
use crate::syntax::yaml::{Scalar, Yaml};
use crate::value::{Language, operator_of};

/// Depth to which expressions are looked into.
const DEEPEST: usize = 32;

/// Whether evaluating the expression never fails: it names an input, computes with integers by operators that are defined
/// everywhere, or puts texts together. Which values the inputs have then makes no difference to whether a variant is valid.
pub fn is_total(language: &Language<'_>, expression: Yaml<'_>) -> bool {
    language.profile() == Profile::D && has_value(language, expression, false, DEEPEST)
}

/// Whether the expression has a value, an integer if `as_integer`.
fn has_value(language: &Language<'_>, yaml: Yaml<'_>, as_integer: bool, depth: usize) -> bool {
    if yaml.is_scalar() {
        return !yaml.is_null() && (!as_integer || matches!(yaml.scalar(), Scalar::Integer(_)));
    }
    let Ok(Some((entry, operand))) = operator_of(yaml, language.profile()) else { return false };
    if depth == 0 {
        return false;
    }
    match entry.operator {
        Operator::VariabilityInput if operand.is_scalar() => {
            language.input(operand.text()).is_some_and(|declaration| fits(declaration, as_integer))
        }
        Operator::ValueExpression if operand.is_scalar() => {
            language.expression(operand.text()).is_some_and(|body| has_value(language, body, as_integer, depth - 1))
        }
        Operator::Add | Operator::Sub | Operator::Mul => {
            operand.is_sequence()
                && !operand.is_empty()
                && operand.items().all(|item| has_value(language, item, true, depth - 1))
        }
        Operator::Concat if !as_integer => {
            operand.is_sequence() && operand.items().all(|item| has_value(language, item, false, depth - 1))
        }
        _ => false,
    }
}

/// Whether the declaration lets only values through that are there, integers if `as_integer`.
fn fits(declaration: Yaml<'_>, as_integer: bool) -> bool {
    let name = declaration.get("type").and_then(Yaml::as_str).unwrap_or_default();
    let is_typed = ["integer", "boolean", "string", "float"].contains(&name);
    let is_computed = declaration.get("default_expression").is_some();
    is_typed && !is_computed && (!as_integer || name == "integer")
}
