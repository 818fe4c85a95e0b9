//! What is known of atoms and nodes.

use crate::formula::{Atom, FormulaId, Root};

/// Values of atoms and nodes, where known. Numbers beyond the tables are unknown.
#[derive(Clone, Debug, Default)]
pub(crate) struct PartialAssignment {
    atoms: Vec<Option<bool>>,
    nodes: Vec<Option<bool>>,
}

impl PartialAssignment {
    pub(crate) fn unknown(atom_count: usize, node_count: usize) -> Self {
        Self { atoms: vec![None; atom_count], nodes: vec![None; node_count] }
    }

    pub(crate) fn atom(&self, atom: Atom) -> Option<bool> {
        self.atoms.get(atom.index()).copied().flatten()
    }

    /// Node 0 is the constant.
    pub(crate) fn node(&self, index: usize) -> Option<bool> {
        if index == 0 { Some(true) } else { self.nodes.get(index).copied().flatten() }
    }

    pub(crate) fn formula(&self, id: FormulaId) -> Option<bool> {
        let value = match id.root() {
            Root::Atom(atom) => self.atom(atom),
            Root::Node(index) => self.node(index),
        };
        value.map(|value| value != id.is_negation())
    }

    /// Sets what is unknown so that the formula is true.
    pub(crate) fn set_true(&mut self, id: FormulaId) {
        let value = Some(!id.is_negation());
        match id.root() {
            Root::Atom(atom) => self.atoms[atom.index()] = value,
            Root::Node(index) => self.nodes[index] = value,
        }
    }

    /// The values of the atoms by index.
    pub(crate) fn atoms(&self) -> &[Option<bool>] {
        &self.atoms
    }
}
