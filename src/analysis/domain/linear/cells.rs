//! The cells into which hyperplanes divide space, each with a point: depth first, one plane after the other, as long as
//! the simplex method finds points; integers by branch and bound.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};
use variscope_encoder::linear::{Branches, DeltaRational, Tableau, Undecided, WorkLimit, fix, integer_point};

use super::reading::Cut;

/// Cells that are looked for.
pub(super) const MAX_CELLS: usize = 20_000;

/// Branches that are followed for the integer points of one cell, and of all cells together.
const MAX_BRANCHES: Branches = Branches { each: 500, left: 10_000 };

/// Planes that are looked at.
const MAX_PLANES: usize = 200;

/// What lies between a plane and the next place where it distinguishes points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Region {
    Below,
    NotAbove,
    On,
    NotBelow,
    Above,
}

/// Points on the same sides of all planes.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// One of them.
    pub(super) point: Vec<BigRational>,
    /// All of them, as bounds.
    pub(super) tableau: Tableau,
}

/// Cells between planes.
#[derive(Clone, Debug)]
pub(super) struct Cells<'c> {
    /// A point of each cell, with its region at each plane: bounds of all cells at once would take much memory.
    found: Vec<(Vec<BigRational>, Vec<Region>)>,
    /// Whether it was decided of each cell whether it has a point.
    pub(super) is_complete: bool,
    /// Between which of these planes they are, without bounds.
    space: Tableau,
    integral: &'c [bool],
    cuts: &'c [Cut],
}

impl Cells<'_> {
    /// All cells, that of the start first.
    pub(super) fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.found.iter().map(|(point, regions)| {
            let mut tableau = self.space.clone();
            for (place, &region) in regions.iter().enumerate() {
                enter(&mut tableau, self.integral, self.cuts, place, region);
            }
            Cell { point: point.clone(), tableau }
        })
    }
}

/// There are more cells or planes than are looked at, or they take too many steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMany;

/// Looks for cells of points whose coordinates are integers where `integral`, the planes `cuts` between them. What
/// `is_allowed` refuses after the first `declared` planes is left out. The cell of `start` comes first.
pub(super) fn cells<'c>(
    integral: &'c [bool],
    start: &[BigRational],
    cuts: &'c [Cut],
    declared: usize,
    is_allowed: &dyn Fn(&[BigRational]) -> bool,
    effort: &WorkLimit,
) -> Result<Cells<'c>, TooMany> {
    if cuts.len() > MAX_PLANES {
        return Err(TooMany);
    }
    let sums = cuts.iter().map(|cut| cut.plane.terms.iter().map(|(at, by)| (*at, by.clone().into())).collect());
    let mut tableau = Tableau::new(integral.len(), sums).counted(effort);
    start.iter().enumerate().for_each(|(variable, value)| tableau.set(variable, &DeltaRational::at(value.clone())));
    let mut search = CellSearch {
        integral,
        cuts,
        declared,
        is_allowed,
        effort,
        tableau: tableau.clone(),
        regions: Vec::new(),
        found: Vec::new(),
        is_complete: true,
        branches: MAX_BRANCHES,
    };
    search.from(0)?;
    Ok(Cells { found: search.found, is_complete: search.is_complete, space: tableau, integral, cuts })
}

struct CellSearch<'a> {
    integral: &'a [bool],
    cuts: &'a [Cut],
    declared: usize,
    is_allowed: &'a dyn Fn(&[BigRational]) -> bool,
    effort: &'a WorkLimit,
    tableau: Tableau,
    /// Those that were entered, by plane.
    regions: Vec<Region>,
    found: Vec<(Vec<BigRational>, Vec<Region>)>,
    is_complete: bool,
    /// Branches that may still be followed.
    branches: Branches,
}

