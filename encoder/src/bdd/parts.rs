//! The values that functions have together, in order, each with the assignments that give them.
//!
//! Some functions and a set of assignments come in. They split the set into parts: the assignments of a part give every
//! function the same value. Parts are in lexicographic order of these values, false before true. Invariant: parts have
//! consecutive *ranks*, the numbers of assignments in the parts before them; whoever knows a rank can go on there.

use num_bigint::BigUint;

use super::count::Counts;
use super::{Bdd, Diagrams, Overflow, Weights};

/// Nodes that are made on the way before they are forgotten.
const MOST_NEW: usize = 300_000;

/// Nodes that are kept at most besides those of the functions.
const MOST_LASTING: usize = 5 * MOST_NEW;

/// Goes from part to part.
#[derive(Debug)]
pub struct AssignmentParts {
    diagrams: Diagrams,
    /// Nodes that stay.
    kept: usize,
    /// Nodes that there were when others were forgotten: the path may need many.
    lasting: usize,
    weights: Weights,
    counts: Counts,
    /// For how much assignments stand, as the caller wants to know.
    sizes: (Weights, Counts),
    /// By function: itself and its negation.
    functions: Vec<[Bdd; 2]>,
    /// What is left after the first functions have values, the whole set first.
    path: Vec<Left>,
}

/// Assignments that give the first functions certain values.
#[derive(Clone, Debug)]
struct Left {
    set: Bdd,
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
        diagrams.limit = diagrams.limit.max(kept).saturating_add(MOST_LASTING);
        let (weights, mut counts) = (Weights::plain(sizes.of.len()), Counts::default());
        let count = counts.count(&diagrams, &weights, set);
        let path = vec![Left { set, before: BigUint::ZERO, count, value: false }];
        Ok(Self { diagrams, kept, lasting: kept, weights, counts, sizes: (sizes, Counts::default()), functions, path })
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
        let part = self.around(rank)?;
        if part.rank == *rank {
            return Ok(Some(part));
        }
        let next = part.end();
        if next >= *self.total() { Ok(None) } else { self.around(&next).map(Some) }
    }

    /// How many assignments belong to parts before the one in which the functions have these values, by function.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn rank_of(&mut self, values: &[bool]) -> Result<BigUint, Overflow> {
        if self.diagrams.len() > self.lasting + MOST_NEW {
            self.forget()?;
        }
        let (mut set, mut before) = (self.path[0].set, BigUint::ZERO);
        for (&[when_true, when_false], &value) in self.functions.iter().zip(values) {
            let without = self.diagrams.and(set, when_false)?;
            if value {
                before += self.counts.count(&self.diagrams, &self.weights, without);
            }
            set = if value { self.diagrams.and(set, when_true)? } else { without };
        }
        Ok(before)
    }

    /// The part that the assignment with this number belongs to.
    fn around(&mut self, number: &BigUint) -> Result<AssignmentPart, Overflow> {
        if self.diagrams.len() > self.lasting + MOST_NEW {
            self.forget()?;
        }
        let is_around = |left: &Left| left.before <= *number && *number < &left.before + &left.count;
        // The first one always is.
        while self.path.len() > 1 && self.path.last().is_some_and(|left| !is_around(left)) {
            self.path.pop();
        }
        while self.path.len() <= self.functions.len() {
            let left = self.step(number)?;
            self.path.push(left);
        }
        let last = &self.path[self.functions.len()];
        Ok(AssignmentPart { set: last.set, rank: last.before.clone(), count: last.count.clone() })
    }

    /// Gives the next function the value it has at `number`.
    fn step(&mut self, number: &BigUint) -> Result<Left, Overflow> {
        let place = self.path.len() - 1;
        let left = &self.path[place];
        let [when_true, when_false] = self.functions[place];
        let set = self.diagrams.and(left.set, when_false)?;
        let count = self.counts.count(&self.diagrams, &self.weights, set);
        let middle = &left.before + &count;
        if *number < middle {
            return Ok(Left { set, before: left.before.clone(), count, value: false });
        }
        let count = &left.count - count;
        Ok(Left { set: self.diagrams.and(left.set, when_true)?, before: middle, count, value: true })
    }

    /// Drops all nodes that are not needed any more.
    fn forget(&mut self) -> Result<(), Overflow> {
        self.diagrams.forget(self.kept);
        self.counts.forget(self.kept);
        self.sizes.1.forget(self.kept);
        for place in 1..self.path.len() {
            let [when_true, when_false] = self.functions[place - 1];
            let function = if self.path[place].value { when_true } else { when_false };
            self.path[place].set = self.diagrams.and(self.path[place - 1].set, function)?;
        }
        self.lasting = self.diagrams.len();
        Ok(())
    }
}

impl Diagrams {
    /// Drops all but the first `kept` nodes.
    fn forget(&mut self, kept: usize) {
        self.nodes.truncate(kept);
        self.unique.retain(|bdd| bdd.index() < kept);
        self.computed.forget(kept);
    }
}
