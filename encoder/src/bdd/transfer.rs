//! Functions taken to other diagrams, where variables have other levels in the same order.

use rustc_hash::FxHashMap;

use super::{Bdd, Built, Diagrams};
use crate::recursion::descend;

/// Where variables go, and what becomes of nodes that are not taken.
pub(super) struct Transfer<'t> {
    /// By level: the one in the other diagrams; none from where on nothing is taken.
    pub(super) level: &'t dyn Fn(u32) -> Option<u32>,
    /// By constant, and by node whose level has no other: what stands in its place.
    pub(super) behind: &'t dyn Fn(Bdd) -> Bdd,
}

impl Transfer<'_> {
    /// The function of `from` in `to`; `known` has what was taken before in the same way.
    pub(super) fn take(&self, from: &Diagrams, to: &mut Diagrams, bdd: Bdd, known: &mut FxHashMap<Bdd, Bdd>) -> Built {
        let node = from.nodes[bdd.index()];
        let level = if bdd.is_constant() { None } else { (self.level)(node.level) };
        let Some(level) = level else { return Ok((self.behind)(bdd)) };
        if let Some(&taken) = known.get(&bdd) {
            return Ok(taken);
        }
        let [low, high] = [node.low, node.high].map(|part| descend(|| self.take(from, to, part, known)));
        let (low, high) = (low?, high?);
        let taken = to.node(level, low, high)?;
        known.insert(bdd, taken);
        Ok(taken)
    }
}
