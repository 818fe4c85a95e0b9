//! The solver writes the proof while it searches.

use std::io::{self, Write};

use varisat::{CnfFormula, ExtendFormula, Lit as InnerLit, ProofFormat, Solver as Inner};

use crate::{Budget, Cnf, Interrupted};

/// What became of the attempt to prove that there is no model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// There is no model: the proof is complete.
    Refuted,
    /// There is a model: what was written proves nothing.
    Satisfiable,
}

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The bytes could not be written.
    #[error("cannot write the proof: {0}")]
    Io(#[from] io::Error),
    /// The budget was used up.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// Writes a proof that `cnf` has no model.
///
/// The budget is looked at whenever the solver has learned something.
///
/// # Errors
/// [`WriteError`] when the budget is used up, or `output` fails.
pub fn write(cnf: &Cnf, output: impl Write, budget: &Budget) -> Result<Outcome, WriteError> {
    let mut output = EmptyClauseDetector { output, is_fresh: true, is_empty: false };
    let outcome = write_in(ProofFormat::Drat, cnf, &mut output, budget)?;
    if outcome == Outcome::Refuted {
        // The solver leaves this out when propagation refutes the clauses as they are read.
        if !output.is_empty {
            output.write_all(b"0\n")?;
        }
        output.flush()?;
    }
    Ok(outcome)
}

/// Sees whether the last line is the empty clause.
struct EmptyClauseDetector<W> {
    output: W,
    /// Whether nothing is in the line yet.
    is_fresh: bool,
    /// Whether the line, or the one before a fresh one, begins with 0.
    is_empty: bool,
}

impl<W: Write> Write for EmptyClauseDetector<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.output.write(bytes)?;
        for &byte in &bytes[..count] {
            if self.is_fresh {
                self.is_empty = byte == b'0';
            }
            self.is_fresh = byte == b'\n';
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Writes what the solver says in one of its formats.
pub(super) fn write_in(
    format: ProofFormat,
    cnf: &Cnf,
    output: impl Write,
    budget: &Budget,
) -> Result<Outcome, WriteError> {
    budget.check()?;
    let mut gate = BudgetedWriter { output, budget, failure: None };
    let refuted = search(format, cnf, &mut gate);
    match gate.failure {
        Some(failure) => Err(failure),
        None => Ok(if refuted { Outcome::Refuted } else { Outcome::Satisfiable }),
    }
}

/// Whether the solver, while it may write, finds that there is no model.
fn search(format: ProofFormat, cnf: &Cnf, gate: &mut BudgetedWriter<'_, impl Write>) -> bool {
    let mut solver = Inner::new();
    solver.write_proof(gate, format);
    let mut formula = CnfFormula::new();
    for clause in cnf.clauses() {
        formula.add_clause(
            &clause.iter().map(|lit| InnerLit::from_index(lit.var().index(), lit.is_positive())).collect::<Vec<_>>(),
        );
    }
    solver.add_formula(&formula);
    let refuted = solver.solve().is_ok_and(|satisfiable| !satisfiable);
    refuted && solver.close_proof().is_ok()
}

/// Lets bytes through to the output while the budget lasts: a failing proof is the only thing that stops the solver.
struct BudgetedWriter<'a, W> {
    output: W,
    budget: &'a Budget,
    failure: Option<WriteError>,
}

impl<W: Write> BudgetedWriter<'_, W> {
    fn pass(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        self.budget.check()?;
        Ok(self.output.write_all(bytes)?)
    }
}

impl<W: Write> Write for BudgetedWriter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failure.is_none() {
            self.failure = self.pass(bytes).err();
        }
        match self.failure {
            Some(_) => Err(io::Error::other("stopped")),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
