//! Expressions that have a value whatever the inputs are.

use rustc_hash::FxHashMap;

use super::concatenation::Concatenation;
use super::interval::Intervals;
use super::open_expressions::OpenExpressions;
use super::operands::{MAX_DEPTH, constant};
use crate::analysis::value::{Language, Number, operator_of};
use crate::source::syntax::vocabulary::{Arity, Operator};
use crate::source::syntax::yaml::{Scalar, Yaml, YamlId};

/// Whether evaluating the expression never fails: it names an input, computes with integers by operators that are defined
/// everywhere, compares, or puts texts together and takes them apart, or computes with
/// doubles that are bounded. Which values the inputs have then makes no difference
/// to whether a variant is valid.
pub fn is_total(language: &Language<'_>, expression: Yaml<'_>) -> bool {
    language.dialect().inputs_are_values && never_fails(language, expression)
}

/// Whether evaluating the expression never fails where inputs are given values, and not expressions as earlier profiles allow.
pub(super) fn never_fails(language: &Language<'_>, expression: Yaml<'_>) -> bool {
    is_input(language, expression) || Total::new(language).has_value(expression, false, MAX_DEPTH)
}

/// Whether the expression is an input, of whatever type, that is given a value.
fn is_input(language: &Language<'_>, yaml: Yaml<'_>) -> bool {
    let Ok(Some((entry, name))) = operator_of(yaml, language.profile()) else { return false };
    let declaration = Some(name).filter(|name| name.is_scalar()).and_then(|name| language.input(name.text()));
    let has_value = |declaration: Yaml<'_>| language.computed_default(declaration).is_none();
    entry.operator == Operator::VariabilityInput && declaration.is_some_and(has_value)
}

/// Which expressions have values, as far as they were looked at.
struct Total<'l> {
    language: &'l Language<'l>,
    open: OpenExpressions<'l, 'l>,
    intervals: Intervals<'l>,
    /// By expression, and whether the value shall be an integer.
    known: FxHashMap<(YamlId, bool), bool>,
}

impl<'l> Total<'l> {
    fn new(language: &'l Language<'_>) -> Self {
        let open = OpenExpressions::of_any_input(language);
        Self { language, open, intervals: Intervals::new(language), known: FxHashMap::default() }
    }

    /// Whether the expression has a value, an integer if `as_integer`.
    fn has_value(&mut self, yaml: Yaml<'_>, as_integer: bool, depth: usize) -> bool {
        if yaml.is_scalar() {
            return !yaml.is_null() && (!as_integer || matches!(yaml.scalar(), Scalar::Integer(_)));
        }
        if let Some(&known) = self.known.get(&(yaml.id(), as_integer)) {
            return known;
        }
        let has_value = depth > 0 && self.computes(yaml, as_integer, depth);
        self.known.insert((yaml.id(), as_integer), has_value);
        has_value
    }