impl CellSearch<'_> {
    /// Finds the cells that the planes from this one on make of what is left.
    fn from(&mut self, place: usize) -> Result<(), TooMany> {
        if self.effort.is_used_up() {
            return Err(TooMany);
        }
        if place == self.declared || place == self.cuts.len() {
            let point = match self.point() {
                Ok(Some(point)) => point,
                Ok(None) => return Ok(()),
                Err(Undecided) => {
                    self.is_complete = false;
                    return Ok(());
                }
            };
            if place == self.declared && !(self.is_allowed)(&point) {
                return Ok(());
            }
            if place == self.cuts.len() {
                if !(self.is_allowed)(&point) {
                    // No double is in the cell, and the nearest one is outside of what is declared. Beside other numbers there
                    // may be one.
                    self.is_complete &= matches!(&point[..], [only] if !is_double(only));
                    return Ok(());
                }
                if self.found.len() == MAX_CELLS {
                    return Err(TooMany);
                }
                self.found.push((point, self.regions.clone()));
                return Ok(());
            }
        }
        for region in self.regions(place) {
            let bounds = self.tableau.bounds.clone();
            if enter(&mut self.tableau, self.integral, self.cuts, place, region) && self.tableau.is_feasible() {
                self.regions.push(region);
                self.from(place + 1)?;
                self.regions.pop();
            }
            self.tableau.bounds = bounds;
        }
        Ok(())
    }

    /// The regions at a plane, that of the current values first.
    fn regions(&self, place: usize) -> Vec<Region> {
        let cut = &self.cuts[place];
        let mut regions = match (cut.is_below_apart, cut.is_above_apart) {
            (true, true) => vec![Region::On, Region::Below, Region::Above],
            (true, false) => vec![Region::NotBelow, Region::Below],
            (false, true) => vec![Region::NotAbove, Region::Above],
            (false, false) => vec![],
        };
        let current = self.tableau.value(self.integral.len() + place).cmp(&DeltaRational::at(cut.plane.offset.clone()));
        regions.sort_by_key(|region| !region.holds(current));
        regions
    }

    /// A point within the current bounds.
    fn point(&mut self) -> Result<Option<Vec<BigRational>>, Undecided> {
        let mut tableau = self.tableau.clone();
        if !tableau.is_feasible() {
            return Ok(None);
        }
        let (integral, cuts) = (self.integral, self.cuts);
        let is_integral = |variable| is_integral(integral, cuts, variable);
        let point = integer_point(tableau, integral.len(), &is_integral, &mut self.branches)?;
        let Some(mut tableau) = point else { return Ok(None) };
        // Bounds of the branch in which the point was found say nothing about the cell.
        tableau.bounds.clone_from(&self.tableau.bounds);
        exact_point(tableau, self.integral).map(Some)
    }
}

/// Adds the bounds of a region; false if there is nothing in it.
fn enter(tableau: &mut Tableau, integral: &[bool], cuts: &[Cut], place: usize, region: Region) -> bool {
    let variable = integral.len() + place;
    let is_integral = is_integral(integral, cuts, variable);
    let (at, one) = (&cuts[place].plane.offset, BigRational::one());
    match region {
        Region::Below if is_integral => tableau.at_most(variable, &DeltaRational::at(at.ceil() - one)),
        Region::Below => tableau.at_most(variable, &DeltaRational::beside(at.clone(), false)),
        Region::NotAbove if is_integral => tableau.at_most(variable, &DeltaRational::at(at.floor())),
        Region::NotAbove => tableau.at_most(variable, &DeltaRational::at(at.clone())),
        Region::On if is_integral && !at.is_integer() => false,
        Region::On => {
            tableau.at_least(variable, &DeltaRational::at(at.clone()))
                && tableau.at_most(variable, &DeltaRational::at(at.clone()))
        }
        Region::NotBelow if is_integral => tableau.at_least(variable, &DeltaRational::at(at.ceil())),
        Region::NotBelow => tableau.at_least(variable, &DeltaRational::at(at.clone())),
        Region::Above if is_integral => tableau.at_least(variable, &DeltaRational::at(at.floor() + one)),
        Region::Above => tableau.at_least(variable, &DeltaRational::beside(at.clone(), true)),
    }
}

