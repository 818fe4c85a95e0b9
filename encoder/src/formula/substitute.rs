//! Formulas in place of atoms.

use super::arena::Formulas;
use super::cone::Cone;
use super::id::{Atom, FormulaId, Root};
use super::operator::Operator;

impl Formulas {
    /// The formula with atoms replaced; an atom for which `replacement` is `None` stays.
    ///
    /// Replacements are not looked into again, so an atom may be replaced by a formula that mentions it.
    pub fn substitute(&mut self, id: FormulaId, mut replacement: impl FnMut(Atom) -> Option<FormulaId>) -> FormulaId {
        let cone = self.small_cone(id);
        let mut nodes: Vec<FormulaId> = Vec::with_capacity(cone.nodes.len());
        let mut renamed = |nodes: &[FormulaId], id: FormulaId| {
            let positive = match id.root() {
                Root::Atom(atom) => replacement(atom).unwrap_or(atom.into()),
                Root::Node(index) => cone.place(index).map_or(FormulaId::TRUE, |place| nodes[place]),
            };
            positive.negated_if(id.is_negation())
        };
        for &index in &cone.nodes {
            let index = index as usize;
            let operands: Vec<FormulaId> = self.operands(index).iter().map(|id| renamed(&nodes, *id)).collect();
            nodes.push(self.rebuild(self.operator(index), operands));
        }
        renamed(&nodes, id)
    }

    /// Like [`Formulas::substitute`] for several formulas; what they share is rebuilt once, and `replacement` is
    /// asked once per atom, in ascending order.
    pub fn substitute_all(
        &mut self,
        ids: &[FormulaId],
        mut replacement: impl FnMut(Atom) -> Option<FormulaId>,
    ) -> Vec<FormulaId> {
        let cone = self.cone(ids);
        let atoms: Vec<FormulaId> =
            cone.atoms.iter().map(|atom| replacement(*atom).unwrap_or((*atom).into())).collect();
        self.rebuild_all(None, ids, (&cone, &atoms))
    }

    /// Formulas of another arena in this one; `image` is asked once for each of their atoms, in ascending order.
    pub fn import(
        &mut self,
        other: &Self,
        ids: &[FormulaId],
        mut image: impl FnMut(Atom) -> FormulaId,
    ) -> Vec<FormulaId> {
        let cone = other.cone(ids);
        let atoms: Vec<FormulaId> = cone.atoms.iter().map(|&atom| image(atom)).collect();
        self.rebuild_all(Some(other), ids, (&cone, &atoms))
    }

    /// Formulas of another arena, or of this one, with others in place of the atoms of their cone.
    fn rebuild_all(
        &mut self,
        other: Option<&Self>,
        ids: &[FormulaId],
        (cone, atoms): (&Cone, &[FormulaId]),
    ) -> Vec<FormulaId> {
        let mut nodes = vec![FormulaId::TRUE; other.unwrap_or(&*self).node_count()];
        let renamed = |nodes: &[FormulaId], id: FormulaId| renamed(cone, (atoms, nodes), id);
        for index in cone.nodes.iter().map(|&index| index as usize) {
            let source = other.unwrap_or(&*self);
            let operator = source.operator(index);
            let operands: Vec<FormulaId> = source.operands(index).iter().map(|&id| renamed(&nodes, id)).collect();
            nodes[index] = self.rebuild(operator, operands);
        }
        ids.iter().map(|&id| renamed(&nodes, id)).collect()
    }

    fn rebuild(&mut self, operator: Operator, operands: Vec<FormulaId>) -> FormulaId {
        match operator {
            Operator::And => self.and(operands),
            Operator::Or => self.or(operands),
            Operator::Iff => !self.xor(operands),
            Operator::Xor => self.xor(operands),
            Operator::AtMostOne => self.at_most_one(operands),
            Operator::ExactlyOne => self.exactly_one(operands),
        }
    }
}

/// What becomes of a formula whose parts became these: atoms by place in the cone, nodes by number.
fn renamed(cone: &Cone, (atoms, nodes): (&[FormulaId], &[FormulaId]), id: FormulaId) -> FormulaId {
    let positive = match id.root() {
        Root::Atom(atom) => {
            atoms[cone.atoms.binary_search(&atom).unwrap_or_else(|_| unreachable!("the cone has all atoms"))]
        }
        Root::Node(index) => nodes[index],
    };
    positive.negated_if(id.is_negation())
}
