//! Several numbers in one expression: classes of points between hyperplanes.
//!
//! Comes in: a group of inputs with what reads them, and values for those inputs that are no variables. Goes out: a point
//! of every cell that the expressions can distinguish, in each class of remainders that they divide by. What they make of it is
//! left to evaluation. Invariant: where all expressions are affine piece by piece, and doubles are taken for real numbers, no
//! cell is missed; else there are no points at all.
//!
//! Near a hyperplane the rounding of doubles may put a value on another side than real numbers are on. Where an operation may
//! round, its points are an answer that is not exact, with that operation to blame.

mod cells;
mod form;
mod function;
mod lattice;
mod pieces;
mod points;
mod reading;
mod residues;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use indexmap::IndexMap;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use rustc_hash::FxBuildHasher;
use variscope_encoder::linear::WorkLimit;

use self::cells::{Cell, MAX_CELLS, TooMany, cells};
pub(super) use self::lattice::HermiteForm;
pub(super) use self::points::PointCount;
use self::points::{Counter, MAX_LINES};
use self::reading::{Cut, LinearCuts, LinearReader, NotLinear};
use self::residues::Residues;
use super::reader::Reader;
use super::scale::number;
use super::variable::Variable;
use crate::analysis::value::{Configuration, Number, Value};
use crate::source::Span;

/// A sum of integers.
pub(super) struct Direction {
    /// Variables, each with its multiple.
    pub(super) terms: Vec<(usize, i64)>,
    /// Totals that are distinguished from the one before, ascending.
    pub(super) starts: Vec<i64>,
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
    pub(super) size: PointCount,
}

/// A point of each cell.
#[derive(Clone, Debug)]
pub(super) struct Points {
    pub(super) all: Vec<Point>,
    /// Whether it was decided of each cell whether it has integer points.
    pub(super) is_complete: bool,
    /// The operands of an operation that may round, so that doubles are distinguished where real numbers are not.
    pub(super) rounding: Option<Span>,
}

/// Hyperplanes between points that readers distinguish, those that declarations mention first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cuts {
    all: Vec<Cut>,
    declared: usize,
    /// By variable: points are distinguished whose coordinates leave other remainders when they are divided by this.
    periods: Vec<BigInt>,
    rounding: Option<Span>,
}

impl Cuts {
    /// What the readers distinguish in the space of `variables`, under values for all other inputs.
    pub(super) fn of(
        variables: &[Variable],
        others: &Configuration,
        readers: &[&Reader<'_, '_>],
    ) -> Result<Self, NoPoints> {
        let mut found = LinearCuts::declared(variables);
        let declared = found.len();
        for readers in readers.chunk_by(|one, next| std::ptr::eq(one.language, next.language)) {
            let mut reading = LinearReader::new(readers[0].language, variables, others, &mut found);
            let read = readers.iter().try_for_each(|reader| reading.reader(reader));
            read.map_err(|NotLinear(span)| NoPoints::NotLinear(span))?;
        }
        let (all, periods, rounding) = found.finish();
        Ok(Self { all, declared, periods, rounding })
    }

    /// The one sum that distinguishes points; none where anything else does, or numbers may be rounded.
    pub(super) fn direction(&self) -> Option<Direction> {
        let terms = &self.all.first()?.plane.terms;
        let is_alone = self.all.iter().all(|cut| cut.plane.terms == *terms)
            && self.periods.iter().all(One::is_one)
            && self.rounding.is_none();
        if !is_alone {
            return None;
        }
        let terms =
            terms.iter().map(|(variable, factor)| Some((*variable, factor.to_i64()?))).collect::<Option<_>>()?;
        let mut starts: Vec<i64> = Vec::new();
        for Cut { plane, is_below_apart, is_above_apart } in &self.all {
            if *is_below_apart {
                starts.push(plane.offset.ceil().to_i64()?);
            }
            if *is_above_apart {
                starts.push(plane.offset.floor().to_i64()?.checked_add(1)?);
            }
        }
        starts.sort_unstable();
        starts.dedup();
        Some(Direction { terms, starts })
    }