/// Whether a variable of the tableau, a coordinate or the side of a plane, is always an integer.
fn is_integral(integral: &[bool], cuts: &[Cut], variable: usize) -> bool {
    match variable.checked_sub(integral.len()) {
        None => integral[variable],
        Some(place) => cuts[place].plane.terms.iter().all(|&(variable, _)| integral[variable]),
    }
}

impl Region {
    fn holds(self, side: std::cmp::Ordering) -> bool {
        match self {
            Self::Below => side.is_lt(),
            Self::NotAbove => side.is_le(),
            Self::On => side.is_eq(),
            Self::NotBelow => side.is_ge(),
            Self::Above => side.is_gt(),
        }
    }
}

/// The values of the variables of a tableau without infinitesimals, and as doubles where some are within the bounds.
fn exact_point(mut tableau: Tableau, integral: &[bool]) -> Result<Vec<BigRational>, Undecided> {
    let (integers, reals): (Vec<usize>, Vec<usize>) = (0..integral.len()).partition(|&variable| integral[variable]);
    integers.iter().for_each(|&variable| shrink(&mut tableau, variable, integral));
    for variable in integers {
        let value = tableau.value(variable).clone();
        fix(&mut tableau, variable, value.at);
    }
    // Between integers that are fixed, since what changes a real number may make fractions of others.
    reals.iter().for_each(|&variable| shrink(&mut tableau, variable, integral));
    for variable in reals {
        let value = tableau.value(variable).at.to_big();
        let near = [0, 1, 2, 4, 8, 16, 32, 48].into_iter().flat_map(|bits| around(&value, bits));
        let mut near = near.filter(is_double).chain(neighbours(&value));
        let exact = near.find(|candidate| fix(&mut tableau, variable, candidate));
        if exact.is_none() && is_large(&value) {
            return Err(Undecided);
        }
        if exact.is_none() {
            // No double is there: the nearest one shows what rounding makes of it.
            fix(&mut tableau, variable, &value);
        }
    }
    Ok((0..integral.len()).map(|variable| tableau.value(variable).at.to_big()).collect())
}

/// Gives a variable with a large value a small one if there is one within the bounds: beside large numbers there may be no
/// double, and they are hard to read.
fn shrink(tableau: &mut Tableau, variable: usize, integral: &[bool]) {
    if !is_large(&tableau.value(variable).at.to_big()) {
        return;
    }
    for small in [0, 1, -1, 10, -10, 1000, -1000, 1_000_000_000, -1_000_000_000] {
        let mut smaller = tableau.clone();
        let is_whole = |tableau: &Tableau, place: usize| {
            let value = tableau.value(place);
            !integral[place] || (value.at.is_integer() && value.beside.is_zero())
        };
        if fix(&mut smaller, variable, small) && (0..integral.len()).all(|place| is_whole(&smaller, place)) {
            *tableau = smaller;
            return;
        }
    }
}

/// Whether not all integers nearby are doubles.
fn is_large(value: &BigRational) -> bool {
    value.abs() > BigRational::from(BigInt::one() << 53)
}

/// Whether a number is a double; digits behind the point do not suffice for that where it is large.
fn is_double(number: &BigRational) -> bool {
    number.to_f64().and_then(BigRational::from_float).is_some_and(|double| double == *number)
}

/// The nearest double, and those next to it.
fn neighbours(value: &BigRational) -> impl Iterator<Item = BigRational> {
    let nearest = value.to_f64().unwrap_or(f64::NAN);
    [nearest, nearest.next_down(), nearest.next_up()].into_iter().filter_map(BigRational::from_float)
}

/// The numbers with so many binary digits behind the point that are nearest to `value`, 0 and its neighbours first.
fn around(value: &BigRational, bits: u32) -> [BigRational; 4] {
    let scale = BigRational::from(BigInt::one() << bits);
    let (floor, ceil) = ((value * &scale).floor(), (value * &scale).ceil());
    let (below, above) = (&floor - BigRational::one(), &ceil + BigRational::one());
    [floor, ceil, below, above].map(|scaled| scaled / &scale)
}
