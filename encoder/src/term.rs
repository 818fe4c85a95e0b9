//! What a formula became.

use std::ops::Not;

use crate::lit::Lit;

/// A constant or a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// Always this value.
    Const(bool),
    /// As true as this literal.
    Lit(Lit),
}

impl Term {
    pub(crate) const TRUE: Self = Self::Const(true);
    pub(crate) const FALSE: Self = Self::Const(false);

    /// The literal, unless it is a constant.
    pub(crate) fn literal(self) -> Option<Lit> {
        match self {
            Self::Const(_) => None,
            Self::Lit(lit) => Some(lit),
        }
    }

    /// The term, or its negation when `negate`.
    pub(crate) fn negated_if(self, negate: bool) -> Self {
        if negate { !self } else { self }
    }
}

impl Not for Term {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Const(value) => Self::Const(!value),
            Self::Lit(lit) => Self::Lit(!lit),
        }
    }
}

impl From<Lit> for Term {
    fn from(lit: Lit) -> Self {
        Self::Lit(lit)
    }
}
