//! From expressions to the hyperplanes between points that they distinguish.
//!
//! Comes in: expressions, the inputs that are variables, and values for all other inputs. Goes out: [`Cut`]s and periods;
//! points that are on the same sides of all cuts, and whose coordinates leave the same remainders when they are divided by
//! the periods, are the same to every expression, as far as numbers are real numbers.

use indexmap::IndexMap;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::form::{Form, Plane};
use super::pieces::Pieces;
use crate::analysis::domain::breakpoints::breakpoints;
use crate::analysis::domain::open_expressions::OpenExpressions;
use crate::analysis::domain::operands::{MAX_DEPTH, compared};
use crate::analysis::domain::reader::{Reader, ReadingPurpose};
use crate::analysis::domain::variable::Variable;
use crate::analysis::value::{Configuration, Evaluator, Language, NoLogic, Number, Value, operator_of, text_length};
use crate::source::Span;
use crate::source::syntax::vocabulary::{Layer, Operator};
use crate::source::syntax::yaml::{Yaml, YamlId};

/// A hyperplane, and what is distinguished there: what lies below from what lies on it, this from what lies above, or both.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cut {
    pub(super) plane: Plane,
    pub(super) is_below_apart: bool,
    pub(super) is_above_apart: bool,
}

/// Which sides of a hyperplane are distinguished from what lies on it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SidesApart {
    is_below: bool,
    is_above: bool,
}

impl SidesApart {
    pub(super) const BELOW: Self = Self { is_below: true, is_above: false };
    pub(super) const ABOVE: Self = Self { is_below: false, is_above: true };
    pub(super) const BOTH: Self = Self { is_below: true, is_above: true };

    /// These sides as they are called from the other side of the hyperplane.
    fn flipped(self) -> Self {
        Self { is_below: self.is_above, is_above: self.is_below }
    }

    fn or(self, other: Self) -> Self {
        Self { is_below: self.is_below || other.is_below, is_above: self.is_above || other.is_above }
    }
}

/// Something that is no affine function of the variables.
#[derive(Clone, Copy, Debug)]
pub(super) struct NotLinear(pub(super) Span);

/// What distinguishes points, as far as it was read.
pub(super) struct LinearCuts {
    cuts: IndexMap<Plane, SidesApart, FxBuildHasher>,
    /// By variable.
    pub(super) periods: Vec<BigInt>,
    /// The operands of the first operation whose result may be rounded.
    rounding: Option<Span>,
}

/// Reads expressions of one language under values for all inputs that are no variables.
pub(super) struct LinearReader<'r, 'm> {
    pub(super) language: &'r Language<'m>,
    pub(super) variables: &'r [Variable],
    pub(super) evaluator: Evaluator<'r>,
    /// Values of all inputs that are no variables.
    others: &'r Configuration,
    pub(super) found: &'r mut LinearCuts,
    /// What was read of which expressions.
    seen: FxHashSet<(ReadingPurpose, YamlId)>,
    /// Those that read a variable.
    open: OpenExpressions<'r, 'm>,
    /// Functions that were read; none for what is no number.
    pub(super) functions: FxHashMap<YamlId, Option<Pieces>>,
    depth: usize,
}

impl LinearCuts {
    /// What declarations mention: nothing else was read yet.
    pub(super) fn declared(variables: &[Variable]) -> Self {
        let mut found =
            Self { cuts: IndexMap::default(), periods: vec![BigInt::one(); variables.len()], rounding: None };
        for (place, variable) in variables.iter().enumerate() {
            for bound in variable.bounds.iter().filter_map(rational) {
                let form = Form::variable(place).plus(&-BigRational::one(), &Form::constant(bound));
                found.cut(&form, SidesApart::BOTH);
            }
        }
        found
    }

    /// How many cuts there are so far.
    pub(super) fn len(&self) -> usize {
        self.cuts.len()
    }

    /// The cuts, in the order in which they were met, the period of each variable, and where numbers may be rounded.
    pub(super) fn finish(self) -> (Vec<Cut>, Vec<BigInt>, Option<Span>) {
        let cut = |(plane, apart): (Plane, SidesApart)| Cut {
            plane,
            is_below_apart: apart.is_below,
            is_above_apart: apart.is_above,
        };
        (self.cuts.into_iter().map(cut).collect(), self.periods, self.rounding)
    }

