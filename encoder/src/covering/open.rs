//! Combinations that no variant has shown yet, packed into variants.

use super::assumed::AssumedModel;
use super::interactions::{Cursor, Interactions};
use super::space::Feature;
use crate::budget::{Budget, Interrupted};
use crate::lit::Lit;
use crate::random::Random;

/// Combinations that are packed together, at most: so much memory they may take.
const MOST: usize = 1 << 20;

/// Combinations of a group that are tried when one is chosen.
const TRIES: usize = 4;

/// Combinations that wait for a variant; first those of many selected features, which exclude most others.
pub(super) struct Open {
    strength: usize,
    groups: Vec<CombinationGroup>,
    random: Random,
}

/// Combinations with the same first literal, of which a variant has all or none to look at.
struct CombinationGroup {
    first: Lit,
    /// One after the other.
    literals: Vec<Lit>,
}

impl Open {
    /// What is missing from the cursor on, or the first part of it; the cursor goes behind that.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub(super) fn of(
        missing: &Interactions,
        cursor: &mut Cursor,
        features: &[Feature],
        budget: &Budget,
    ) -> Result<Self, Interrupted> {
        let mut open = Self { strength: missing.strength(), groups: Vec::new(), random: Random::new(0) };
        missing.each_missing(cursor, MOST, budget, |combination| {
            let literals: Vec<Lit> =
                combination.iter().map(|&(feature, value)| features[feature].literal(value)).collect();
            open.add(&literals);
        })?;
        Ok(open)
    }

    fn add(&mut self, combination: &[Lit]) {
        match self.groups.last_mut().filter(|group| group.first == combination[0]) {
            Some(group) => group.literals.extend_from_slice(combination),
            None => self.groups.push(CombinationGroup { first: combination[0], literals: combination.to_vec() }),
        }
    }

    /// Assumes as many of the combinations as go together; false when none is left that any variant shows. Those that the
    /// model at hand shows in the end, or no model, are not open any more.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub(super) fn pack(&mut self, model: &mut impl AssumedModel, budget: &Budget) -> Result<bool, Interrupted> {
        model.retreat(0);
        // What is in most of them takes the most variants, and comes first.
        self.groups.sort_by_key(|group| std::cmp::Reverse(group.literals.len()));
        while let Some(seed) = self.pop() {
            budget.check()?;
            if assume_all(model, &seed)? {
                self.scatter(model)?;
                for group in &self.groups {
                    budget.check()?;
                    group.join(self.strength, model)?;
                }
                self.groups.iter_mut().for_each(|group| group.drop_shown(self.strength, model));
                self.groups.retain(|group| !group.literals.is_empty());
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Assumes about one combination of each group, chosen at random: a variant that takes all of one group before it
    /// looks at the next shows little else.
    fn scatter(&mut self, model: &mut impl AssumedModel) -> Result<(), Interrupted> {
        let mut order: Vec<usize> = (0..self.groups.len()).collect();
        self.random.shuffle(&mut order);
        for group in order {
            let CombinationGroup { first, literals } = &self.groups[group];
            let count = literals.len() / self.strength;
            let start = self.random.below(count);
            for number in (start..count).take(TRIES) {
                let combination = &literals[number * self.strength..(number + 1) * self.strength];
                if model.is_true(!*first) || (is_open(model, combination) && assume_all(model, combination)?) {
                    break;
                }
            }
        }
        Ok(())
    }

    /// The combination that is to be shown next, which is open no more.
    fn pop(&mut self) -> Option<Vec<Lit>> {
        let group = self.groups.first_mut()?;
        let combination = group.literals.split_off(group.literals.len() - self.strength);
        if group.literals.is_empty() {
            self.groups.remove(0);
        }
        Some(combination)
    }
}

impl CombinationGroup {
    /// Assumes all combinations that go with what is assumed.
    fn join(&self, strength: usize, model: &mut impl AssumedModel) -> Result<(), Interrupted> {
        for combination in self.literals.chunks_exact(strength) {
            if model.is_true(!self.first) {
                break;
            }
            if is_open(model, combination) {
                assume_all(model, combination)?;
            }
        }
        Ok(())
    }

    /// Keeps what the model at hand does not show.
    fn drop_shown(&mut self, strength: usize, model: &impl AssumedModel) {
        let holds = |lit: &Lit| model.value(lit.var()) == lit.is_positive();
        if !holds(&self.first) {
            return;
        }
        let mut kept = 0;
        for start in (0..self.literals.len()).step_by(strength) {
            if !self.literals[start..start + strength].iter().all(holds) {
                self.literals.copy_within(start..start + strength, kept);
                kept += strength;
            }
        }
        self.literals.truncate(kept);
    }
}

/// Whether no literal is known to be false.
fn is_open(model: &impl AssumedModel, literals: &[Lit]) -> bool {
    !literals.iter().any(|&lit| model.is_true(!lit))
}

/// Assumes all literals, or none.
fn assume_all(model: &mut impl AssumedModel, literals: &[Lit]) -> Result<bool, Interrupted> {
    let level = model.level();
    for &lit in literals {
        if !model.is_true(lit) && (model.is_true(!lit) || !model.assume(lit)?) {
            model.retreat(level);
            return Ok(false);
        }
    }
    Ok(true)
}
