//! Comparisons as formulas.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use variscope_encoder::{FormulaId, Formulas};

use super::super::syntax::ComparisonOperator;
use super::Lowering;
use super::constraints::{not_open, too_large};
use super::cuts::FreeNumber;
use super::functions::ill_typed;
use super::number::Number;
use super::open::{OpenNumber, OpenSum, Owner};
use super::polynomial::{Polynomial, TooLarge};
use super::text::CaseText;
use super::value::UvlValue;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};

/// Choices of instances that one comparison tries.
const MAX_CHOICES: usize = 1024;

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

    /// The comparison with its sides exchanged.
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
            (UvlValue::OpenNumber(_), _) | (_, UvlValue::OpenNumber(_)) => {
                let (one, other) = (self.open_number(left)?, self.open_number(right)?);
                self.compare_open(comparison, &one, &other, span)
            }
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
            let compared = compare_with_zero(formulas, &ratio.sign()?, comparison)?;
            holds.push(formulas.and([guard, compared]));
        }
        Ok(formulas.or(holds))
    }

    fn compare_open(
        &mut self,
        comparison: ComparisonOperator,
        one: &OpenNumber,
        other: &OpenNumber,
        span: Span,
    ) -> LoweredFormula {
        let difference = one.add(&other.negate(), self.problem.formulas_mut());
        let difference = difference.map_err(|diagnostic| not_open(diagnostic, span))?;
        let mut holds = Vec::new();
        for (guard, sum) in &difference.cases {
            for (chosen, terms) in self.chosen(sum, span)? {
                let compared = self.cuts.compare((&terms, &sum.offset), comparison, span, &mut self.problem);
                holds.push(self.problem.formulas_mut().and([*guard, chosen, compared]));
            }
        }
        Ok(self.problem.formulas_mut().or(holds))
    }

    /// The terms of a sum for each choice of instances of features that have several, and when that is a choice.
    fn chosen(&mut self, sum: &OpenSum, span: Span) -> Result<Vec<ChosenTerms>, Box<Diagnostic>> {
        let mut several: Vec<usize> = sum.terms.keys().filter_map(|quantity| quantity.owner.any_of()).collect();
        several.sort_unstable();
        several.dedup();
        let mut choices: Vec<(FormulaId, BTreeMap<usize, Option<usize>>)> = vec![(FormulaId::TRUE, BTreeMap::new())];
        for feature in several {
            let options = self.options(feature);
            if choices.len() * options.len() > MAX_CHOICES {
                return Err(too_large(span));
            }
            let mut longer = Vec::new();
            for (guard, choice) in &choices {
                for (selected, instance) in &options {
                    let mut choice = choice.clone();
                    choice.insert(feature, *instance);
                    longer.push((self.problem.formulas_mut().and([*guard, *selected]), choice));
                }
            }
            choices = longer;
        }
        let terms = |choice: &BTreeMap<usize, Option<usize>>| {
            let mut terms: BTreeMap<FreeNumber, BigRational> = BTreeMap::new();
            for (quantity, factor) in &sum.terms {
                let instance = match quantity.owner {
                    Owner::Instance(instance) => Some(instance),
                    Owner::AnyOf(feature) => choice[&feature],
                };
                if let Some(instance) = instance {
                    *terms.entry(FreeNumber { instance, aspect: quantity.aspect }).or_insert_with(BigRational::zero) +=
                        factor;
                }
            }
            terms.retain(|_, factor| !factor.is_zero());
            terms
        };
        Ok(choices.into_iter().map(|(guard, choice)| (guard, terms(&choice))).collect())
    }

    /// The instances of a feature, and when each is one that counts: when it is selected, of several; the only one always.
    /// Of several that are not selected, none counts.
    fn options(&mut self, feature: usize) -> Vec<(FormulaId, Option<usize>)> {
        let instances = self.instances_of(feature);
        if let [only] = *instances {
            return vec![(FormulaId::TRUE, Some(only))];
        }
        let mut options: Vec<(FormulaId, Option<usize>)> =
            instances.iter().map(|&instance| (Self::selected(instance), Some(instance))).collect();
        options.push((!self.any_instance(feature), None));
        options
    }

    fn compare_texts(
        &mut self,
        comparison: ComparisonOperator,
        left: &Side,
        right: &Side,
        span: Span,
    ) -> LoweredFormula {
        match (&left.value, &right.value) {
            (UvlValue::Text(_) | UvlValue::OpenText(_), UvlValue::Text(_) | UvlValue::OpenText(_)) => {}
            (UvlValue::Text(_) | UvlValue::OpenText(_), other) => return Err(ill_typed(right.span, "a text", other)),
            (other, _) => return Err(ill_typed(left.span, "a text", other)),
        }
        let is_equal = match comparison {
            ComparisonOperator::Equal => true,
            ComparisonOperator::Different => false,
            _ => return Err(Box::new(Diagnostic::new(Code::IllTypedConstraint, span, "texts have no order"))),
        };
        let mut holds = Vec::new();
        for (chosen, one, other) in self.chosen_texts(&left.value, &right.value) {
            let equal = self.equal_texts(&one, &other, span);
            let compared = equal.negated_if(!is_equal);
            holds.push(self.problem.formulas_mut().and([chosen, compared]));
        }
        Ok(self.problem.formulas_mut().or(holds))
    }

    /// Two texts for each choice of instances of features that have several, and when that is a choice.
    fn chosen_texts(&mut self, left: &UvlValue, right: &UvlValue) -> Vec<(FormulaId, KnownText, KnownText)> {
        let (ones, others) = (self.known_texts(left), self.known_texts(right));
        let is_same = matches!((left, right), (UvlValue::OpenText(one), UvlValue::OpenText(other)) if one.feature == other.feature);
        let mut chosen = Vec::new();
        for (at, (first, one)) in ones.iter().enumerate() {
            for (beside, (second, other)) in others.iter().enumerate() {
                if !is_same || at == beside {
                    let both = self.problem.formulas_mut().and([*first, *second]);
                    chosen.push((both, one.clone(), other.clone()));
                }
            }
        }
        chosen
    }

    fn known_texts(&mut self, value: &UvlValue) -> Vec<(FormulaId, KnownText)> {
        match value {
            UvlValue::OpenText(open) => {
                let text = |instance: Option<usize>| match instance {
                    Some(instance) => KnownText::Value(instance),
                    None => KnownText::Cases(CaseText::certain(String::new())),
                };
                self.options(open.feature).into_iter().map(|(guard, instance)| (guard, text(instance))).collect()
            }
            UvlValue::Text(text) => vec![(FormulaId::TRUE, KnownText::Cases(text.clone()))],
            _ => Vec::new(),
        }
    }

    fn equal_texts(&mut self, one: &KnownText, other: &KnownText, span: Span) -> FormulaId {
        let (instance, text) = match (one, other) {
            (KnownText::Cases(one), KnownText::Cases(other)) => return one.equal(other, self.problem.formulas_mut()),
            (KnownText::Value(one), KnownText::Value(other)) => {
                return self.texts.same(*one, *other, span, &mut self.problem);
            }
            (KnownText::Value(instance), KnownText::Cases(text))
            | (KnownText::Cases(text), KnownText::Value(instance)) => (*instance, text),
        };
        let mut equal = Vec::new();
        for (guard, text) in &text.cases {
            let same = self.texts.equal(instance, text, &mut self.problem);
            equal.push(self.problem.formulas_mut().and([*guard, same]));
        }
        self.problem.formulas_mut().or(equal)
    }
}

/// The terms of a sum, where the formula holds.
type ChosenTerms = (FormulaId, BTreeMap<FreeNumber, BigRational>);

/// A text in cases, or the value of an instance.
#[derive(Clone, Debug)]
enum KnownText {
    Cases(CaseText),
    Value(usize),
}

/// How a polynomial compares with zero.
fn compare_with_zero(
    formulas: &mut Formulas,
    polynomial: &Polynomial,
    comparison: ComparisonOperator,
) -> Result<FormulaId, TooLarge> {
    let (zero, one) = (BigInt::zero(), BigInt::one());
    Ok(match comparison {
        ComparisonOperator::GreaterOrEqual => polynomial.at_least(formulas, &zero)?,
        ComparisonOperator::Less => !polynomial.at_least(formulas, &zero)?,
        ComparisonOperator::Greater => polynomial.at_least(formulas, &one)?,
        ComparisonOperator::LessOrEqual => !polynomial.at_least(formulas, &one)?,
        ComparisonOperator::Different => polynomial.nonzero(formulas)?,
        ComparisonOperator::Equal => !polynomial.nonzero(formulas)?,
    })
}
