//! Reduced ordered binary decision diagrams (Bryant, IEEE Transactions on Computers 1986).
//!
//! Functions of few variables come in, a node for each goes out; equal functions are one node. Questions about
//! functions that depend on few things, such as the presence of one element, have short answers here: how often they
//! hold ([`Diagrams::count`]), and by which short disjunction of conjunctions ([`Diagrams::cover`]).
//! Invariant: a diagram has at most as many nodes as its limit; a larger one is an [`Overflow`].

mod build;
mod choices;
mod compared_images;
mod computed;
mod conditioned;
mod conjunction;
mod constrained;
mod count;
mod cover;
mod cycle;
mod images;
mod least_sum;
mod parts;
mod representatives;
mod set_counts;
mod transfer;
mod values;

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use self::computed::Computed;
use crate::budget::{Account, Budget};
use crate::recursion::descend;

pub use build::{AtomFunctions, Functions};
pub use choices::Choices;
pub use compared_images::ComparedImages;
pub(crate) use conditioned::ConditionedImages;
pub use conjunction::ConjunctionSearch;
pub use constrained::Undefined;
pub use count::{Counter, Weights};
pub use cover::Cube;
pub use cycle::has_unique_solution;
pub use images::Images;
pub use parts::{AssignmentPart, AssignmentParts};
pub use representatives::EquivalentPairs;
pub use set_counts::{ConjunctionCounter, SetCounts};
pub use values::random_values;

/// A function, as a node of some [`Diagrams`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bdd(u32);

/// A function needs more nodes than there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the decision diagram is too large")]
pub struct Overflow;

impl Bdd {
    /// The function that is never true.
    pub const FALSE: Self = Self(0);
    /// The function that is always true.
    pub const TRUE: Self = Self(1);

    /// Its number: 0 and 1 for the constants, else its place in [`Diagrams::nodes`] from 2 on.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn is_constant(self) -> bool {
        self.0 < 2
    }
}

/// A node: the function is `high` where the variable of the level is true, else `low`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct BddNode {
    level: u32,
    low: Bdd,
    high: Bdd,
}

/// Functions over variables `0..`, in this order on every path.
#[derive(Debug)]
pub struct Diagrams {
    nodes: Vec<BddNode>,
    /// Each node, to be found by what it is.
    unique: HashTable<Bdd>,
    /// Results of [`Diagrams::choose`].
    computed: Computed,
    limit: usize,
    budget: Budget,
    account: Account,
}

/// New nodes between two looks at the budget.
const NODES: usize = 1 << 12;

type BddResult = Result<Bdd, Overflow>;

impl Diagrams {
    /// No functions but the constants; at most `limit` nodes later, the two constants among them.
    pub fn new(limit: usize) -> Self {
        Self::within(limit, Budget::unlimited())
    }

    /// No functions but the constants; [`Overflow`] beyond `limit` nodes, and when the budget is used up.
    pub fn within(limit: usize, budget: Budget) -> Self {
        let constant = BddNode { level: u32::MAX, low: Bdd::FALSE, high: Bdd::FALSE };
        Self {
            nodes: vec![constant; 2],
            unique: HashTable::new(),
            computed: Computed::new(),
            limit,
            account: budget.account(),
            budget,
        }
    }

    /// Bytes of nodes and tables.
    fn bytes(&self) -> usize {
        let unique = self.unique.capacity() * (size_of::<Bdd>() + 1);
        self.nodes.capacity() * size_of::<BddNode>() + unique + self.computed.bytes()
    }

