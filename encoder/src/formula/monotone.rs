//! Whether formulas grow with their atoms.

use rustc_hash::FxHashSet;

use super::arena::Formulas;
use super::id::{Atom, FormulaId, Root};
use super::operator::Operator;

impl Formulas {
    /// Whether every atom for which `grows` occurs in the formulas only where making it true cannot make one of them
    /// false: under conjunctions and disjunctions, behind an even number of negations.
    pub fn are_monotone(&self, ids: impl IntoIterator<Item = FormulaId>, grows: impl Fn(Atom) -> bool) -> bool {
        let mut seen: FxHashSet<FormulaId> = FxHashSet::default();
        let mut open: Vec<FormulaId> = ids.into_iter().collect();
        while let Some(id) = open.pop() {
            let index = match id.root() {
                Root::Atom(atom) if id.is_negation() && grows(atom) => return false,
                Root::Atom(_) => continue,
                Root::Node(index) => index,
            };
            if index == 0 || !seen.insert(id) {
                continue;
            }
            let is_monotone_operator = matches!(self.operator(index), Operator::And | Operator::Or);
            for operand in self.operands(index) {
                open.push(operand.negated_if(id.is_negation()));
                if !is_monotone_operator {
                    open.push(!operand.negated_if(id.is_negation()));
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negations_and_parities_are_seen_through() {
        let mut formulas = Formulas::new();
        let [a, b, c] = [0, 1, 2].map(|index| FormulaId::from(Atom::new(index)));
        let both = formulas.and([a, !b]);
        let odd = formulas.xor([b, c]);
        let formula = formulas.or([both, odd]);
        let grows = |formula, index| formulas.are_monotone([formula], |atom| atom == Atom::new(index));
        assert_eq!([0, 1, 2].map(|index| grows(formula, index)), [true, false, false]);
        assert_eq!([0, 1, 2].map(|index| grows(!both, index)), [false, true, true]);
    }
}
