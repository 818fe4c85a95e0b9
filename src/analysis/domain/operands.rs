//! What a comparison compares.

use crate::analysis::value::{Configuration, Evaluator, Language, NoLogic, Value};
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::Yaml;

/// Depth to which expressions are read: so many operators and named expressions within each other. Deeper ones are not
/// expected, and readers go down by recursion.
pub(super) const MAX_DEPTH: usize = 200;

/// The first operand of a comparison, and those that it is compared with: of a range its bounds, of a list each item.
pub(super) fn compared(operator: Operator, operands: Yaml<'_>) -> Option<(Yaml<'_>, Vec<Yaml<'_>>)> {
    let mut operands = operands.items();
    let first = operands.next()?;
    let others = match operator {
        Operator::InRange | Operator::ValidValues => operands.flat_map(Yaml::items).collect(),
        _ => operands.collect(),
    };
    Some((first, others))
}

/// The value of an expression that reads no input; none where it has none.
pub(super) fn constant(language: &Language<'_>, yaml: Yaml<'_>) -> Option<Value> {
    let nothing = Configuration::new();
    let is_constant = language.inputs_of(yaml).is_empty();
    is_constant.then(|| Evaluator::new(language, &nothing).evaluate(yaml, &mut NoLogic).ok().flatten())?
}
