//! The space of variants: what every question about all variants of a template is asked of.
//!
//! A template is looked at in one of two ways, and which one is decided here, once:
//!
//! - *lifted* (family-based), where presences follow from the inputs: the conditions and the classes of configurations are one problem
//!   ([`Lifted`]), of which a solver, a counter or a diagram is asked. The work does not grow with the number of variants.
//! - *enumerated* (product-based), where they do not (default alternatives that choose, optimisation, values that fail only when
//!   needed), or where there was no time for the problem: every combination of classes is resolved as `resolve` does, and
//!   what came of it is kept ([`ClassEnumeration`]).
//!
//! For a template with an input `size` from 1 to 9 and two conditions `size > 3` and `size > 6`, there are three classes. Lifted,
//! "is there a variant with both nodes" is a formula over three atoms. Enumerated, it is a look at three rows.
//!
//! The type has a parameter for what is kept of the problem: the problem itself where a question makes its own solver
//! ([`Rc<Lifted>`](Lifted)), or a solver that several questions share (`check`). So a question that has one answer for both
//! ways takes a method of the space; one that goes two ways matches on it, and gets in each arm what it works with.
//!
//! Invariant: both ways give the same answers, but for what [`VariantSpace::is_complete`] and [`VariantSpace::caveats`] say.

use std::rc::Rc;

use variscope_encoder::{Budget, Interrupted};

use super::class_enumeration::ClassEnumeration;
use super::lifted::{Lifted, Unliftable, decide};
use super::limits::Limits;
use crate::analysis::domain::Caveat;
use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::status::ElementStatus;
use crate::tosca::model::ElementId;

/// All variants of a template.
#[derive(Clone)]
pub(crate) enum VariantSpace<L> {
    /// All configurations at once.
    Lifted(L),
    /// One class after the other.
    Enumerated(Rc<ClassEnumeration>),
}

/// What has the problem of all configurations.
pub(crate) trait HasLifted<'v, 'm: 'v> {
    /// The problem.
    fn lifted(&self) -> &Lifted<'v, 'm>;
}

impl<'v, 'm> HasLifted<'v, 'm> for Rc<Lifted<'v, 'm>> {
    fn lifted(&self) -> &Lifted<'v, 'm> {
        self
    }
}

impl<'v, 'm> VariantSpace<Rc<Lifted<'v, 'm>>> {
    /// The space of a template: lifted, else enumerated.
    pub(crate) fn of(variants: &'v Variants<'m>, limits: &Limits) -> Self {
        match Lifted::of(variants, &limits.budget) {
            Ok(lifted) => Self::Lifted(Rc::new(lifted)),
            Err(_) => Self::enumerated(variants, limits),
        }
    }

    /// All variants of a template, for questions about the values of these properties.
    ///
    /// # Errors
    /// When there is no time to make a problem of the conditions: such questions need one, and do not fall back.
    pub(crate) fn measuring(
        variants: &'v Variants<'m>,
        measured: &[ElementId],
        limits: &Limits,
    ) -> Result<Self, Interrupted> {
        match Lifted::measuring(variants, measured, &limits.budget) {
            Ok(lifted) => Ok(Self::Lifted(Rc::new(lifted))),
            Err(Unliftable::Interrupted) => Err(Interrupted),
            Err(Unliftable::Undetermined | Unliftable::Unevaluated) => Ok(Self::enumerated(variants, limits)),
        }
    }
}

impl<L> VariantSpace<L> {
    /// Resolves the combinations of classes one after the other.
    pub(crate) fn enumerated(variants: &Variants<'_>, limits: &Limits) -> Self {
        Self::Enumerated(Rc::new(variants.enumerate_classes(limits)))
    }

    /// Replaces what is kept of the problem of all configurations.
    pub(crate) fn try_map<K, E>(&self, keep: impl FnOnce(&L) -> Result<K, E>) -> Result<VariantSpace<K>, E> {
        match self {
            Self::Lifted(all) => keep(all).map(VariantSpace::Lifted),
            Self::Enumerated(enumeration) => Ok(VariantSpace::Enumerated(Rc::clone(enumeration))),
        }
    }

    /// What is kept of the problem, where there is one.
    pub(crate) fn as_lifted(&self) -> Option<&L> {
        match self {
            Self::Lifted(all) => Some(all),
            Self::Enumerated(_) => None,
        }
    }

    /// What is kept of the problem of all configurations, to be asked.
    pub(crate) fn as_lifted_mut(&mut self) -> Option<&mut L> {
        match self {
            Self::Lifted(all) => Some(all),
            Self::Enumerated(_) => None,
        }
    }

    /// Whether all classes that were found were looked at.
    pub(crate) fn is_complete(&self) -> bool {
        match self {
            Self::Lifted(_) => true,
            Self::Enumerated(enumeration) => enumeration.exactness.is_complete,
        }
    }

    /// Why configurations may be missing, whatever is asked; where they are lifted it depends on the question.
    pub(crate) fn caveats_of_all(&self) -> &[Caveat] {
        match self {
            Self::Lifted(_) => &[],
            Self::Enumerated(enumeration) => &enumeration.exactness.caveats,
        }
    }
}

impl<'v, 'm: 'v, L: HasLifted<'v, 'm>> VariantSpace<L> {
    /// The problem, where there is one.
    pub(crate) fn lifted(&self) -> Option<&Lifted<'v, 'm>> {
        self.as_lifted().map(HasLifted::lifted)
    }

    /// Why classes of configurations may be missing.
    pub(crate) fn caveats(&self) -> Vec<Caveat> {
        let caveats = self.lifted().map_or(self.caveats_of_all(), |lifted| lifted.classes().caveats());
        caveats.to_vec()
    }

    /// Whether every configuration is in a class that was found.
    pub(crate) fn misses_nothing(&self) -> bool {
        self.lifted().map_or(self.caveats_of_all().is_empty(), |lifted| lifted.classes().are_complete())
    }

    /// How each countable element behaves, where that is known.
    pub(crate) fn statuses(&self, budget: &Budget) -> Vec<Option<ElementStatus>> {
        match self {
            Self::Lifted(all) => decide(all.lifted(), budget),
            Self::Enumerated(enumeration) => {
                (0..enumeration.elements.len()).map(|place| enumeration.status(place)).collect()
            }
        }
    }

    /// Why it is not known how an element behaves.
    pub(crate) fn undecided(&self, element: ElementId, budget: &Budget) -> Vec<Caveat> {
        self.lifted().map_or_else(|| self.caveats_of_all().to_vec(), |lifted| lifted.undecided(element, budget))
    }
}
