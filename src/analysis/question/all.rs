//! Several questions about all variants, prepared for once.
//!
//! Comes in: [`Variants`] and limits. Goes out: the answers of [`Variants`] to the same questions. Invariant: the
//! conditions are compiled once, when the answers are prepared, however many of them are asked for.

use std::cell::OnceCell;
use std::rc::Rc;

use super::Variants;
use super::check::{CheckFindings, Findings, Strictness};
use super::contradiction::Contradictions;
use super::count::VariantCount;
use super::elements::Elements;
use super::input_classes::{InputClasses, classes_of_inputs};
use super::lifted::{Choice, Configurator, Lifted};
use super::presets::PresetOverview;
use super::product_enumeration::Limits;
use super::variant_space::VariantSpace;
use crate::tosca::model::Model;

/// All variants of a template, ready for any number of questions.
pub struct AllVariants<'v, 'm> {
    pub(super) variants: &'v Variants<'m>,
    pub(super) limits: &'v Limits,
    pub(super) space: VariantSpace<Rc<Lifted<'v, 'm>>>,
    /// Configurations without presences, once asked for.
    pub(super) contradictions: Rc<OnceCell<Contradictions>>,
}

impl<'m> Variants<'m> {
    /// Prepares for several questions.
    pub fn all<'v>(&'v self, limits: &'v Limits) -> AllVariants<'v, 'm> {
        AllVariants { variants: self, limits, space: VariantSpace::of(self, limits), contradictions: Rc::default() }
    }
}

impl<'v, 'm> AllVariants<'v, 'm> {
    /// The template.
    pub fn model(&self) -> &'m Model {
        self.variants.model()
    }

    /// [`Variants::check`].
    pub fn check(&self, strictness: Strictness) -> Findings {
        self.begin_check(strictness).explain()
    }

    /// Looks for what [`AllVariants::check`] finds, and leaves the lines that force it for later.
    pub fn begin_check(&self, strictness: Strictness) -> CheckFindings<'v, 'm> {
        CheckFindings::begin(self, strictness)
    }

    /// Configurations without presences.
    pub(super) fn contradictions(&self) -> &Contradictions {
        self.contradictions.get_or_init(|| Contradictions::among(self.variants, &self.space, self.limits))
    }

    /// [`Variants::elements`].
    pub fn elements(&self) -> Elements {
        match &self.space {
            VariantSpace::AtOnce(lifted) => lifted.elements(self.limits),
            VariantSpace::OneByOne(enumeration) => Elements::counted(&enumeration.count()),
        }
    }

    /// [`Variants::statuses`].
    pub fn statuses(&self) -> Elements {
        match &self.space {
            VariantSpace::AtOnce(lifted) => lifted.bare_statuses(self.limits),
            VariantSpace::OneByOne(_) => self.elements(),
        }
    }

    /// [`Variants::count`].
    pub fn count(&self, per_element: bool) -> VariantCount {
        match &self.space {
            VariantSpace::AtOnce(lifted) => lifted.count(self.limits, per_element),
            VariantSpace::OneByOne(enumeration) => enumeration.count(),
        }
    }

    /// The choices that are left; none where they cannot be had at once, or not in so little space.
    pub fn configurator(&self, presets: &[PresetOverview]) -> Option<Configurator> {
        self.space.lifted()?.configurator(presets, self.limits)
    }

    /// For each choice of `asked` whether some valid variant has it, and those of `chosen` for the other inputs; none where
    /// that is not known.
    pub fn possible(&self, chosen: &[Choice], asked: &[Choice]) -> Vec<Option<bool>> {
        let lifted = self.space.lifted();
        lifted.map_or_else(|| vec![None; asked.len()], |lifted| lifted.possible(chosen, asked, &self.limits.budget))
    }

    /// [`Variants::input_classes`].
    pub fn input_classes(&self) -> Vec<InputClasses> {
        let lifted = self.space.lifted();
        lifted.map_or_else(|| self.variants.input_classes(), |lifted| classes_of_inputs(lifted.classes()))
    }
}
