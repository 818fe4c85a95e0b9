//! An operator with its evaluated operands, and what a rule can ask of them.

use std::sync::Arc;

use crate::analysis::value::{Evaluation, NoNumber, Number, Value};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::{Operator, Profile};

/// An operator applied to operands.
pub(in crate::analysis::value) struct Call<'a> {
    /// Which operator.
    pub(in crate::analysis::value) operator: Operator,
    /// The profile whose name for it messages use.
    pub(in crate::analysis::value) profile: Profile,
    /// The day of the week.
    pub(in crate::analysis::value) today: &'a str,
    /// The whole expression.
    pub(in crate::analysis::value) span: Span,
    /// As many as the operator takes.
    pub(in crate::analysis::value) operands: Vec<Operand>,
}

/// An operand and where it stands.
pub(in crate::analysis::value) struct Operand {
    /// Its value; none when it is undefined.
    pub(in crate::analysis::value) value: Option<Value>,
    /// Its expression.
    pub(in crate::analysis::value) span: Span,
}

/// What a rule can fail with.
pub(super) type CallError = Box<Diagnostic>;

impl Call<'_> {
    /// The operator as the author writes it.
    pub(super) fn name(&self) -> &'static str {
        self.operator.name(self.profile)
    }

    pub(super) fn value(&self, index: usize) -> Option<&Value> {
        self.operands[index].value.as_ref()
    }

    /// Operand `index`, which must be a number.
    pub(super) fn number(&self, index: usize) -> Result<&Number, CallError> {
        self.value(index).and_then(Value::as_number).ok_or_else(|| {
            let diagnostic = self.wrong_operand(index, "a number");
            match self.value(index).and_then(Value::as_str).and_then(Number::parse_integer) {
                Some(number) => Box::new(diagnostic.help(format!("write {number} without quotes"))),
                None => Box::new(diagnostic),
            }
        })
    }

    /// All operands, which must be numbers.
    pub(super) fn numbers(&self) -> Result<Vec<&Number>, CallError> {
        (0..self.operands.len()).map(|index| self.number(index)).collect()
    }

    /// Operand `index`, which must be a string.
    pub(super) fn string(&self, index: usize) -> Result<&Arc<str>, CallError> {
        match self.value(index) {
            Some(Value::String(text)) => Ok(text),
            _ => Err(self.wrong_operand(index, "a string").into()),
        }
    }

    /// Operand `index`, which must be a list.
    pub(super) fn list(&self, index: usize) -> Result<&[Value], CallError> {
        self.value(index).and_then(Value::as_list).map(|items| &**items).ok_or_else(|| {
            let message = format!("operand {} of `{}` is not a list", index + 1, self.name());
            Box::new(Diagnostic::new(Code::WrongOperand, self.operands[index].span, message))
        })
    }

    /// Operand `index`, which must be a list of two. The reference demands a list of dates only.
    pub(super) fn bounds(&self, index: usize) -> Result<[&Value; 2], CallError> {
        let found = self.value(index);
        match found {
            Some(Value::List(items)) if items.len() == 2 => return Ok([&items[0], &items[1]]),
            _ => {}
        }
        let message = format!("operand {} of `{}` is not a list of two bounds", index + 1, self.name());
        let diagnostic = Diagnostic::new(Code::WrongArity, self.operands[index].span, message);
        Err(Box::new(match found {
            Some(other) if self.operator.compares_dates() && other.as_list().is_none() => {
                diagnostic.reference(format!("Element \"{}\" is not an array", other.to_json()))
            }
            _ => diagnostic,
        }))
    }

    /// Says that operand `index` is not `wanted`, which has its article.
    pub(super) fn wrong_operand(&self, index: usize, wanted: &str) -> Diagnostic {
        let value = self.value(index);
        let json = value.map_or_else(|| "undefined".to_owned(), Value::to_json);
        self.wrong(index, &json, wanted)
    }

    /// Says that operand `index` or a part of it, printed as `json`, is not `wanted`.
    pub(super) fn wrong(&self, index: usize, json: &str, wanted: &str) -> Diagnostic {
        let kind = self.value(index).map_or("undefined", Value::kind);
        let message = format!("operand {} of `{}` is not {wanted}", index + 1, self.name());
        Diagnostic::new(Code::WrongOperand, self.operands[index].span, message)
            .labelled(format!("this is {kind}"))
            .reference(format!("Element \"{json}\" is not {wanted}"))
    }

    /// The result of arithmetic.
    pub(super) fn arithmetic(&self, result: Result<Number, NoNumber>) -> Evaluation {
        result.map(|number| Some(Value::Number(number))).map_err(|reason| self.no_result(reason).into())
    }

    /// A double, unless it is infinite or NaN.
    pub(super) fn finite(&self, value: f64) -> Evaluation {
        self.arithmetic(Number::float(value).plus(&Number::integer(0)))
    }

    /// Says that there is no result.
    pub(super) fn no_result(&self, reason: NoNumber) -> Diagnostic {
        let message = format!("`{}` has no result: {reason}", self.name());
        Diagnostic::new(Code::Arithmetic, self.span, message)
    }
}

/// A boolean result.
pub(super) fn holds(holds: bool) -> Evaluation {
    Ok(Some(Value::Boolean(holds)))
}
