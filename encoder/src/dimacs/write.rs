//! The writer.

use std::io::{self, Write};

use super::Dimacs;

/// Writes names, projection, header and clauses. Reading gives them back where names have no blanks at their ends and no
/// line breaks; places in the text are those of what was written.
///
/// # Errors
/// What `output` fails with.
pub fn write(dimacs: &Dimacs, mut output: impl Write) -> io::Result<()> {
    for (var, name) in &dimacs.names {
        writeln!(output, "c {} {name}", var.positive().to_dimacs())?;
    }
    writeln!(output, "p cnf {} {}", dimacs.cnf.var_count(), dimacs.cnf.len())?;
    if let Some(vars) = &dimacs.projection {
        write!(output, "c p show")?;
        for var in vars {
            write!(output, " {}", var.positive().to_dimacs())?;
        }
        writeln!(output, " 0")?;
    }
    for clause in dimacs.cnf.clauses() {
        for lit in clause {
            write!(output, "{} ", lit.to_dimacs())?;
        }
        writeln!(output, "0")?;
    }
    Ok(())
}
