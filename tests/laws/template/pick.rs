//! Choices that are made before it is known how many things there are to choose from, so that parts of a template can be
//! drawn, and shrunk, one by one.

use proptest::prelude::*;

/// One of however many things.
#[derive(Clone, Copy, Debug)]
pub struct Pick(u16);

impl Pick {
    /// The first one.
    pub fn first() -> Self {
        Self(0)
    }

    /// Another one, where there are several.
    pub fn next(self) -> Self {
        Self(self.0.wrapping_add(1))
    }

    /// The place of the chosen one of so many; none of none.
    pub fn among(self, number: usize) -> Option<usize> {
        (number > 0).then(|| usize::from(self.0) % number)
    }

    /// The chosen one.
    pub fn of<T: Clone>(self, all: &[T]) -> Option<T> {
        self.among(all.len()).map(|place| all[place].clone())
    }

    /// The chosen one of what is never empty.
    pub fn one_of<T: Clone>(self, all: &[T]) -> T {
        self.of(all).expect("there is something to choose from")
    }

    /// A number from 0 up to, and without, `end`.
    pub fn below(self, end: u16) -> i64 {
        i64::from(self.0 % end)
    }
}

/// Any choice; the first one where a case is shrunk.
pub fn pick() -> impl Strategy<Value = Pick> + Clone {
    any::<u16>().prop_map(Pick)
}

/// True once in so many cases, and false where a case is shrunk.
pub fn seldom(cases: u32) -> impl Strategy<Value = bool> + Clone {
    prop::bool::weighted(1.0 / f64::from(cases))
}
