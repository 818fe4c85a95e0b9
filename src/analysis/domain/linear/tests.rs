//! Cells against all points of small boxes.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use variscope_encoder::linear::WorkLimit;

use super::cells::{Cell, TooMany, cells};
use super::form::Form;
use super::points::{Counter, MAX_LINES, PointCount};
use super::reading::Cut;

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((self.0 >> 33) % u64::from(bound)).unwrap()
    }
}

fn integer(value: i64) -> BigRational {
    BigRational::from(BigInt::from(value))
}

/// The hyperplane where these multiples of the variables add up to `offset`; none if no variable is left.
fn cut(coefficients: &[i64], offset: i64, (below, above): (bool, bool)) -> Option<Cut> {
    let mut form = Form::constant(integer(-offset));
    for (variable, &coefficient) in coefficients.iter().enumerate() {
        form = form.plus(&integer(coefficient), &Form::variable(variable));
    }
    let (plane, is_flipped) = form.plane()?;
    let (is_below_apart, is_above_apart) = if is_flipped { (above, below) } else { (below, above) };
    Some(Cut { plane, is_below_apart, is_above_apart })
}

/// On which side of each cut a point is, as far as the cut distinguishes.
fn sides(cuts: &[Cut], point: &[BigRational]) -> Vec<u8> {
    let side = |cut: &Cut| {
        let sum: BigRational = cut.plane.terms.iter().map(|(at, by)| &point[*at] * BigRational::from(by.clone())).sum();
        match sum.cmp(&cut.plane.offset) {
            std::cmp::Ordering::Less if cut.is_below_apart => 0,
            std::cmp::Ordering::Greater if cut.is_above_apart => 2,
            _ => 1,
        }
    };
    cuts.iter().map(side).collect()
}

/// Cuts at both ends of a box from 0 to `width` in all directions.
fn walls(dimensions: usize, width: i64) -> Vec<Cut> {
    let unit = |at: usize| (0..dimensions).map(|variable| i64::from(variable == at)).collect::<Vec<_>>();
    let ends = |at: usize| [cut(&unit(at), 0, (true, false)), cut(&unit(at), width, (false, true))];
    (0..dimensions).flat_map(ends).flatten().collect()
}

#[test]
fn integer_cells_and_their_sizes_are_those_of_all_points_of_a_box() {
    let mut random = Random(7);
    for round in 0..150 {
        let dimensions = 1 + (round % 3);
        let width = [24, 9, 5][dimensions - 1];
        let mut cuts = walls(dimensions, width);
        let declared = cuts.len();
        for _ in 0..=random.below(4) {
            let coefficients: Vec<i64> = (0..dimensions).map(|_| random.below(7) - 3).collect();
            let kind = match random.below(3) {
                0 => (true, true),
                1 => (true, false),
                _ => (false, true),
            };
            let fresh = cut(&coefficients, random.below(15) - 5, kind);
            cuts.extend(fresh.filter(|fresh| cuts.iter().all(|cut| cut.plane != fresh.plane)));
        }
        let mut expected: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
        for index in 0..(width + 1).pow(dimensions as u32) {
            let coordinate = |at: usize| integer(index / (width + 1).pow(at as u32) % (width + 1));
            let point: Vec<BigRational> = (0..dimensions).map(coordinate).collect();
            *expected.entry(sides(&cuts, &point)).or_default() += 1;
        }
        let (integral, start) = (vec![true; dimensions], vec![BigRational::zero(); dimensions]);
        let is_inside = |point: &[BigRational]| point.iter().all(|at| *at >= integer(0) && *at <= integer(width));
        let found = cells(&integral, &start, &cuts, declared, &is_inside, &WorkLimit::default()).unwrap();
        let mut lines = MAX_LINES;
        let effort = WorkLimit::default();
        let mut counter = Counter::new(&cuts, &integral, &mut lines, &effort);
        let actual: BTreeMap<Vec<u8>, PointCount> =
            found.iter().map(|cell| (sides(&cuts, &cell.point), counter.size(&cell))).collect();
        assert_eq!(actual.len(), found.iter().count(), "a cell was found twice");
        let expected: BTreeMap<Vec<u8>, PointCount> =
            expected.into_iter().map(|(sides, count)| (sides, PointCount::Finite(BigUint::from(count)))).collect();
        assert_eq!(actual, expected, "round {round}: {cuts:?}");
    }
}

#[test]
fn real_cells_are_at_least_those_that_a_fine_grid_finds() {
    let mut random = Random(11);
    for _ in 0..40 {
        let mut cuts: Vec<Cut> = Vec::new();
        for _ in 0..4 {
            let fresh = cut(&[random.below(5) - 2, random.below(5) - 2], random.below(5) - 2, (true, true));
            cuts.extend(fresh.filter(|fresh| cuts.iter().all(|cut| cut.plane != fresh.plane)));
        }
        let integral = [false, false];
        let start = [BigRational::zero(), BigRational::zero()];
        let found = cells(&integral, &start, &cuts, 0, &|_| true, &WorkLimit::default()).unwrap();
        let actual: BTreeSet<Vec<u8>> = found.iter().map(|cell| sides(&cuts, &cell.point)).collect();
        for x in -24..=24 {
            for y in -24..=24 {
                let point = [BigRational::new(x.into(), 4.into()), BigRational::new(y.into(), 4.into())];
                assert!(actual.contains(&sides(&cuts, &point)), "{x}/4 {y}/4 of {cuts:?}");
            }
        }
    }
}

