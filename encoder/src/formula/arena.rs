//! Where formulas are kept, each once.

use std::hash::{BuildHasher, Hash, Hasher};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use super::id::{Atom, FormulaId, Root};
use super::operator::Operator;

/// A formula, one level deep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node<'a> {
    /// Always this value.
    Const(bool),
    /// True when the atom is.
    Atom(Atom),
    /// True when the operand is false.
    Not(FormulaId),
    /// True when every operand is; two operands at least.
    And(&'a [FormulaId]),
    /// True when some operand is; two operands at least.
    Or(&'a [FormulaId]),
    /// True when both operands have one value.
    Iff(FormulaId, FormulaId),
    /// True when an odd number of operands is; three operands at least.
    Xor(&'a [FormulaId]),
    /// True when at most one operand is; three operands at least.
    AtMostOne(&'a [FormulaId]),
    /// True when exactly one operand is; three operands at least.
    ExactlyOne(&'a [FormulaId]),
}

/// An arena of formulas: equal operands under an equal operator give one node.
///
/// Ids of one arena mean nothing to another. Nothing is ever removed.
#[derive(Clone, Debug)]
pub struct Formulas {
    /// `operators[i]` belongs to node `i + 1`: node 0 is the constant.
    operators: Vec<Operator>,
    /// `ends[i]` is where the operands of node `i` end; `ends[0]` is 0.
    ends: Vec<u32>,
    operands: Vec<FormulaId>,
    interned: HashTable<u32>,
    /// Operands of the node being built, kept to spare an allocation per node.
    pub(super) scratch: Vec<FormulaId>,
}

impl Default for Formulas {
    fn default() -> Self {
        Self::new()
    }
}

impl Formulas {
    /// An arena that holds the constants and every atom.
    pub fn new() -> Self {
        Self {
            operators: Vec::new(),
            ends: vec![0],
            operands: Vec::new(),
            interned: HashTable::new(),
            scratch: Vec::new(),
        }
    }

    /// How many nodes there are: the constant, and one per distinct operator with its operands.
    pub fn node_count(&self) -> usize {
        self.ends.len()
    }

    /// The formula, one level deep.
    ///
    /// # Panics
    /// When `id` comes from another arena.
    pub fn node(&self, id: FormulaId) -> Node<'_> {
        if let Some(value) = id.as_constant() {
            return Node::Const(value);
        }
        if id.is_negation() {
            return Node::Not(!id);
        }
        match id.root() {
            Root::Atom(atom) => Node::Atom(atom),
            Root::Node(index) => self.inner_node(index),
        }
    }

    fn inner_node(&self, index: usize) -> Node<'_> {
        let operands = self.operands(index);
        match self.operator(index) {
            Operator::And => Node::And(operands),
            Operator::Or => Node::Or(operands),
            Operator::Iff => Node::Iff(operands[0], operands[1]),
            Operator::Xor => Node::Xor(operands),
            Operator::AtMostOne => Node::AtMostOne(operands),
            Operator::ExactlyOne => Node::ExactlyOne(operands),
        }
    }

    /// The operator of node `index`, which is not the constant.
    #[inline]
    pub(crate) fn operator(&self, index: usize) -> Operator {
        self.operators[index - 1]
    }

    /// The operands of node `index`; none for the constant.
    #[inline]
    pub(crate) fn operands(&self, index: usize) -> &[FormulaId] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.operands[start..self.ends[index] as usize]
    }

    /// The node with this operator over the operands in `scratch`, which the constructors have normalised.
    pub(super) fn intern(&mut self, operator: Operator) -> FormulaId {
        let Self { operators, ends, operands, interned, scratch } = self;
        let slice = |index: u32| &operands[ends[index as usize - 1] as usize..ends[index as usize] as usize];
        let same = |index: &u32| operators[*index as usize - 1] == operator && slice(*index) == scratch.as_slice();
        let rehash = |index: &u32| hash(operators[*index as usize - 1], slice(*index));
        let entry = match interned.entry(hash(operator, scratch), same, rehash) {
            Entry::Occupied(entry) => return FormulaId::node(*entry.get() as usize),
            Entry::Vacant(entry) => entry,
        };
        let id = FormulaId::node(ends.len());
        entry.insert(ends.len() as u32);
        operators.push(operator);
        operands.extend_from_slice(scratch);
        ends.push(u32::try_from(operands.len()).expect("fewer than 2^32 operands"));
        id
    }
}

fn hash(operator: Operator, operands: &[FormulaId]) -> u64 {
    let mut hasher = FxBuildHasher.build_hasher();
    operator.hash(&mut hasher);
    operands.hash(&mut hasher);
    hasher.finish()
}
