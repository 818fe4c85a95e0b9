//! What is computed from one number, and its value at a number: doubles and integers as expressions compute with them.

use std::collections::BTreeSet;

use num_traits::Signed;
use rustc_hash::FxHashMap;

use crate::analysis::domain::open_expressions::OpenExpressions;
use crate::analysis::domain::operands::MAX_DEPTH;
use crate::analysis::value::{Configuration, Evaluator, Language, NoLogic, NoNumber, Number, Value, operator_of};
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::{Yaml, YamlId};

/// Computations of one term, at most.
const MAX_COMPUTATIONS: usize = 500;

/// An expression of one variable: computations from earlier ones, of which the last is the result. Each is there once, however
/// often the expression has it, so that named expressions that use each other stay small.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Term(Vec<Computation>);

/// One value in the evaluation of a term.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Computation {
    Variable,
    Constant(Number),
    /// What is left of the variable when it is divided by a positive number.
    Remainder(f64),
    /// Of two earlier computations, by index.
    Binary(Operation, [usize; 2]),
}

/// An operation between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Operation {
    Sum,
    Difference,
    Product,
    Quotient,
}

/// What reads terms: the language of the expressions, the variable, and an evaluator that knows all other inputs.
pub(super) struct Terms<'r, 'm> {
    pub(super) language: &'r Language<'m>,
    evaluator: Evaluator<'r>,
    /// Those that read the variable.
    open: OpenExpressions<'r, 'm>,
    /// What expressions compute, as indices; none for what is no number.
    known: FxHashMap<YamlId, Option<usize>>,
    /// The computations of all terms.
    computations: Vec<Computation>,
    binary: FxHashMap<(Operation, [usize; 2]), usize>,
    /// By whether they are integers, and the double that they are nearest to.
    constants: FxHashMap<(bool, u64), Vec<usize>>,
}

impl<'r, 'm> Terms<'r, 'm> {
    pub(super) fn new(language: &'r Language<'m>, variable: &'r str, others: &'r Configuration) -> Self {
        Self {
            language,
            evaluator: Evaluator::new(language, others),
            open: OpenExpressions::of(language, [variable]),
            known: FxHashMap::default(),
            computations: vec![Computation::Variable],
            binary: FxHashMap::default(),
            constants: FxHashMap::default(),
        }
    }

    /// Whether the expression reads the variable.
    pub(super) fn is_open(&mut self, yaml: Yaml<'m>) -> bool {
        self.open.has(yaml)
    }

    /// The value of an expression that does not read the variable; none where it has none.
    pub(super) fn constant(&mut self, yaml: Yaml<'m>) -> Option<Value> {
        self.evaluator.evaluate(yaml, &mut NoLogic).ok().flatten()
    }

    /// The number that an expression computes; none for anything else, and for what takes too many computations.
    pub(super) fn term(&mut self, yaml: Yaml<'m>) -> Option<Term> {
        let result = self.computed(yaml, MAX_DEPTH)?;
        self.term_of(result)
    }

    /// A computation with those that it needs.
    fn term_of(&self, result: usize) -> Option<Term> {
        let mut needed = BTreeSet::new();
        let mut open = vec![result];
        while let Some(index) = open.pop() {
            if needed.insert(index)
                && let Computation::Binary(_, operands) = &self.computations[index]
            {
                open.extend(operands);
            }
            if needed.len() > MAX_COMPUTATIONS {
                return None;
            }
        }
        let needed: Vec<usize> = needed.into_iter().collect();
        let place = |index: &usize| needed.binary_search(index).unwrap_or_default();
        let moved = |index: &usize| match &self.computations[*index] {
            Computation::Binary(operation, operands) => Computation::Binary(*operation, operands.each_ref().map(place)),
            other => other.clone(),
        };
        Some(Term(needed.iter().map(moved).collect()))
    }

    fn computed(&mut self, yaml: Yaml<'m>, depth: usize) -> Option<usize> {
        if let Some(known) = self.known.get(&yaml.id()) {
            return *known;
        }
        let computed = if self.is_open(yaml) {
            depth.checked_sub(1).and_then(|depth| self.open_computation(yaml, depth))
        } else {
            let number = self.constant(yaml).and_then(|value| value.as_number().cloned());
            number.map(|number| self.constant_computation(number))
        };
        self.known.insert(yaml.id(), computed);
        computed
    }

    fn open_computation(&mut self, yaml: Yaml<'m>, depth: usize) -> Option<usize> {
        let (entry, operand) = operator_of(yaml, self.language.profile()).ok()??;
        let operation = match entry.operator {
            Operator::VariabilityInput => return Some(0),
            Operator::ValueExpression => return self.computed(self.language.expression(operand.text())?, depth),
            Operator::Add => Operation::Sum,
            Operator::Mul => Operation::Product,
            Operator::Sub => Operation::Difference,
            Operator::Div => Operation::Quotient,
            Operator::Mod => return self.remainder(operand, depth),
            _ => return None,
        };
        // Operators combine their operands from the left.
        let mut result = None;
        for item in operand.items() {
            let computed = self.computed(item, depth)?;
            result = Some(match result {
                None => computed,
                Some(result) => self.binary_computation(operation, [result, computed]),
            });
        }
        result
    }

