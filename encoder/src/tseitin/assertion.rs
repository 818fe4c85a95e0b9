//! Formulas that have to hold: their outermost operators become clauses without an output of their own.

use super::translator::{Definitions, Translator};
use crate::formula::{FormulaId, Formulas, Operator, Root};
use crate::term::Term;

impl Translator {
    /// Says that the formula holds; undefined atoms become variables.
    pub(crate) fn assert(&mut self, formulas: &Formulas, id: FormulaId) {
        self.assert_with(formulas, &(), id);
    }

    /// Says that both formulas have one value.
    pub(crate) fn assert_equal(&mut self, formulas: &Formulas, left: FormulaId, right: FormulaId) {
        let (left, right) = (self.term(formulas, left), self.term(formulas, right));
        self.gates.assert_equal(left, right);
    }

    /// Says that the formula holds, with atoms replaced by their definitions.
    pub(crate) fn assert_with(&mut self, formulas: &Formulas, definitions: &impl Definitions, id: FormulaId) {
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            match id.root() {
                Root::Node(index) if self.is_open(id) => {
                    todo.extend(self.assert_node(formulas, definitions, index, !id.is_negation()));
                }
                Root::Atom(_) | Root::Node(_) => {
                    let term = self.term_with(formulas, definitions, id);
                    self.gates.assert_or([term]);
                }
            }
        }
    }

    fn is_open(&self, id: FormulaId) -> bool {
        id.as_constant().is_none() && self.known(id).is_none()
    }

    /// Says that node `index` has this value, whatever is known of it; gives the operands that have to hold
    /// each by itself.
    pub(crate) fn assert_node(
        &mut self,
        formulas: &Formulas,
        definitions: &impl Definitions,
        index: usize,
        value: bool,
    ) -> Vec<FormulaId> {
        let operands = formulas.operands(index);
        let operator = formulas.operator(index);
        match (operator, value) {
            (Operator::And, true) => return operands.to_vec(),
            (Operator::Or, false) => return operands.iter().map(|operand| !*operand).collect(),
            _ => {}
        }
        let terms: Vec<Term> = operands.iter().map(|id| self.term_with(formulas, definitions, *id)).collect();
        match (operator, value) {
            (Operator::And, _) => self.gates.assert_or(terms.into_iter().map(|term| !term)),
            (Operator::Or, _) => self.gates.assert_or(terms),
            (Operator::Iff, true) | (Operator::Xor, false) => {
                self.gates.assert_odd(terms.into_iter().chain([Term::TRUE]));
            }
            (Operator::Iff, false) | (Operator::Xor, true) => self.gates.assert_odd(terms),
            (Operator::AtMostOne, true) => self.gates.assert_at_most_one(terms),
            (Operator::AtMostOne, false) => self.gates.assert_two(terms),
            (Operator::ExactlyOne, true) => self.gates.assert_exactly_one(terms),
            (Operator::ExactlyOne, false) => self.gates.assert_not_one(terms),
        }
        Vec::new()
    }
}
