//! Encodings: what cannot be said in one clause, said in many.
//!
//! - `cardinality` (at most one, exactly one) and `parity` are gates and assertions over literals, for the
//!   translation of formulas;
//! - [`pb`] (pseudo-Boolean) compares weighted sums with bounds.

mod cardinality;
mod parity;
pub mod pb;
