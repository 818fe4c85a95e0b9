//! Whether variables have values within bounds, where some variables are sums of others: the simplex method of
//! Dutertre and de Moura, "A fast linear-arithmetic solver for DPLL(T)" (2006), with Bland's rule.
//!
//! Comes in: rows when the tableau is made, bounds later. Goes out: values within all bounds, or that there are none.
//! Invariants: every row holds for the current values, and values of nonbasic variables are within their bounds. Bounds
//! only shrink; who wants to take one back keeps a clone of the bounds.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::effort::WorkLimit;
use super::rational::Rational;

/// A number next to a rational one: so many infinitesimals above it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeltaRational {
    /// The rational number.
    pub at: Rational,
    /// In infinitesimals.
    pub beside: Rational,
}

impl DeltaRational {
    /// The number itself.
    pub fn at(at: impl Into<Rational>) -> Self {
        Self { at: at.into(), beside: Rational::ZERO }
    }

    /// The next number above, if `is_above`, or below.
    pub fn beside(at: impl Into<Rational>, is_above: bool) -> Self {
        Self { at: at.into(), beside: Rational::from(if is_above { 1 } else { -1 }) }
    }

    fn add(&mut self, factor: &Rational, other: &Self) {
        self.at.add_product(factor, &other.at);
        self.beside.add_product(factor, &other.beside);
    }

    fn minus(&self, other: &Self) -> Self {
        Self { at: &self.at - &other.at, beside: &self.beside - &other.beside }
    }
}

/// By variable: the least and the greatest value that it may have.
pub type Bounds = Vec<(Option<DeltaRational>, Option<DeltaRational>)>;

/// Variables, some of which are sums of others.
#[derive(Clone, Debug)]
pub struct Tableau {
    /// By basic variable: what it is the sum of, over nonbasic variables.
    rows: BTreeMap<usize, BTreeMap<usize, Rational>>,
    values: Vec<DeltaRational>,
    /// By variable.
    pub bounds: Bounds,
    effort: WorkLimit,
}

impl Tableau {
    /// `free` variables, and behind them one for each of these sums over them.
    pub fn new(free: usize, sums: impl IntoIterator<Item = BTreeMap<usize, BigRational>>) -> Self {
        let row = |sum: BTreeMap<usize, BigRational>| sum.into_iter().map(|(at, by)| (at, by.into())).collect();
        let rows: BTreeMap<usize, BTreeMap<usize, Rational>> =
            sums.into_iter().enumerate().map(|(place, sum)| (free + place, row(sum))).collect();
        let count = free + rows.len();
        let (values, bounds) = (vec![DeltaRational::at(Rational::ZERO); count], vec![(None, None); count]);
        Self { rows, values, bounds, effort: WorkLimit::default() }
    }

    /// Counts what is computed in `effort`.
    #[must_use]
    pub fn counted(self, effort: &WorkLimit) -> Self {
        Self { effort: effort.clone(), ..self }
    }

    /// Gives a variable that is no sum a value from which to start.
    pub fn set(&mut self, variable: usize, value: &DeltaRational) {
        self.shift(variable, value);
    }

    /// Lets all values be 0 again, for other bounds.
    pub fn reset(&mut self) {
        self.values.fill(DeltaRational::at(Rational::ZERO));
    }

    /// The current value of a variable.
    pub fn value(&self, variable: usize) -> &DeltaRational {
        &self.values[variable]
    }

    /// Lets a variable be no less than `bound`. False if nothing is left for it.
    pub fn at_least(&mut self, variable: usize, bound: &DeltaRational) -> bool {
        let (low, high) = &mut self.bounds[variable];
        if low.as_ref().is_none_or(|low| low < bound) {
            *low = Some(bound.clone());
        }
        let is_possible = high.as_ref().is_none_or(|high| bound <= high);
        if is_possible && !self.rows.contains_key(&variable) && self.values[variable] < *bound {
            self.shift(variable, bound);
        }
        is_possible
    }

    /// Lets a variable be no more than `bound`. False if nothing is left for it.
    pub fn at_most(&mut self, variable: usize, bound: &DeltaRational) -> bool {
        let (low, high) = &mut self.bounds[variable];
        if high.as_ref().is_none_or(|high| high > bound) {
            *high = Some(bound.clone());
        }
        let is_possible = low.as_ref().is_none_or(|low| low <= bound);
        if is_possible && !self.rows.contains_key(&variable) && self.values[variable] > *bound {
            self.shift(variable, bound);
        }
        is_possible
    }

