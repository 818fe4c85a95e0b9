//! The values that functions have together, in order, each with the assignments that give them.
//!
//! Some functions and a set of assignments come in. They split the set into parts: the assignments of a part give every
//! function the same value. Parts are in lexicographic order of these values, false before true. Invariant: parts have
//! consecutive *ranks*, the numbers of assignments in the parts before them; a walk can go on at a given rank.

use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxHashMap;

use super::count::Counts;
use super::{Bdd, Diagrams, Overflow, Weights};
use crate::recursion::descend;

/// Nodes that are made on the way before they are forgotten.
const MAX_NEW: usize = 300_000;

/// Nodes that there may be besides those of the functions: what one step makes comes to those that are not forgotten yet.
const MAX_NODES: usize = 5 * MAX_NEW;

/// Goes from part to part.
///
/// Functions that are literals fix their variables. What is left of the set after them is its cofactor, without these variables:
/// a conjunction with each literal would make all nodes of those before it anew.
#[derive(Debug)]
pub struct AssignmentParts {
    diagrams: Diagrams,
    /// Nodes that stay.
    kept: usize,
    /// How many more there are before they are forgotten.
    pub(super) most_new: usize,
    /// The set that is split.
    whole: Bdd,
    weights: Weights,
    counts: Counts,
    /// For how much assignments stand, as the caller wants to know.
    sizes: (Weights, Counts),
    /// By function: itself and its negation.
    functions: Vec<[Bdd; 2]>,
    /// What is left after the first functions have values, the whole set first.
    path: Vec<RemainingSet>,
    /// By variable: the value that a literal on the path gives it.
    fixed: Vec<Option<bool>>,
}

/// Assignments that give the first functions certain values.
#[derive(Clone, Debug)]
struct RemainingSet {
    /// The assignments, without the variables that are fixed; none where their nodes are forgotten.
    set: Option<Bdd>,
    /// The variable that the last of these functions fixes, and its value.
    fixes: Option<(usize, bool)>,
    /// How many variables are fixed.
    fixed: usize,
    /// How many assignments come before.
    before: BigUint,
    count: BigUint,
    /// The value of the last of these functions.
    value: bool,
}

/// The assignments that give all functions certain values.
#[derive(Clone, Debug)]
pub struct AssignmentPart {
    /// The assignments.
    pub set: Bdd,
    /// How many assignments belong to parts before this one.
    pub rank: BigUint,
    /// How many there are.
    pub count: BigUint,
}

impl AssignmentPart {
    /// The rank of the next part.
    pub fn end(&self) -> BigUint {
        &self.rank + &self.count
    }
}

