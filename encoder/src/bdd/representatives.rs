//! One assignment for each combination of values that functions have together.
//!
//! Some functions and a set of assignments come in. Two assignments of the set are *alike* when every function has the same value for
//! both; this relation is one diagram over two copies of the variables, side by side in the order (self-composition). The least of
//! those that are alike, false before true, represents them: as many as are least, so many combinations of values there are.
//! Assignments of two sets, each with functions of its own, are compared in the same way.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::transfer::{Transfer, in_order};
use super::{Bdd, BddResult, Diagrams, Overflow};

/// Variables of pairs with a level that leaves this remainder of 2 are those of the first assignment.
const FIRST: u32 = 0;
/// The others are those of the second one.
const SECOND: u32 = 1;

/// Pairs of assignments, one of each of two sets, that some functions do not distinguish.
#[derive(Debug)]
pub struct EquivalentPairs {
    /// Over the first and the second assignment of each pair.
    pairs: Diagrams,
    /// Those that are left.
    left: Bdd,
    copies: [PairCopy; 2],
}

/// A function of the first and one of the second assignment, each of its own diagrams.
pub type PairDiagrams<'d> = [(&'d Diagrams, Bdd); 2];

impl EquivalentPairs {
    /// All pairs of an assignment of the first and one of the second set, before any function distinguishes them; with at most
    /// `most_nodes` nodes for pairs.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn new(sets: PairDiagrams<'_>, most_nodes: usize) -> Result<Self, Overflow> {
        let pairs = Diagrams::within(most_nodes, sets[0].0.budget.clone());
        let mut all = Self { pairs, left: Bdd::TRUE, copies: [PairCopy::to_first(), PairCopy::to_second()] };
        let [first, second] = all.copied(sets)?;
        all.left = all.pairs.and(first, second)?;
        Ok(all)
    }

    /// Leaves those pairs whose assignments have the same value, the first one by the first function, the second one by the
    /// second. Whether these are fewer: if they are not, what distinguished pairs before decides these functions too.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn distinguish(&mut self, functions: PairDiagrams<'_>) -> Result<bool, Overflow> {
        let [first, second] = self.copied(functions)?;
        let opposite = self.pairs.not(second)?;
        let equal = self.pairs.choose(first, second, opposite)?;
        let before = self.left;
        self.left = self.pairs.and(before, equal)?;
        Ok(self.left != before)
    }

    /// Leaves the pairs that all of these functions leave; those of few variables come first, which keeps the relation small, and
    /// of those with equally many the last ones in the order, so that what is above them in the relation is made once.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn distinguish_all(&mut self, diagrams: [&Diagrams; 2], mut functions: Vec<[Bdd; 2]>) -> Result<(), Overflow> {
        functions.sort_unstable();
        functions.dedup();
        let [own, other] = diagrams;
        functions.sort_by_cached_key(|&[first, second]| {
            let size = own.support(first).len() + other.support(second).len();
            (size, Reverse(own.level(first).min(other.level(second))))
        });
        for [first, second] in functions {
            self.distinguish([(own, first), (other, second)])?;
        }
        Ok(())
    }

    /// The first assignments that some second one is like, in their own `diagrams`.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn matched(&mut self, diagrams: &mut Diagrams) -> BddResult {
        let matched = self.pairs.some_of_pair(self.left, FIRST)?;
        PairCopy::from_pairs().copy(&self.pairs, diagrams, matched)
    }

    /// The second assignments that some first one is like, in their own `diagrams`.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn matched_second(&mut self, diagrams: &mut Diagrams) -> BddResult {
        let matched = self.pairs.some_of_pair(self.left, SECOND)?;
        PairCopy::from_pairs().copy(&self.pairs, diagrams, matched)
    }

    /// The assignments of the variables below `variables` in the set that are less than all that are like them.
    fn least(mut self, diagrams: &mut Diagrams, set: Bdd, variables: usize) -> BddResult {
        let second_is_less = self.pairs.second_is_less(variables)?;
        let superfluous = self.pairs.and(self.left, second_is_less)?;
        let superfluous = self.pairs.some_of_pair(superfluous, FIRST)?;
        let superfluous = PairCopy::from_pairs().copy(&self.pairs, diagrams, superfluous)?;
        diagrams.choose(superfluous, Bdd::FALSE, set)
    }

    /// The functions over pairs.
    fn copied(&mut self, [first, second]: PairDiagrams<'_>) -> Result<[Bdd; 2], Overflow> {
        let [to_first, to_second] = &mut self.copies;
        Ok([to_first.copy(first.0, &mut self.pairs, first.1)?, to_second.copy(second.0, &mut self.pairs, second.1)?])
    }
}

impl Diagrams {
    /// The part of `set` with one assignment of the variables below `variables` for each combination of values that `functions` have on
    /// the set; with at most `most_nodes` nodes for pairs of assignments.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn representatives(&mut self, set: Bdd, functions: &[Bdd], variables: usize, most_nodes: usize) -> BddResult {
        let mut alike = EquivalentPairs::new([(&*self, set); 2], most_nodes)?;
        alike.distinguish_all([&*self; 2], functions.iter().map(|&function| [function; 2]).collect())?;
        alike.least(self, set, variables)
    }

    /// Of pairs: the second assignment comes before the first one, false before true from the first variable on.
    fn second_is_less(&mut self, variables: usize) -> BddResult {
        let mut is_less = Bdd::FALSE;
        for number in (0..variables).rev() {
            let first = self.variable(2 * number)?;
            let second = self.variable(2 * number + 1)?;
            let as_before = self.choose(second, is_less, Bdd::TRUE)?;
            let smaller = self.choose(second, Bdd::FALSE, is_less)?;
            is_less = self.choose(first, as_before, smaller)?;
        }
        Ok(is_less)
    }

    /// Of pairs: the assignments of one side that are in one.
    fn some_of_pair(&mut self, pairs: Bdd, side: u32) -> BddResult {
        self.for_some(pairs, u32::MAX, &|level| level % 2 != side, &mut FxHashMap::default())
    }
}

/// Takes functions to other diagrams, with other variables in the same order.
#[derive(Debug)]
struct PairCopy {
    level: fn(u32) -> u32,
    known: FxHashMap<Bdd, Bdd>,
}

impl PairCopy {
    /// To the first assignments of pairs.
    fn to_first() -> Self {
        Self { level: |level| 2 * level + FIRST, known: FxHashMap::default() }
    }

    /// To the second assignments of pairs.
    fn to_second() -> Self {
        Self { level: |level| 2 * level + SECOND, known: FxHashMap::default() }
    }

    /// From the assignments of one side of pairs.
    fn from_pairs() -> Self {
        Self { level: |level| level / 2, known: FxHashMap::default() }
    }

    fn copy(&mut self, from: &Diagrams, to: &mut Diagrams, bdd: Bdd) -> BddResult {
        let level = |level| Some((self.level)(level));
        let transfer = Transfer { level: &level, behind: &|constant| constant, decide: in_order };
        transfer.take(from, to, bdd, &mut self.known)
    }
}
