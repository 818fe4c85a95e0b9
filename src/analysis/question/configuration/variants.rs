//! The facade of all questions.

use std::sync::Arc;

use variscope_encoder::linear::WorkLimit;

use super::asserted::Asserted;
use super::atom_valuation::AtomValuation;
use super::classes::KnownClasses;
use crate::analysis::condition::demand::Bound;
use crate::analysis::presence::{Demanded, Rules};
use crate::analysis::value::{Configuration, Language};
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::{ElementId, Model};

/// Coefficients that are computed to find out where numbers meet in conditions: a second of work.
const MAX_COEFFICIENTS: u64 = 20_000_000;

/// The variants of a template under a configuration.
///
/// The rules are built once; every question uses them.
pub struct Variants<'m> {
    model: &'m Model,
    language: Language<'m>,
    configuration: &'m Configuration,
    rules: Arc<Rules>,
    warnings: Vec<Diagnostic>,
    is_closed: bool,
    is_thorough: bool,
    known_classes: KnownClasses,
    assumed: Vec<(ElementId, bool)>,
    /// Demands that have to hold in the variants that are looked at, by their places.
    wanted: Vec<usize>,
    assertions: Arc<[Asserted]>,
}

impl<'m> Variants<'m> {
    /// Prepares to ask about `model` under `configuration`.
    ///
    /// # Errors
    /// Everything that is wrong with the conditions of the template.
    pub fn of(model: &'m Model, configuration: &'m Configuration) -> Result<Self, Vec<Diagnostic>> {
        Self::demanding(model, configuration, &[])
    }

    /// [`Variants::of`], with conditions that are asked for beside the template: [`Rules::demands`].
    ///
    /// # Errors
    /// Everything that is wrong with the conditions of the template, and with those.
    pub fn demanding(
        model: &'m Model,
        configuration: &'m Configuration,
        demands: &[Bound],
    ) -> Result<Self, Vec<Diagnostic>> {
        let variants = Self::with_diagnostics(model, configuration, demands);
        if variants.warnings.iter().any(Diagnostic::is_error) { Err(variants.warnings) } else { Ok(variants) }
    }

    /// Prepares to look at what is left of a recovered template ([`crate::analysis::recovery`]): its errors were reported.
    pub fn recovered(model: &'m Model, configuration: &'m Configuration, demands: &[Bound]) -> Self {
        let mut variants = Self::with_diagnostics(model, configuration, demands);
        variants.warnings.retain(|warning| !warning.is_error());
        variants
    }

    /// [`Variants::of`] for a whole configuration, of which errors are reported as the reference meets them: in profile D it
    /// evaluates the values of conditions while it reads these.
    ///
    /// # Errors
    /// Everything that is wrong with the conditions of the template, and what cannot be evaluated before the first of it.
    pub fn of_one(model: &'m Model, configuration: &'m Configuration) -> Result<Self, Vec<Diagnostic>> {
        let variants = Self::with_diagnostics(model, configuration, &[]);
        if !variants.warnings.iter().any(Diagnostic::is_error) {
            return Ok(variants);
        }
        let is_first = model.dialect().evaluates_every_condition;
        let met = if is_first { variants.rules.values_before_error() } else { 0 };
        let mut diagnostics = AtomValuation::of_first(&variants, met).into_diagnostics();
        diagnostics.extend(variants.warnings);
        Err(diagnostics)
    }

    /// With everything that is wrong among the warnings.
    fn with_diagnostics(model: &'m Model, configuration: &'m Configuration, demands: &[Bound]) -> Self {
        let (rules, warnings) = Rules::demanding(model, demands);
        Self {
            model,
            language: model.language(),
            configuration,
            rules: Arc::new(rules),
            warnings,
            is_closed: false,
            is_thorough: false,
            known_classes: KnownClasses::default(),
            assumed: Vec::new(),
            wanted: Vec::new(),
            assertions: Arc::default(),
        }
    }

