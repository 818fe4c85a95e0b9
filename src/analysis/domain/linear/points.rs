//! How many integer points a cell has.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use variscope_encoder::linear::{DeltaRational, Rational, Tableau, WorkLimit, fix};

use super::cells::Cell;
use super::reading::Cut;

/// Lines of points that are added up, for all cells of a group together.
pub(super) const MAX_LINES: u32 = 3_000_000;

/// How many points there are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::analysis::domain) enum PointCount {
    Finite(BigUint),
    Infinite,
    /// Too many to count.
    Unknown,
}

/// Counts the points of cells between the same planes.
pub(super) struct Counter<'c> {
    cuts: &'c [Cut],
    integers: Vec<usize>,
    reals: Vec<usize>,
    /// How many may still be added up.
    lines: &'c mut u32,
    effort: &'c WorkLimit,
}

impl<'c> Counter<'c> {
    /// For points whose coordinates are integers where `integral`.
    pub(super) fn new(cuts: &'c [Cut], integral: &[bool], lines: &'c mut u32, effort: &'c WorkLimit) -> Self {
        let (integers, reals) = (0..integral.len()).partition(|&variable| integral[variable]);
        Self { cuts, integers, reals, lines, effort }
    }

    /// The size of a cell.
    pub(super) fn size(&mut self, cell: &Cell) -> PointCount {
        if self.effort.is_used_up() {
            return PointCount::Unknown;
        }
        if self.integers.iter().any(|&variable| !is_bounded(&cell.tableau, variable)) {
            return PointCount::Infinite;
        }
        if self.reals.iter().any(|&real| !is_fixed(&cell.tableau, real)) {
            return if self.has_line(cell) { PointCount::Infinite } else { PointCount::Unknown };
        }
        let points = self.walls(cell).and_then(|walls| lattice_points(cell, &walls, &self.integers, self.lines));
        points.map_or(PointCount::Unknown, PointCount::Finite)
    }

    /// Whether a real number is free beside integers: those of the point of the cell, or with one of them at an end or in the
    /// middle of its range. Not all integers are tried.
    fn has_line(&self, cell: &Cell) -> bool {
        let is_line = |slice: &mut Tableau, point: &[BigRational]| {
            let are_integers = self.integers.iter().all(|&variable| fix(slice, variable, point[variable].floor()));
            are_integers && self.reals.iter().any(|&real| !is_fixed(slice, real))
        };
        let tried = |(variable, value): (usize, BigInt)| {
            let mut slice = cell.tableau.clone();
            fix(&mut slice, variable, BigRational::from(value)) && {
                let point: Vec<BigRational> = (0..cell.point.len()).map(|at| slice.value(at).at.to_big()).collect();
                is_line(&mut slice, &point)
            }
        };
        let places = self.integers.iter().filter_map(|&variable| Some((variable, range(&cell.tableau, variable)?)));
        let mut places = places.flat_map(|(variable, (low, high))| {
            let middle = (&low + &high).div_floor(&BigInt::from(2));
            [low, middle, high].map(|value| (variable, value))
        });
        is_line(&mut cell.tableau.clone(), &cell.point) || places.any(tried)
    }

    /// What bounds the integers of a cell whose real numbers have one value each; none if numbers are too large.
    fn walls(&self, cell: &Cell) -> Option<Vec<SumBounds>> {
        let bounds = cell.tableau.bounds.iter().skip(cell.point.len());
        self.cuts.iter().zip(bounds).map(|(cut, bounds)| self.wall(cell, cut, bounds)).collect()
    }

    fn wall(
        &self,
        cell: &Cell,
        cut: &Cut,
        (low, high): &(Option<DeltaRational>, Option<DeltaRational>),
    ) -> Option<SumBounds> {
        let is_real = |(variable, _): &&(usize, BigInt)| self.reals.contains(variable);
        let (reals, integers): (Vec<_>, Vec<_>) = cut.plane.terms.iter().partition(is_real);
        let fixed = reals.into_iter().map(|(real, by)| &cell.point[*real] * BigRational::from(by.clone()));
        let fixed: BigRational = fixed.sum();
        let bound = |bound: &Option<DeltaRational>, round: fn(&BigRational, &BigRational) -> BigInt| match bound {
            Some(DeltaRational { at, beside }) => round(&(at.to_big() - &fixed), &beside.to_big()).to_i128().map(Some),
            None => Some(None),
        };
        let terms = integers.into_iter().map(|(variable, by)| Some((*variable, by.to_i128()?)));
        Some(SumBounds { terms: terms.collect::<Option<_>>()?, low: bound(low, least)?, high: bound(high, greatest)? })
    }
}

/// Bounds for a sum of multiples of integers.
struct SumBounds {
    terms: Vec<(usize, i128)>,
    low: Option<i128>,
    high: Option<i128>,
}

/// The least integer that is no less than so many infinitesimals beside a number.
fn least(at: &BigRational, beside: &BigRational) -> BigInt {
    let is_excluded = at.is_integer() && beside.is_positive();
    at.ceil().to_integer() + BigInt::from(u8::from(is_excluded))
}

/// The greatest integer that is no more than so many infinitesimals beside a number.
fn greatest(at: &BigRational, beside: &BigRational) -> BigInt {
    let is_excluded = at.is_integer() && beside.is_negative();
    at.floor().to_integer() - BigInt::from(u8::from(is_excluded))
}

