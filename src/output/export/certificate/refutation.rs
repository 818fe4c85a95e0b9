//! Clauses without a model, and the proof of that, in two files.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;

use thiserror::Error;
use variscope_encoder::dimacs::{Dimacs, write as write_dimacs};
use variscope_encoder::proof::{self, CheckError, Outcome, WriteError};
use variscope_encoder::{Budget, Cnf, Interrupted};

use super::Unwritable;
use crate::output::export::Clauses;
use crate::output::export::names::distinct;

/// Why there is no refutation.
#[derive(Debug, Error)]
pub(super) enum NotRefuted {
    /// The clauses have a model.
    #[error("the clauses have a model, so that nothing proves the contrary")]
    Satisfiable,
    /// The checker refuses what the solver wrote.
    #[error("the checker refuses the proof: {0}")]
    Refused(CheckError),
    /// The budget is used up.
    #[error("stopped before the proof was complete and checked")]
    Interrupted(#[from] Interrupted),
    /// A file cannot be written.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
}

/// Writes `NAME.cnf` and `NAME.drat` into `folder`; neither is there when that fails.
pub(super) fn refute(folder: &Path, name: &str, clauses: &Clauses, budget: &Budget) -> Result<(), NotRefuted> {
    let [cnf, drat] = ["cnf", "drat"].map(|extension| folder.join(format!("{name}.{extension}")));
    let clauses = without_empty_clause(clauses);
    let refuted = prove(&drat, &clauses, budget).and_then(|()| Ok(write_clauses(&cnf, &clauses)?));
    if refuted.is_err() {
        for path in [cnf, drat] {
            // What was not begun is not there.
            let _ = fs::remove_file(path);
        }
    }
    refuted
}

/// The clauses with two that contradict each other in the place of an empty one, which not all checkers can read.
fn without_empty_clause(clauses: &Clauses) -> Cow<'_, Clauses> {
    if !clauses.cnf.clauses().any(<[_]>::is_empty) {
        return Cow::Borrowed(clauses);
    }
    let mut cnf = Cnf::with_vars(clauses.cnf.var_count());
    let contradiction = [cnf.new_var().positive()];
    for clause in clauses.cnf.clauses() {
        cnf.add(if clause.is_empty() { &contradiction } else { clause });
    }
    cnf.add(&[!contradiction[0]]);
    Cow::Owned(Clauses { cnf, ..clauses.clone() })
}

/// Writes a proof that the checker accepts.
fn prove(path: &Path, clauses: &Clauses, budget: &Budget) -> Result<(), NotRefuted> {
    let unwritable = |source| Unwritable { path: path.to_owned(), source };
    let output = BufWriter::new(File::create(path).map_err(unwritable)?);
    match proof::write(&clauses.cnf, output, budget) {
        Ok(Outcome::Refuted) => {}
        Ok(Outcome::Satisfiable) => return Err(NotRefuted::Satisfiable),
        Err(WriteError::Interrupted(stop)) => return Err(stop.into()),
        Err(WriteError::Io(source)) => return Err(unwritable(source).into()),
    }
    let proof = BufReader::new(File::open(path).map_err(unwritable)?);
    match proof::check(&clauses.cnf, proof, budget) {
        Ok(()) => Ok(()),
        Err(CheckError::Interrupted(stop)) => Err(stop.into()),
        Err(error) => Err(NotRefuted::Refused(error)),
    }
}

fn write_clauses(path: &Path, clauses: &Clauses) -> Result<(), Unwritable> {
    let one_line = |name: &str| name.replace(['\n', '\r'], " ");
    let vars = clauses.names.iter().map(|(var, _)| *var);
    let names = vars.zip(distinct(&clauses.names, one_line)).collect();
    // There is no projection: checkers of proofs know none, and without a model it makes no difference.
    let file = Dimacs { cnf: clauses.cnf.clone(), names, ..Dimacs::default() };
    let written = File::create(path).and_then(|output| -> io::Result<()> {
        let mut output = BufWriter::new(output);
        write_dimacs(&file, &mut output)?;
        output.flush()
    });
    written.map_err(|source| Unwritable { path: path.to_owned(), source })
}
