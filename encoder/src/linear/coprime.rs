//! Sums up to a multiple: the same factors for all that are 0 in the same places.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// Factors, none of them 0, as coprime integers, the first positive; and what each was multiplied by. None without factors.
pub fn coprime<V: Copy + Ord>(terms: &BTreeMap<V, BigRational>) -> Option<(Vec<(V, BigInt)>, BigRational)> {
    let (_, first) = terms.first_key_value()?;
    let multiple = terms.values().fold(BigInt::one(), |all, factor| all.lcm(factor.denom()));
    let whole = |factor: &BigRational| (factor * &multiple).to_integer();
    let divisor = terms.values().map(whole).fold(BigInt::zero(), |all, factor| all.gcd(&factor));
    let divisor = if first.is_negative() { -divisor } else { divisor };
    let factors = terms.iter().map(|(&variable, factor)| (variable, whole(factor) / &divisor)).collect();
    Some((factors, BigRational::new(multiple, divisor)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiples_have_the_same_factors() {
        let ratio = |numerator: i32, denominator: i32| BigRational::new(numerator.into(), denominator.into());
        let terms = BTreeMap::from([(0, ratio(-2, 3)), (4, ratio(4, 5))]);
        let (factors, by) = coprime(&terms).unwrap();
        assert_eq!((factors, by.clone()), (vec![(0, 5.into()), (4, (-6).into())], ratio(-15, 2)));
        let halves = terms.into_iter().map(|(variable, factor)| (variable, factor / ratio(2, 1))).collect();
        assert_eq!(coprime(&halves), Some((vec![(0, 5.into()), (4, (-6).into())], by * ratio(2, 1))));
        assert_eq!(coprime::<usize>(&BTreeMap::new()), None);
    }
}
