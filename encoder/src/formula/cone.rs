//! What a formula is made of.

use rustc_hash::FxHashSet;

use super::arena::Formulas;
use super::id::{Atom, FormulaId, Root};

/// The parts of some formulas.
pub(crate) struct Cone {
    /// Ascending node numbers, so operands come before the nodes that use them; never the constant.
    pub nodes: Vec<u32>,
    /// Ascending, without repetition.
    pub atoms: Vec<Atom>,
}

impl Cone {
    /// Where a node stands; none for the constant.
    pub(crate) fn place(&self, index: usize) -> Option<usize> {
        self.nodes.binary_search(&(index as u32)).ok()
    }
}

impl Formulas {
    /// The atoms that occur in the formula, ascending.
    pub fn atoms(&self, id: FormulaId) -> Vec<Atom> {
        // Definitions are small and many: a table of all nodes for each would cost more than looking at them.
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut atoms = Vec::new();
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            match id.root() {
                Root::Atom(atom) => atoms.push(atom),
                Root::Node(index) if index > 0 && seen.insert(index) => todo.extend_from_slice(self.operands(index)),
                Root::Node(_) => {}
            }
        }
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }

    /// The atoms that occur in any of the formulas, ascending.
    pub fn atoms_of(&self, ids: &[FormulaId]) -> Vec<Atom> {
        self.cone(ids).atoms
    }

    /// The [`Formulas::cone`] of one formula that is small beside the arena.
    pub(crate) fn small_cone(&self, id: FormulaId) -> Cone {
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut cone = self.cone_by(vec![id], |index| index > 0 && seen.insert(index));
        cone.nodes.sort_unstable();
        cone
    }

    /// All nodes and atoms that the formulas are made of.
    pub(crate) fn cone(&self, ids: &[FormulaId]) -> Cone {
        let mut seen = vec![false; self.node_count()];
        seen[0] = true;
        let mut cone = self.cone_by(ids.to_vec(), |index| !std::mem::replace(&mut seen[index], true));
        // The table has them in order.
        cone.nodes.clear();
        cone.nodes.extend((1..seen.len()).filter(|&index| seen[index]).map(|index| index as u32));
        cone
    }

    /// What is reached from `todo`, nodes in any order; `is_new` says of a node, once, that it was not met before. The constant
    /// is never new.
    fn cone_by(&self, mut todo: Vec<FormulaId>, mut is_new: impl FnMut(usize) -> bool) -> Cone {
        let mut cone = Cone { nodes: Vec::new(), atoms: Vec::new() };
        while let Some(id) = todo.pop() {
            match id.root() {
                Root::Atom(atom) => cone.atoms.push(atom),
                Root::Node(index) if is_new(index) => {
                    cone.nodes.push(index as u32);
                    todo.extend_from_slice(self.operands(index));
                }
                Root::Node(_) => {}
            }
        }
        cone.atoms.sort_unstable();
        cone.atoms.dedup();
        cone
    }
}
