//! SMT-LIB 2.6, propositional.

use std::fmt::Write;

use variscope_encoder::{Lit, Var};

use super::Clauses;
use super::names::{distinct, renamed};
use crate::source::printable::printable;

/// The text of a script that asks for a variant, and names the variables that count.
pub fn smt_lib(clauses: &Clauses) -> String {
    let all = clauses.all_names();
    let mut symbols = vec![String::new(); clauses.cnf.var_count()];
    for ((var, _), symbol) in all.iter().zip(distinct(&all, bare)) {
        symbols[var.index()] = format!("|{symbol}|");
    }
    let mut text = String::from("(set-logic QF_UF)\n");
    for symbol in &symbols {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "(declare-const {symbol} Bool)");
    }
    let literal = |lit: &Lit| {
        let symbol = &symbols[Var::index(lit.var())];
        if lit.is_positive() { symbol.clone() } else { format!("(not {symbol})") }
    };
    for clause in clauses.cnf.clauses() {
        let literals: Vec<String> = clause.iter().map(literal).collect();
        let _ = match &literals[..] {
            [] => writeln!(text, "(assert false)"),
            [single] => writeln!(text, "(assert {single})"),
            _ => writeln!(text, "(assert (or {}))", literals.join(" ")),
        };
    }
    text.push_str("(check-sat)\n");
    if clauses.has_hidden() {
        text.push_str("; variants are told apart by the values of these, and of no other\n");
    }
    let counted: Vec<&str> = clauses.names.iter().map(|(var, _)| symbols[var.index()].as_str()).collect();
    if !counted.is_empty() {
        let _ = writeln!(text, "(get-value ({}))", counted.join(" "));
    }
    text
}

/// The names that the script of [`smt_lib`] writes otherwise, each with what it writes.
pub fn renamed_in_smt_lib(clauses: &Clauses) -> Vec<(String, String)> {
    renamed(clauses, bare)
}

/// What the theory of Booleans declares (SMT-LIB 2.6, 3.6.1): between bars it is the same symbol.
const DECLARED: [&str; 11] = ["Bool", "true", "false", "not", "=>", "and", "or", "xor", "=", "distinct", "ite"];

/// What can stand between bars.
fn bare(name: &str) -> String {
    let name = printable(name).replace(['|', '\\', '\n', '\r'], "_");
    if DECLARED.contains(&name.as_str()) { name + "_" } else { name }
}
