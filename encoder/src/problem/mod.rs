//! A problem as its author states it: definitions and constraints over atoms, each with the number of its rule.
//!
//! A definition says what one atom is equivalent to; definitions may refer to each other in cycles. A constraint has
//! to hold. Rule numbers come back in explanations; several definitions and constraints may share one.

mod cycles;
mod feedback;
mod interchangeable;
mod propagation;
mod residual;
mod self_composition;
mod steps;
mod unknown;
mod uses;
mod values;

use std::fmt;

use crate::formula::{Atom, FormulaId, Formulas};

pub(crate) use residual::Remainder;
pub use residual::Residual;
pub use self_composition::SelfComposition;
pub(crate) use steps::{MAX_CHANGES, Steps};
pub use unknown::Unknown;
pub(crate) use values::PartialAssignment;

/// The caller's number of a rule. Callers with several kinds of rules number each kind on its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleIndex {
    kind: u8,
    index: u32,
}

impl RuleIndex {
    /// The rule with this number, of kind 0; any number will do.
    pub const fn new(index: u32) -> Self {
        Self::of_kind(0, index)
    }

    /// The rule with this number among those of a kind; any numbers will do. Rules are ordered by kind.
    pub const fn of_kind(kind: u8, index: u32) -> Self {
        Self { kind, index }
    }

    /// The caller's kind.
    pub fn kind(self) -> u8 {
        self.kind
    }

    /// The caller's number within the kind.
    pub fn index(self) -> u32 {
        self.index
    }
}

impl fmt::Debug for RuleIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            0 => write!(f, "rule {}", self.index),
            kind => write!(f, "rule {} of kind {kind}", self.index),
        }
    }
}

/// A formula with the number of the rule that states it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// What is stated.
    pub formula: FormulaId,
    /// Who states it.
    pub index: RuleIndex,
}

/// Definitions and constraints over atoms `0..atom_count`.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    formulas: Formulas,
    definitions: Vec<Option<Rule>>,
    constraints: Vec<Rule>,
}

impl Problem {
    /// A problem without atoms.
    pub fn new() -> Self {
        Self::default()
    }

    /// A problem with `atom_count` free atoms.
    pub fn with_atoms(atom_count: usize) -> Self {
        Self { definitions: vec![None; atom_count], ..Self::default() }
    }

    /// The arena of all formulas of this problem.
    pub fn formulas(&self) -> &Formulas {
        &self.formulas
    }

    /// The arena, to build formulas in.
    pub fn formulas_mut(&mut self) -> &mut Formulas {
        &mut self.formulas
    }

    /// How many atoms there are.
    pub fn atom_count(&self) -> usize {
        self.definitions.len()
    }

    /// All atoms, ascending.
    pub fn atoms(&self) -> impl ExactSizeIterator<Item = Atom> + use<> {
        (0..self.atom_count()).map(Atom::new)
    }

    /// A further atom, free until it is defined.
    pub fn new_atom(&mut self) -> Atom {
        self.definitions.push(None);
        Atom::new(self.definitions.len() - 1)
    }

    /// Says that `atom` is equivalent to `formula`.
    ///
    /// # Panics
    /// When the atom is defined already or not one of this problem.
    pub fn define(&mut self, atom: Atom, formula: FormulaId, index: RuleIndex) {
        let slot = &mut self.definitions[atom.index()];
        assert!(slot.is_none(), "{atom:?} is defined twice");
        *slot = Some(Rule { formula, index });
    }

    /// Says that `atom` is equivalent to `formula`, whatever was said before.
    pub fn redefine(&mut self, atom: Atom, formula: FormulaId, index: RuleIndex) {
        self.definitions[atom.index()] = Some(Rule { formula, index });
    }

    /// Leaves `atom` free.
    pub fn undefine(&mut self, atom: Atom) {
        self.definitions[atom.index()] = None;
    }

    /// What `atom` is equivalent to; `None` when it is free.
    pub fn definition(&self, atom: Atom) -> Option<Rule> {
        self.definitions[atom.index()]
    }

    /// Says that `formula` holds.
    pub fn constrain(&mut self, formula: FormulaId, index: RuleIndex) {
        self.constraints.push(Rule { formula, index });
    }

    /// All constraints in the order in which they were stated.
    pub fn constraints(&self) -> &[Rule] {
        &self.constraints
    }

    /// Leaves the constraints that are wanted.
    pub fn retain_constraints(&mut self, is_wanted: impl FnMut(&Rule) -> bool) {
        self.constraints.retain(is_wanted);
    }

    /// The problem with only the rules for which `holds`.
    #[must_use]
    pub fn restricted(&self, holds: impl Fn(RuleIndex) -> bool) -> Self {
        let kept = |rule: &Rule| holds(rule.index);
        Self {
            formulas: self.formulas.clone(),
            definitions: self.definitions.iter().map(|rule| rule.filter(kept)).collect(),
            constraints: self.constraints.iter().copied().filter(kept).collect(),
        }
    }

    /// Everything that follows from the known atoms by evaluation alone; see [`Residual`].
    pub fn fold(&self, known: impl Fn(Atom) -> Option<bool>) -> Residual {
        Residual::new(self, known)
    }
}
