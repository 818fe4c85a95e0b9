//! From expressions to the hyperplanes between points that they tell apart.
//!
//! Comes in: expressions, the inputs that are variables, and values for all other inputs. Goes out: [`Cut`]s; points that
//! are on the same sides of all of them are the same to every expression, as far as numbers are real numbers.

use std::sync::Arc;

use indexmap::IndexMap;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::form::{Form, Plane};
use crate::domain::partition::{Asks, Reader};
use crate::source::Span;
use crate::syntax::vocabulary::{Layer, Operator};
use crate::syntax::yaml::{Yaml, YamlId};
use crate::value::{Configuration, Evaluator, Language, NoLogic, Number, operator_of};

/// Depth to which expressions are read; none that a person writes is deeper.
const DEEPEST: usize = 200;

/// A hyperplane, and what is told apart there: what lies below from what lies on it, this from what lies above, or both.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cut {
    pub(super) plane: Plane,
    pub(super) is_below_apart: bool,
    pub(super) is_above_apart: bool,
}

/// Something that is no affine function of the variables.
#[derive(Clone, Copy, Debug)]
pub(super) struct NotLinear(pub(super) Span);

/// Reads expressions under values for all inputs that are no variables.
pub(super) struct Reading<'r, 'm> {
    language: &'r Language<'m>,
    variables: &'r [Arc<str>],
    evaluator: Evaluator<'r>,
    cuts: IndexMap<Plane, (bool, bool), FxBuildHasher>,
    /// Conditions that were read.
    seen: FxHashSet<YamlId>,
    /// Affine functions that were read; none for what is no number.
    forms: FxHashMap<YamlId, Option<Form>>,
    depth: usize,
}

impl<'r, 'm> Reading<'r, 'm> {
    pub(super) fn new(language: &'r Language<'m>, variables: &'r [Arc<str>], others: &'r Configuration) -> Self {
        Self {
            language,
            variables,
            evaluator: Evaluator::new(language, others),
            cuts: IndexMap::default(),
            seen: FxHashSet::default(),
            forms: FxHashMap::default(),
            depth: 0,
        }
    }

    /// How many cuts there are so far.
    pub(super) fn len(&self) -> usize {
        self.cuts.len()
    }

    /// The cuts so far, in the order in which they were met.
    pub(super) fn into_cuts(self) -> Vec<Cut> {
        let cut = |(plane, (is_below_apart, is_above_apart))| Cut { plane, is_below_apart, is_above_apart };
        self.cuts.into_iter().map(cut).collect()
    }

