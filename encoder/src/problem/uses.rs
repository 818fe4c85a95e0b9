//! Where atoms and nodes are used: the formulas of a problem read upwards.

use super::Problem;
use crate::formula::{Atom, FormulaId, Root};

/// Where a value is used, so that it is propagated there when it becomes known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    /// An operand of this node, negated if so said.
    Operand { node: u32, negated: bool },
    /// The definition of this atom, negated if so said.
    Definition { atom: Atom, negated: bool },
}

/// For each atom and node its uses, in one flat table.
///
/// An entry holds `2 * number + negated`; the uses as an operand come first, then those as a definition.
#[derive(Clone, Debug)]
pub(super) struct Uses {
    atom_count: usize,
    /// `starts[slot]..starts[slot + 1]` are the entries of an atom (by index) or a node (after the atoms).
    starts: Vec<u32>,
    entries: Vec<u32>,
    /// How many entries of each slot are operands.
    operand_ends: Vec<u32>,
}

impl Uses {
    pub(super) fn new(problem: &Problem) -> Self {
        let atom_count = problem.atom_count();
        let slots = atom_count + problem.formulas().node_count();
        let mut starts = vec![0u32; slots + 1];
        for_each_use(problem, |used, _| starts[slot(atom_count, used) + 1] += 1);
        for index in 0..slots {
            starts[index + 1] += starts[index];
        }
        let mut next = starts[..slots].to_vec();
        let mut operand_ends = Vec::new();
        let mut entries = vec![0u32; starts[slots] as usize];
        for_each_use(problem, |used, by| {
            let code = match by {
                Use::Operand { node, negated } => node << 1 | u32::from(negated),
                Use::Definition { atom, negated } => {
                    if operand_ends.is_empty() {
                        operand_ends.clone_from(&next);
                    }
                    (atom.index() as u32) << 1 | u32::from(negated)
                }
            };
            let place = &mut next[slot(atom_count, used)];
            entries[*place as usize] = code;
            *place += 1;
        });
        if operand_ends.is_empty() {
            operand_ends = next;
        }
        Self { atom_count, starts, entries, operand_ends }
    }

    /// The uses of the formula's atom or node.
    pub(super) fn of(&self, id: FormulaId) -> impl Iterator<Item = Use> + '_ {
        let slot = slot(self.atom_count, id);
        let (start, end) = (self.starts[slot] as usize, self.starts[slot + 1] as usize);
        let middle = self.operand_ends[slot] as usize;
        let operands =
            self.entries[start..middle].iter().map(|code| Use::Operand { node: code >> 1, negated: code & 1 == 1 });
        let definitions = self.entries[middle..end]
            .iter()
            .map(|code| Use::Definition { atom: Atom::new((code >> 1) as usize), negated: code & 1 == 1 });
        operands.chain(definitions)
    }
}

fn slot(atom_count: usize, id: FormulaId) -> usize {
    match id.root() {
        Root::Atom(atom) => atom.index(),
        Root::Node(index) => atom_count + index,
    }
}

/// All uses: those as an operand by ascending node, then those as a definition by ascending atom.
fn for_each_use(problem: &Problem, mut visit: impl FnMut(FormulaId, Use)) {
    let formulas = problem.formulas();
    for node in 1..formulas.node_count() {
        for operand in formulas.operands(node) {
            visit(*operand, Use::Operand { node: node as u32, negated: operand.is_negation() });
        }
    }
    for atom in problem.atoms() {
        if let Some(rule) = problem.definition(atom) {
            visit(rule.formula, Use::Definition { atom, negated: rule.formula.is_negation() });
        }
    }
}
