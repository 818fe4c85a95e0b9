//! Configurations for which no presences satisfy the conditions, although no constraint of the author excludes them.
//!
//! Comes in: the rules and the classes of configurations. Goes out: [`Contradictions`]. That some configuration has no
//! presences is a question of two levels, for which one configuration is guessed after the other (counterexample-guided
//! refinement; Janota and Marques-Silva, SAT 2011): presences that are found rule out every configuration for which they
//! would do, and lines that contradict each other rule out every configuration with the same values.
//! Invariant: what is found was refuted by a solver under the values of its witness.

mod search;
mod stated;
#[cfg(test)]
mod tests;

use variscope_encoder::{Atom, Reason};

use self::search::ContradictionSearch;
pub(crate) use self::stated::{StatementsOfTemplate, is_authored};
use super::lifted::Determination;
use super::limits::Limits;
use super::variant_space::{HasLifted, VariantSpace};
use crate::analysis::question::Variants;
use crate::analysis::question::configuration::classes::Classes;
use crate::analysis::question::configuration::witness::Witness;

/// A configuration with lines that cannot hold together under it.
#[derive(Clone, Debug)]
pub(crate) struct Contradiction {
    pub(crate) witness: Witness,
    /// Whether only values that nothing mentions lead to it.
    pub(crate) is_unmentioned: bool,
    /// A minimal set of lines and of values that matter.
    pub(crate) reasons: Vec<Reason>,
}

/// Value atoms with their values.
pub(crate) type Cube = Vec<(Atom, bool)>;

/// All contradictions, one for each set of lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contradictions {
    pub(crate) found: Vec<Contradiction>,
    /// The configurations that have none are those with the values of one of these.
    pub(crate) cubes: Vec<Cube>,
    /// Whether there is no other.
    pub(crate) is_complete: bool,
}

impl Contradictions {
    /// Looks for them in what was prepared for questions about all configurations.
    pub(crate) fn among<'v, 'm>(
        variants: &'v Variants<'m>,
        space: &VariantSpace<impl HasLifted<'v, 'm>>,
        limits: &Limits,
    ) -> Self {
        let stated = StatementsOfTemplate::of(variants);
        // Without presences, nothing is as assumed.
        if variants.is_restricted() || !stated.may_contradict() {
            return Self { is_complete: true, ..Self::default() };
        }
        let budget = &limits.budget;
        match space.lifted() {
            Some(lifted) if lifted.determination() == Determination::ByDefinitions => {
                ContradictionSearch::unsolved(&stated, lifted, budget).run()
            }
            Some(lifted) => ContradictionSearch::open(&stated, lifted.classes(), budget).run(),
            None => ContradictionSearch::open(&stated, &Classes::of(variants), budget).run(),
        }
    }
}
