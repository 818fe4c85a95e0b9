//! What is computed from one number, and its value at a number: doubles and integers as expressions compute with them.

use crate::syntax::vocabulary::Operator;
use crate::syntax::yaml::Yaml;
use crate::value::{Evaluator, Language, NoLogic, NoNumber, Number, Value, operator_of};

/// Depth to which expressions are read.
const DEEPEST: usize = 100;

/// An expression of one variable.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Term {
    Variable,
    Constant(Number),
    /// What is left of the variable when it is divided by a positive number.
    Remainder(f64),
    Binary(Operation, Box<[Term; 2]>),
}

/// An operation between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Sum,
    Difference,
    Product,
    Quotient,
}

/// What reads terms: the language of the expressions, the variable, and an evaluator that knows all other inputs.
pub(super) struct Terms<'r, 'm> {
    pub(super) language: &'r Language<'m>,
    pub(super) variable: &'r str,
    pub(super) evaluator: Evaluator<'r>,
}

impl<'m> Terms<'_, 'm> {
    /// Whether the expression reads the variable.
    pub(super) fn is_open(&self, yaml: Yaml<'m>) -> bool {
        self.language.inputs_of(yaml).contains(self.variable)
    }

    /// The value of an expression that does not read the variable; none where it has none.
    pub(super) fn constant(&mut self, yaml: Yaml<'m>) -> Option<Value> {
        self.evaluator.evaluate(yaml, &mut NoLogic).ok().flatten()
    }

    /// The number that an expression computes; none for anything else.
    pub(super) fn term(&mut self, yaml: Yaml<'m>) -> Option<Term> {
        self.term_within(yaml, DEEPEST)
    }

    fn term_within(&mut self, yaml: Yaml<'m>, depth: usize) -> Option<Term> {
        if !self.is_open(yaml) {
            return self.constant(yaml)?.as_number().cloned().map(Term::Constant);
        }
        let depth = depth.checked_sub(1)?;
        let (entry, operand) = operator_of(yaml, self.language.profile()).ok()??;
        let (operation, start) = match entry.operator {
            Operator::VariabilityInput => return Some(Term::Variable),
            Operator::ValueExpression => {
                let body = self.language.expression(operand.text())?;
                return self.term_within(body, depth);
            }
            Operator::Add => (Operation::Sum, Some(0)),
            Operator::Mul => (Operation::Product, Some(1)),
            Operator::Sub => (Operation::Difference, None),
            Operator::Div => (Operation::Quotient, None),
            Operator::Mod => return self.remainder(operand, depth),
            _ => return None,
        };
        // Operators combine their operands from the left.
        let mut result = start.map(|start| Term::Constant(Number::integer(start)));
        for item in operand.items() {
            let term = self.term_within(item, depth)?;
            result = Some(match result {
                None => term,
                Some(result) => Term::Binary(operation, Box::new([result, term])),
            });
        }
        result
    }
}

impl<'m> Terms<'_, 'm> {
    fn remainder(&mut self, operand: Yaml<'m>, depth: usize) -> Option<Term> {
        let operands: Vec<Yaml<'m>> = operand.items().collect();
        let [dividend, divisor] = operands[..] else { return None };
        match (self.term_within(dividend, depth)?, self.term_within(divisor, depth)?) {
            // The sign of the divisor makes no difference.
            (Term::Variable, Term::Constant(divisor)) if !divisor.is_zero() => {
                Some(Term::Remainder(divisor.to_f64().abs()))
            }
            _ => None,
        }
    }
}

impl Term {
    /// The value at a number; infinite where it is too large.
    pub(super) fn at(&self, variable: &Number) -> Number {
        match self {
            Self::Variable => variable.clone(),
            Self::Constant(number) => number.clone(),
            // This has no rounding.
            Self::Remainder(divisor) => Number::float(variable.to_f64() % divisor),
            Self::Binary(operation, operands) => {
                let [left, right] = [operands[0].at(variable), operands[1].at(variable)];
                operation.of(&left, &right)
            }
        }
    }

    /// The constants in it.
    pub(super) fn constants(&self) -> Vec<&Number> {
        match self {
            Self::Variable | Self::Remainder(_) => Vec::new(),
            Self::Constant(number) => vec![number],
            Self::Binary(_, operands) => operands.iter().flat_map(Self::constants).collect(),
        }
    }

    /// The leaves that change with the variable: itself, and remainders with their divisors.
    pub(super) fn leaves(&self) -> Vec<Option<f64>> {
        match self {
            Self::Variable => vec![None],
            Self::Constant(_) => Vec::new(),
            Self::Remainder(divisor) => vec![Some(*divisor)],
            Self::Binary(_, operands) => operands.iter().flat_map(Self::leaves).collect(),
        }
    }

    /// Whether it has an operation of this kind.
    pub(super) fn has(&self, kind: Operation) -> bool {
        match self {
            Self::Variable | Self::Constant(_) | Self::Remainder(_) => false,
            Self::Binary(operation, operands) => *operation == kind || operands.iter().any(|operand| operand.has(kind)),
        }
    }
}

impl Operation {
    fn of(self, left: &Number, right: &Number) -> Number {
        let exact = match self {
            Self::Sum => left.plus(right),
            Self::Difference => left.minus(right),
            Self::Product => left.times(right),
            Self::Quotient => left.divided_by(right),
        };
        exact.unwrap_or_else(|_: NoNumber| {
            let (left, right) = (left.to_f64(), right.to_f64());
            Number::float(match self {
                Self::Sum => left + right,
                Self::Difference => left - right,
                Self::Product => left * right,
                Self::Quotient => left / right,
            })
        })
    }
}