    /// Whether sums that can have all values, whatever the others have, make too many cells together. What bounds inputs is no
    /// such sum, nor what depends on these alone.
    fn are_certainly_many(&self, variables: &[Variable]) -> bool {
        let mut sums: IndexMap<Vec<i128>, BTreeSet<BigInt>, FxBuildHasher> = IndexMap::default();
        let mut bounds = 0;
        for (place, Cut { plane, is_below_apart, is_above_apart }) in self.all.iter().enumerate() {
            let mut sum = vec![0; variables.len()];
            for (variable, factor) in &plane.terms {
                let Some(factor) = factor.to_i64().filter(|_| variables[*variable].is_integral) else { return false };
                sum[*variable] = factor.into();
            }
            let starts = sums.entry(sum).or_default();
            starts.extend(is_below_apart.then(|| plane.offset.ceil().to_integer()));
            starts.extend(is_above_apart.then(|| plane.offset.floor().to_integer() + 1));
            bounds = if place < self.declared { sums.len() } else { bounds };
        }
        let parts: Vec<usize> = sums.values().map(|starts| starts.len() + 1).collect();
        let mut order: Vec<usize> = (0..parts.len()).collect();
        order[bounds..].sort_by_key(|&sum| Reverse(parts[sum]));
        let sums: Vec<Vec<i128>> = sums.into_keys().collect();
        let Some(form) = HermiteForm::of(&sums, &order) else { return false };
        let free = form.steps().filter(|&(sum, step)| sum >= bounds && step == Some(1));
        let cells = free.fold(1, |cells: usize, (sum, _)| cells.saturating_mul(parts[sum]));
        cells > MAX_CELLS && self.periods.iter().all(One::is_one)
    }

    /// A point of each cell between them, as far as `is_allowed` lets its values through.
    pub(super) fn points(
        &self,
        variables: &[Variable],
        is_allowed: &dyn Fn(&[Value]) -> bool,
        effort: &WorkLimit,
    ) -> Result<Points, NoPoints> {
        if self.are_certainly_many(variables) {
            return Err(NoPoints::TooMany);
        }
        let integral: Vec<bool> = variables.iter().map(|variable| variable.is_integral).collect();
        let value = |(coordinate, is_integral): (&BigRational, &bool)| value(coordinate, *is_integral);
        let values = |point: &[BigRational]| point.iter().zip(&integral).map(value).collect::<Vec<_>>();
        let start = start(variables);
        let mut lines = MAX_LINES;
        let mut points = Points { all: Vec::new(), is_complete: true, rounding: self.rounding };
        for class in Residues::all(&self.periods, &start).ok_or(NoPoints::TooMany)? {
            let cuts: Vec<Cut> = self.all.iter().map(|cut| class.cut(cut)).collect();
            let is_allowed = |point: &[BigRational]| is_allowed(&values(&class.outer(point)));
            let found = cells(&integral, &class.inner(&start), &cuts, self.declared, &is_allowed, effort);
            let found = found.map_err(|TooMany| NoPoints::TooMany)?;
            let mut counter = Counter::new(&cuts, &integral, &mut lines, effort);
            let point = |cell: Cell| Point { values: values(&class.outer(&cell.point)), size: counter.size(&cell) };
            points.all.extend(found.iter().map(point));
            points.is_complete &= found.is_complete;
        }
        Ok(points)
    }
}

/// Where the search begins: at the defaults, else 0.
fn start(variables: &[Variable]) -> Vec<BigRational> {
    let default = |variable: &Variable| variable.default.as_ref().and_then(reading::rational);
    variables.iter().map(|variable| default(variable).unwrap_or_else(BigRational::zero)).collect()
}

fn value(coordinate: &BigRational, is_integral: bool) -> Value {
    let double = number(coordinate.to_f64().unwrap_or(f64::NAN));
    let integer = || Number::from(coordinate.to_integer());
    // Where a double is another number, an integer is not.
    let is_rounded = || coordinate.is_integer() && double.as_number().is_none_or(|double| *double != integer());
    if is_integral || is_rounded() { Value::Number(integer()) } else { double }
}
