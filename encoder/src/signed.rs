//! Normal forms of operand lists over anything that has a sign: formulas while they are built, literals while they
//! are encoded. The laws of the operators for repeated and complementary operands stand here once.

use std::ops::Not;

use crate::lit::Lit;

/// Something with a negation that is its neighbour in the order: sorting brings `x` and `!x` together.
pub(crate) trait Signed: Copy + Ord + Not<Output = Self> {
    fn is_negative(self) -> bool;

    fn positive(self) -> Self {
        if self.is_negative() { !self } else { self }
    }
}

impl Signed for Lit {
    fn is_negative(self) -> bool {
        !self.is_positive()
    }
}

/// Sorts the operands of a conjunction or disjunction, each kept once; whether one is the negation of another.
pub(crate) fn normalise_junction<T: Signed>(operands: &mut Vec<T>) -> bool {
    operands.sort_unstable();
    operands.dedup();
    operands.windows(2).any(|pair| pair[0] == !pair[1])
}

/// Leaves the positive forms of the operands that occur an odd number of times; whether the parity has to be negated.
pub(crate) fn normalise_parity<T: Signed>(operands: &mut Vec<T>) -> bool {
    let mut negate = false;
    for operand in operands.iter_mut() {
        negate ^= operand.is_negative();
        *operand = operand.positive();
    }
    operands.sort_unstable();
    let mut kept: usize = 0;
    for index in 0..operands.len() {
        if kept > 0 && operands[kept - 1] == operands[index] {
            kept -= 1;
        } else {
            operands[kept] = operands[index];
            kept += 1;
        }
    }
    operands.truncate(kept);
    negate
}

/// The operands of a cardinality, sorted by what is known of them before any has a value.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Selection<T> {
    /// How many operands are certainly true: of `x` and `!x` exactly one is.
    pub certain: usize,
    /// Operands that count twice or more, so that they cannot be true where at most one may be.
    pub repeated: Vec<T>,
    /// Operands that count once.
    pub single: Vec<T>,
}

/// Sorts the operands of a cardinality.
pub(crate) fn select<T: Signed>(operands: &mut [T]) -> Selection<T> {
    operands.sort_unstable();
    let mut selection = Selection { certain: 0, repeated: Vec::new(), single: Vec::new() };
    for run in operands.chunk_by(|a, b| a.positive() == b.positive()) {
        let positives = run.iter().filter(|operand| !operand.is_negative()).count();
        let negatives = run.len() - positives;
        let rest = if positives > negatives { run[0].positive() } else { !run[0].positive() };
        selection.certain += positives.min(negatives);
        match positives.abs_diff(negatives) {
            0 => {}
            1 => selection.single.push(rest),
            _ => selection.repeated.push(rest),
        }
    }
    selection
}