    /// Only values that the template mentions, no others, from now on.
    #[must_use]
    pub fn closed(mut self) -> Self {
        self.is_closed = true;
        self.known_classes = KnownClasses::default();
        self
    }

    /// However many steps it takes to find out where numbers meet in conditions, from now on.
    #[must_use]
    pub fn thorough(mut self) -> Self {
        self.is_thorough = true;
        self.known_classes = KnownClasses::default();
        self
    }

    /// Only variants in which these elements are present or absent, from now on.
    #[must_use]
    pub fn assuming(mut self, assumed: impl IntoIterator<Item = (ElementId, bool)>) -> Self {
        self.assumed.extend(assumed);
        self
    }

    /// Only variants in which these demands hold, by their places among [`Rules::demands`], from now on.
    #[must_use]
    pub fn wanting(mut self, demands: impl IntoIterator<Item = usize>) -> Self {
        let count = self.rules.demands().len();
        self.wanted.extend(demands.into_iter().filter(|&place| place < count));
        self
    }

    /// [`Variants::check`] looks at these assertions, too; their demands are among [`Rules::demands`].
    #[must_use]
    pub fn asserting(mut self, assertions: Vec<Asserted>) -> Self {
        self.assertions = assertions.into();
        self
    }

    /// What is asserted about all variants.
    pub fn assertions(&self) -> &Arc<[Asserted]> {
        &self.assertions
    }

    /// What has to hold in variants, beside what is assumed.
    pub fn wanted(&self) -> impl Iterator<Item = &Demanded> {
        self.wanted.iter().map(|&place| &self.rules.demands()[place])
    }

    /// Whether only some of the variants are looked at.
    pub fn is_restricted(&self) -> bool {
        !self.assumed.is_empty() || !self.wanted.is_empty()
    }

    /// Whether only values count that the template mentions.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// How much may be computed to find out where numbers meet in conditions.
    pub(crate) fn effort(&self) -> WorkLimit {
        if self.is_thorough { WorkLimit::default() } else { WorkLimit::of_at_most(MAX_COEFFICIENTS) }
    }

    /// Classes that were found for earlier questions.
    pub(crate) fn known_classes(&self) -> &KnownClasses {
        &self.known_classes
    }

    /// The presences that variants have to have.
    pub fn assumed(&self) -> &[(ElementId, bool)] {
        &self.assumed
    }

    /// The variants of the template under another configuration.
    pub fn under<'c>(&self, configuration: &'c Configuration) -> Variants<'c>
    where
        'm: 'c,
    {
        Variants {
            model: self.model,
            language: self.model.language(),
            configuration,
            rules: Arc::clone(&self.rules),
            warnings: Vec::new(),
            is_closed: self.is_closed,
            is_thorough: self.is_thorough,
            known_classes: KnownClasses::default(),
            assumed: self.assumed.clone(),
            wanted: self.wanted.clone(),
            assertions: Arc::clone(&self.assertions),
        }
    }

    /// The variants of the template whatever is given or assumed.
    pub(crate) fn unrestricted<'c>(&self, nothing: &'c Configuration) -> Variants<'c>
    where
        'm: 'c,
    {
        Variants { is_closed: false, assumed: Vec::new(), wanted: Vec::new(), ..self.under(nothing) }
    }

    /// The template.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// What expressions of the template can refer to.
    pub fn language(&self) -> &Language<'m> {
        &self.language
    }

    /// The given values.
    pub fn configuration(&self) -> &'m Configuration {
        self.configuration
    }

    /// What is doubtful about the conditions of the template, but no error.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// What decides presences.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl Model {
    /// What expressions of this template can refer to.
    pub fn language(&self) -> Language<'_> {
        let section = |name| self.variability().and_then(|variability| variability.get(name));
        let mut language = Language::new(self.profile());
        if let Some(inputs) = section("inputs") {
            language = language.with_inputs(inputs);
        }
        if let Some(expressions) = section("expressions") {
            language = language.with_expressions(expressions);
        }
        language.with_topology_inputs(self.declared_inputs().into_iter().map(|input| input.name))
    }
}
