//! Functions taken to other diagrams, where variables have other levels, in the same order or in another one.

use rustc_hash::FxHashMap;

use super::{Bdd, BddResult, Diagrams};
use crate::recursion::descend;

/// Where variables go, and what becomes of nodes that are not taken.
pub(super) struct Transfer<'t> {
    /// By level: the one in the other diagrams; none from where on nothing is taken.
    pub(super) level: &'t dyn Fn(u32) -> Option<u32>,
    /// By constant, and by node whose level has no other: what stands in its place.
    pub(super) behind: &'t dyn Fn(Bdd) -> Bdd,
    /// In the other diagrams: the function that decides at a level, from those where the variable is false and where it is true.
    pub(super) decide: fn(&mut Diagrams, u32, [Bdd; 2]) -> BddResult,
}

/// Decides at a level that stands before all those of both functions.
pub(super) fn in_order(to: &mut Diagrams, level: u32, [low, high]: [Bdd; 2]) -> BddResult {
    to.node(level, low, high)
}

/// Decides at a level that may stand anywhere among those of both functions.
pub(super) fn in_any_order(to: &mut Diagrams, level: u32, [low, high]: [Bdd; 2]) -> BddResult {
    let variable = to.variable(level as usize)?;
    to.choose(variable, high, low)
}

impl Transfer<'_> {
    /// The function of `from` in `to`; `known` has what was taken before in the same way.
    pub(super) fn take(
        &self,
        from: &Diagrams,
        to: &mut Diagrams,
        bdd: Bdd,
        known: &mut FxHashMap<Bdd, Bdd>,
    ) -> BddResult {
        let node = from.nodes[bdd.index()];
        let level = if bdd.is_constant() { None } else { (self.level)(node.level) };
        let Some(level) = level else { return Ok((self.behind)(bdd)) };
        if let Some(&taken) = known.get(&bdd) {
            return Ok(taken);
        }
        // What fails is not known afterwards: to go on behind it would take as long as there are paths.
        let low = descend(|| self.take(from, to, node.low, known))?;
        let high = descend(|| self.take(from, to, node.high, known))?;
        let taken = (self.decide)(to, level, [low, high])?;
        known.insert(bdd, taken);
        Ok(taken)
    }
}
