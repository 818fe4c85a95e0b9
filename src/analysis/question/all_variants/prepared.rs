//! Several questions about all variants, prepared for once.
//!
//! Comes in: [`Variants`] and limits. Goes out: the answers of [`Variants`] to the same questions. Invariant: the
//! conditions are compiled once, when the answers are prepared, however many of them are asked for.

use std::cell::OnceCell;
use std::rc::Rc;

use super::contradiction::Contradictions;
use super::lifted::{Choice, ChoiceInput, Configurator, Lifted};
use super::limits::Limits;
use super::variant_space::VariantSpace;
use crate::analysis::question::Variants;
use crate::analysis::question::configuration::presets::PresetOverview;
use crate::analysis::value::Configuration;
use crate::tosca::model::Model;

/// All variants of a template, ready for any number of questions.
pub struct AllVariants<'v, 'm> {
    pub(crate) variants: &'v Variants<'m>,
    pub(crate) limits: &'v Limits,
    pub(crate) space: VariantSpace<Rc<Lifted<'v, 'm>>>,
    /// Configurations without presences, once asked for.
    pub(crate) contradictions: Rc<OnceCell<Contradictions>>,
}

impl<'m> Variants<'m> {
    /// Prepares for several questions.
    pub fn all<'v>(&'v self, limits: &'v Limits) -> AllVariants<'v, 'm> {
        AllVariants { variants: self, limits, space: VariantSpace::of(self, limits), contradictions: Rc::default() }
    }
}

impl<'m> AllVariants<'_, 'm> {
    /// The template.
    pub fn model(&self) -> &'m Model {
        self.variants.model()
    }

    /// Configurations without presences.
    pub(crate) fn contradictions(&self) -> &Contradictions {
        self.contradictions.get_or_init(|| Contradictions::among(self.variants, &self.space, self.limits))
    }

    /// The choices that are left; none where they cannot be had at once, or not in so little space.
    pub fn configurator(&self, presets: &[PresetOverview]) -> Option<Configurator> {
        self.space.lifted()?.configurator(presets, self.limits)
    }

    /// An input with the values of it that may make a difference; none where it is read nowhere, or where that is not known.
    pub fn choice_input(&self, name: &str) -> Option<ChoiceInput> {
        self.space.lifted()?.choice_input(name)
    }

    /// The values that were given.
    pub fn given(&self) -> &Configuration {
        self.variants.configuration()
    }

    /// For each choice of `asked` whether some valid variant has it, and those of `chosen` for the other inputs; none where
    /// that is not known.
    pub fn possible(&self, chosen: &[Choice], asked: &[Choice]) -> Vec<Option<bool>> {
        let lifted = self.space.lifted();
        lifted.map_or_else(|| vec![None; asked.len()], |lifted| lifted.possible(chosen, asked, &self.limits.budget))
    }
}