    fn computes(&mut self, yaml: Yaml<'_>, as_integer: bool, depth: usize) -> bool {
        let language = self.language;
        let Ok(Some((entry, operand))) = operator_of(yaml, language.profile()) else { return false };
        if !self.open.has(yaml) {
            return constant(language, yaml)
                .is_some_and(|value| !as_integer || value.as_number().is_some_and(Number::is_integer));
        }
        match entry.operator {
            Operator::Weekday => !as_integer && operand.is_sequence() && operand.is_empty(),
            Operator::VariabilityInput if operand.is_scalar() => {
                language.input(operand.text()).is_some_and(|declaration| fits(language, declaration, as_integer))
            }
            Operator::ValueExpression if operand.is_scalar() => {
                language.expression(operand.text()).is_some_and(|body| self.has_value(body, as_integer, depth - 1))
            }
            Operator::Add | Operator::Sub | Operator::Mul
                if operand.is_sequence()
                    && !operand.is_empty()
                    && operand.items().all(|item| self.has_value(item, true, depth - 1)) =>
            {
                true
            }
            Operator::Add | Operator::Sub | Operator::Mul | Operator::Div | Operator::Mod => {
                !as_integer && self.intervals.of(yaml, depth).is_some()
            }
            _ if as_integer || !operand.is_sequence() || !has_all(entry.arity, operand) => false,
            Operator::Concat => operand.items().all(|item| self.has_value(item, false, depth - 1)),
            Operator::Equal | Operator::Greater | Operator::GreaterOrEqual | Operator::Less | Operator::LessOrEqual => {
                // A part that a text does not have is compared with nothing, which is no error.
                operand.items().all(|item| is_part(language, item) || self.has_value(item, false, depth - 1))
            }
            Operator::Length | Operator::MinLength | Operator::MaxLength => {
                let operands: Vec<Yaml<'_>> = operand.items().collect();
                let [text, length] = operands[..] else { return false };
                Concatenation::read(language, text).is_some() && matches!(length.scalar(), Scalar::Integer(_))
            }
            Operator::Join | Operator::InRange | Operator::ValidValues => {
                let operands: Vec<Yaml<'_>> = operand.items().collect();
                are_fit(entry.operator, &operands, |item| self.has_value(item, false, depth - 1))
            }
            Operator::Token => has_token(language, &operand.items().collect::<Vec<_>>()),
            _ => false,
        }
    }
}

/// Whether there are as many operands as there have to be.
fn has_all(arity: Arity, operands: Yaml<'_>) -> bool {
    match arity {
        Arity::AtLeast(least) => operands.len() >= least,
        Arity::Exactly(number) => operands.len() == number,
        Arity::One | Arity::Reference => false,
    }
}

/// Whether an operator accepts its operands, one of which is a list, whatever values they have.
fn are_fit(operator: Operator, operands: &[Yaml<'_>], mut has_value: impl FnMut(Yaml<'_>) -> bool) -> bool {
    let are_scalars =
        |list: Yaml<'_>| list.is_sequence() && list.items().all(|item| item.is_scalar() && !item.is_null());
    match (operator, operands) {
        (Operator::Join, [list, delimiter]) => {
            list.is_sequence() && list.items().all(has_value) && delimiter.as_str().is_some()
        }
        (Operator::InRange, [value, bounds]) => has_value(*value) && are_scalars(*bounds) && bounds.len() == 2,
        (Operator::ValidValues, [value, list]) => has_value(*value) && are_scalars(*list),
        _ => false,
    }
}

/// Whether it is a part of a text, if the text has it.
fn is_part(language: &Language<'_>, yaml: Yaml<'_>) -> bool {
    let Ok(Some((entry, operand))) = operator_of(yaml, language.profile()) else { return false };
    let operands: Vec<Yaml<'_>> = operand.items().collect();
    let ([text, separator, place], Operator::Token) = (&operands[..], entry.operator) else { return false };
    Concatenation::read(language, *text).is_some()
        && separator.as_str().is_some()
        && matches!(place.scalar(), Scalar::Integer(_))
}

/// Whether a text is put together with so many separators that it has the part that is wanted.
fn has_token(language: &Language<'_>, operands: &[Yaml<'_>]) -> bool {
    let [whole, separator, place] = operands else { return false };
    let (Some(separator), Scalar::Integer(place)) =
        (separator.as_str().filter(|text| !text.is_empty()), place.scalar())
    else {
        return false;
    };
    let parts = Concatenation::read(language, *whole).map(|whole| whole.least_parts(separator));
    let place = place.to_string().parse::<usize>();
    parts.zip(place.ok()).is_some_and(|(parts, place)| place < parts)
}

/// Whether the declaration lets only values through that are there, integers if `as_integer`.
fn fits(language: &Language<'_>, declaration: Yaml<'_>, as_integer: bool) -> bool {
    let name = declaration.get("type").and_then(Yaml::as_str).unwrap_or_default();
    let is_typed = ["integer", "boolean", "string", "float"].contains(&name);
    let is_computed = language.computed_default(declaration).is_some();
    is_typed && !is_computed && (!as_integer || name == "integer")
}
