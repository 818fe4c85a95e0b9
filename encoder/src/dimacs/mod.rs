//! DIMACS CNF with the conventions of the counting community: names of variables and projections in comments.
//!
//! Bytes in, [`Dimacs`] out, and back. A file is read as a stream; what is kept is the clauses, the names, the
//! projection, and the lines of all this. Clauses are kept as written (duplicates, tautologies and empty ones included);
//! every literal that is kept lies in the declared range, and there are as many clauses as declared.

mod places;
mod read;
mod token;
mod write;

pub use places::Places;
pub use read::read_within;
pub use write::write;

use std::collections::BTreeMap;

use crate::{Cnf, Interrupted, Var};

/// A CNF file: clauses, names, projection.
#[derive(Clone, Debug, Default)]
pub struct Dimacs {
    /// The clauses; the number of variables is the declared one.
    pub cnf: Cnf,
    /// Names from lines `c <n> <name>`; a later line for the same variable replaces an earlier one, and
    /// [`Places`] has the first that does.
    pub names: BTreeMap<Var, String>,
    /// The variables of the lines `c p show` and `c ind`, ascending; `None` when there is no such line.
    pub projection: Option<Vec<Var>>,
    /// Where all this was written; nowhere, when it was not read from a file.
    pub places: Places,
}

/// Why a file is not DIMACS CNF.
#[derive(Debug, thiserror::Error)]
pub enum DimacsError {
    /// The bytes could not be read.
    #[error("cannot read: {0}")]
    Io(#[from] std::io::Error),
    /// The budget was used up before the end of the file.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The text at a place is not what the format demands.
    #[error("line {line}, column {column}: {problem}")]
    Syntax {
        /// 1-based line.
        line: usize,
        /// 1-based column, in bytes.
        column: usize,
        /// What is wrong there.
        problem: DimacsProblem,
    },
}

/// What can be wrong at one place of a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DimacsProblem {
    /// A clause, or the end, before the line `p cnf`.
    #[error("there is no header `p cnf <variables> <clauses>` before this")]
    MissingHeader,
    /// A line that begins with `p` but is not `p cnf <variables> <clauses>`.
    #[error("a header has the form `p cnf <variables> <clauses>`")]
    BadHeader,
    /// A second header.
    #[error("there is a header already")]
    SecondHeader,
    /// More variables than literals can number.
    #[error("at most {} variables are possible", Var::MAX_COUNT)]
    TooManyVariables,
    /// More literals than one formula can hold.
    #[error("at most {} literals are possible", u32::MAX)]
    TooManyLiterals,
    /// Something that is no integer where a literal is expected.
    #[error("expected a literal or 0, found `{0}`")]
    NotALiteral(String),
    /// A variable that the header does not declare.
    #[error("literal {literal} is out of range: the header declares {declared} variables")]
    OutOfRange {
        /// The literal, or the variable of a projection.
        literal: i64,
        /// Number of variables in the header.
        declared: usize,
    },
    /// The file ends inside a clause.
    #[error("the last clause is not closed by 0")]
    OpenClause,
    /// The number of clauses differs from the header's.
    #[error("the header declares {declared} clauses, the file has {found}")]
    ClauseCount {
        /// Number of clauses in the header.
        declared: usize,
        /// Number of clauses in the file.
        found: usize,
    },
    /// There are fewer clauses than the header says, and this one goes on in another line.
    #[error(
        "this clause goes on in line {end}: is a 0 missing? The header declares {declared} clauses, the file has {found}"
    )]
    RunOnClause {
        /// The line in which it ends, 1-based.
        end: u32,
        /// Number of clauses in the header.
        declared: usize,
        /// Number of clauses in the file.
        found: usize,
    },
}

#[cfg(test)]
mod tests;
