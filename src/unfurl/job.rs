//! A variant in the environment of its run: what can be asked about its nodes and their tasks.

use std::cell::OnceCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::built_in::schemas;
use super::connection::{Connection, Query, explicit};
use super::connection_graph::ConnectionGraph;
use super::content::{Content, Contents};
use super::environment::{Environment, EnvironmentRule};
use super::facts::Facts;
use super::hosting::wanted;
use super::lineage::lineage;
use super::matched_hosts::Present;
use super::operation::{Operation, operations};
use super::operation_host::OperationHost;
use super::reach::NodeConnections;
use super::run_environment::{RunEnvironment, computed};
use crate::analysis::question::Variant;
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::{ElementId, Kind, Model};
use crate::tosca::types::{Collection, Schemas};

/// A variant in the environment of its run.
pub struct Job<'j> {
    pub(super) model: &'j Model,
    pub(super) variant: &'j Variant,
    pub(super) run_environment: &'j RunEnvironment<'j>,
    pub(super) schemas: Schemas<'j>,
    pub(super) graph: Arc<ConnectionGraph<'j>>,
    /// Which connections reach the nodes, once asked for.
    reach: OnceCell<NodeConnections>,
    /// What nodes host directly, once asked for.
    pub(super) hosted: OnceCell<FxHashMap<ElementId, Vec<ElementId>>>,
    pub(super) inputs: Contents,
    /// The topology inputs of the ensembles that connections are imported from, once asked for.
    pub(super) external_inputs: OnceCell<Vec<Contents>>,
    /// The environment after the rules of the ensemble.
    pub(super) ensemble: Environment,
    diagnostics: Vec<Diagnostic>,
}

impl<'j> Job<'j> {
    /// `variant` of `model` in `run_environment`.
    pub fn new(model: &'j Model, variant: &'j Variant, run_environment: &'j RunEnvironment<'j>) -> Self {
        let mut diagnostics = Vec::new();
        let graph = ConnectionGraph::of(model, run_environment, &mut diagnostics);
        let job = Self::within(Arc::new(graph), model, variant, run_environment);
        diagnostics.extend(job.value_diagnostics());
        diagnostics.extend(job.read_diagnostics());
        diagnostics.extend(job.decorators());
        diagnostics.extend(job.diagnostics);
        Self { diagnostics, ..job }
    }

    /// [`Job::new`] in a graph that is known.
    pub(super) fn within(
        graph: Arc<ConnectionGraph<'j>>,
        model: &'j Model,
        variant: &'j Variant,
        run_environment: &'j RunEnvironment<'j>,
    ) -> Self {
        let mut diagnostics = run_environment.input_diagnostics(model);
        let ensemble = run_environment.process.clone();
        let (schemas, inputs) = (schemas(model), Contents::default());
        let (reach, hosted, external_inputs) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        let mut job = Self {
            model,
            variant,
            run_environment,
            schemas,
            graph,
            reach,
            hosted,
            inputs,
            external_inputs,
            ensemble,
            diagnostics: Vec::new(),
        };
        // Variables may read inputs, and inputs what variables set: those see what the process has.
        job.inputs = job.given_inputs();
        let variables = run_environment.variables(&mut |value| job.facts().rule_value(value), &mut diagnostics);
        diagnostics.extend(EnvironmentRule::lint(&run_environment.variables(&mut computed, &mut Vec::new())));
        job.ensemble = run_environment.process.after(&variables, &mut diagnostics);
        job.inputs = job.given_inputs();
        Self { diagnostics, ..job }
    }

