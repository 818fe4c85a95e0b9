//! Expressions in words: `env = "prod" and not slim`.
//!
//! Comes in: conditions over values. Goes out: text for people, the same in tables, explanations and pictures.

use crate::condition::ValueAtom;
use crate::model::Model;
use crate::printable::made_printable;
use crate::question::Literal;
use crate::syntax::vocabulary::Operator;
use crate::syntax::yaml::{Yaml, YamlId};
use crate::value::{Value, operator_of};

/// Depth to which expressions are written out.
const DEEPEST: usize = 6;

/// An expression of the template, as a value or a condition.
pub(crate) fn expression(model: &Model, yaml: Yaml<'_>) -> String {
    made_printable(condition(model, yaml, true))
}

/// One of several cases: a disjunction of conjunctions.
pub(crate) fn cases(model: &Model, cases: &[Vec<Literal>]) -> String {
    let words: Vec<String> = cases.iter().map(|case| conjunction(model, case)).collect();
    match words.as_slice() {
        [] => "never".to_owned(),
        [only] => only.clone(),
        several => several.join(" or "),
    }
}

/// What an author demands, all of it; none where nothing is.
pub(crate) fn demands(model: &Model, conditions: &[YamlId]) -> Option<String> {
    let words: Vec<String> = conditions.iter().map(|&id| condition(model, model.yaml(id), true)).collect();
    (!words.is_empty()).then(|| made_printable(words.join(" and ")))
}

fn conjunction(model: &Model, literals: &[Literal]) -> String {
    let words: Vec<String> = literals.iter().map(|literal| self::literal(model, literal)).collect();
    if words.is_empty() { "always".to_owned() } else { words.join(" and ") }
}

/// A value that has to be true or false.
pub(crate) fn literal(model: &Model, literal: &Literal) -> String {
    made_printable(match &literal.value {
        ValueAtom::Input(name) => negated_if(model.yaml(*name).text().to_owned(), !literal.holds),
        ValueAtom::Expression { expression, .. } => condition(model, model.yaml(*expression), literal.holds),
    })
}

fn negated_if(words: String, is_negated: bool) -> String {
    if is_negated { format!("not {words}") } else { words }
}

/// An expression taken as a condition, or its negation.
fn condition(model: &Model, yaml: Yaml<'_>, holds: bool) -> String {
    let Some((symbols, left, right)) = comparison(model, yaml) else {
        let words = value(model, yaml, DEEPEST);
        let is_name = words.chars().all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-');
        let words = if is_name || words.ends_with(')') { words } else { format!("({words})") };
        return negated_if(words, !holds);
    };
    format!("{left} {} {right}", symbols[usize::from(!holds)])
}

/// The symbols of a comparison and of its negation, and its two sides.
fn comparison(model: &Model, yaml: Yaml<'_>) -> Option<([&'static str; 2], String, String)> {
    let (entry, operand) = operator_of(yaml, model.profile()).ok()??;
    let operands: Vec<Yaml<'_>> = operand.items().collect();
    let [left, right] = operands.as_slice() else { return None };
    let symbols = match entry.operator {
        Operator::Equal | Operator::Same => ["=", "!="],
        Operator::Greater | Operator::After => [">", "<="],
        Operator::GreaterOrEqual | Operator::AfterOrSame => [">=", "<"],
        Operator::Less | Operator::Before => ["<", ">="],
        Operator::LessOrEqual | Operator::BeforeOrSame => ["<=", ">"],
        Operator::InRange => ["in", "not in"],
        Operator::ValidValues => ["one of", "none of"],
        _ => return None,
    };
    Some((symbols, value(model, *left, DEEPEST), value(model, *right, DEEPEST)))
}

/// An expression as a value.
fn value(model: &Model, yaml: Yaml<'_>, depth: usize) -> String {
    if yaml.is_scalar() {
        return Value::from_yaml(yaml).to_json();
    }
    if depth == 0 {
        return "...".to_owned();
    }
    let list = |yaml: Yaml<'_>, separator: &str| {
        yaml.items().map(|item| value(model, item, depth - 1)).collect::<Vec<_>>().join(separator)
    };
    if yaml.is_sequence() {
        return format!("[{}]", list(yaml, ", "));
    }
    let Ok(Some((entry, operand))) = operator_of(yaml, model.profile()) else { return yaml.written().to_owned() };
    match entry.operator {
        Operator::VariabilityInput | Operator::ValueExpression | Operator::LogicExpression if operand.is_scalar() => {
            operand.text().to_owned()
        }
        Operator::Add => format!("({})", list(operand, " + ")),
        Operator::Sub => format!("({})", list(operand, " - ")),
        Operator::Mul => format!("({})", list(operand, " * ")),
        Operator::Div => format!("({})", list(operand, " / ")),
        operator => {
            let inner = if operand.is_sequence() { list(operand, ", ") } else { value(model, operand, depth - 1) };
            format!("{}({inner})", operator.name(model.profile()))
        }
    }
}
