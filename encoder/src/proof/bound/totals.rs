//! Totals of more and more literals: the generalized totalizer [Joshi, Martins & Manquinho, CP 2015], one-sided: literals
//! that are true make their totals true, nothing more.

use std::collections::{BTreeMap, BTreeSet};

use crate::cnf::Cnf;
use crate::lit::Lit;

/// By total, a literal that is true when the sum is at least so much.
type Totals = BTreeMap<u128, Lit>;

/// Clauses that are not counted any further.
const TOO_MANY: usize = 1 << 24;

/// How many clauses [`keep_within`] adds, about; `usize::MAX` when they are too many to be counted.
pub(super) fn size(terms: &[(Lit, u64)], most: u128) -> usize {
    let mut clauses = 0usize;
    let mut level: Vec<BTreeSet<u128>> = terms.iter().map(|&(_, weight)| BTreeSet::from([weight.into()])).collect();
    while level.len() > 1 {
        let pairs = level.chunks(2).filter(|pair| pair.len() == 2);
        clauses += pairs.map(|pair| (pair[0].len() + 1).saturating_mul(pair[1].len() + 1)).sum::<usize>();
        if clauses > TOO_MANY {
            return usize::MAX;
        }
        level = level.chunks(2).map(|pair| sums(pair, most)).collect();
    }
    clauses
}

/// The totals up to `most` of one or two parts together.
fn sums(parts: &[BTreeSet<u128>], most: u128) -> BTreeSet<u128> {
    let [left, right] = parts else { return parts[0].clone() };
    let with_none = |totals: &BTreeSet<u128>| [0].into_iter().chain(totals.iter().copied()).collect::<Vec<_>>();
    let right = with_none(right);
    let sums = with_none(left).into_iter().flat_map(|one| right.iter().map(move |other| one + other));
    sums.filter(|&sum| sum > 0 && sum <= most).collect()
}

/// Leaves only models in which the weights of the true literals sum up to `most` or less.
pub(super) fn keep_within(cnf: &mut Cnf, terms: &[(Lit, u64)], most: u128) {
    let mut level: Vec<Totals> = Vec::with_capacity(terms.len());
    for &(lit, weight) in terms {
        cnf.include_var(lit.var());
        if u128::from(weight) > most {
            cnf.add(&[!lit]);
        } else {
            level.push(Totals::from([(weight.into(), lit)]));
        }
    }
    while level.len() > 1 {
        level = level.chunks(2).map(|pair| merged(cnf, pair, most)).collect();
    }
}

/// The totals of one or two parts together.
fn merged(cnf: &mut Cnf, parts: &[Totals], most: u128) -> Totals {
    let [left, right] = parts else { return parts[0].clone() };
    let mut both = Totals::new();
    for (first, one) in with_none(left) {
        for (second, other) in with_none(right) {
            // Sums of 64-bit weights do not reach the end of 128 bits.
            let sum = first + second;
            let mut clause: Vec<Lit> = [one, other].into_iter().flatten().map(|lit| !lit).collect();
            if clause.is_empty() {
                continue;
            }
            if sum <= most {
                clause.push(*both.entry(sum).or_insert_with(|| cnf.new_var().positive()));
            }
            cnf.add(&clause);
        }
    }
    let totals: Vec<Lit> = both.values().copied().collect();
    totals.windows(2).for_each(|pair| cnf.add(&[!pair[1], pair[0]]));
    both
}

/// The totals of a part, and nothing at all.
fn with_none(totals: &Totals) -> impl Iterator<Item = (u128, Option<Lit>)> + '_ {
    std::iter::once((0, None)).chain(totals.iter().map(|(&total, &lit)| (total, Some(lit))))
}