impl AssignmentParts {
    /// To go through the parts of `set`. Assignments have a value for each variable that `sizes` has.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn new(mut diagrams: Diagrams, set: Bdd, functions: &[Bdd], sizes: Weights) -> Result<Self, Overflow> {
        let functions: Vec<[Bdd; 2]> = functions
            .iter()
            .map(|&function| Ok([function, diagrams.not(function)?]))
            .collect::<Result<_, Overflow>>()?;
        let kept = diagrams.len();
        diagrams.limit = diagrams.limit.max(kept).saturating_add(MAX_NODES);
        let variables = sizes.of.len();
        let start = RemainingSet {
            set: Some(set),
            fixes: None,
            fixed: 0,
            before: BigUint::ZERO,
            count: BigUint::ZERO,
            value: false,
        };
        let mut parts = Self {
            diagrams,
            kept,
            most_new: MAX_NEW,
            whole: set,
            weights: Weights::plain(variables),
            counts: Counts::default(),
            sizes: (sizes, Counts::default()),
            functions,
            path: vec![start],
            fixed: vec![None; variables],
        };
        parts.path[0].count = parts.count(set, 0);
        Ok(parts)
    }

    /// How many assignments there are in all parts.
    pub fn total(&self) -> &BigUint {
        &self.path[0].count
    }

    /// For how much the assignments of the latest part stand.
    pub fn size(&mut self, part: &AssignmentPart) -> BigUint {
        let (weights, counts) = &mut self.sizes;
        counts.count(&self.diagrams, weights, part.set)
    }

    /// The diagrams of the functions and of the latest part.
    pub fn diagrams(&mut self) -> &mut Diagrams {
        &mut self.diagrams
    }

    /// The first part whose rank is not below `rank`; none when there is none.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn first_from(&mut self, rank: &BigUint) -> Result<Option<AssignmentPart>, Overflow> {
        if rank >= self.total() {
            return Ok(None);
        }
        let part = self.once_or_twice(|parts| parts.around(rank))?;
        if part.rank == *rank {
            return Ok(Some(part));
        }
        let next = part.end();
        if next >= *self.total() { Ok(None) } else { self.once_or_twice(|parts| parts.around(&next)).map(Some) }
    }

    /// How many assignments belong to parts before the one in which the functions have these values, by function.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn rank_of(&mut self, values: &[bool]) -> Result<BigUint, Overflow> {
        self.once_or_twice(|parts| {
            parts.return_to(1);
            for &value in values {
                let left = parts.step(|_| value)?;
                parts.push(left);
            }
            Ok(parts.path[values.len()].before.clone())
        })
    }

    /// Where what is forgotten takes too much to be made anew, it is done again from the start, and nothing is forgotten on the way.
    fn once_or_twice<T>(&mut self, done: impl Fn(&mut Self) -> Result<T, Overflow>) -> Result<T, Overflow> {
        done(self).or_else(|Overflow| {
            self.most_new = MAX_NODES;
            self.return_to(1);
            self.forget();
            done(self)
        })
    }

    /// The part that the assignment with this number belongs to.
    fn around(&mut self, number: &BigUint) -> Result<AssignmentPart, Overflow> {
        let is_around = |left: &RemainingSet| left.before <= *number && *number < &left.before + &left.count;
        // The first one always is.
        self.return_to(1 + self.path[1..].iter().take_while(|left| is_around(left)).count());
        while self.path.len() <= self.functions.len() {
            let left = self.step(|later| number >= later)?;
            self.push(left);
        }
        self.make_room();
        let set = self.remaining()?;
        let RemainingSet { before, count, .. } = self.path[self.functions.len()].clone();
        let literals = self.diagrams.cube(&self.fixed)?;
        Ok(AssignmentPart { set: self.diagrams.and(set, literals)?, rank: before, count })
    }

    /// Gives the next function a value: true if `is_true` says so of the number of assignments before those where it is.
    fn step(&mut self, is_true: impl FnOnce(&BigUint) -> bool) -> Result<RemainingSet, Overflow> {
        self.make_room();
        let set = self.remaining()?;
        let place = self.path.len() - 1;
        let (without, fixes) = self.left_of(set, false)?;
        let fixed = self.path[place].fixed + usize::from(fixes.is_some());
        let count = self.count(without, fixed);
        let left = &self.path[place];
        let later = &left.before + &count;
        if !is_true(&later) {
            let (set, before) = (Some(without), left.before.clone());
            return Ok(RemainingSet { set, fixes, fixed, before, count, value: false });
        }
        let count = &left.count - count;
        let (set, fixes) = self.left_of(set, true)?;
        Ok(RemainingSet { set: Some(set), fixes, fixed, before: later, count, value: true })
    }

    /// What is left of the whole set at the end of the path.
    fn remaining(&mut self) -> Result<Bdd, Overflow> {
        let Self { diagrams, whole, functions, path, fixed, .. } = self;
        let last = path.len() - 1;
        if let Some(set) = path[last].set {
            return Ok(set);
        }
        let mut known = FxHashMap::default();
        let mut restricted =
            |function| diagrams.restricted(function, fixed.len(), &|variable| fixed[variable], &mut known);
        let set = restricted(*whole)?;
        let given = path[1..].iter().zip(&*functions).filter(|(left, _)| left.fixes.is_none());
        let given = given.map(|(left, function)| restricted(function[usize::from(!left.value)]));
        let given = given.collect::<Result<Vec<Bdd>, Overflow>>()?;
        let given = diagrams.conjunction(given)?;
        let set = diagrams.and(set, given)?;
        path[last].set = Some(set);
        Ok(set)
    }

    /// What is left of the set at the end of the path where the next function has the value, and the variable that it fixes.
    fn left_of(&mut self, set: Bdd, value: bool) -> Result<(Bdd, Option<(usize, bool)>), Overflow> {
        let function = self.functions[self.path.len() - 1][usize::from(!value)];
        let Self { diagrams, fixed, .. } = self;
        let mut known = FxHashMap::default();
        if let Some((variable, holds)) = diagrams.literal(function).filter(|&(variable, _)| fixed[variable].is_none()) {
            let values = |other| (other == variable).then_some(holds);
            let left = diagrams.restricted(set, variable, &values, &mut known)?;
            return Ok((left, Some((variable, holds))));
        }
        let function = diagrams.restricted(function, fixed.len(), &|variable| fixed[variable], &mut known)?;
        Ok((diagrams.and(set, function)?, None))
    }

    /// How many assignments there are of the variables that are not fixed, `fixed` of all.
    fn count(&mut self, set: Bdd, fixed: usize) -> BigUint {
        let of_all = match set {
            Bdd::FALSE => BigUint::ZERO,
            Bdd::TRUE => BigUint::one() << self.weights.of.len(),
            _ => self.counts.over_all(&self.diagrams, &self.weights, set),
        };
        of_all >> fixed
    }

    fn push(&mut self, left: RemainingSet) {
        if let Some((variable, value)) = left.fixes {
            self.fixed[variable] = Some(value);
        }
        self.path.push(left);
    }

    /// Keeps the first `len` places of the path.
    fn return_to(&mut self, len: usize) {
        for left in self.path.drain(len.min(self.path.len())..) {
            if let Some((variable, _)) = left.fixes {
                self.fixed[variable] = None;
            }
        }
    }

    /// Forgets nodes when there are many: what is left of the set at a place of the path is made anew
    /// when it is asked for.
    fn make_room(&mut self) {
        if self.diagrams.len() > self.kept + self.most_new {
            self.forget();
        }
    }

    /// Drops all nodes that were made on the way.
    fn forget(&mut self) {
        self.diagrams.forget(self.kept);
        self.counts.forget(self.kept);
        self.sizes.1.forget(self.kept);
        self.path[1..].iter_mut().for_each(|left| left.set = None);
    }
}

