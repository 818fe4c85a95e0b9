//! What surrounds a variant when it runs: the process, the environment of the ensemble, and what is asked to change.

use rustc_hash::FxHashMap;

use super::environment::{DeferredValue, Environment, EnvironmentRule, Reason, RuleComputation, RuleValue};
use super::expression_maps::ExpressionMaps;
use super::external::External;
use crate::source::diagnostic::Diagnostic;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Model};
use crate::tosca::types::completion::{Fault, is_call};
use crate::tosca::types::template::InputSources;

/// What surrounds a variant.
#[derive(Clone, Debug)]
pub struct RunEnvironment<'s> {
    /// The environment of the process.
    pub process: Environment,
    /// The environment of the ensemble: `variables` and `connections`.
    pub ensemble: Option<Yaml<'s>>,
    /// The ensembles that it imports connections from.
    pub external: Vec<External<'s>>,
    /// Values of topology inputs, besides those in the template.
    pub inputs: InputSources<'s>,
    /// Nodes with the operation host that their tasks have unless their operation says otherwise.
    pub operation_hosts: Vec<(String, String)>,
    /// The maps that expressions give, by property; without them such values are taken as they are, without defaults.
    maps: FxHashMap<ElementId, Yaml<'s>>,
}

impl<'s> RunEnvironment<'s> {
    /// A process, and nothing else.
    pub fn new(process: Environment) -> Self {
        let (external, operation_hosts) = (Vec::new(), Vec::new());
        let (inputs, maps) = (InputSources::default(), FxHashMap::default());
        Self { process, ensemble: None, external, inputs, operation_hosts, maps }
    }

    /// The environment around a variant whose expressions give these maps.
    #[must_use]
    pub fn with_maps(mut self, maps: &'s ExpressionMaps) -> Self {
        self.maps = maps.by_property();
        self
    }

    /// The map that an expression gives for a property.
    pub(super) fn map(&self, property: ElementId) -> Option<Yaml<'s>> {
        self.maps.get(&property).copied()
    }

    /// A section of the environment of the ensemble.
    pub(super) fn section(&self, name: &str) -> Option<Yaml<'s>> {
        self.ensemble?.get(name).filter(|section| !section.is_null())
    }

    /// Where topology inputs get their values from, the template itself included.
    pub(super) fn input_sources(&self, model: &'s Model) -> InputSources<'s> {
        InputSources::of(model.around()).and(&self.inputs)
    }

    /// What is wrong with these sources.
    pub(super) fn input_diagnostics(&self, model: &'s Model) -> Vec<Diagnostic> {
        let names: Vec<&str> = model.declared_inputs().into_iter().map(|input| input.name).collect();
        self.input_sources(model).faults(&names).into_iter().map(Fault::diagnostic).collect()
    }

    /// The environment of the process after the rules of `variables` as they are written; what is wrong with these is reported
    /// by a job.
    pub(super) fn ensemble_environment(&self) -> Environment {
        self.process.after(&self.variables(&mut computed, &mut Vec::new()), &mut Vec::new())
    }

    /// The rules of `variables`; `compute` is asked about values that are functions or templates.
    pub(super) fn variables(
        &self,
        compute: &mut dyn FnMut(Yaml<'_>) -> RuleComputation,
        faults: &mut Vec<Diagnostic>,
    ) -> Vec<EnvironmentRule> {
        let section = self.section("variables");
        section.map_or_else(Vec::new, |section| EnvironmentRule::read_all(section, compute, faults))
    }
}

/// Leaves functions in rules to the run: what is said about rules as they are written depends on no value.
pub(super) fn computed(value: Yaml<'_>) -> RuleComputation {
    is_call(value).then(|| Ok(RuleValue::Computed(DeferredValue::new(value.to_json(), Reason::Function))))
}
