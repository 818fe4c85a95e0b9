//! DIMACS CNF with names, and with a projection when variables are hidden.

use variscope_encoder::dimacs::{Dimacs, write};

use super::Clauses;
use super::names::distinct;
use crate::feature::comment;

/// The text of a file.
pub fn dimacs(clauses: &Clauses) -> String {
    let names = distinct(&clauses.names, str::to_owned);
    let vars = || clauses.names.iter().map(|(var, _)| *var);
    let file = Dimacs {
        cnf: clauses.cnf.clone(),
        names: vars().zip(names.iter().map(|name| comment::written(name))).collect(),
        projection: clauses.has_hidden().then(|| vars().collect()),
        ..Dimacs::default()
    };
    let mut bytes = Vec::new();
    // A buffer takes all that is written, and names are texts.
    let _ = write(&file, &mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
