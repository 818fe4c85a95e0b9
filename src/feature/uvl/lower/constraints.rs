//! Constraints: operands first, in the order in which the document keeps them.

use num_bigint::BigInt;
use variscope_encoder::FormulaId;

use super::super::syntax::{Expression, FeatureKind, Operator, Spanned};
use super::cells::{self, TooMany, components};
use super::comparison::Side;
use super::functions::ill_typed;
use super::mixed::NumberStack;
use super::number::{MAX_VALUES, Number, Ratio};
use super::open::{NotOpen, OpenNumber};
use super::polynomial::{Polynomial, TooLarge};
use super::scope::{ConstraintCopy, MAX_COPIES, TooManyCopies};
use super::value::UvlValue;
use super::{Lowering, RuleKind};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};

type LoweredConstraint<T> = Result<T, Box<Diagnostic>>;

impl Lowering<'_> {
    /// Says that the expression at this position holds, for each instance that it is about.
    pub(super) fn constraint(&mut self, root: usize) -> LoweredConstraint<()> {
        let document = self.document;
        let expressions = &document.expressions[first_of(&document.expressions, root)..=root];
        let span = document.expressions[root].span;
        let copies = self.copies(expressions.iter().map(|expression| &expression.value));
        let copies = copies.map_err(|TooManyCopies| {
            let message = format!("this is stated for more than {MAX_COPIES} combinations of instances");
            Box::new(Diagnostic::new(Code::UnsupportedUvl, span, message))
        })?;
        let mut stated = Vec::new();
        for (number, ConstraintCopy { guard, scope }) in copies.into_iter().enumerate() {
            self.scope = scope;
            let lowered = self.holds(expressions);
            self.scope.clear();
            let (holds, warnings) = lowered?;
            // All copies are warned of alike.
            self.warnings.extend(warnings.into_iter().filter(|_| number == 0));
            let formulas = self.problem.formulas_mut();
            let guard = formulas.and(guard);
            stated.push(formulas.implies(guard, holds));
        }
        let stated = self.problem.formulas_mut().and(stated);
        let rule = self.rule(RuleKind::Constraint, span);
        self.rules[rule.index() as usize].reads_values =
            expressions.iter().any(|expression| self.reads_value(&expression.value));
        self.constraints.push((stated, rule));
        Ok(())
    }

    /// When the last of these expressions, of which the others are operands, holds, and what it may mean otherwise.
    fn holds(&mut self, expressions: &[Spanned<Expression>]) -> LoweredConstraint<(FormulaId, Vec<Diagnostic>)> {
        // The operands of an expression stand before it, without a gap.
        let mut stack: Vec<Side> = Vec::new();
        let mut numbers = NumberStack::default();
        for Spanned { value, span } in expressions {
            numbers.combine(value, &stack);
            let value = self.expression(value, *span, &mut stack)?;
            numbers.evaluate(&value);
            stack.push(Side { value, span: *span });
        }
        let whole = stack.pop().expect("an expression has a value");
        Ok((condition(&whole)?, numbers.warnings))
    }

    /// Whether an expression names a feature that has a value.
    fn reads_value(&self, expression: &Expression) -> bool {
        let has_value = |name: &str| {
            let feature = self.names.feature(name);
            feature.is_some_and(|feature| self.document.features[feature].kind != FeatureKind::Boolean)
        };
        match expression {
            Expression::Reference(name) => has_value(name),
            Expression::Call(_, arguments) => arguments.iter().any(|argument| has_value(&argument.value)),
            Expression::Number(_)
            | Expression::Text(_)
            | Expression::Not(_)
            | Expression::Negative(_)
            | Expression::Binary(..) => false,
        }
    }

    /// Relates all values that features are free to take.
    pub(super) fn domains(&mut self) -> LoweredConstraint<()> {
        let tree = self.document.features[0].name.span;
        let rule = self.rule(RuleKind::Domain, tree);
        let Self { cuts, texts, problem, .. } = self;
        let mut relate = || {
            texts.relate(cuts, problem, rule)?;
            cuts.round(problem, rule);
            for component in components(cuts) {
                cells::relate(&component, cuts, problem, (rule, tree))?;
            }
            cuts.order(problem, rule);
            Ok(())
        };
        relate().map_err(|TooMany(span)| {
            let message = "too many comparisons of values depend on each other";
            let diagnostic = Diagnostic::new(Code::UnsupportedUvl, span, message);
            Box::new(diagnostic.help("compare values with constants where that is enough"))
        })
    }

    fn expression(
        &mut self,
        expression: &Expression,
        span: Span,
        stack: &mut Vec<Side>,
    ) -> LoweredConstraint<UvlValue> {
        let mut operand = || stack.pop().expect("operands stand before their operator");
        match expression {
            Expression::Reference(name) => self.reference(name, span),
            Expression::Number(number) => Ok(UvlValue::Number(Number::decimal(number))),
            Expression::Text(text) => Ok(UvlValue::Text(super::text::CaseText::certain(text.clone()))),
            Expression::Call(function, arguments) => self.call(*function, arguments, span),
            Expression::Not(_) => Ok(UvlValue::Condition(!condition(&operand())?)),
            Expression::Negative(_) => {
                let minus = UvlValue::Number(Number::certain(Ratio::whole(Polynomial::constant(BigInt::from(-1)))));
                let minus = Side { value: minus, span };
                self.arithmetic(Operator::Multiply, &minus, &operand(), span)
            }
            Expression::Binary(operator, ..) => {
                let right = operand();
                let left = operand();
                self.binary(*operator, &left, &right, span)
            }
        }
    }

    fn binary(&mut self, operator: Operator, left: &Side, right: &Side, span: Span) -> LoweredConstraint<UvlValue> {
        match operator {
            Operator::Compare(comparison) => self.compare(comparison, left, right, span).map(UvlValue::Condition),
            Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide => {
                self.arithmetic(operator, left, right, span)
            }
            Operator::Equivalent | Operator::Implies | Operator::Or | Operator::And => {
                let (left, right) = (condition(left)?, condition(right)?);
                let formulas = self.problem.formulas_mut();
                Ok(UvlValue::Condition(match operator {
                    Operator::Equivalent => formulas.iff(left, right),
                    Operator::Implies => formulas.implies(left, right),
                    Operator::Or => formulas.or([left, right]),
                    _ => formulas.and([left, right]),
                }))
            }
        }
    }

    fn arithmetic(&mut self, operator: Operator, left: &Side, right: &Side, span: Span) -> LoweredConstraint<UvlValue> {
        match (&left.value, &right.value) {
            (UvlValue::OpenNumber(_), _) | (_, UvlValue::OpenNumber(_)) => {
                let (one, other) = (self.open_number(left)?, self.open_number(right)?);
                let formulas = self.problem.formulas_mut();
                let result = match operator {
                    Operator::Add => one.add(&other, formulas),
                    Operator::Subtract => one.add(&other.negate(), formulas),
                    Operator::Divide => one.divide(&other, formulas),
                    _ => one.multiply(&other, formulas),
                };
                result.map(UvlValue::OpenNumber).map_err(|diagnostic| not_open(diagnostic, span))
            }
            _ => {
                let (one, other) = (number(left)?, number(right)?);
                self.number_arithmetic(operator, &one, other).map(UvlValue::Number).map_err(|TooLarge| too_large(span))
            }
        }
    }

    /// A number as one that may depend on values: what depends on what is selected has each of its values in a case.
    pub(super) fn open_number(&mut self, side: &Side) -> LoweredConstraint<OpenNumber> {
        if let UvlValue::OpenNumber(open) = &side.value {
            return Ok(open.clone());
        }
        let cases = number(side)?.values(self.problem.formulas_mut());
        cases.map(OpenNumber::known).map_err(|TooLarge| {
            let help = format!("what meets the value of a feature may come to {MAX_VALUES} numbers: give rounder ones");
            Box::new(too_large(side.span).help(help))
        })
    }

    fn number_arithmetic(&mut self, operator: Operator, one: &Number, other: Number) -> Result<Number, TooLarge> {
        let formulas = self.problem.formulas_mut();
        match operator {
            Operator::Add => one.add(&other, formulas),
            Operator::Subtract => one.add(&other.negate(), formulas),
            Operator::Divide => {
                let mut inverse = Number { cases: Vec::new() };
                for (guard, ratio) in other.cases {
                    // Where the divisor is zero there is no number.
                    let defined = ratio.numerator.nonzero(formulas)?;
                    let is_positive =
                        ratio.is_positive && ratio.numerator.as_constant().is_some_and(|n| n > BigInt::ZERO);
                    let inverted = Ratio { numerator: ratio.denominator, denominator: ratio.numerator, is_positive };
                    inverse.cases.push((formulas.and([guard, defined]), inverted));
                }
                one.multiply(&inverse, formulas)
            }
            _ => one.multiply(&other, formulas),
        }
    }
}