#[test]
fn points_are_small_where_a_cell_has_small_ones() {
    // m + n above 6, n + x not above -1, x above 4: x may be as large as doubles are, and n as small.
    let planes = [([0, 1, 1], 6), ([1, 1, 0], -1), ([1, 0, 0], 4)];
    let mut cuts: Vec<Cut> = planes.iter().filter_map(|(by, offset)| cut(by, *offset, (false, true))).collect();
    cuts.extend(cut(&[1, 0, 0], 0, (true, false)).map(|mut far| {
        far.plane.offset = BigRational::from(BigInt::one() << 1023);
        far
    }));
    let (integral, start) = ([false, true, true], [0; 3].map(integer));
    let found = cells(&integral, &start, &cuts, 0, &|_| true, &WorkLimit::default()).unwrap();
    let is_small = |cell: &Cell| cell.point.iter().all(|at| at.abs() <= integer(1000));
    let (near, far): (Vec<Cell>, Vec<Cell>) = found.iter().partition(is_small);
    assert!(far.iter().all(|cell| cell.point[0] >= cuts[3].plane.offset));
    assert_eq!((near.len(), far.len()), (8, 4));
}

#[test]
fn a_cell_is_infinite_in_one_direction_or_a_point() {
    let cuts: Vec<Cut> =
        [cut(&[1, 1], 3, (true, true)), cut(&[1, -1], 1, (true, true))].into_iter().flatten().collect();
    let sizes = |integral: [bool; 2]| {
        let start = [BigRational::zero(), BigRational::zero()];
        let found = cells(&integral, &start, &cuts, 0, &|_| true, &WorkLimit::default()).unwrap();
        let mut lines = MAX_LINES;
        let effort = WorkLimit::default();
        let mut counter = Counter::new(&cuts, &integral, &mut lines, &effort);
        let mut sizes: Vec<PointCount> = found.iter().map(|cell| counter.size(&cell)).collect();
        sizes.sort();
        sizes
    };
    let expected: Vec<PointCount> =
        std::iter::once(PointCount::Finite(BigUint::one())).chain(vec![PointCount::Infinite; 8]).collect();
    assert_eq!(sizes([true, true]), expected);
    assert_eq!(sizes([false, false]), expected);
}

#[test]
fn equations_without_integer_solutions_have_no_cell() {
    // x + y = 0 and x - y = 1 meet between the integers.
    let cuts: Vec<Cut> =
        [cut(&[1, 1], 0, (true, true)), cut(&[1, -1], 1, (true, true))].into_iter().flatten().collect();
    let start = [BigRational::zero(), BigRational::zero()];
    let on_both = |integral: [bool; 2]| {
        let found = cells(&integral, &start, &cuts, 0, &|_| true, &WorkLimit::default()).unwrap();
        found.iter().any(|cell| sides(&cuts, &cell.point) == [1, 1])
    };
    assert!(on_both([false, false]));
    assert!(!on_both([true, true]));
}

#[test]
fn a_real_number_beside_integers_makes_a_cell_infinite_where_it_is_free() {
    // n from 0 to 6, and x from -3 to n - 3: a point for n = 0, lines for all others.
    let cuts = [
        cut(&[1, 0], 0, (true, true)),
        cut(&[1, 0], 6, (true, true)),
        cut(&[0, 1], -3, (true, true)),
        cut(&[1, -1], 3, (true, true)),
    ];
    let cuts: Vec<Cut> = cuts.into_iter().flatten().collect();
    let (integral, start) = ([true, false], [BigRational::zero(), integer(-3)]);
    let found = cells(&integral, &start, &cuts, 0, &|_| true, &WorkLimit::default()).unwrap();
    let mut lines = MAX_LINES;
    let effort = WorkLimit::default();
    let mut counter = Counter::new(&cuts, &integral, &mut lines, &effort);
    let sizes = |inside: &[u8], counter: &mut Counter<'_>| {
        let cell = found.iter().find(|cell| sides(&cuts, &cell.point) == inside).unwrap();
        counter.size(&cell)
    };
    assert_eq!(sizes(&[1, 0, 1, 1], &mut counter), PointCount::Finite(BigUint::one()));
    assert_eq!(sizes(&[2, 0, 1, 2], &mut counter), PointCount::Finite(BigUint::from(5_u8)));
    assert_eq!(sizes(&[2, 0, 2, 2], &mut counter), PointCount::Infinite);
    // With x = -3, only the last cut bounds n from below.
    let (without, start) = ([cuts[1].clone(), cuts[2].clone(), cuts[3].clone()], [BigRational::zero(), integer(-3)]);
    let found = cells(&integral, &start, &without, 0, &|_| true, &WorkLimit::default()).unwrap();
    let cell = found.iter().find(|cell| sides(&without, &cell.point) == [0, 1, 2]).unwrap();
    let mut lines = MAX_LINES;
    assert_eq!(
        Counter::new(&without, &integral, &mut lines, &effort).size(&cell),
        PointCount::Finite(BigUint::from(5_u8))
    );
}

#[test]
fn cells_that_take_too_many_steps_are_given_up() {
    let (integral, start) = ([true; 3], [0; 3].map(integer));
    let mut cuts = walls(3, 4);
    cuts.extend(cut(&[2, 3, 1], 7, (true, true)));
    cuts.extend(cut(&[1, -2, 5], 3, (true, true)));
    let found =
        |effort: &WorkLimit| cells(&integral, &start, &cuts, 0, &|_| true, effort).map(|found| found.iter().count());
    let effort = WorkLimit::of_at_most(100);
    assert_eq!(found(&effort), Err(TooMany));
    assert!(effort.is_used_up());
    // What is left of it is not given anew.
    assert_eq!(found(&effort), Err(TooMany));
    let whole = found(&WorkLimit::default());
    assert!(whole.is_ok_and(|count| count > 100), "{whole:?}");
    assert_eq!(found(&WorkLimit::of_at_most(10_000_000)), whole);
}
