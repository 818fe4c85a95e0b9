//! Projected enumeration: every combination of values that some literals have in models, each once.
//!
//! The search is chronological: a decision is false first, then true. A model that agrees with the decisions is always
//! at hand.

use super::resume_point::DecisionPath;
use crate::budget::{Budget, Interrupted};
use crate::enumeration::IncrementalModel;
use crate::lit::Lit;

/// The combinations in lexicographic order, false before true.
pub(crate) struct Combinations {
    literals: Vec<Lit>,
    /// Agrees with the path.
    model: IncrementalModel,
    /// A step for each assumption of the model.
    path: Vec<Decision>,
    /// Whether the path leads to a combination that has been given.
    is_given: bool,
    is_exhausted: bool,
    budget: Budget,
}

/// A literal made true on the way down.
#[derive(Clone, Copy)]
struct Decision {
    /// Which of the projected literals it is about.
    index: usize,
    lit: Lit,
    branch: Branch,
}

/// What a step knows of the opposite literal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Branch {
    /// Its turn comes later, if it has models.
    First,
    /// Its turn is over.
    Second,
    /// It has no model.
    Only,
}

impl Combinations {
    /// Starts from a model of the clauses, with nothing assumed.
    pub(crate) fn new(model: IncrementalModel, literals: Vec<Lit>, budget: Budget) -> Self {
        Self { literals, model, path: Vec::new(), is_given: false, is_exhausted: false, budget }
    }

    /// The next combination, by projected literal; `None` when all have been given.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up; the next call goes on from there.
    pub(crate) fn advance(&mut self) -> Result<Option<Vec<bool>>, Interrupted> {
        self.budget.check()?;
        if self.is_exhausted || (self.is_given && !self.turn()?) {
            self.is_exhausted = true;
            return Ok(None);
        }
        self.is_given = false;
        self.descend()?;
        self.is_given = true;
        Ok(Some(self.combination()))
    }

    /// Goes on with the combination to which this way leads, which is asked about each projected literal that can
    /// have both values.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up; to go on, go again.
    pub(crate) fn go(&mut self, way: &mut impl DecisionPath) -> Result<(), Interrupted> {
        self.model.retreat(0);
        self.path.clear();
        (self.is_given, self.is_exhausted) = (false, false);
        for index in 0..self.literals.len() {
            let lit = self.literals[index];
            if self.is_known(lit) {
                continue;
            }
            if way.is_at_end() {
                break;
            }
            // The branch that the model at hand takes is open, so that only the other one has to be looked at.
            let at_hand = lit.var().lit(self.model.value(lit.var()));
            if self.step(index, !at_hand, Branch::First)? {
                self.retreat();
                self.decide(index, way.choose(index))?;
            } else if !self.is_known(lit) {
                self.enter(Decision { index, lit: at_hand, branch: Branch::Only });
            }
        }
        Ok(())
    }

    /// Passes over the combination that comes next.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub(crate) fn pass(&mut self) -> Result<(), Interrupted> {
        self.advance().map(|_| ())
    }

    /// Which of the projected literals were made true although they could be false.
    pub(crate) fn turned(&self) -> impl Iterator<Item = usize> + '_ {
        self.path.iter().filter(|step| step.branch == Branch::Second).map(|step| step.index)
    }

    /// Decides every projected literal, false first.
    fn descend(&mut self) -> Result<(), Interrupted> {
        let start = self.path.last().map_or(0, |step| step.index + 1);
        for index in start..self.literals.len() {
            self.decide(index, false)?;
        }
        Ok(())
    }

    fn is_known(&self, lit: Lit) -> bool {
        self.model.is_known(lit.var())
    }

    /// Gives the projected literal this value if possible, and returns the value it has. Only false leaves the other
    /// value to be tried later.
    fn decide(&mut self, index: usize, value: bool) -> Result<bool, Interrupted> {
        let lit = self.literals[index];
        if self.is_known(lit) {
            return Ok(self.model.is_true(lit));
        }
        let (wanted, branch) = if value { (lit, Branch::Second) } else { (!lit, Branch::First) };
        if self.step(index, wanted, branch)? {
            return Ok(value);
        }
        // The refutation may have added the clause to the engine.
        if !self.is_known(lit) {
            self.enter(Decision { index, lit: !wanted, branch: Branch::Only });
        }
        Ok(!value)
    }

    /// Makes a literal true that the model at hand makes true.
    fn enter(&mut self, step: Decision) {
        self.model.follow(step.lit);
        self.path.push(step);
    }

    /// Makes the literal true if a model agrees, which is the one at hand from then on.
    fn step(&mut self, index: usize, lit: Lit, branch: Branch) -> Result<bool, Interrupted> {
        let holds = self.model.assume(lit)?;
        if holds {
            self.path.push(Decision { index, lit, branch });
        }
        Ok(holds)
    }

    /// Takes back the last step.
    fn retreat(&mut self) -> Option<Decision> {
        let step = self.path.pop()?;
        self.model.retreat(self.model.level() - 1);
        Some(step)
    }

    /// Reverses the last decision that can be reversed; whether there is one.
    fn turn(&mut self) -> Result<bool, Interrupted> {
        while let Some(step) = self.retreat() {
            if step.branch != Branch::First || self.model.is_true(step.lit) {
                continue;
            }
            match self.step(step.index, !step.lit, Branch::Second) {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(interrupted) => {
                    self.enter(step);
                    return Err(interrupted);
                }
            }
        }
        Ok(false)
    }

    fn combination(&self) -> Vec<bool> {
        self.literals.iter().map(|lit| self.model.is_true(*lit)).collect()
    }
}

#[cfg(test)]
mod tests;