impl Diagrams {
    /// Drops all but the first `kept` nodes.
    fn forget(&mut self, kept: usize) {
        self.nodes.truncate(kept);
        self.unique.retain(|bdd| bdd.index() < kept);
        self.computed.forget(kept);
    }

    /// The variable that a function is, or is the negation of, and its value where the function is true.
    fn literal(&self, bdd: Bdd) -> Option<(usize, bool)> {
        let (variable, [_, when_true]) = self.decision(bdd);
        self.is_literal(bdd).then_some((variable, when_true == Bdd::TRUE))
    }

    /// The function where variables up to `last` that have values have these.
    fn restricted(
        &mut self,
        bdd: Bdd,
        last: usize,
        values: &dyn Fn(usize) -> Option<bool>,
        known: &mut FxHashMap<Bdd, Bdd>,
    ) -> Result<Bdd, Overflow> {
        let (level, [low, high]) = self.decision(bdd);
        if bdd.is_constant() || level > last {
            return Ok(bdd);
        }
        if let Some(&result) = known.get(&bdd) {
            return Ok(result);
        }
        let result = match values(level) {
            Some(value) => descend(|| self.restricted(if value { high } else { low }, last, values, known))?,
            None => {
                let low = descend(|| self.restricted(low, last, values, known))?;
                let high = descend(|| self.restricted(high, last, values, known))?;
                self.node(level as u32, low, high)?
            }
        };
        known.insert(bdd, result);
        Ok(result)
    }

    /// Where variables have these values, by variable.
    fn cube(&mut self, values: &[Option<bool>]) -> Result<Bdd, Overflow> {
        let mut all = Bdd::TRUE;
        for (variable, value) in values.iter().enumerate().rev() {
            all = match value {
                Some(true) => self.node(variable as u32, Bdd::FALSE, all)?,
                Some(false) => self.node(variable as u32, all, Bdd::FALSE)?,
                None => all,
            };
        }
        Ok(all)
    }
}