    /// What is wrong or doubtful about the environment of the run.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The present nodes, in order.
    pub fn nodes(&self) -> impl Iterator<Item = ElementId> + '_ {
        self.model.of_kind(Kind::Node).filter(|&node| self.variant.has(self.model, node))
    }

    /// The nodes that host `node`, nearest first.
    pub fn hosts(&self, node: ElementId) -> Vec<ElementId> {
        self.graph.hosts(&|id| self.has(id), node)
    }

    /// The nearest of the nodes that host `node`.
    pub(super) fn host(&self, node: ElementId) -> Option<ElementId> {
        self.graph.hosts_of(&|id| self.has(id), node).first().copied()
    }

    /// Whether a run decides what hosts a node, or one of its hosts.
    pub(super) fn is_host_open(&self, node: ElementId) -> bool {
        self.graph.is_host_open(&|id| self.has(id), node)
    }

    /// The present node of this name.
    pub(super) fn node(&self, name: &str) -> Option<ElementId> {
        self.model.named(Kind::Node, name).iter().copied().find(|&node| self.has(node))
    }

    /// The name of the type that a present node has; empty where it has none.
    pub fn type_of(&self, node: ElementId) -> Arc<str> {
        self.graph.type_of(&|id| self.has(id), node)
    }

    pub(super) fn has(&self, id: ElementId) -> bool {
        self.variant.has(self.model, id)
    }

    /// The type of a node and what it derives from, nearest first.
    pub(super) fn type_line(&self, node: ElementId) -> Vec<Arc<str>> {
        lineage(self.model.types(), Collection::Node, &self.type_of(node))
    }

    /// The operations of a present node.
    pub fn operations(&self, node: ElementId) -> Vec<Operation<'j>> {
        let body = self.model.element(node).body.map(|body| self.model.yaml(body));
        operations(&self.schemas, Collection::Node, &self.type_line(node), body)
    }

    /// The operations of a present relation.
    pub fn relation_operations(&self, relation: ElementId) -> Vec<Operation<'j>> {
        let body = explicit(self.model, relation).map(|template| template.body);
        operations(&self.schemas, Collection::Relationship, &self.relation_line(relation), body)
    }

    /// The type of a present relation and what it derives from, nearest first: that of its relationship template, else the
    /// one that the type of its source wants.
    pub(super) fn relation_line(&self, relation: ElementId) -> Vec<Arc<str>> {
        let template = explicit(self.model, relation).filter(|template| !template.types.is_empty());
        if let Some(template) = template {
            return template.types;
        }
        let mut bound = self.model.type_candidates(relation).into_iter();
        let bound = bound.find(|(id, _)| id.is_none_or(|id| self.has(id))).map(|(_, name)| name);
        let source = self.type_of(self.model.relation(relation).source);
        let name = bound.or_else(|| wanted(self.model, &source, &self.model.element(relation).name));
        name.map_or_else(Vec::new, |name| lineage(self.model.types(), Collection::Relationship, &name))
    }

    /// The connections that are available to a task of `node` which runs on `operation_host`, or else where the runtime
    /// does, in lookup order.
    pub fn connections(&self, node: ElementId, operation_host: Option<ElementId>) -> Vec<Connection<'j>> {
        self.connections_from(node, &operation_host.map_or(OperationHost::Local, OperationHost::Node))
    }

    /// [`Self::connections`] for a task that runs on `host`.
    pub(super) fn connections_from(&self, node: ElementId, host: &OperationHost) -> Vec<Connection<'j>> {
        let present: Present<'_> = &|id| self.has(id);
        let reach = self.reach.get_or_init(|| NodeConnections::of(self.model, &self.graph, present));
        self.graph.available(present, (node, reach.to(node)), host)
    }

    /// The present node that an operation host is.
    pub(super) fn node_of(&self, host: &OperationHost) -> Option<ElementId> {
        self.graph.node_of(&|id| self.has(id), host)
    }

    /// The answer of a query like `$connections::NAME::PROPERTY` among the connections that are available: null, one
    /// value, or a list of several.
    pub fn answer(&self, available: &[Connection<'j>], query: &Query) -> Content {
        self.answer_in(query, self.context_of(available))
    }

    /// What functions in values can refer to before there is a task.
    pub(super) fn facts(&self) -> Facts<'_> {
        Facts::new(&self.inputs, &self.ensemble)
    }
}
