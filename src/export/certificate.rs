//! Certificates for "there is none": clauses without a model, and a proof of that, in two files.
//!
//! Comes in: clauses that are claimed to have no model. Goes out: `NAME.cnf` (DIMACS) and `NAME.drat` (DRAT; Wetzler, Heule
//! and Hunt, SAT 2014). Invariant: a proof is written only after the checker, which shares no code with the solver, has
//! accepted it; both files are complete or untouched.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use thiserror::Error;
use variscope_encoder::dimacs::{Dimacs, write as write_dimacs};
use variscope_encoder::proof::{self, CheckError, Outcome, WriteError};
use variscope_encoder::{Budget, Cnf, Interrupted};

/// The files of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The clauses.
    pub clauses: PathBuf,
    /// The proof that they have no model.
    pub proof: PathBuf,
}

/// Why there is no certificate.
#[derive(Debug, Error)]
pub enum NotCertified {
    /// The clauses have a model.
    #[error("the clauses have a model, so that nothing proves the contrary")]
    Satisfiable,
    /// The checker refuses what the solver wrote.
    #[error("the checker refuses the proof: {0}")]
    Refused(CheckError),
    /// The budget is used up.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// A file cannot be written.
    #[error("{}: {source}", path.display())]
    Unwritable {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// Writes `NAME.cnf` and `NAME.drat` into `folder`, which is made when it is missing.
///
/// # Errors
/// [`NotCertified`]; then neither file is written, unless the second cannot be put in its place.
pub fn certify(clauses: &Cnf, folder: &Path, name: &str, budget: &Budget) -> Result<Certificate, NotCertified> {
    let proof = prove(clauses, budget)?;
    let unwritable = |path: &Path| {
        let path = path.to_owned();
        move |source| NotCertified::Unwritable { path, source }
    };
    std::fs::create_dir_all(folder).map_err(unwritable(folder))?;
    let file = Dimacs { cnf: clauses.clone(), ..Dimacs::default() };
    let mut text = Vec::new();
    write_dimacs(&file, &mut text).map_err(unwritable(folder))?;
    let files = [(folder.join(format!("{name}.cnf")), text), (folder.join(format!("{name}.drat")), proof)];
    let unfinished = files.each_ref().map(|(path, bytes)| beside(path, bytes).map_err(unwritable(path)));
    for ((path, _), file) in files.iter().zip(unfinished.into_iter().collect::<Result<Vec<_>, _>>()?) {
        file.persist(path).map_err(|error| unwritable(path)(error.error))?;
    }
    let [(clauses, _), (proof, _)] = files;
    Ok(Certificate { clauses, proof })
}

/// A proof that the checker accepts.
fn prove(clauses: &Cnf, budget: &Budget) -> Result<Vec<u8>, NotCertified> {
    let mut proof = Vec::new();
    match proof::write(clauses, &mut proof, budget) {
        Ok(Outcome::Refuted) => {}
        Ok(Outcome::Satisfiable) => return Err(NotCertified::Satisfiable),
        Err(WriteError::Interrupted(stop)) => return Err(stop.into()),
        Err(WriteError::Io(source)) => unreachable!("a buffer takes all that is written: {source}"),
    }
    match proof::check(clauses, proof.as_slice(), budget) {
        Ok(()) => Ok(proof),
        Err(CheckError::Interrupted(stop)) => Err(stop.into()),
        Err(error) => Err(NotCertified::Refused(error)),
    }
}

/// The bytes in a file that is to take the place of `path`.
fn beside(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".variscope-");
    #[cfg(unix)]
    {
        // Readable by others as far as the user's mask allows, as any other result.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use variscope_encoder::Var;
    use variscope_encoder::dimacs::read;

    use super::*;

    /// Two variables and all four clauses over both, or all but one.
    fn square(is_complete: bool) -> Cnf {
        let mut cnf = Cnf::with_vars(2);
        for signs in 0..if is_complete { 4 } else { 3 } {
            cnf.add(&[Var::new(0).lit(signs & 1 == 1), Var::new(1).lit(signs & 2 == 2)]);
        }
        cnf
    }

    #[test]
    fn what_is_written_is_a_proof_of_what_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("new");
        let files = certify(&square(true), &inner, "square", &Budget::unlimited()).unwrap();
        assert_eq!([&files.clauses, &files.proof], [&inner.join("square.cnf"), &inner.join("square.drat")]);
        let (clauses, proof) = (std::fs::read(&files.clauses).unwrap(), std::fs::read(&files.proof).unwrap());
        let clauses = read(clauses.as_slice()).unwrap().cnf;
        assert_eq!(clauses.len(), 4);
        assert!(proof::check(&clauses, proof.as_slice(), &Budget::unlimited()).is_ok());
        assert_eq!(std::fs::read_dir(&inner).unwrap().count(), 2);
    }

    #[test]
    fn nothing_is_written_about_what_has_a_model() {
        let folder = tempfile::tempdir().unwrap();
        let error = certify(&square(false), folder.path(), "square", &Budget::unlimited()).unwrap_err();
        assert!(matches!(error, NotCertified::Satisfiable));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