/// Whether no direction in which the bounds let points go on for ever changes the variable (Schrijver, "Theory of Linear
/// and Integer Programming", 8.2: a polyhedron is bounded if its recession cone is 0).
fn is_bounded(tableau: &Tableau, variable: usize) -> bool {
    let mut cone = tableau.clone();
    for (low, high) in &mut cone.bounds {
        let zero = || DeltaRational::at(Rational::ZERO);
        (*low, *high) = (low.as_ref().map(|_| zero()), high.as_ref().map(|_| zero()));
    }
    cone.reset();
    let (mut rising, mut falling) = (cone.clone(), cone);
    let one = Rational::ONE;
    let goes_up = rising.at_least(variable, &DeltaRational::at(one.clone())) && rising.is_feasible();
    let goes_down = falling.at_most(variable, &DeltaRational::at(-&one)) && falling.is_feasible();
    !goes_up && !goes_down
}

/// Whether a variable has one value only.
fn is_fixed(tableau: &Tableau, variable: usize) -> bool {
    let mut above = tableau.clone();
    if !above.is_feasible() {
        return true;
    }
    let value = above.value(variable).clone();
    let mut below = above.clone();
    let is_fixed_above =
        !(above.at_least(variable, &DeltaRational::beside(value.at.clone(), true)) && above.is_feasible());
    let is_fixed_below = !(below.at_most(variable, &DeltaRational::beside(value.at, false)) && below.is_feasible());
    value.beside.is_zero() && is_fixed_above && is_fixed_below
}

/// The integer points between walls, line by line through the box around the cell; none if there are more than `lines`,
/// or they are too large.
fn lattice_points(cell: &Cell, walls: &[SumBounds], integers: &[usize], lines: &mut u32) -> Option<BigUint> {
    let mut sides: Vec<(usize, i64, i64)> = Vec::new();
    for &variable in integers {
        let Some((low, high)) = range(&cell.tableau, variable) else { return Some(BigUint::zero()) };
        sides.push((variable, low.to_i64()?, high.to_i64()?));
    }
    sides.sort_by_key(|&(_, low, high)| high.abs_diff(low));
    let Some((along, _, _)) = sides.pop() else { return Some(BigUint::one()) };
    let count = sides.iter().try_fold(1_u64, |count, (_, low, high)| count.checked_mul(high.abs_diff(*low) + 1))?;
    *lines = lines.checked_sub(u32::try_from(count).ok()?)?;
    let mut point = vec![0; cell.point.len()];
    sides.iter().for_each(|&(variable, low, _)| point[variable] = low.into());
    let mut sum = BigUint::zero();
    loop {
        sum += line(walls, along, &point)?;
        if !advance(&sides, &mut point) {
            return Some(sum);
        }
    }
}

/// The next corner of a line; false behind the last.
fn advance(sides: &[(usize, i64, i64)], point: &mut [i128]) -> bool {
    for &(variable, low, high) in sides {
        point[variable] += 1;
        if point[variable] <= high.into() {
            return true;
        }
        point[variable] = low.into();
    }
    false
}

/// How many values a variable can have between walls, where all others are as in `point`; none if numbers are too large.
fn line(walls: &[SumBounds], variable: usize, point: &[i128]) -> Option<BigUint> {
    let (mut least, mut greatest): (Option<i128>, Option<i128>) = (None, None);
    for wall in walls {
        let (mut coefficient, mut others) = (0, 0_i128);
        for &(at, by) in &wall.terms {
            if at == variable {
                coefficient = by;
            } else {
                others = others.checked_add(by.checked_mul(point[at])?)?;
            }
        }
        let rest = |bound: Option<i128>| bound.map_or(Some(None), |bound| bound.checked_sub(others).map(Some));
        let (low, high) = (rest(wall.low)?, rest(wall.high)?);
        if coefficient == 0 {
            if low.is_some_and(i128::is_positive) || high.is_some_and(i128::is_negative) {
                return Some(BigUint::zero());
            }
            continue;
        }
        let (from, to) = if coefficient > 0 { (low, high) } else { (high, low) };
        least = least.into_iter().chain(from.map(|from| Integer::div_ceil(&from, &coefficient))).max();
        greatest = greatest.into_iter().chain(to.map(|to| Integer::div_floor(&to, &coefficient))).min();
    }
    let count = greatest?.checked_sub(least?)?.checked_add(1)?;
    Some(u128::try_from(count).map_or_else(|_| BigUint::zero(), BigUint::from))
}

/// The least and the greatest integer that a variable can be in a bounded polyhedron.
fn range(tableau: &Tableau, variable: usize) -> Option<(BigInt, BigInt)> {
    let mut inside = tableau.clone();
    if !inside.is_feasible() {
        return None;
    }
    let value = inside.value(variable).at.to_big();
    let can_be = |bound: &BigInt, is_least: bool| {
        let (mut tableau, bound) = (inside.clone(), DeltaRational::at(BigRational::from(bound.clone())));
        let is_possible = if is_least { tableau.at_least(variable, &bound) } else { tableau.at_most(variable, &bound) };
        is_possible && tableau.is_feasible()
    };
    let high = last(value.floor().to_integer(), &BigInt::one(), |at| can_be(at, true));
    let low = last(value.ceil().to_integer(), &-BigInt::one(), |at| can_be(at, false));
    Some((low, high))
}

/// The last number for which `holds`, from one for which it does in the direction of `step`.
fn last(start: BigInt, step: &BigInt, holds: impl Fn(&BigInt) -> bool) -> BigInt {
    let (mut at, mut width) = (start, step.clone());
    while holds(&(&at + &width)) {
        at += &width;
        width *= 2;
    }
    while width.abs() > BigInt::one() {
        width /= 2;
        if holds(&(&at + &width)) {
            at += &width;
        }
    }
    at
}
