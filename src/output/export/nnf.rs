//! Circuits in the format of the compiler d4: bare, as other tools read them, or with names and projection in comments.

use std::fmt::Write;

use variscope_encoder::Var;
use variscope_encoder::circuit::{Circuit, nnf};

use super::names::distinct;
use crate::feature::comment;

/// The text of a file without comments: features are numbered from 1 on in their order, each of them is mentioned, and nothing
/// else is.
pub fn bare_d_dnnf(circuit: &Circuit) -> String {
    lines(&circuit.renumbered())
}

/// The text of a file with names, which can be asked the same questions as the model that was compiled.
pub fn d_dnnf(circuit: &Circuit, names: &[(Var, String)]) -> String {
    let mut text = String::from("c p show");
    for var in circuit.vars() {
        // Writing to a string cannot fail.
        let _ = write!(text, " {}", var.positive().to_dimacs());
    }
    text.push_str(" 0\n");
    for ((var, _), name) in names.iter().zip(distinct(names, str::to_owned)) {
        let _ = writeln!(text, "c {} {}", var.positive().to_dimacs(), comment::written(&name));
    }
    text + &lines(circuit)
}

fn lines(circuit: &Circuit) -> String {
    let mut bytes = Vec::new();
    // A buffer takes all that is written, and circuits are written in ASCII.
    let _ = nnf::write(circuit, &mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
