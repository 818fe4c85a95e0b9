//! Parities: cut into pieces of three, each piece with an output of its own.

use std::collections::VecDeque;

use crate::formula::Operator;
use crate::lit::Lit;
use crate::signed::normalise_parity;
use crate::term::Term;
use crate::tseitin::Gates;

/// Operands of one piece: 8 clauses of 4 literals define its output.
const PIECE: usize = 3;
/// Parities of up to this many operands are asserted as they are, in `2^(n-1)` clauses.
const ASSERTED: usize = 4;

impl Gates {
    /// True when an odd number of operands is.
    pub fn parity(&mut self, operands: impl IntoIterator<Item = Term>) -> Term {
        let (lits, negate) = parity_operands(operands);
        let pieces = self.pieces(lits, PIECE);
        let output = match pieces[..] {
            [] => Term::FALSE,
            [single] => single.into(),
            _ => self.piece(pieces).into(),
        };
        output.negated_if(negate)
    }

    /// Says that the number of true operands is odd.
    pub fn assert_odd(&mut self, operands: impl IntoIterator<Item = Term>) {
        let (lits, negate) = parity_operands(operands);
        let pieces = self.pieces(lits, ASSERTED);
        self.forbid_parity(&pieces, negate);
    }

    /// Replaces operands by outputs of pieces until at most `most` are left.
    fn pieces(&mut self, lits: Vec<Lit>, most: usize) -> Vec<Lit> {
        let mut queue = VecDeque::from(lits);
        while queue.len() > most {
            let piece: Vec<Lit> = queue.drain(..PIECE.min(queue.len())).collect();
            queue.push_back(self.piece(piece));
        }
        Vec::from(queue)
    }

    fn piece(&mut self, mut lits: Vec<Lit>) -> Lit {
        lits.sort_unstable();
        let define = |gates: &mut Self, output, operands: &[Lit]| {
            gates.forbid_parity(&[operands, &[output]].concat(), true);
        };
        self.shared(Operator::Xor, lits, define)
    }

    /// Excludes every assignment of distinct variables in which the number of true literals is odd (`true`) or even.
    fn forbid_parity(&mut self, lits: &[Lit], odd: bool) {
        for trues in 0..1u32 << lits.len() {
            if (trues.count_ones() % 2 == 1) == odd {
                let clause: Vec<Lit> =
                    lits.iter().enumerate().map(|(i, lit)| if trues >> i & 1 == 1 { !*lit } else { *lit }).collect();
                self.add(&clause);
            }
        }
    }
}

/// Distinct positive literals with that parity, and whether it has to be negated.
fn parity_operands(operands: impl IntoIterator<Item = Term>) -> (Vec<Lit>, bool) {
    let mut negate = false;
    let mut lits = Vec::new();
    for operand in operands {
        match operand {
            Term::Const(value) => negate ^= value,
            Term::Lit(lit) => lits.push(lit),
        }
    }
    negate ^= normalise_parity(&mut lits);
    (lits, negate)
}
