//! Conditions as formulas.
//!
//! Comes in: a [`Model`](crate::tosca::model::Model) and its expressions. Goes out: [`Formulas`](variscope_encoder::Formulas) over
//! [`Atoms`]: presences of elements, named conditions, and value expressions that inputs decide. Formulas only, no clauses; no value is
//! computed here, so the formulas are the same for all configurations.

mod atoms;
mod connective;
pub mod demand;
mod functions;
mod generic;
mod lower;
mod named;
mod naming;
mod reference;
mod scope;
mod split;
pub mod text;
mod variable;

pub use atoms::{AtomMeaning, Atoms, Literal, ValueAtom, ValueAtomId};
pub(crate) use connective::connect;
pub use functions::asked_kind;
pub use generic::{Candidate, ImplicitCondition};
pub use lower::Lowering;
pub use named::{NamedCondition, NamedId};
pub use scope::Scopes;
