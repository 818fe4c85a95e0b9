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

    /// The same as [`Formulas::cone`] of one formula that is small beside the arena.
    pub(crate) fn small_cone(&self, id: FormulaId) -> Cone {
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let mut cone = Cone { nodes: Vec::new(), atoms: Vec::new() };
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            match id.root() {
                Root::Atom(atom) => cone.atoms.push(atom),
                Root::Node(index) if index > 0 && seen.insert(index as u32) => {
                    cone.nodes.push(index as u32);
                    todo.extend_from_slice(self.operands(index));
                }
                Root::Node(_) => {}
            }
        }
        cone.nodes.sort_unstable();
        cone.atoms.sort_unstable();
        cone.atoms.dedup();
        cone
    }

    /// All nodes and atoms that the formulas are made of.
    pub(crate) fn cone(&self, ids: &[FormulaId]) -> Cone {
        let mut cone = Cone { nodes: Vec::new(), atoms: Vec::new() };
        let mut seen = vec![false; self.node_count()];
        seen[0] = true;
        let mut todo: Vec<FormulaId> = ids.to_vec();
        while let Some(id) = todo.pop() {
            match id.root() {
                Root::Atom(atom) => cone.atoms.push(atom),
                Root::Node(index) if !seen[index] => {
                    seen[index] = true;
                    cone.nodes.push(index as u32);
                    todo.extend_from_slice(self.operands(index));
                }
                Root::Node(_) => {}
            }
        }
        cone.nodes.sort_unstable();
        cone.atoms.sort_unstable();
        cone.atoms.dedup();
        cone
    }
}