    /// What they are made within.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// How many nodes there are, the two constants among them.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Variable and functions for its values false and true, by node without the constants. A node stands behind those
    /// that it leads to.
    pub fn nodes(&self) -> impl Iterator<Item = (usize, Bdd, Bdd)> + '_ {
        self.nodes[2..].iter().map(|node| (node.level as usize, node.low, node.high))
    }

    /// Whether there are only constants.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 2
    }

    /// The variable with this number, from 0.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn variable(&mut self, number: usize) -> BddResult {
        self.node(number as u32, Bdd::FALSE, Bdd::TRUE)
    }

    /// `high` where `condition` holds, else `low`.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn choose(&mut self, condition: Bdd, high: Bdd, low: Bdd) -> BddResult {
        match condition {
            Bdd::TRUE => return Ok(high),
            Bdd::FALSE => return Ok(low),
            _ if high == low => return Ok(high),
            _ if high == Bdd::TRUE && low == Bdd::FALSE => return Ok(condition),
            _ => {}
        }
        if let Some(known) = self.computed.get((condition, high, low)) {
            return Ok(known);
        }
        let level = self.level(condition).min(self.level(high)).min(self.level(low));
        let [when_false, when_true] = [false, true].map(|value| {
            let part = |bdd| self.cofactor(bdd, level, value);
            (part(condition), part(high), part(low))
        });
        let (below, above) = descend(|| {
            let below = self.choose(when_false.0, when_false.1, when_false.2)?;
            Ok((below, self.choose(when_true.0, when_true.1, when_true.2)?))
        })?;
        let result = self.node(level, below, above)?;
        self.computed.insert((condition, high, low), result);
        Ok(result)
    }

    /// Not.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn not(&mut self, bdd: Bdd) -> BddResult {
        self.choose(bdd, Bdd::FALSE, Bdd::TRUE)
    }

    /// Both.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn and(&mut self, left: Bdd, right: Bdd) -> BddResult {
        self.choose(left, right, Bdd::FALSE)
    }

    /// One or both.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn or(&mut self, left: Bdd, right: Bdd) -> BddResult {
        self.choose(left, Bdd::TRUE, right)
    }

    /// Where some values of the variables with these levels, which are below `end`, make it true (existential quantification).
    fn for_some(
        &mut self,
        bdd: Bdd,
        end: u32,
        is_gone: &dyn Fn(u32) -> bool,
        known: &mut FxHashMap<Bdd, Bdd>,
    ) -> BddResult {
        let BddNode { level, low, high } = self.nodes[bdd.index()];
        // Constants are behind all variables.
        if level >= end {
            return Ok(bdd);
        }
        if let Some(&result) = known.get(&bdd) {
            return Ok(result);
        }
        let low = descend(|| self.for_some(low, end, is_gone, known))?;
        let result = if is_gone(level) && low == Bdd::TRUE {
            Bdd::TRUE
        } else {
            let high = descend(|| self.for_some(high, end, is_gone, known))?;
            if is_gone(level) { self.or(low, high)? } else { self.node(level, low, high)? }
        };
        known.insert(bdd, result);
        Ok(result)
    }

    /// The function and all that its nodes lead to, each once; nothing that only nodes with a level from `end` on lead to.
    pub(crate) fn reached(&self, bdd: Bdd, end: u32) -> Vec<Bdd> {
        let (mut found, mut seen, mut open) = (Vec::new(), FxHashSet::default(), vec![bdd]);
        while let Some(bdd) = open.pop() {
            if !seen.insert(bdd) {
                continue;
            }
            found.push(bdd);
            let node = self.nodes[bdd.index()];
            // Constants are behind all variables.
            if node.level < end {
                open.extend([node.high, node.low]);
            }
        }
        found
    }

    /// The value under an assignment by variable.
    pub fn evaluate(&self, mut bdd: Bdd, assignment: impl Fn(usize) -> bool) -> bool {
        while !bdd.is_constant() {
            let node = self.nodes[bdd.0 as usize];
            bdd = if assignment(node.level as usize) { node.high } else { node.low };
        }
        bdd == Bdd::TRUE
    }

    /// Allows so many nodes from now on.
    pub fn allow(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// Whether the function is a variable or its negation.
    pub fn is_literal(&self, bdd: Bdd) -> bool {
        let node = self.nodes[bdd.0 as usize];
        !bdd.is_constant() && node.low.is_constant() && node.high.is_constant()
    }

    /// The first variable on which the function depends; none for constants.
    pub fn first_variable(&self, bdd: Bdd) -> Option<usize> {
        (!bdd.is_constant()).then(|| self.level(bdd) as usize)
    }

    /// The variable of a node, and the functions for its values false and true. There is none for constants.
    pub(crate) fn decision(&self, bdd: Bdd) -> (usize, [Bdd; 2]) {
        let BddNode { level, low, high } = self.nodes[bdd.index()];
        (level as usize, [low, high])
    }

    fn level(&self, bdd: Bdd) -> u32 {
        self.nodes[bdd.0 as usize].level
    }

    /// The function where the variable of the level has the value; no variable before it occurs.
    fn cofactor(&self, bdd: Bdd, level: u32, value: bool) -> Bdd {
        let node = self.nodes[bdd.0 as usize];
        match (node.level == level, value) {
            (false, _) => bdd,
            (true, true) => node.high,
            (true, false) => node.low,
        }
    }

    fn node(&mut self, level: u32, low: Bdd, high: Bdd) -> BddResult {
        if low == high {
            return Ok(low);
        }
        let node = BddNode { level, low, high };
        let hash = FxBuildHasher.hash_one(node);
        if let Some(&known) = self.unique.find(hash, |known| self.nodes[known.index()] == node) {
            return Ok(known);
        }
        if self.nodes.len() >= self.limit {
            return Err(Overflow);
        }
        if self.nodes.len().is_multiple_of(NODES) {
            self.account.set(self.bytes());
            self.budget.check().map_err(|_| Overflow)?;
        }
        let bdd = Bdd(self.nodes.len() as u32);
        self.nodes.push(node);
        self.unique.insert_unique(hash, bdd, |known| FxBuildHasher.hash_one(self.nodes[known.index()]));
        self.computed.grow(self.nodes.len());
        Ok(bdd)
    }
}

#[cfg(test)]
mod tests;
