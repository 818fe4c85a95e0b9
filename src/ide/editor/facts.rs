//! What is known of all variants of a draft; it takes longer than reading the draft.

use std::sync::Arc;

use super::draft::Draft;
use super::symbol::Symbol;
use crate::analysis::presence::value_diagnostics;
use crate::analysis::question::{
    CheckOptions, ElementSummary, Elements, Findings, InputClasses, Limits, PresetVerdict, Variants,
};
use crate::analysis::value::Configuration;
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::{ElementId, Model};

/// What is known of the classes of an input.
pub type InputFacts = InputClasses;

/// Answers about all variants of a draft.
#[derive(Debug)]
pub struct Facts {
    draft: Arc<Draft>,
    elements: Elements,
    inputs: Vec<InputClasses>,
    presets: Vec<(String, PresetVerdict)>,
}

/// What has become known of a draft, in this order.
#[derive(Debug)]
pub enum FactsUpdate<'n> {
    /// What is wrong with its variants, and with what is asserted about them; the lines that force it may be missing.
    Found(&'n Findings, &'n [Diagnostic]),
    /// The answers about elements and inputs.
    Known(Facts),
    /// What was found, now with the lines that force it.
    Explained(&'n Findings, &'n [Diagnostic]),
}

impl Facts {
    /// Asks all questions, and gives each answer as soon as there is one; whatever `limits` cut off is missing. `options`
    /// says what is looked for.
    ///
    /// # Errors
    /// What is wrong with the conditions of the template. Nothing when there is no model, when it has errors that were reported
    /// when it was read, and when values that conditions read are wrong: what is found then is about a recovered template
    /// ([`despite_errors`](super::despite_errors)).
    pub fn ask(
        draft: &Arc<Draft>,
        limits: &Limits,
        options: CheckOptions,
        mut update: impl FnMut(FactsUpdate<'_>),
    ) -> Result<(), Vec<Diagnostic>> {
        let is_broken = draft.diagnostics().iter().any(Diagnostic::is_error);
        let Some(model) = draft.model().filter(|_| !is_broken) else { return Err(Vec::new()) };
        let configuration = Configuration::new();
        let assertions = draft.assertions();
        let variants = Variants::demanding(model, &configuration, &assertions.demands)?;
        if !value_diagnostics(model, variants.rules().atoms()).is_empty() {
            return Err(Vec::new());
        }
        let (variants, diagnostics) = assertions.about(variants);
        let all = variants.all(limits);
        let check = all.begin_check(options);
        update(FactsUpdate::Found(check.findings(), &diagnostics));
        let (elements, inputs) = (all.elements(), all.input_classes());
        let presets = check.findings().presets.clone();
        update(FactsUpdate::Known(Self { draft: Arc::clone(draft), elements, inputs, presets }));
        update(FactsUpdate::Explained(&check.explain(), &diagnostics));
        Ok(())
    }

    /// What the answers are about.
    pub fn draft(&self) -> &Arc<Draft> {
        &self.draft
    }

    /// The model behind the answers.
    pub fn model(&self) -> Option<&Model> {
        self.draft.model()
    }

    /// All elements over all variants.
    pub fn elements(&self) -> &Elements {
        &self.elements
    }

    /// What is known of a preset; none where that is not certain.
    pub fn preset(&self, name: &str) -> Option<PresetVerdict> {
        self.presets.iter().find(|(preset, _)| preset == name).map(|(_, verdict)| *verdict)
    }

    /// What is known of an input.
    pub fn input(&self, name: &str) -> Option<&InputFacts> {
        self.inputs.iter().find(|facts| *facts.input == *name)
    }

    /// What is known of the elements that `symbol` means.
    pub fn summaries<'f>(&'f self, symbol: &'f Symbol) -> impl Iterator<Item = &'f ElementSummary> {
        let means = move |id: ElementId| self.model().is_some_and(|model| symbol.means(model, id));
        self.elements.elements.iter().filter(move |summary| means(summary.element))
    }
}
