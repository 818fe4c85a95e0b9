//! Functions as short disjunctions of conjunctions.

use super::{Bdd, Diagrams, Overflow};
use crate::recursion::descend;

/// A conjunction: variables, ascending, each with the value that it has to have.
pub type Cube = Vec<(usize, bool)>;

impl Diagrams {
    /// An irredundant disjunction of conjunctions that lies between `lower` and `upper`: it holds where `lower` does, and
    /// only where `upper` does (Minato, "Fast generation of prime-irredundant covers from binary decision diagrams",
    /// IEICE Transactions 1993). No conjunction can be left out, and none can do without one of its literals. None where there are
    /// more than `most` conjunctions; these may be exponentially many.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn cover(&mut self, lower: Bdd, upper: Bdd, most: usize) -> Result<Option<Vec<Cube>>, Overflow> {
        Ok(self.between(lower, upper, most)?.map(|(_, cubes)| cubes))
    }

    /// The cover, as a function and as conjunctions. Each step towards it finds a conjunction, so that steps are few where these are.
    fn between(&mut self, lower: Bdd, upper: Bdd, most: usize) -> Result<Option<(Bdd, Vec<Cube>)>, Overflow> {
        if lower == Bdd::FALSE {
            return Ok(Some((Bdd::FALSE, Vec::new())));
        }
        if most == 0 {
            return Ok(None);
        }
        if upper == Bdd::TRUE {
            return Ok(Some((Bdd::TRUE, vec![Vec::new()])));
        }
        let level = self.level(lower).min(self.level(upper));
        let [low_lower, high_lower] = [false, true].map(|value| self.cofactor(lower, level, value));
        let [low_upper, high_upper] = [false, true].map(|value| self.cofactor(upper, level, value));
        // What only a conjunction with this literal can cover.
        let only_low = self.without(low_lower, high_upper)?;
        let only_high = self.without(high_lower, low_upper)?;
        let Some((low, low_cubes)) = descend(|| self.between(only_low, low_upper, most))? else { return Ok(None) };
        let left = most - low_cubes.len();
        let Some((high, high_cubes)) = descend(|| self.between(only_high, high_upper, left))? else { return Ok(None) };
        let left = left - high_cubes.len();
        // The rest does not need the variable.
        let low_rest = self.without(low_lower, low)?;
        let high_rest = self.without(high_lower, high)?;
        let rest = self.or(low_rest, high_rest)?;
        let common = self.and(low_upper, high_upper)?;
        let Some((both, both_cubes)) = descend(|| self.between(rest, common, left))? else { return Ok(None) };
        let low = self.or(low, both)?;
        let high = self.or(high, both)?;
        let function = self.node(level, low, high)?;
        let with = |value| move |cube: Cube| [vec![(level as usize, value)], cube].concat();
        let cubes = low_cubes.into_iter().map(with(false)).chain(high_cubes.into_iter().map(with(true)));
        Ok(Some((function, cubes.chain(both_cubes).collect())))
    }

    fn without(&mut self, bdd: Bdd, other: Bdd) -> Result<Bdd, Overflow> {
        self.choose(other, Bdd::FALSE, bdd)
    }
}