    /// Reads what a reader tells apart.
    pub(super) fn reader(&mut self, reader: &Reader<'m>) -> Result<(), NotLinear> {
        match (reader.expression, reader.asks) {
            (None, _) => {
                let read = self.variables.iter().enumerate().filter(|(_, name)| reader.inputs.contains(&***name));
                let forms: Vec<Form> = read.map(|(variable, _)| Form::variable(variable)).collect();
                forms.iter().for_each(|form| self.cut(form, true, true));
                Ok(())
            }
            (Some(expression), Asks::Truth) => self.truth(expression),
            (Some(expression), Asks::Definedness) => self.definedness(expression),
            (Some(expression), Asks::Value) => {
                if self.is_open(expression) {
                    Err(NotLinear(expression.span()))
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Tells a variable apart from a number.
    pub(super) fn bound(&mut self, variable: usize, bound: &Number) {
        if let Some(bound) = rational(bound) {
            self.cut(&Form::variable(variable).plus(&-BigRational::one(), &Form::constant(bound)), true, true);
        }
    }

    /// Reads a condition.
    fn truth(&mut self, yaml: Yaml<'m>) -> Result<(), NotLinear> {
        if !self.is_open(yaml) || !self.seen.insert(yaml.id()) {
            return Ok(());
        }
        self.deeper(yaml, |reading| {
            let Ok(Some((entry, operand))) = operator_of(yaml, reading.language.profile()) else {
                return Err(NotLinear(yaml.span()));
            };
            match (entry.operator, entry.layer) {
                (Operator::LogicExpression | Operator::ValueExpression, _) => {
                    reading.language.expression(operand.text()).map_or(Ok(()), |body| reading.truth(body))
                }
                (_, Layer::Logic) if operand.is_sequence() => operand.items().try_for_each(|item| reading.truth(item)),
                (_, Layer::Logic) => reading.truth(operand),
                (operator, _) if compares(operator) => reading.comparison(operator, operand),
                _ => match reading.form(yaml)? {
                    Some(form) => {
                        reading.cut(&form, true, true);
                        Ok(())
                    }
                    None => Ok(()),
                },
            }
        })
    }

    fn comparison(&mut self, operator: Operator, operand: Yaml<'m>) -> Result<(), NotLinear> {
        let mut operands = operand.items();
        let Some(first) = operands.next() else { return Ok(()) };
        let others: Vec<Yaml<'m>> = match operator {
            Operator::InRange | Operator::ValidValues => operands.flat_map(Yaml::items).collect(),
            _ => operands.collect(),
        };
        let Some(first) = self.form(first)? else {
            // What is no number equals none and is in no order, but the others may have no value.
            return others.into_iter().try_for_each(|other| self.definedness(other));
        };
        for (place, other) in others.into_iter().enumerate() {
            let Some(other) = self.form(other)? else { continue };
            let difference = first.clone().plus(&-BigRational::one(), &other);
            let (is_below_apart, is_above_apart) = match operator {
                Operator::Greater | Operator::LessOrEqual => (false, true),
                Operator::GreaterOrEqual | Operator::Less => (true, false),
                Operator::InRange => (place == 0, place == 1),
                _ => (true, true),
            };
            self.cut(&difference, is_below_apart, is_above_apart);
        }
        Ok(())
    }

    /// Reads what makes evaluation fail: divisors that are 0.
    fn definedness(&mut self, yaml: Yaml<'m>) -> Result<(), NotLinear> {
        if !self.is_open(yaml) {
            return Ok(());
        }
        self.deeper(yaml, |reading| {
            let Ok(Some((entry, operand))) = operator_of(yaml, reading.language.profile()) else {
                return Err(NotLinear(yaml.span()));
            };
            let operands = || if operand.is_sequence() { operand.items().collect() } else { vec![operand] };
            match entry.operator {
                Operator::VariabilityInput => Ok(()),
                Operator::ValueExpression => {
                    reading.language.expression(operand.text()).map_or(Ok(()), |body| reading.definedness(body))
                }
                Operator::Add | Operator::Sub | Operator::Mul | Operator::Concat => {
                    operands().into_iter().try_for_each(|operand| reading.definedness(operand))
                }
                Operator::Div | Operator::Mod => {
                    for (place, operand) in operands().into_iter().enumerate() {
                        reading.definedness(operand)?;
                        if place > 0
                            && let Some(divisor) = reading.form(operand)?
                        {
                            reading.cut(&divisor, true, true);
                        }
                    }
                    Ok(())
                }
                _ => Err(NotLinear(yaml.span())),
            }
        })
    }

    /// The affine function that an expression is; none if it is no number.
    fn form(&mut self, yaml: Yaml<'m>) -> Result<Option<Form>, NotLinear> {
        if let Some(known) = self.forms.get(&yaml.id()) {
            return Ok(known.clone());
        }
        let form = if self.is_open(yaml) {
            self.deeper(yaml, |reading| reading.open_form(yaml))?
        } else {
            let value = self.evaluator.evaluate(yaml, &mut NoLogic).ok().flatten();
            value.as_ref().and_then(crate::value::Value::as_number).and_then(rational).map(Form::constant)
        };
        self.forms.insert(yaml.id(), form.clone());
        Ok(form)
    }

    fn open_form(&mut self, yaml: Yaml<'m>) -> Result<Option<Form>, NotLinear> {
        let not_linear = NotLinear(yaml.span());
        let Ok(Some((entry, operand))) = operator_of(yaml, self.language.profile()) else { return Err(not_linear) };
        match entry.operator {
            Operator::VariabilityInput => {
                let place = self.variables.iter().position(|name| **name == *operand.text());
                place.map(|place| Some(Form::variable(place))).ok_or(not_linear)
            }
            Operator::ValueExpression => match self.language.expression(operand.text()) {
                Some(body) => self.form(body),
                None => Ok(None),
            },
            Operator::Add => self.fold(operand, Some(Form::constant(BigRational::zero())), |sum, other| {
                Some(sum.plus(&BigRational::one(), other))
            }),
            Operator::Mul => self.fold(operand, Some(Form::constant(BigRational::one())), |product, other| {
                let factor = other.as_constant().map(|factor| product.times(factor));
                factor.or_else(|| product.as_constant().map(|factor| other.times(factor)))
            }),
            Operator::Sub => {
                self.fold(operand, None, |difference, other| Some(difference.plus(&-BigRational::one(), other)))
            }
            Operator::Div => self.fold(operand, None, |quotient, other| {
                let divisor = other.as_constant().filter(|divisor| !divisor.is_zero())?;
                Some(quotient.times(&divisor.recip()))
            }),
            _ => Err(not_linear),
        }
    }

    /// Combines operands from the left, beginning with `start` or else the first; none if one is no number.
    fn fold(
        &mut self,
        operands: Yaml<'m>,
        start: Option<Form>,
        combine: impl Fn(Form, &Form) -> Option<Form>,
    ) -> Result<Option<Form>, NotLinear> {
        let mut result = start;
        for operand in operands.items() {
            let Some(form) = self.form(operand)? else { return Ok(None) };
            result = match result {
                None => Some(form),
                Some(result) => Some(combine(result, &form).ok_or(NotLinear(operand.span()))?),
            };
        }
        Ok(result)
    }

    fn deeper<T>(
        &mut self,
        yaml: Yaml<'m>,
        read: impl FnOnce(&mut Self) -> Result<T, NotLinear>,
    ) -> Result<T, NotLinear> {
        if self.depth == DEEPEST {
            return Err(NotLinear(yaml.span()));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Whether the expression reads a variable.
    fn is_open(&self, yaml: Yaml<'m>) -> bool {
        let inputs = self.language.inputs_of(yaml);
        self.variables.iter().any(|name| inputs.contains(&**name))
    }

    fn cut(&mut self, form: &Form, is_below_apart: bool, is_above_apart: bool) {
        let Some((plane, is_flipped)) = form.plane() else { return };
        let (below, above) =
            if is_flipped { (is_above_apart, is_below_apart) } else { (is_below_apart, is_above_apart) };
        let known = self.cuts.entry(plane).or_default();
        *known = (known.0 || below, known.1 || above);
    }
}

fn compares(operator: Operator) -> bool {
    (Operator::Equal..=Operator::ValidValues).contains(&operator)
}

/// The number itself; none if it is not finite.
pub(super) fn rational(number: &Number) -> Option<BigRational> {
    number.to_integer().map(BigRational::from).or_else(|| BigRational::from_float(number.to_f64()))
}
