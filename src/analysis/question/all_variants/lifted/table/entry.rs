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

/// Resolves a part.
pub(super) struct Chooser<'c, 'v, 'm> {
    variants: &'v Variants<'m>,
    part: &'c AtomGroup,
    /// The part with its constraints.
    constrained: Problem,
    /// The part without them.
    defined: Problem,
}

impl<'c, 'v, 'm> Chooser<'c, 'v, 'm> {
    /// Takes the atoms of other parts as false: nothing in this one depends on them.
    pub(super) fn new(variants: &'v Variants<'m>, definitions: &Problem, part: &'c AtomGroup, open: &[Atom]) -> Self {
        let own: FxHashSet<Atom> = part.open.iter().copied().collect();
        let mut defined = definitions.clone();
        for &atom in open.iter().filter(|atom| !own.contains(atom)) {
            defined.redefine(atom, FormulaId::FALSE, RuleOrigin::Background.index());
        }
        let mut constrained = defined.clone();
        let constraints = variants.rules().problem().constraints();
        for rule in part.constraints.iter().map(|&number| constraints[number]) {
            constrained.constrain(rule.formula, rule.index);
        }
        Self { variants, part, constrained, defined }
    }

    /// The choice of `resolve` under these values of all value atoms.
    pub(super) fn choose(&self, values: &[(Atom, bool)], budget: &Budget) -> Result<TableEntry, Interrupted> {
        let truth = AtomValuation::known(values.iter().copied());
        let known = |atom| truth.get(atom);
        let folded = self.constrained.fold(known);
        let is_ambiguous = match self.variants.choice(&self.constrained, folded, budget) {
            Ok(Some(assignment)) => return Ok(TableEntry::Chosen(self.values(&assignment))),
            Ok(None) => false,
            Err(Unresolved::Refused(_)) => true,
            Err(Unresolved::Interrupted) => return Err(Interrupted),
        };
        let problem = if is_ambiguous { &self.constrained } else { &self.defined };
        let mut session = problem.session(known, budget.clone())?;
        let Some(some) = session.lexicographic_minimum(&self.part.open)? else { return Ok(TableEntry::Unsolvable) };
        let values = self.values(&some);
        Ok(if is_ambiguous { TableEntry::Ambiguous(values) } else { TableEntry::Chosen(values) })
    }

    fn values(&self, assignment: &Assignment) -> Vec<bool> {
        self.part.open.iter().map(|&atom| assignment.value(atom)).collect()
    }
}
