//! Comparisons as formulas.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::Zero;
use variscope_encoder::encodings::pb::{self, Sum};
use variscope_encoder::{FormulaId, Formulas};

use super::super::syntax::ComparisonOperator;
use super::Lowering;
use super::constraints::too_large;
use super::functions::ill_typed;
use super::number::{Number, TooLarge};
use super::open::{OpenNumber, OpenText};
use super::text::CaseText;
use super::value::UvlValue;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};

impl ComparisonOperator {
    /// Whether it holds between things in this order.
    pub(super) fn holds(self, ordering: Ordering) -> bool {
        match self {
            Self::Equal => ordering.is_eq(),
            Self::Different => ordering.is_ne(),
            Self::Less => ordering.is_lt(),
            Self::LessOrEqual => ordering.is_le(),
            Self::Greater => ordering.is_gt(),
            Self::GreaterOrEqual => ordering.is_ge(),
        }
    }

    /// The same comparison with its sides exchanged.
    pub(super) fn turned(self) -> Self {
        match self {
            Self::Equal | Self::Different => self,
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
        }
    }
}

/// One side of a comparison, with its place.
pub(super) struct Side {
    pub value: UvlValue,
    pub span: Span,
}

type LoweredFormula = Result<FormulaId, Box<Diagnostic>>;

impl Lowering<'_> {
    pub(super) fn compare(
        &mut self,
        comparison: ComparisonOperator,
        left: &Side,
        right: &Side,
        span: Span,
    ) -> LoweredFormula {
        match (&left.value, &right.value) {
            (UvlValue::Text(_) | UvlValue::OpenText(_), _) | (_, UvlValue::Text(_) | UvlValue::OpenText(_)) => {
                self.compare_texts(comparison, left, right, span)
            }
            (UvlValue::OpenNumber(open), _) => self.compare_open(comparison, open, right, span),
            (_, UvlValue::OpenNumber(open)) => self.compare_open(comparison.turned(), open, left, span),
            (one, other) => {
                let (one, other) = (one.as_number(), other.as_number());
                let (one, other) = one.zip(other).expect("conditions are numbers too");
                self.compare_numbers(comparison, &one, &other.negate()).map_err(|TooLarge| too_large(span))
            }
        }
    }

    /// How the sum of two numbers compares with zero; false where there is no number.
    fn compare_numbers(
        &mut self,
        comparison: ComparisonOperator,
        one: &Number,
        other: &Number,
    ) -> Result<FormulaId, TooLarge> {
        let formulas = self.problem.formulas_mut();
        let mut holds = Vec::new();
        for (guard, ratio) in one.add(other, formulas)?.cases {
            let sum = ratio.sign(formulas)?;
            let compared = compare_sum(formulas, &sum, comparison);
            holds.push(formulas.and([guard, compared]));
        }
        Ok(formulas.or(holds))
    }

    fn compare_open(
        &mut self,
        comparison: ComparisonOperator,
        open: &OpenNumber,
        other: &Side,
        span: Span,
    ) -> LoweredFormula {
        let constant = other.value.as_number().and_then(|number| number.as_constant());
        let Some((numerator, denominator)) = constant else {
            let message = "the value of a feature can only be compared with a constant";
            return Err(Box::new(Diagnostic::new(Code::UnsupportedUvl, span, message)));
        };
        let difference = open.clone().plus(&-numerator, &denominator);
        Ok(self.unknowns.compare(&difference, comparison, &mut self.problem))
    }

    fn compare_texts(
        &mut self,
        comparison: ComparisonOperator,
        left: &Side,
        right: &Side,
        span: Span,
    ) -> LoweredFormula {
        let equal = match (&left.value, &right.value) {
            (UvlValue::Text(one), UvlValue::Text(other)) => one.equal(other, self.problem.formulas_mut()),
            (UvlValue::OpenText(open), UvlValue::Text(text)) | (UvlValue::Text(text), UvlValue::OpenText(open)) => {
                self.open_equal(*open, text)
            }
            (UvlValue::OpenText(_), UvlValue::OpenText(_)) => {
                let message = "the values of two features cannot be compared";
                return Err(Box::new(Diagnostic::new(Code::UnsupportedUvl, span, message)));
            }
            (UvlValue::Text(_) | UvlValue::OpenText(_), other) => return Err(ill_typed(right.span, "a text", other)),
            (other, _) => return Err(ill_typed(left.span, "a text", other)),
        };
        match comparison {
            ComparisonOperator::Equal => Ok(equal),
            ComparisonOperator::Different => Ok(!equal),
            _ => Err(Box::new(Diagnostic::new(Code::IllTypedConstraint, span, "texts have no order"))),
        }
    }

    fn open_equal(&mut self, open: OpenText, text: &CaseText) -> FormulaId {
        let mut equal = Vec::new();
        for (guard, text) in &text.cases {
            let same = self.unknowns.equal(open, text, &mut self.problem);
            equal.push(self.problem.formulas_mut().and([*guard, same]));
        }
        self.problem.formulas_mut().or(equal)
    }
}

/// How a sum compares with zero.
fn compare_sum(formulas: &mut Formulas, sum: &Sum, comparison: ComparisonOperator) -> FormulaId {
    let (zero, one) = (BigInt::zero(), BigInt::from(1));
    match comparison {
        ComparisonOperator::GreaterOrEqual => pb::at_least(formulas, sum, &zero),
        ComparisonOperator::Less => !pb::at_least(formulas, sum, &zero),
        ComparisonOperator::Greater => pb::at_least(formulas, sum, &one),
        ComparisonOperator::LessOrEqual => !pb::at_least(formulas, sum, &one),
        ComparisonOperator::Different => nonzero(formulas, sum),
        ComparisonOperator::Equal => !nonzero(formulas, sum),
    }
}

/// That a sum is not zero.
pub(super) fn nonzero(formulas: &mut Formulas, sum: &Sum) -> FormulaId {
    let positive = pb::at_least(formulas, sum, &BigInt::from(1));
    let not_negative = pb::at_least(formulas, sum, &BigInt::zero());
    formulas.or([positive, !not_negative])
}
