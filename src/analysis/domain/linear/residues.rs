//! Classes of points whose coordinates leave the same remainders: in each of them, remainders are constant.
//!
//! Comes in: the period of each variable. Goes out: for each class, a space in which `x` stands for `period * x + residue`,
//! with the cuts as they are there.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use super::form::Form;
use super::reading::Cut;

/// Classes that are looked at.
const MAX_CLASSES: usize = 1000;

/// A class of points.
#[derive(Clone, Debug)]
pub(super) struct Residues<'p> {
    periods: &'p [BigInt],
    residues: Vec<BigInt>,
}

impl<'p> Residues<'p> {
    /// All classes, that of `start` first; none if there are too many. Variables that are no integers have the period 1.
    pub(super) fn all(periods: &'p [BigInt], start: &[BigRational]) -> Option<Vec<Self>> {
        let count: BigInt = periods.iter().product();
        let count = count.to_usize().filter(|&count| count <= MAX_CLASSES)?;
        let class = |number: usize| {
            let mut rest = BigInt::from(number);
            let residue = |(period, start): (&BigInt, &BigRational)| {
                let (quotient, digit) = rest.div_mod_floor(period);
                rest = quotient;
                (start.floor().to_integer() + digit).mod_floor(period)
            };
            Self { periods, residues: periods.iter().zip(start).map(residue).collect() }
        };
        Some((0..count).map(class).collect())
    }

    /// A cut as it is in the space of this class.
    pub(super) fn cut(&self, cut: &Cut) -> Cut {
        let mut form = Form::constant(-&cut.plane.offset);
        for (variable, by) in &cut.plane.terms {
            let by = BigRational::from(by.clone());
            form = form.plus(&(&by * &self.periods[*variable]), &Form::variable(*variable));
            form = form.plus(&by, &Form::constant(self.residues[*variable].clone().into()));
        }
        // Periods are positive: below stays below.
        let (plane, _) = form.plane().expect("a plane has terms");
        Cut { plane, ..*cut }
    }

    /// The point that a point of this space stands for.
    pub(super) fn outer(&self, point: &[BigRational]) -> Vec<BigRational> {
        let places = self.periods.iter().zip(&self.residues).zip(point);
        places.map(|((period, residue), at)| at * period + residue).collect()
    }

    /// The point of this space that stands for the greatest that is nowhere above a point.
    pub(super) fn inner(&self, point: &[BigRational]) -> Vec<BigRational> {
        let places = self.periods.iter().zip(&self.residues).zip(point);
        let inner = |((period, residue), at): ((&BigInt, &BigInt), &BigRational)| {
            let quotient = (at - residue) / period;
            if period.is_one() { quotient } else { quotient.floor() }
        };
        places.map(inner).collect()
    }
}
