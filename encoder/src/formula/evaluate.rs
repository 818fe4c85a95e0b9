//! The value of formulas under an assignment. Every encoding is tested against this.

use super::arena::Formulas;
use super::id::{Atom, FormulaId, Root};
use super::operator::Tally;

/// Visits of nodes that are cheaper than a table of them.
const FEW_VISITS: usize = 32;

/// What some formulas are made of.
#[derive(Clone, Debug)]
pub struct FormulaParts {
    /// Ascending node numbers, so operands come before the nodes that use them.
    nodes: Vec<u32>,
}

impl Formulas {
    /// The value of the formula when the atoms have these values.
    pub fn evaluate(&self, id: FormulaId, assignment: impl Fn(Atom) -> bool) -> bool {
        let mut visits = FEW_VISITS;
        if let Some(value) = self.evaluate_small(id, &assignment, &mut visits) {
            return value;
        }
        let cone = self.small_cone(id);
        let mut values = Vec::with_capacity(cone.nodes.len());
        let value = |values: &[bool], id: FormulaId| {
            id.is_negation()
                != match id.root() {
                    Root::Atom(atom) => assignment(atom),
                    Root::Node(index) => cone.place(index).is_none_or(|place| values[place]),
                }
        };
        for &index in &cone.nodes {
            let mut tally = Tally::default();
            self.operands(index as usize).iter().for_each(|operand| tally.add(value(&values, *operand)));
            let decided = self.operator(index as usize).decide(tally);
            values.push(decided.unwrap_or_else(|| unreachable!("all operands are known")));
        }
        value(&values, id)
    }

    /// The value of a formula, where so few visits of nodes are enough, however often a node is visited.
    fn evaluate_small(&self, id: FormulaId, assignment: &impl Fn(Atom) -> bool, visits: &mut usize) -> Option<bool> {
        let value = match id.root() {
            Root::Atom(atom) => assignment(atom),
            Root::Node(0) => true,
            Root::Node(index) => {
                *visits = visits.checked_sub(1)?;
                let mut tally = Tally::default();
                for operand in self.operands(index) {
                    tally.add(self.evaluate_small(*operand, assignment, visits)?);
                }
                self.operator(index).decide(tally)?
            }
        };
        Some(id.is_negation() != value)
    }

    /// The values of several formulas; what they share is looked at once.
    pub fn evaluate_all(&self, ids: &[FormulaId], assignment: impl Fn(Atom) -> bool) -> Vec<bool> {
        self.evaluate_among(&self.parts(ids), ids, assignment)
    }

    /// What these formulas are made of, to evaluate them under many assignments.
    pub fn parts(&self, ids: &[FormulaId]) -> FormulaParts {
        FormulaParts { nodes: self.cone(ids).nodes }
    }

    /// [`Formulas::evaluate_all`] for some of the formulas whose `parts` are known.
    ///
    /// # Panics
    /// When `parts` comes from another arena.
    pub fn evaluate_among(
        &self,
        parts: &FormulaParts,
        ids: &[FormulaId],
        assignment: impl Fn(Atom) -> bool,
    ) -> Vec<bool> {
        let mut nodes = vec![true; self.node_count()];
        let value = |nodes: &[bool], id: FormulaId| {
            id.is_negation()
                != match id.root() {
                    Root::Atom(atom) => assignment(atom),
                    Root::Node(index) => nodes[index],
                }
        };
        for index in parts.nodes.iter().map(|&index| index as usize) {
            let mut tally = Tally::default();
            for operand in self.operands(index) {
                tally.add(value(&nodes, *operand));
            }
            nodes[index] = self.operator(index).decide(tally).unwrap_or_else(|| unreachable!("all operands are known"));
        }
        ids.iter().map(|id| value(&nodes, *id)).collect()
    }
}
