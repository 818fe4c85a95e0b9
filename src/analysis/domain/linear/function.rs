//! From expressions to the functions of the variables that they are: sums, multiples and remainders.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::form::Form;
use super::pieces::Pieces;
use super::reading::{LinearReader, NotLinear, SidesApart, rational};
use crate::analysis::domain::scale::GREATEST_EXACT;
use crate::analysis::value::{NoLogic, Value, operator_of};
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::Yaml;

/// Remainders that one division can leave, at most.
const MAX_REMAINDERS: i64 = 1000;

impl<'m> LinearReader<'_, 'm> {
    /// The function that an expression is; none if it is no number.
    pub(super) fn function(&mut self, yaml: Yaml<'m>) -> Result<Option<Pieces>, NotLinear> {
        if let Some(known) = self.functions.get(&yaml.id()) {
            return Ok(known.clone());
        }
        let function = if self.is_open(yaml) {
            self.deeper(yaml, |reading| reading.open_function(yaml))?
        } else {
            let value = self.evaluator.evaluate(yaml, &mut NoLogic).ok().flatten();
            let number = value.as_ref().and_then(Value::as_number).and_then(rational);
            number.map(|number| Form::constant(number).into())
        };
        self.functions.insert(yaml.id(), function.clone());
        Ok(function)
    }

    /// The function that an operand of a comparison is; none if it is no number, nor taken for one by an order.
    pub(super) fn compared(&mut self, yaml: Yaml<'m>, operator: Operator) -> Result<Option<Pieces>, NotLinear> {
        if !operator.is_order() || self.is_open(yaml) {
            return self.function(yaml);
        }
        let value = self.evaluator.evaluate(yaml, &mut NoLogic).ok().flatten();
        let number = value.and_then(|value| value.as_compared()).as_ref().and_then(rational);
        Ok(number.map(|number| Form::constant(number).into()))
    }

    fn open_function(&mut self, yaml: Yaml<'m>) -> Result<Option<Pieces>, NotLinear> {
        let not_linear = NotLinear(yaml.span());
        let Ok(Some((entry, operand))) = operator_of(yaml, self.language.profile()) else { return Err(not_linear) };
        match entry.operator {
            Operator::VariabilityInput => {
                let place = self.variables.iter().position(|variable| *variable.name == *operand.text());
                place.map(|place| Some(Form::variable(place).into())).ok_or(not_linear)
            }
            Operator::ValueExpression => match self.language.expression(operand.text()) {
                Some(body) => self.function(body),
                None => Ok(None),
            },
            Operator::Add => self.fold(operand, Some(BigRational::zero()), |sum, other| {
                Some(sum.clone().plus(&BigRational::one(), other))
            }),
            Operator::Mul => self.fold(operand, Some(BigRational::one()), Form::product),
            Operator::Sub => self.fold(operand, None, |difference, other| Some(difference.minus(other))),
            Operator::Div => self.fold(operand, None, |quotient, other| {
                let divisor = other.as_constant().filter(|divisor| !divisor.is_zero())?;
                Some(quotient.times(&divisor.recip()))
            }),
            Operator::Mod => {
                let functions: Option<Vec<Pieces>> =
                    operand.items().map(|operand| self.function(operand)).collect::<Result<_, _>>()?;
                if functions.iter().flatten().any(|function| !self.is_integral(function)) {
                    self.found.round(operand.span());
                }
                functions.map(|functions| self.remainder(&functions).ok_or(not_linear)).transpose()
            }
            _ => Err(not_linear),
        }
    }

    /// Combines operands from the left, beginning with `start` or else the first; none if one is no number.
    fn fold(
        &mut self,
        operands: Yaml<'m>,
        start: Option<BigRational>,
        combine: impl Fn(&Form, &Form) -> Option<Form>,
    ) -> Result<Option<Pieces>, NotLinear> {
        let mut result: Option<Pieces> = start.map(|start| Form::constant(start).into());
        let mut are_integral = true;
        for operand in operands.items() {
            let Some(function) = self.function(operand)? else { return Ok(None) };
            are_integral &= self.is_integral(&function) && !self.is_large_double(operand);
            result = match result {
                None => Some(function),
                Some(result) => Some(result.with(&function, &combine).ok_or(NotLinear(operand.span()))?),
            };
        }
        if !are_integral || result.as_ref().is_some_and(|result| !self.is_integral(result)) {
            self.found.round(operands.span());
        }
        Ok(result)
    }

    /// Whether it is a double beside which integers are rounded, though it is one itself.
    fn is_large_double(&mut self, yaml: Yaml<'m>) -> bool {
        if self.is_open(yaml) {
            return false;
        }
        let value = self.evaluator.evaluate(yaml, &mut NoLogic).ok().flatten();
        let number = value.as_ref().and_then(Value::as_number).filter(|number| !number.is_integer());
        number.is_some_and(|number| number.to_f64().abs() > GREATEST_EXACT)
    }

    /// Whether all values are integers, which are computed with exactly.
    fn is_integral(&self, function: &Pieces) -> bool {
        function.forms().iter().all(|form| self.has_integral_variables(form) && form.has_integral_coefficients())
    }

    /// Whether all variables of an affine function are integers.
    fn has_integral_variables(&self, form: &Form) -> bool {
        form.variables().all(|variable| self.variables[variable].is_integral)
    }

    /// What is left of the first operand when it is divided by the second, a number other than 0; it has the sign of the
    /// first.
    fn remainder(&mut self, operands: &[Pieces]) -> Option<Pieces> {
        let [dividend, divisor] = operands else { return None };
        let divisor = divisor.as_constant().filter(|divisor| !divisor.is_zero())?.abs();
        let mut remainders = Vec::new();
        for form in dividend.forms() {
            if !self.has_integral_variables(form) {
                return None;
            }
            for (variable, period) in form.periods(&divisor) {
                self.found.periods[variable] = self.found.periods[variable].lcm(&period);
            }
            let grain = form.grain(&divisor);
            let count = (&divisor / &grain).to_i64().filter(|&count| count <= MAX_REMAINDERS)?;
            remainders.extend((1 - count..count).map(|times| Form::constant(&grain * BigInt::from(times))));
        }
        self.cut_all(dividend, SidesApart::BELOW);
        Pieces::of(remainders)
    }
}
