//! UVL: a flat tree with a constraint for each clause.

use std::fmt::Write;

use variscope_encoder::definability::determine_all;
use variscope_encoder::{Budget, Lit, Var};

use super::Clauses;
use super::names::{distinct, renamed};
use crate::source::printable::printable;

/// What stands at the beginning of a file where features that represent no choice are not determined by the others.
pub const PROJECT: &str = "\
// Variants are told apart by the features that are not abstract. Abstract ones are not determined by these: a program that counts
// or lists has to project onto the others.
";

/// The text of a file. It has a root that is no variable, and an abstract feature for each hidden variable. Where hidden
/// variables are not determined by the others, a comment says that variants are distinguished by the others only. Comments say what
/// is called otherwise.
pub fn uvl(clauses: &Clauses) -> String {
    let mut all = clauses.all_names();
    let shown: Vec<bool> = (0..clauses.cnf.var_count()).map(|index| clauses.is_shown(Var::new(index))).collect();
    // The root comes last, so that it is what has to give way.
    all.push((Var::new(clauses.cnf.var_count()), "model".to_owned()));
    let mut names = vec![String::new(); clauses.cnf.var_count() + 1];
    for ((var, _), name) in all.iter().zip(distinct(&all, writable)) {
        names[var.index()] = format!("\"{name}\"");
    }
    // Writing to a string cannot fail.
    let mut text = if is_ambiguous(clauses) { PROJECT.to_owned() } else { String::new() };
    for (name, written) in renamed_in_uvl(clauses) {
        let _ = writeln!(text, "// \"{written}\" is {}", printable(&name));
    }
    let _ = writeln!(text, "features\n\t{} {{abstract}}", names[clauses.cnf.var_count()]);
    if !shown.is_empty() {
        text.push_str("\t\toptional\n");
    }
    for (name, is_shown) in names.iter().zip(&shown) {
        let _ = writeln!(text, "\t\t\t{name}{}", if *is_shown { "" } else { " {abstract}" });
    }
    // The grammar has no empty section.
    if clauses.cnf.clauses().next().is_some() {
        text.push_str("constraints\n");
    }
    for clause in clauses.cnf.clauses() {
        let literal = |lit: &Lit| format!("{}{}", if lit.is_positive() { "" } else { "!" }, names[lit.var().index()]);
        let literals: Vec<String> = clause.iter().map(literal).collect();
        let root = &names[clauses.cnf.var_count()];
        let constraint = if literals.is_empty() { format!("!{root}") } else { literals.join(" | ") };
        let _ = writeln!(text, "\t{constraint}");
    }
    text
}

/// The names that the file of [`uvl`] writes otherwise, each with what it writes.
pub fn renamed_in_uvl(clauses: &Clauses) -> Vec<(String, String)> {
    renamed(clauses, writable)
}

/// Whether the file has more configurations than there are variants.
pub fn is_ambiguous(clauses: &Clauses) -> bool {
    clauses.has_hidden() && determine_all(&clauses.cnf, |var| clauses.is_shown(var), &Budget::unlimited()) == Ok(false)
}

/// A name without what cannot stand between quotes.
fn writable(name: &str) -> String {
    printable(name).replace('"', "'").replace('.', "_").replace(['\n', '\r'], " ")
}
