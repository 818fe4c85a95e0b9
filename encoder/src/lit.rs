//! Variables and literals.
//!
//! A [`Var`] is numbered from 0; DIMACS numbers start at 1, and [`Lit`] prints that way. A [`Lit`] is
//! `2 * var + sign` in one `u32`, so that it indexes tables directly.

use std::fmt;
use std::ops::Not;

/// A propositional variable, 0-based.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Var {
    /// The largest number of variables: literals have to fit into `i32` for DIMACS.
    pub const MAX_COUNT: usize = (i32::MAX / 2) as usize;

    /// The variable with 0-based `index`.
    ///
    /// # Panics
    /// When `index` is not below [`Var::MAX_COUNT`].
    #[inline]
    pub fn new(index: usize) -> Self {
        assert!(index < Self::MAX_COUNT, "variable index {index} out of range");
        Self(index as u32)
    }

    /// 0-based index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that is true when this variable is.
    #[inline]
    pub fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// The literal that is true when this variable is false.
    #[inline]
    pub fn negative(self) -> Lit {
        Lit(self.0 << 1 | 1)
    }

    /// The literal of this variable that is true when the variable equals `value`.
    #[inline]
    pub fn lit(self, value: bool) -> Lit {
        Lit(self.0 << 1 | u32::from(!value))
    }
}

impl Lit {
    /// The variable.
    #[inline]
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether the literal is the variable itself.
    #[inline]
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// The value of a variable in literals that ascend by variable; none where it has none.
    pub fn value_in(ascending: &[Lit], var: Var) -> Option<bool> {
        let place = ascending.binary_search_by_key(&var, |lit| lit.var()).ok()?;
        Some(ascending[place].is_positive())
    }

    /// `2 * variable + (1 if negative)`: an index into tables over literals.
    #[inline]
    pub fn code(self) -> usize {
        self.0 as usize
    }

    /// The inverse of [`Lit::code`].
    #[inline]
    pub fn from_code(code: usize) -> Self {
        Var::new(code >> 1).lit(code & 1 == 0)
    }

    /// The literal, or its complement when `negate`.
    #[inline]
    pub(crate) fn negated_if(self, negate: bool) -> Self {
        Self(self.0 ^ u32::from(negate))
    }

    /// The literal with this DIMACS number; `None` for 0 and for numbers out of range.
    pub fn from_dimacs(number: i64) -> Option<Self> {
        let index = usize::try_from(number.unsigned_abs()).ok()?.checked_sub(1)?;
        (index < Var::MAX_COUNT).then(|| Var::new(index).lit(number > 0))
    }

    /// The DIMACS number: variable + 1, negative for a negative literal.
    #[inline]
    pub fn to_dimacs(self) -> i32 {
        let number = i32::try_from(self.0 >> 1).unwrap_or(i32::MAX - 1) + 1;
        if self.is_positive() { number } else { -number }
    }
}

impl Not for Lit {
    type Output = Lit;

    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0 + 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_dimacs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimacs_and_codes_are_inverse() {
        for number in [1i64, -1, 2, -2, 77, -4096] {
            let lit = Lit::from_dimacs(number).unwrap();
            assert_eq!(i64::from(lit.to_dimacs()), number);
            assert_eq!(Lit::from_code(lit.code()), lit);
            assert_eq!(!!lit, lit);
            assert_ne!(!lit, lit);
        }
        let row = [1, -3].map(|number| Lit::from_dimacs(number).unwrap());
        let values = [0, 1, 2].map(|index| Lit::value_in(&row, Var::new(index)));
        assert_eq!(values, [Some(true), None, Some(false)]);
        assert_eq!(Lit::from_dimacs(0), None);
        assert_eq!(Lit::from_dimacs(i64::MAX), None);
    }
}
