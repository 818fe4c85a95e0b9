//! Names of components: equal exactly when the variables and what is left of the clauses are equal.
//!
//! A clause that has lost no literal is there whenever all its variables are (it would be satisfied, or shorter,
//! otherwise), so that the variables and the touched clauses say everything (Lagniez and Marquis, IJCAI 2017, who call
//! these the *not touched* clauses).

use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::split::{ComponentOutline, Splitter};
use crate::{Lit, Var};

/// Appends the key of the part to `bytes`; `vars` are its variables, ascending.
pub(super) fn write(splitter: &mut Splitter, part: usize, vars: &[Var], bytes: &mut Vec<u8>) {
    write_vars(bytes, vars);
    let ComponentOutline { pairs, longer, rests, .. } = &splitter.parts[part];
    let rests = &mut splitter.rests[rests.clone()];
    rests.sort_unstable();
    write_number(bytes, rests.len());
    rests.iter().for_each(|&class| write_number(bytes, class as usize));
    write_pairs(bytes, &mut splitter.pairs[pairs.clone()]);
    let (longer, residuals) = (&mut splitter.longer[longer.clone()], &splitter.residuals);
    let literals = |&(start, end): &(u32, u32)| &residuals[start as usize..end as usize];
    longer.sort_unstable_by(|a, b| literals(a).cmp(literals(b)));
    let mut previous: &[Lit] = &[];
    for range in longer.iter() {
        let clause = literals(range);
        if clause != previous {
            write_clause(bytes, clause);
            previous = clause;
        }
    }
}

/// Writes clauses of two literals: for each first one, the number of the second ones, and these.
fn write_pairs(bytes: &mut Vec<u8>, pairs: &mut [u64]) {
    pairs.sort_unstable();
    let first = |pair: &u64| (pair >> 32) as usize;
    for group in pairs.chunk_by(|pair, next| first(pair) == first(next)) {
        write_number(bytes, first(&group[0]) + 1);
        let mut last = first(&group[0]);
        for &pair in group {
            let second = pair as u32 as usize;
            if second > last {
                write_number(bytes, second - last);
                last = second;
            }
        }
        bytes.push(0);
    }
    // Each group begins with more: what follows are longer clauses.
    bytes.push(0);
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
