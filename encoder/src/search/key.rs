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
    write_vars(bytes, vars);
    let Part { touched, rests, .. } = &splitter.parts[part];
    let clauses = &mut splitter.touched[touched.clone()];
    let residuals = &splitter.residuals;
    let literals = |&(start, end): &(u32, u32)| &residuals[start as usize..end as usize];
    clauses.sort_unstable_by(|a, b| literals(a).cmp(literals(b)));
    let rests = &mut splitter.rests[rests.clone()];
    rests.sort_unstable();
    write_number(bytes, rests.len());
    rests.iter().for_each(|&class| write_number(bytes, class as usize));
    let mut previous: &[Lit] = &[];
    for range in clauses.iter() {
        let clause = literals(range);
        if clause != previous {
            write_clause(bytes, clause);
            previous = clause;
        }
    }
}

/// Writes ascending variables as runs: the number of those that are left out before it, and its length. Variables are
/// numbered so that there are few.
fn write_vars(bytes: &mut Vec<u8>, vars: &[Var]) {
    let mut end = 0;
    for run in vars.chunk_by(|var, next| var.index() + 1 == next.index()) {
        write_number(bytes, run[0].index() - end);
        write_number(bytes, run.len());
        end = run[0].index() + run.len();
    }
    // No run has length 0: what follows are clauses.
    bytes.extend([0, 0]);
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
