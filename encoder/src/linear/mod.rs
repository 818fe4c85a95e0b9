//! Numbers within bounds, some of which are sums of others: values of rational numbers by the simplex method, of integers by
//! branch and bound.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use num_bigint::BigInt;
//! use num_rational::BigRational;
//! use variscope_encoder::linear::{DeltaRational, Tableau};
//!
//! // x, y, and x - y: can x be at most 3 and y at least 5, where x - y is at least 0?
//! let number = |value: i32| BigRational::from(BigInt::from(value));
//! let difference = BTreeMap::from([(0, number(1)), (1, number(-1))]);
//! let mut tableau = Tableau::new(2, [difference]);
//! assert!(tableau.at_most(0, &DeltaRational::at(number(3))) && tableau.at_least(1, &DeltaRational::at(number(5))));
//! assert!(tableau.is_feasible());
//! assert!(!(tableau.at_least(2, &DeltaRational::at(number(0))) && tableau.is_feasible()));
//! ```

mod coprime;
mod effort;
mod integers;
mod rational;
mod tableau;

pub use coprime::coprime;
pub use effort::WorkLimit;
pub use integers::{Branches, Undecided, fix, integer_point};
pub use rational::Rational;
pub use tableau::{Bounds, DeltaRational, Tableau};
