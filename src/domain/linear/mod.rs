//! Several numbers in one expression: classes of points between hyperplanes.
//!
//! Comes in: a group of inputs with what reads them, and values for those inputs that are no variables. Goes out: a point
//! of every cell that the expressions can tell apart. What they make of it is left to evaluation. Invariant: where all
//! expressions are affine, and doubles are taken for real numbers, no cell is missed; else there are no points at all.
//!
//! DEVIATION: near a hyperplane the rounding of doubles may put a value on another side than real numbers are on. A point
//! of its own shows that only where no double lies on the plane.

mod cells;
mod form;
mod points;
mod reading;
mod simplex;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use self::cells::{Cell, TooMany, cells};
use self::points::Counter;
pub(super) use self::points::Size;
use self::reading::{Cut, NotLinear, Reading};
use super::candidate::number;
use super::partition::Reader;
use crate::source::Span;
use crate::value::{Configuration, Language, Number, Value};

/// An input of which the values are a scale, not a list.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: Arc<str>,
    pub(super) is_integral: bool,
    /// The bounds that its declaration mentions.
    pub(super) bounds: Vec<Number>,
    /// Its default, if it has one.
    pub(super) default: Option<Number>,
}

/// Why there are no points.
#[derive(Clone, Copy, Debug)]
pub(super) enum NoPoints {
    /// This expression is no affine function.
    NotLinear(Span),
    /// There are too many cells.
    TooMany,
}

/// A value for each variable, and how many points it stands for.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub(super) values: Vec<Value>,
    pub(super) size: Size,
}

/// A point of each cell.
#[derive(Clone, Debug)]
pub(super) struct Points {
    pub(super) all: Vec<Point>,
    /// Whether it was decided of each cell whether it has integer points.
    pub(super) is_complete: bool,
}

/// Hyperplanes between points that readers tell apart, those that declarations mention first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cuts {
    all: Vec<Cut>,
    declared: usize,
}

impl Cuts {
    /// What the readers tell apart in the space of `variables`, under values for all other inputs.
    pub(super) fn of<'m>(
        language: &Language<'m>,
        (variables, others): (&[Variable], &Configuration),
        readers: &[&Reader<'m>],
    ) -> Result<Self, NoPoints> {
        let names: Vec<Arc<str>> = variables.iter().map(|variable| Arc::clone(&variable.name)).collect();
        let mut reading = Reading::new(language, &names, others);
        for (place, variable) in variables.iter().enumerate() {
            variable.bounds.iter().for_each(|bound| reading.bound(place, bound));
        }
        let declared = reading.len();
        let read = readers.iter().try_for_each(|reader| reading.reader(reader));
        read.map_err(|NotLinear(span)| NoPoints::NotLinear(span))?;
        Ok(Self { all: reading.into_cuts(), declared })
    }

    /// A point of each cell between them, as far as `is_allowed` lets its values through.
    pub(super) fn points(
        &self,
        variables: &[Variable],
        is_allowed: &dyn Fn(&[Value]) -> bool,
    ) -> Result<Points, NoPoints> {
        let integral: Vec<bool> = variables.iter().map(|variable| variable.is_integral).collect();
        let value = |(coordinate, is_integral): (&BigRational, &bool)| value(coordinate, *is_integral);
        let values = |point: &[BigRational]| point.iter().zip(&integral).map(value).collect::<Vec<_>>();
        let is_allowed = |point: &[BigRational]| is_allowed(&values(point));
        let found = cells((&integral, &start(variables)), (&self.all, self.declared), &is_allowed);
        let found = found.map_err(|TooMany| NoPoints::TooMany)?;
        let mut counter = Counter::new(&self.all, &integral);
        let point = |cell: &Cell| Point { values: values(&cell.point), size: counter.size(cell) };
        Ok(Points { all: found.cells.iter().map(point).collect(), is_complete: found.is_complete })
    }
}

/// Where the search begins: at the defaults, else 0.
fn start(variables: &[Variable]) -> Vec<BigRational> {
    let default = |variable: &Variable| variable.default.as_ref().and_then(reading::rational);
    variables.iter().map(|variable| default(variable).unwrap_or_else(BigRational::zero)).collect()
}

fn value(coordinate: &BigRational, is_integral: bool) -> Value {
    if is_integral {
        Value::Number(coordinate.to_integer().into())
    } else {
        number(coordinate.to_f64().unwrap_or(f64::NAN))
    }
}