/// The position of the first expression that belongs to the one at `root`.
fn first_of(expressions: &[Spanned<Expression>], root: usize) -> usize {
    let mut first = root;
    loop {
        first = match &expressions[first].value {
            Expression::Not(operand) | Expression::Negative(operand) => *operand,
            Expression::Binary(_, left, _) => *left,
            Expression::Reference(_) | Expression::Number(_) | Expression::Text(_) | Expression::Call(..) => {
                return first;
            }
        };
    }
}

fn condition(side: &Side) -> LoweredConstraint<FormulaId> {
    side.value.as_condition().ok_or_else(|| ill_typed(side.span, "a condition", &side.value))
}

fn number(side: &Side) -> LoweredConstraint<Number> {
    side.value.as_number().ok_or_else(|| ill_typed(side.span, "a number", &side.value))
}

/// The complaint about a number that depends on values of features in another way than as a sum.
pub(super) fn not_open(diagnostic: NotOpen, span: Span) -> Box<Diagnostic> {
    match diagnostic {
        NotOpen::TooLarge => too_large(span),
        NotOpen::NotLinear => {
            let message = "values of features are neither multiplied with each other nor divided by";
            Box::new(Diagnostic::new(Code::UnsupportedUvl, span, message))
        }
    }
}

/// The complaint about arithmetic that would take more than memory should hold.
pub(super) fn too_large(span: Span) -> Box<Diagnostic> {
    let message = "this depends on too many combinations of features";
    Box::new(Diagnostic::new(Code::UnsupportedUvl, span, message))
}
