//! What is chosen under one combination of values.

use rustc_hash::FxHashSet;
use variscope_encoder::{Assignment, Atom, Budget, FormulaId, Interrupted, Problem};

use super::parts::AtomGroup;
use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::lifted::RuleOrigin;
use crate::analysis::question::configuration::atom_valuation::AtomValuation;
use crate::analysis::question::configuration::variant::Unresolved;

/// What came of a combination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TableEntry {
    /// These values, by place in the part. Where no values satisfy the constraints, some that satisfy the definitions.
    Chosen(Vec<bool>),
    /// No values satisfy the definitions.
    Unsolvable,
    /// Several are equally good, which the options forbid; these are some that satisfy the constraints.
    Ambiguous(Vec<bool>),
}

impl TableEntry {
    pub(super) fn holds(&self, place: usize) -> bool {
        matches!(self, Self::Chosen(values) | Self::Ambiguous(values) if values[place])
    }
}

/// Resolves parts, which are chosen apart from each other.
pub(super) struct Chooser<'v, 'm> {
    variants: &'v Variants<'m>,
    /// The open atoms of all parts, part by part.
    open: Vec<Atom>,
    /// The parts with their constraints.
    constrained: Problem,
    /// The parts without them.
    defined: Problem,
}

impl<'v, 'm> Chooser<'v, 'm> {
    /// Takes the atoms of all other parts as false: nothing in these depends on them.
    pub(super) fn new(variants: &'v Variants<'m>, definitions: &Problem, parts: &[&AtomGroup], open: &[Atom]) -> Self {
        let own: Vec<Atom> = parts.iter().flat_map(|part| &part.open).copied().collect();
        let known: FxHashSet<Atom> = own.iter().copied().collect();
        let mut defined = definitions.clone();
        for &atom in open.iter().filter(|atom| !known.contains(atom)) {
            defined.redefine(atom, FormulaId::FALSE, RuleOrigin::Background.index());
        }
        let mut constrained = defined.clone();
        let constraints = variants.rules().problem().constraints();
        for rule in parts.iter().flat_map(|part| &part.constraints).map(|&number| constraints[number]) {
            constrained.constrain(rule.formula, rule.index);
        }
        Self { variants, open: own, constrained, defined }
    }

    /// The values of the open atoms in what `resolve` takes under these values of all value atoms; none where it takes nothing.
    pub(super) fn resolve(&self, values: &[(Atom, bool)], budget: &Budget) -> Result<Option<Vec<bool>>, Interrupted> {
        match self.taken(&AtomValuation::known(values.iter().copied()), budget) {
            Ok(assignment) => Ok(assignment.map(|assignment| self.values(&assignment))),
            Err(Unresolved::Refused(_)) => Ok(None),
            Err(Unresolved::Interrupted) => Err(Interrupted),
        }
    }

    /// The choice of `resolve` under these values of all value atoms, or why it takes nothing.
    pub(super) fn choose(&self, values: &[(Atom, bool)], budget: &Budget) -> Result<TableEntry, Interrupted> {
        let truth = AtomValuation::known(values.iter().copied());
        let is_ambiguous = match self.taken(&truth, budget) {
            Ok(Some(assignment)) => return Ok(TableEntry::Chosen(self.values(&assignment))),
            Ok(None) => false,
            Err(Unresolved::Refused(_)) => true,
            Err(Unresolved::Interrupted) => return Err(Interrupted),
        };
        let problem = if is_ambiguous { &self.constrained } else { &self.defined };
        let mut session = problem.session(|atom| truth.get(atom), budget.clone())?;
        let Some(some) = session.lexicographic_minimum(&self.open)? else { return Ok(TableEntry::Unsolvable) };
        let values = self.values(&some);
        Ok(if is_ambiguous { TableEntry::Ambiguous(values) } else { TableEntry::Chosen(values) })
    }

    fn taken(&self, truth: &AtomValuation, budget: &Budget) -> Result<Option<Assignment>, Unresolved> {
        let folded = self.constrained.fold(|atom| truth.get(atom));
        self.variants.choice(&self.constrained, folded, budget)
    }

    fn values(&self, assignment: &Assignment) -> Vec<bool> {
        self.open.iter().map(|&atom| assignment.value(atom)).collect()
    }
}
