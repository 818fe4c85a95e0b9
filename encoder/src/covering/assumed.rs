//! What an array needs to know of models: which values go together.

use crate::bdd::ConditionedImages;
use crate::budget::Interrupted;
use crate::enumeration::IncrementalModel;
use crate::lit::{Lit, Var};

/// Assumptions, one after the other, and always a model that agrees with them.
pub(super) trait AssumedModel {
    /// Assumes the literal if a model agrees, which is the one at hand from then on; whether one does.
    fn assume(&mut self, lit: Lit) -> Result<bool, Interrupted>;
    /// How many assumptions there are.
    fn level(&self) -> u32;
    /// Takes back all assumptions but the first so many.
    fn retreat(&mut self, level: u32);
    /// Whether the literal is known to be true under the assumptions.
    fn is_true(&self, lit: Lit) -> bool;
    /// The value in the model at hand.
    fn value(&self, var: Var) -> bool;
    /// What is known to follow from all these literals together, themselves included; `None` when that is a conflict. Nothing may be
    /// assumed.
    fn consequences(&mut self, literals: &[Lit]) -> Result<Option<Vec<Lit>>, Interrupted>;
    /// Looks for another model, with these values in this order as far as that is easy. Nothing may be assumed.
    fn prefer(&mut self, preferred: &[Lit]) -> Result<(), Interrupted>;
}

impl AssumedModel for IncrementalModel {
    fn assume(&mut self, lit: Lit) -> Result<bool, Interrupted> {
        self.assume(lit)
    }

    fn level(&self) -> u32 {
        self.level()
    }

    fn retreat(&mut self, level: u32) {
        self.retreat(level);
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.is_true(lit)
    }

    fn value(&self, var: Var) -> bool {
        self.value(var)
    }

    fn consequences(&mut self, literals: &[Lit]) -> Result<Option<Vec<Lit>>, Interrupted> {
        Ok(self.consequences(literals))
    }

    fn prefer(&mut self, preferred: &[Lit]) -> Result<(), Interrupted> {
        self.prefer(preferred)
    }
}

impl AssumedModel for ConditionedImages {
    fn assume(&mut self, lit: Lit) -> Result<bool, Interrupted> {
        self.assume(lit)
    }

    fn level(&self) -> u32 {
        self.level()
    }

    fn retreat(&mut self, level: u32) {
        self.retreat(level);
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.is_true(lit)
    }

    fn value(&self, var: Var) -> bool {
        self.value(var)
    }

    fn consequences(&mut self, literals: &[Lit]) -> Result<Option<Vec<Lit>>, Interrupted> {
        let mut holds = true;
        for &lit in literals {
            holds = holds && (self.is_true(lit) || self.assume(lit)?);
        }
        let consequences = holds.then(|| self.followed().collect());
        self.retreat(0);
        Ok(consequences)
    }

    fn prefer(&mut self, preferred: &[Lit]) -> Result<(), Interrupted> {
        for &lit in preferred {
            if !self.is_true(lit) {
                self.assume(lit)?;
            }
        }
        self.retreat(0);
        Ok(())
    }
}
