//! Sums in binary: a network of full adders [Eén & Sörensson, JSAT 2006], and a comparison of its result.

use std::collections::VecDeque;

use crate::cnf::Cnf;
use crate::lit::Lit;

/// Leaves only models in which the weights of the true literals sum up to `most` or less.
pub(super) fn keep_within(cnf: &mut Cnf, terms: &[(Lit, u64)], most: u128) {
    let bits = sum(cnf, terms);
    for (place, bit) in bits.iter().enumerate().filter(|(place, _)| most >> place & 1 == 0) {
        // A number is greater if it has a one where the other has its zero, and all ones of the other above it.
        let Some(bit) = bit else { continue };
        let above: Option<Vec<Lit>> =
            (place + 1..bits.len()).filter(|above| most >> above & 1 == 1).map(|above| bits[above]).collect();
        // The sum has fewer digits than `most`, or lacks a one of it: it is smaller.
        let is_longer = most.checked_shr(bits.len() as u32).is_some_and(|rest| rest > 0);
        let Some(above) = above.filter(|_| !is_longer) else { continue };
        let clause: Vec<Lit> = std::iter::once(!*bit).chain(above.into_iter().map(|lit| !lit)).collect();
        cnf.add(&clause);
    }
}

/// The digits of the sum, the least significant first; none for those that are always zero.
fn sum(cnf: &mut Cnf, terms: &[(Lit, u64)]) -> Vec<Option<Lit>> {
    let mut columns: Vec<VecDeque<Lit>> = Vec::new();
    for &(lit, weight) in terms {
        cnf.include_var(lit.var());
        for place in (0..u64::BITS as usize).filter(|place| weight >> place & 1 == 1) {
            put(&mut columns, place, lit);
        }
    }
    let mut bits = Vec::new();
    while let Some(column) = columns.get_mut(bits.len()) {
        let place = bits.len();
        match (column.pop_front(), column.pop_front(), column.pop_front()) {
            (Some(one), Some(two), three) => {
                let [digit, carry] = added(cnf, one, two, three);
                columns[place].push_back(digit);
                put(&mut columns, place + 1, carry);
            }
            (only, _, _) => bits.push(only),
        }
    }
    bits
}

fn put(columns: &mut Vec<VecDeque<Lit>>, place: usize, lit: Lit) {
    if columns.len() <= place {
        columns.resize_with(place + 1, VecDeque::new);
    }
    columns[place].push_back(lit);
}

/// The digit and the carry of two or three literals.
fn added(cnf: &mut Cnf, one: Lit, two: Lit, three: Option<Lit>) -> [Lit; 2] {
    let [digit, carry] = [cnf.new_var().positive(), cnf.new_var().positive()];
    let inputs: Vec<Lit> = [one, two].into_iter().chain(three).collect();
    for values in 0..1u32 << inputs.len() {
        let differs = |(place, &lit): (usize, &Lit)| if values >> place & 1 == 1 { !lit } else { lit };
        let differs: Vec<Lit> = inputs.iter().enumerate().map(differs).collect();
        let is_odd = values.count_ones() % 2 == 1;
        cnf.add(&[differs.as_slice(), &[if is_odd { digit } else { !digit }]].concat());
    }
    for (place, &first) in inputs.iter().enumerate() {
        for &second in &inputs[place + 1..] {
            cnf.add(&[!first, !second, carry]);
            match three {
                Some(_) => cnf.add(&[first, second, !carry]),
                None => [first, second].into_iter().for_each(|lit| cnf.add(&[lit, !carry])),
            }
        }
    }
    [digit, carry]
}