    fn remainder(&mut self, operand: Yaml<'m>, depth: usize) -> Option<usize> {
        let operands: Vec<Yaml<'m>> = operand.items().collect();
        let [dividend, divisor] = operands[..] else { return None };
        let (dividend, divisor) = (self.computed(dividend, depth)?, self.computed(divisor, depth)?);
        match (&self.computations[dividend], &self.computations[divisor]) {
            (Computation::Variable, Computation::Constant(divisor)) if !divisor.is_zero() => {
                // The sign of the divisor makes no difference.
                let remainder = Computation::Remainder(divisor.to_f64().abs());
                let known = self.computations.iter().position(|known| *known == remainder);
                Some(known.unwrap_or_else(|| self.push(remainder)))
            }
            _ => None,
        }
    }

    fn constant_computation(&mut self, number: Number) -> usize {
        let key = (number.is_integer(), number.to_f64().to_bits());
        let is_same = |index: &usize| matches!(&self.computations[*index], Computation::Constant(at) if *at == number);
        if let Some(known) = self.constants.get(&key).and_then(|alike| alike.iter().copied().find(is_same)) {
            return known;
        }
        let index = self.push(Computation::Constant(number));
        self.constants.entry(key).or_default().push(index);
        index
    }

    fn binary_computation(&mut self, operation: Operation, operands: [usize; 2]) -> usize {
        if let Some(&index) = self.binary.get(&(operation, operands)) {
            return index;
        }
        let index = self.push(Computation::Binary(operation, operands));
        self.binary.insert((operation, operands), index);
        index
    }

    fn push(&mut self, computation: Computation) -> usize {
        self.computations.push(computation);
        self.computations.len() - 1
    }
}

impl Term {
    /// The variable itself.
    pub(super) fn variable() -> Self {
        Self(vec![Computation::Variable])
    }

    /// A number.
    pub(super) fn constant(number: Number) -> Self {
        Self(vec![Computation::Constant(number)])
    }

    /// The computations, each from earlier ones; the last is the result.
    pub(super) fn computations(&self) -> &[Computation] {
        &self.0
    }

    /// The value at a number; infinite where it is too large.
    pub(super) fn at(&self, variable: &Number) -> Number {
        self.computation_at(self.0.len() - 1, variable)
    }

    /// The value of one of the computations at a number.
    pub(super) fn computation_at(&self, index: usize, variable: &Number) -> Number {
        let mut values: Vec<Number> = Vec::with_capacity(index + 1);
        for computation in &self.0[..=index] {
            values.push(match computation {
                Computation::Variable => variable.clone(),
                Computation::Constant(number) => number.clone(),
                // This has no rounding.
                Computation::Remainder(divisor) => Number::float(variable.to_f64() % divisor),
                Computation::Binary(operation, [left, right]) => operation.of(&values[*left], &values[*right]),
            });
        }
        values.swap_remove(index)
    }

    /// About how many bits the coefficients have when the term is written as a polynomial, or as a quotient of two.
    pub(super) fn bits(&self) -> f64 {
        let has_quotients = self.has(Operation::Quotient);
        let mut bits: Vec<f64> = Vec::with_capacity(self.0.len());
        for computation in &self.0 {
            bits.push(match computation {
                Computation::Variable | Computation::Remainder(_) => 0.0,
                Computation::Constant(number) => bits_of(number),
                Computation::Binary(Operation::Sum | Operation::Difference, [left, right]) if !has_quotients => {
                    sum_of_bits(bits[*left], bits[*right])
                }
                Computation::Binary(_, [left, right]) => bits[*left] + bits[*right],
            });
        }
        bits.pop().unwrap_or_default()
    }

    /// What changes with the variable without being computed from anything else: itself, and remainders with their divisors.
    pub(super) fn leaves(&self) -> Vec<Option<f64>> {
        let leaf = |computation: &Computation| match computation {
            Computation::Variable => Some(None),
            Computation::Remainder(divisor) => Some(Some(*divisor)),
            Computation::Constant(_) | Computation::Binary(..) => None,
        };
        self.0.iter().filter_map(leaf).collect()
    }

    /// How many operations it has.
    pub(super) fn operations(&self) -> i64 {
        self.0.iter().filter(|computation| matches!(computation, Computation::Binary(..))).map(|_| 1).sum()
    }

    /// Whether it has an operation of this kind.
    pub(super) fn has(&self, kind: Operation) -> bool {
        self.0.iter().any(|computation| matches!(computation, Computation::Binary(operation, _) if *operation == kind))
    }
}

/// About how many bits a constant moves a breakpoint by.
fn bits_of(constant: &Number) -> f64 {
    match constant.to_integer() {
        Some(integer) => u32::try_from(integer.abs().bits()).map_or(f64::INFINITY, f64::from),
        None => constant.to_f64().abs().log2().abs() + 2.0,
    }
}

/// The bits of a sum of numbers with so many bits.
pub(super) fn sum_of_bits(one: f64, other: f64) -> f64 {
    let (less, more) = (one.min(other), one.max(other));
    if more.is_finite() { more + (1.0 + (less - more).exp2()).log2() } else { more }
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