    /// Notes operands whose sum, product or quotient is not always what it is for real numbers.
    pub(super) fn round(&mut self, operands: Span) {
        self.rounding.get_or_insert(operands);
    }

    fn cut(&mut self, form: &Form, apart: SidesApart) {
        let Some((plane, is_flipped)) = form.plane() else { return };
        let known = self.cuts.entry(plane).or_default();
        *known = known.or(if is_flipped { apart.flipped() } else { apart });
    }
}

impl<'r, 'm> LinearReader<'r, 'm> {
    pub(super) fn new(
        language: &'r Language<'m>,
        variables: &'r [Variable],
        others: &'r Configuration,
        found: &'r mut LinearCuts,
    ) -> Self {
        Self {
            language,
            variables,
            evaluator: Evaluator::new(language, others),
            others,
            found,
            seen: FxHashSet::default(),
            open: OpenExpressions::of(language, variables.iter().map(|variable| &*variable.name)),
            functions: FxHashMap::default(),
            depth: 0,
        }
    }

    /// Reads what a reader distinguishes.
    pub(super) fn reader(&mut self, reader: &Reader<'_, 'm>) -> Result<(), NotLinear> {
        match (reader.expression, reader.asks) {
            (None, _) => {
                let read = self.variables.iter().enumerate().filter(|(_, at)| reader.inputs.contains(&*at.name));
                let forms: Vec<Form> = read.map(|(variable, _)| Form::variable(variable)).collect();
                forms.iter().for_each(|form| self.found.cut(form, SidesApart::BOTH));
                Ok(())
            }
            (Some(expression), ReadingPurpose::Truth) => self.truth(expression),
            (Some(expression), ReadingPurpose::Definedness) => {
                self.leaf(expression, ReadingPurpose::Definedness, |reading| reading.definedness(expression))
            }
            (Some(expression), ReadingPurpose::Value) => {
                if self.is_open(expression) {
                    Err(NotLinear(expression.span()))
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Reads a condition.
    fn truth(&mut self, yaml: Yaml<'m>) -> Result<(), NotLinear> {
        if !self.is_open(yaml) || !self.seen.insert((ReadingPurpose::Truth, yaml.id())) {
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
                (operator, _) if operator.compares_values() => {
                    reading.leaf(yaml, ReadingPurpose::Truth, |reading| reading.comparison(operator, operand))
                }
                (operator, _) if operator.compares_lengths() => {
                    reading.leaf(yaml, ReadingPurpose::Truth, |reading| reading.measure(operator, operand))
                }
                _ => reading.leaf(yaml, ReadingPurpose::Truth, |reading| {
                    let function = reading.function(yaml)?;
                    function.iter().for_each(|function| reading.cut_all(function, SidesApart::BOTH));
                    Ok(())
                }),
            }
        })
    }

    /// Reads an expression that is a condition by itself. Where it reads one variable alone, and is not affine or rounds, the
    /// breakpoints of that variable are as good.
    fn leaf(
        &mut self,
        yaml: Yaml<'m>,
        asks: ReadingPurpose,
        read: impl FnOnce(&mut Self) -> Result<(), NotLinear>,
    ) -> Result<(), NotLinear> {
        let rounding = self.found.rounding.take();
        let result = read(self);
        if result.is_err() || self.found.rounding.is_some() {
            let reader = Reader::of(self.language, yaml, asks);
            let mut own = self.variables.iter().enumerate().filter(|(_, at)| reader.inputs.contains(&*at.name));
            if let (Some((place, variable)), None) = (own.next(), own.next())
                && let Some(starts) = breakpoints(variable, self.others, &[&reader])
            {
                for start in starts.iter().filter_map(rational) {
                    let form = Form::variable(place).plus(&-BigRational::one(), &Form::constant(start));
                    self.found.cut(&form, SidesApart::BELOW);
                }
                self.found.rounding = rounding;
                return Ok(());
            }
        }
        self.found.rounding = rounding.or(self.found.rounding);
        result
    }

    fn comparison(&mut self, operator: Operator, operand: Yaml<'m>) -> Result<(), NotLinear> {
        let Some((first, others)) = compared(operator, operand) else { return Ok(()) };
        let Some(first) = self.compared(first, operator)? else {
            // What is no number equals none and is in no order, but the others may have no value.
            return others.into_iter().try_for_each(|other| self.definedness(other));
        };
        for (place, other) in others.into_iter().enumerate() {
            let span = other.span();
            let Some(other) = self.compared(other, operator)? else { continue };
            let difference = first.with(&other, |first, other| Some(first.minus(other))).ok_or(NotLinear(span))?;
            let apart = match operator {
                Operator::Greater | Operator::LessOrEqual => SidesApart::ABOVE,
                Operator::GreaterOrEqual | Operator::Less => SidesApart::BELOW,
                Operator::InRange => SidesApart { is_below: place == 0, is_above: place == 1 },
                _ => SidesApart::BOTH,
            };
            self.cut_all(&difference, apart);
        }
        Ok(())
    }

    /// Reads a comparison of the length of a text with a number.
    fn measure(&mut self, operator: Operator, operand: Yaml<'m>) -> Result<(), NotLinear> {
        let operands: Vec<Yaml<'m>> = operand.items().collect();
        let [text, number] = operands[..] else { return Ok(()) };
        if self.is_open(text) {
            return Err(NotLinear(text.span()));
        }
        let text = self.evaluator.evaluate(text, &mut NoLogic).ok().flatten();
        let length = text.as_ref().and_then(Value::as_str).map(text_length).as_ref().and_then(rational);
        // What is no text has no length, whatever the number is.
        let (Some(length), Some(number)) = (length, self.function(number)?) else { return Ok(()) };
        let difference = number.with(&Form::constant(length).into(), |number, length| Some(number.minus(length)));
        let apart = match operator {
            Operator::MinLength => SidesApart::ABOVE,
            Operator::MaxLength => SidesApart::BELOW,
            _ => SidesApart::BOTH,
        };
        self.cut_all(&difference.ok_or(NotLinear(operand.span()))?, apart);
        Ok(())
    }

    /// Reads what makes evaluation fail: divisors that are 0.
    fn definedness(&mut self, yaml: Yaml<'m>) -> Result<(), NotLinear> {
        if !self.is_open(yaml) || !self.seen.insert((ReadingPurpose::Definedness, yaml.id())) {
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
                Operator::Add
                | Operator::Sub
                | Operator::Mul
                | Operator::Concat
                | Operator::Sum
                | Operator::Min
                | Operator::Max
                | Operator::Median => operands().into_iter().try_for_each(|operand| reading.definedness(operand)),
                Operator::Div | Operator::Mod => {
                    for (place, operand) in operands().into_iter().enumerate() {
                        reading.definedness(operand)?;
                        if place > 0
                            && let Some(divisor) = reading.function(operand)?
                        {
                            reading.cut_all(&divisor, SidesApart::BOTH);
                        }
                    }
                    Ok(())
                }
                _ => Err(NotLinear(yaml.span())),
            }
        })
    }

    pub(super) fn deeper<T>(
        &mut self,
        yaml: Yaml<'m>,
        read: impl FnOnce(&mut Self) -> Result<T, NotLinear>,
    ) -> Result<T, NotLinear> {
        if self.depth == MAX_DEPTH {
            return Err(NotLinear(yaml.span()));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Whether the expression reads a variable.
    pub(super) fn is_open(&mut self, yaml: Yaml<'m>) -> bool {
        self.open.has(yaml)
    }

    /// Distinguishes where each piece is below or above 0 from where it is 0.
    pub(super) fn cut_all(&mut self, function: &Pieces, apart: SidesApart) {
        function.forms().iter().for_each(|form| self.found.cut(form, apart));
    }
}

/// The number itself; none if it is not finite.
pub(super) fn rational(number: &Number) -> Option<BigRational> {
    number.to_integer().map(BigRational::from).or_else(|| BigRational::from_float(number.to_f64()))
}
