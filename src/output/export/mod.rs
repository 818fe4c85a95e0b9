//! Clauses over named variables in the formats of other tools.
//!
//! Comes in: [`Clauses`], and the circuit that they were compiled to. Goes out: a text. Names are kept; a name that a format
//! cannot hold is changed, and one that two variables share is numbered. Invariant: what is read again has as many variants.

pub mod certificate;
mod dimacs;
mod names;
mod nnf;
mod smt_lib;
mod uvl;

use thiserror::Error;
use variscope_encoder::{Cnf, Var};

use crate::feature::FeatureModel;

pub use certificate::ClauseMeaning;
pub use dimacs::dimacs;
pub use nnf::{bare_d_dnnf, d_dnnf};
pub use smt_lib::{renamed_in_smt_lib, smt_lib};
pub use uvl::{PROJECT, is_ambiguous, renamed_in_uvl, uvl};

/// Clauses to be written.
#[derive(Clone, Debug)]
pub struct Clauses {
    /// The clauses.
    pub cnf: Cnf,
    /// The variables that count, ascending, with their names; all others are hidden.
    pub names: Vec<(Var, String)>,
    /// What they say, where they are about a template.
    pub meaning: Option<ClauseMeaning>,
}

/// Why clauses cannot be written in a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Inexpressible {
    /// The model was compiled, and is no clauses any more.
    #[error("a compiled model can only be written as d-DNNF")]
    Compiled,
}

impl Clauses {
    /// The clauses of a feature model.
    ///
    /// # Errors
    /// [`Inexpressible::Compiled`] when it has none.
    pub fn of(model: &FeatureModel) -> Result<Self, Inexpressible> {
        let cnf = model.cnf().ok_or(Inexpressible::Compiled)?.clone();
        Ok(Self { cnf, names: names(model), meaning: None })
    }

    /// Whether there are variables that do not count.
    fn has_hidden(&self) -> bool {
        self.names.len() < self.cnf.var_count()
    }

    /// Whether a variable counts.
    fn is_shown(&self, var: Var) -> bool {
        self.names.binary_search_by_key(&var, |(var, _)| *var).is_ok()
    }

    /// The variables that count with their names, then the others.
    fn all_names(&self) -> Vec<(Var, String)> {
        let hidden = (0..self.cnf.var_count()).map(Var::new).filter(|&var| !self.is_shown(var));
        let hidden = hidden.map(|var| (var, format!("hidden {}", var.positive().to_dimacs())));
        self.names.iter().cloned().chain(hidden).collect()
    }
}

/// The variables of the features with their names.
pub fn names(model: &FeatureModel) -> Vec<(Var, String)> {
    model.features().iter().map(|feature| (feature.var, feature.name.clone())).collect()
}

#[cfg(test)]
mod tests;
