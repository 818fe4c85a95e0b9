//! Conditions among numbers: they are 1 where they hold and 0 elsewhere.
//!
//! To count features that way is common, as in `a + b + c >= 2`. Where a condition stands beside a price, or alone before a
//! number, it may be a slip, of which the author is warned.

use super::super::syntax::{ComparisonOperator, Expression, Operator};
use super::comparison::Side;
use super::value::UvlValue;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Severity};

/// What numbers of one constraint are made of, operands first.
#[derive(Default)]
pub(super) struct NumberStack {
    all: Vec<NumberParts>,
    pub warnings: Vec<Diagnostic>,
}

/// What a number is made of; nothing for conditions and constants.
#[derive(Default)]
struct NumberParts {
    /// Where conditions are among it.
    conditions: Vec<Span>,
    /// Whether there is an attribute, the value of a feature or a function.
    is_measured: bool,
}

impl NumberStack {
    /// Takes what the operands of an expression are made of, whose values are the last ones of `stack`, for what it is made of.
    pub(super) fn combine(&mut self, expression: &Expression, stack: &[Side]) {
        let combined = match expression {
            // A name is one of a number, or of a condition: its value says so.
            Expression::Reference(_) | Expression::Call(..) => {
                NumberParts { is_measured: true, ..NumberParts::default() }
            }
            Expression::Number(_) | Expression::Text(_) => NumberParts::default(),
            Expression::Not(_) => {
                self.all.pop();
                NumberParts::default()
            }
            Expression::Negative(_) => self.operand(stack.last()),
            Expression::Binary(operator, ..) => {
                let right = self.operand(stack.last());
                let left = self.operand(stack.iter().nth_back(1));
                match operator {
                    Operator::Equivalent | Operator::Implies | Operator::Or | Operator::And => NumberParts::default(),
                    Operator::Compare(comparison) => {
                        self.warn(*comparison, &[left, right], stack);
                        NumberParts::default()
                    }
                    Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide => left.and(right),
                }
            }
        };
        self.all.push(combined);
    }

    /// Takes note of the value of the last expression.
    pub(super) fn evaluate(&mut self, value: &UvlValue) {
        if let (UvlValue::Condition(_), Some(last)) = (value, self.all.last_mut()) {
            *last = NumberParts::default();
        }
    }

    /// What the last operand is made of, the condition itself where it is one.
    fn operand(&mut self, side: Option<&Side>) -> NumberParts {
        let mut parts = self.all.pop().unwrap_or_default();
        parts.conditions.extend(side.filter(|side| is_condition(side)).map(|side| side.span));
        parts
    }

    /// Warns of conditions that are compared with something else than other conditions and numbers of them.
    fn warn(&mut self, comparison: ComparisonOperator, parts: &[NumberParts; 2], stack: &[Side]) {
        let [.., left, right] = stack else { return };
        let is_text = |side: &Side| matches!(side.value, UvlValue::Text(_) | UvlValue::OpenText(_));
        if is_text(left) || is_text(right) {
            return;
        }
        let is_equality = matches!(comparison, ComparisonOperator::Equal | ComparisonOperator::Different);
        let is_mixed = match (is_condition(left), is_condition(right)) {
            (true, true) => !is_equality,
            (true, false) if parts[1].conditions.is_empty() => true,
            (false, true) if parts[0].conditions.is_empty() => true,
            _ => parts.iter().any(|parts| parts.is_measured),
        };
        if is_mixed {
            let conditions = parts.iter().flat_map(|parts| &parts.conditions);
            self.warnings.extend(conditions.map(|&span| {
                let message = "this is no number but a condition: it is read as 1 where it holds, and as 0 elsewhere";
                let warning = Diagnostic::new(Code::IllTypedConstraint, span, message);
                Diagnostic { severity: Severity::Warning, ..warning }
            }));
        }
    }
}

impl NumberParts {
    fn and(mut self, other: Self) -> Self {
        self.conditions.extend(other.conditions);
        self.is_measured |= other.is_measured;
        self
    }
}

fn is_condition(side: &Side) -> bool {
    matches!(side.value, UvlValue::Condition(_))
}
