//! Connectives in values that are given for inputs (profiles A to C, where such a map is an expression).
//!
//! Conditions in files are lowered to formulas, and [`Logic`] answers them. A given value is in no file of the template, and
//! nothing refers to it by its place: what connects the values in it is evaluated as it stands. It asks for no element.

use super::{Evaluator, Logic, asks_for_elements};
use crate::analysis::value::Value;
use crate::analysis::value::expression::Expression;
use crate::analysis::value::operator::operands;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::{Operator, OperatorEntry};

impl Evaluator<'_> {
    /// Whether a connective holds that was given for an input.
    pub(super) fn connective(
        &mut self,
        expression: Expression<'_>,
        entry: &'static OperatorEntry,
        operand: Expression<'_>,
        logic: &mut dyn Logic,
    ) -> Result<bool, Box<Diagnostic>> {
        let operands = match entry.operator {
            Operator::Not => vec![operand],
            Operator::And | Operator::Or | Operator::ExactlyOne | Operator::Implies => {
                operands(entry, operand, self.language.profile())?
            }
            operator => {
                let why = "which a value that is given for an input cannot";
                let diagnostic = asks_for_elements(operator, self.language.profile(), expression.span(), why);
                return Err(Box::new(diagnostic.help("write it into the condition that reads the input")));
            }
        };
        let mut holding = 0;
        for (place, &each) in operands.iter().enumerate() {
            let holds = self.truth(each, logic)?;
            holding += usize::from(holds);
            match entry.operator {
                Operator::Not => return Ok(!holds),
                Operator::And if !holds => return Ok(false),
                Operator::Or if holds => return Ok(true),
                Operator::Implies if place == 0 && !holds => return Ok(true),
                _ => {}
            }
        }
        Ok(match entry.operator {
            Operator::ExactlyOne => holding == 1,
            _ => holding == operands.len() && entry.operator != Operator::Or,
        })
    }

    /// An operand as true or false; nothing else is a condition in these profiles.
    fn truth(&mut self, operand: Expression<'_>, logic: &mut dyn Logic) -> Result<bool, Box<Diagnostic>> {
        match self.visit(operand, logic)? {
            Some(Value::Boolean(holds)) => Ok(holds),
            value => {
                let value = value.unwrap_or(Value::Null).to_json();
                let message = format!("{value} is given where true or false is expected");
                let diagnostic = Diagnostic::new(Code::NotACondition, operand.span(), message);
                Err(Box::new(diagnostic.reference(format!("Element \"{value}\" is not a boolean"))))
            }
        }
    }
}
