//! Natural numbers that are mostly small.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// A count; as a machine word pair while it fits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Natural {
    Small(u128),
    Big(Box<BigUint>),
}

impl Natural {
    pub(crate) const ZERO: Self = Self::Small(0);
    pub(crate) const ONE: Self = Self::Small(1);

    /// The number of `count` binary ones.
    pub(crate) fn ones(count: usize) -> Self {
        if count < 128 {
            return Self::Small((1 << count) - 1);
        }
        Self::big((BigUint::one() << count) - 1_u8)
    }

    pub(crate) fn add(self, other: Self) -> Self {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => match a.checked_add(b) {
                Some(sum) => Self::Small(sum),
                None => Self::big(BigUint::from(a) + b),
            },
            (Self::Big(mut a), Self::Small(b)) | (Self::Small(b), Self::Big(mut a)) => {
                *a += b;
                Self::Big(a)
            }
            (Self::Big(mut a), Self::Big(b)) => {
                *a += &*b;
                Self::Big(a)
            }
        }
    }

    pub(crate) fn multiply(self, other: &Self) -> Self {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => match a.checked_mul(*b) {
                Some(product) => Self::Small(product),
                None => Self::big(BigUint::from(a) * *b),
            },
            (Self::Small(a), Self::Big(b)) => Self::scale((**b).clone(), a),
            (Self::Big(a), Self::Small(b)) => Self::scale(*a, *b),
            (Self::Big(mut a), Self::Big(b)) => {
                *a *= &**b;
                Self::Big(a)
            }
        }
    }

    /// This number times `2^exponent`.
    pub(crate) fn shift(self, exponent: usize) -> Self {
        match self {
            Self::Small(0) => Self::ZERO,
            Self::Small(small) if exponent <= small.leading_zeros() as usize => Self::Small(small << exponent),
            Self::Small(small) => Self::big(BigUint::from(small) << exponent),
            Self::Big(mut big) => {
                *big <<= exponent;
                Self::Big(big)
            }
        }
    }

    /// So many doublings of one are at least this number; 0 for zero.
    pub(crate) fn bits(&self) -> usize {
        match self {
            Self::Small(small) => (u128::BITS - small.saturating_sub(1).leading_zeros()) as usize,
            Self::Big(big) => usize::try_from(big.bits()).unwrap_or(usize::MAX),
        }
    }

    /// Bytes on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        match self {
            Self::Small(_) => 0,
            Self::Big(big) => size_of::<BigUint>() + usize::try_from(big.bits() / 8).unwrap_or(usize::MAX) + 16,
        }
    }

    fn big(number: BigUint) -> Self {
        Self::Big(Box::new(number))
    }

    fn scale(mut big: BigUint, small: u128) -> Self {
        if small.is_zero() {
            return Self::ZERO;
        }
        if !small.is_one() {
            big *= small;
        }
        Self::big(big)
    }
}

impl From<&BigUint> for Natural {
    fn from(number: &BigUint) -> Self {
        u128::try_from(number).map_or_else(|_| Self::big(number.clone()), Self::Small)
    }
}

impl From<Natural> for BigUint {
    fn from(number: Natural) -> Self {
        match number {
            Natural::Small(small) => small.into(),
            Natural::Big(big) => *big,
        }
    }
}