    /// Looks for values within the bounds.
    ///
    /// # Panics
    /// Never: a variable that is outside a bound has that bound.
    pub fn is_feasible(&mut self) -> bool {
        while let Some((basic, side)) = self.outside() {
            let Some(entering) = self.entering(basic, side) else { return false };
            self.pivot(basic, entering);
            let (low, high) = &self.bounds[basic];
            let bound = if side == Ordering::Less { low } else { high };
            let bound = bound.clone().expect("the variable is outside this bound");
            self.shift(basic, &bound);
        }
        true
    }

    /// Whether some row cannot hold for integers: what its open variables add up to is a multiple of a number that the fixed
    /// ones are not. All variables of such a row are integers where `is_integral`.
    pub fn defies_integers(&self, is_integral: impl Fn(usize) -> bool) -> bool {
        self.rows.iter().any(|(&basic, row)| {
            let is_whole = is_integral(basic) && row.keys().all(|&variable| is_integral(variable));
            is_whole && self.row_defies_integers(basic, row)
        })
    }

    fn row_defies_integers(&self, basic: usize, row: &BTreeMap<usize, Rational>) -> bool {
        let scale = row.values().fold(BigInt::one(), |scale, coefficient| scale.lcm(&coefficient.denominator()));
        let (mut divisor, mut fixed) = (BigInt::zero(), BigRational::zero());
        let minus_basic = (basic, -BigRational::one());
        let terms = row.iter().map(|(&variable, coefficient)| (variable, coefficient.to_big())).chain([minus_basic]);
        for (variable, coefficient) in terms {
            let coefficient = coefficient * &scale;
            match &self.bounds[variable] {
                (Some(low), Some(high)) if low == high => fixed += coefficient * low.at.to_big(),
                _ => divisor = divisor.gcd(&coefficient.to_integer()),
            }
        }
        if divisor.is_zero() { !fixed.is_zero() } else { !(fixed / divisor).is_integer() }
    }

    /// The first basic variable outside its bounds, and on which side.
    fn outside(&self) -> Option<(usize, Ordering)> {
        self.rows.keys().find_map(|&basic| {
            let (value, (low, high)) = (&self.values[basic], &self.bounds[basic]);
            if low.as_ref().is_some_and(|low| value < low) {
                Some((basic, Ordering::Less))
            } else {
                high.as_ref().is_some_and(|high| value > high).then_some((basic, Ordering::Greater))
            }
        })
    }

    /// The first nonbasic variable that can move so that `basic` moves back from that side.
    fn entering(&self, basic: usize, side: Ordering) -> Option<usize> {
        let can_help = |(variable, coefficient): &(&usize, &Rational)| {
            let rises = coefficient.is_positive() == (side == Ordering::Less);
            let (value, (low, high)) = (&self.values[**variable], &self.bounds[**variable]);
            if rises {
                high.as_ref().is_none_or(|high| value < high)
            } else {
                low.as_ref().is_none_or(|low| value > low)
            }
        };
        self.rows[&basic].iter().find(can_help).map(|(&variable, _)| variable)
    }

    /// Gives a nonbasic variable another value.
    fn shift(&mut self, variable: usize, to: &DeltaRational) {
        let by = to.minus(&self.values[variable]);
        self.values[variable] = to.clone();
        self.effort.spend(self.rows.len());
        for (&basic, row) in &self.rows {
            if let Some(coefficient) = row.get(&variable) {
                self.values[basic].add(coefficient, &by);
            }
        }
    }

    /// Solves the row of `leaving` for `entering`, and puts that into all other rows.
    fn pivot(&mut self, leaving: usize, entering: usize) {
        let mut row = self.rows.remove(&leaving).expect("only basic variables leave");
        let factor = row.remove(&entering).expect("only variables of the row enter").recip();
        let minus = -&factor;
        row.values_mut().for_each(|coefficient| *coefficient = &*coefficient * &minus);
        row.insert(leaving, factor);
        self.effort.spend(self.rows.len());
        for other in self.rows.values_mut() {
            let Some(factor) = other.remove(&entering) else { continue };
            self.effort.spend(row.len());
            for (&variable, coefficient) in &row {
                other.entry(variable).or_insert(Rational::ZERO).add_product(&factor, coefficient);
            }
            other.retain(|_, coefficient| !coefficient.is_zero());
        }
        self.rows.insert(entering, row);
    }
}
