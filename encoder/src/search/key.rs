//! Names of components: equal exactly when the variables and what is left of the clauses are equal.
//!
//! A clause that has lost no literal is there whenever all its variables are (it would be satisfied, or shorter,
//! otherwise), so that the variables and the touched clauses say everything (Lagniez and Marquis, IJCAI 2017, who call
//! these the *not touched* clauses).

use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::split::{Part, Splitter};
use crate::{Lit, Var};

/// Appends the key of the part to `bytes`; `vars` are its variables, ascending.
pub(super) fn write(splitter: &mut Splitter, part: usize, vars: &[Var], bytes: &mut Vec<u8>) {
    write_number(bytes, vars.len());
    let mut last = 0;
    for var in vars {
        write_number(bytes, var.index() - last);
        last = var.index();
    }
    let Part { touched, .. } = &splitter.parts[part];
    let clauses = &mut splitter.touched[touched.clone()];
    let residuals = &splitter.residuals;
    let literals = |&(start, end): &(u32, u32)| &residuals[start as usize..end as usize];
    clauses.sort_unstable_by(|a, b| literals(a).cmp(literals(b)));
    let mut previous: &[Lit] = &[];
    for range in clauses.iter() {
        let clause = literals(range);
        if clause != previous {
            write_clause(bytes, clause);
            previous = clause;
        }
    }
}

fn write_clause(bytes: &mut Vec<u8>, clause: &[Lit]) {
    write_number(bytes, clause.len());
    let mut last = 0;
    for lit in clause {
        write_number(bytes, lit.code() - last);
        last = lit.code();
    }
}

/// Seven bits in each byte, the lowest first; the high bit says that more follow.
#[inline]
fn write_number(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

pub(super) fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}
