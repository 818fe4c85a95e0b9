//! What is chosen under one combination of values.

use rustc_hash::FxHashSet;
use variscope_encoder::{Assignment, Atom, Budget, FormulaId, Interrupted, Problem, RuleIndex};

use super::parts::Part;
use crate::question::Variants;
use crate::question::truth::Truth;

/// What came of a combination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// These values, by place in the part. Where no values satisfy the constraints, some that satisfy the definitions.
    Chosen(Vec<bool>),
    /// No values satisfy the definitions.
    Unsolvable,
    /// Several are equally good, which the options forbid.
    Ambiguous,
}

impl Entry {
    pub(super) fn holds(&self, place: usize) -> bool {
        matches!(self, Self::Chosen(values) if values[place])
    }
}

/// Resolves a part.
pub(super) struct Chooser<'c, 'v, 'm> {
    variants: &'v Variants<'m>,
    part: &'c Part,
    /// The part with its constraints.
    constrained: Problem,
    /// The part without them.
    defined: Problem,
}

impl<'c, 'v, 'm> Chooser<'c, 'v, 'm> {
    /// Takes the atoms of other parts as false: nothing in this one depends on them.
    pub(super) fn new(variants: &'v Variants<'m>, definitions: &Problem, part: &'c Part, open: &[Atom]) -> Self {
        let own: FxHashSet<Atom> = part.open.iter().copied().collect();
        let mut defined = definitions.clone();
        for &atom in open.iter().filter(|atom| !own.contains(atom)) {
            defined.redefine(atom, FormulaId::FALSE, RuleIndex::new(variants.rules().len() as u32));
        }
        let mut constrained = defined.clone();
        let constraints = variants.rules().problem().constraints();
        for rule in part.constraints.iter().map(|&number| constraints[number]) {
            constrained.constrain(rule.formula, rule.index);
        }
        Self { variants, part, constrained, defined }
    }

    /// The choice of `resolve` under these values of all value atoms.
    pub(super) fn choose(&self, values: &[(Atom, bool)], budget: &Budget) -> Result<Entry, Interrupted> {
        let truth = Truth::known(values.iter().copied());
        let known = |atom| truth.get(atom);
        let folded = self.constrained.fold(known);
        match self.variants.choice(&self.constrained, folded) {
            Ok(Some(assignment)) => Ok(self.chosen(&assignment)),
            Ok(None) => {
                let mut session = self.defined.session(known, budget.clone())?;
                let any = session.lexicographic_minimum(&self.part.open)?;
                Ok(any.map_or(Entry::Unsolvable, |assignment| self.chosen(&assignment)))
            }
            Err(_) => Ok(Entry::Ambiguous),
        }
    }

    fn chosen(&self, assignment: &Assignment) -> Entry {
        Entry::Chosen(self.part.open.iter().map(|&atom| assignment.value(atom)).collect())
    }
}
