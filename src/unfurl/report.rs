//! All that can be said about a variant before it runs.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::connection::{DefaultFor, Query};
use super::content::{Content, Contents};
use super::environment::{Environment, EnvironmentRule};
use super::host_word::HostWord;
use super::job::Job;
use super::run_environment::computed;
use super::task::{Task, ambiguous};
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::ElementId;

/// What is asked about.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The only node of interest.
    pub node: Option<String>,
    /// The only operation of interest: its name, with or without that of its interface.
    pub operation: Option<String>,
    /// Queries for connections, as written and read.
    pub queries: Vec<(String, Query)>,
}

/// All that can be said about the nodes and operations of a variant before it runs.
#[derive(Clone, Debug)]
pub struct RuntimeReport<'j> {
    /// The topology inputs that have a value.
    pub inputs: Contents,
    /// The environment of the process.
    pub process: Environment,
    /// The nodes, in order.
    pub nodes: Vec<NodeReport<'j>>,
    /// What is wrong or doubtful.
    pub diagnostics: Vec<Diagnostic>,
}

/// What can be said about a node.
#[derive(Clone, Debug)]
pub struct NodeReport<'j> {
    /// The node.
    pub node: ElementId,
    /// Its type; empty when it has none.
    pub type_name: String,
    /// Its properties, with the defaults of its types.
    pub properties: Contents,
    /// The nodes that host it, nearest first.
    pub hosts: Vec<ElementId>,
    /// What all its tasks share, without job variables.
    pub common: Task<'j>,
    /// Its tasks in the order in which their operations are defined, then those of its relations.
    pub tasks: Vec<Task<'j>>,
    /// The answers to the queries, each with its text.
    pub answers: Vec<(String, Content)>,
}

impl<'j> Job<'j> {
    /// All that can be said about what is selected.
    pub fn report(&self, selection: &Selection) -> RuntimeReport<'j> {
        let mut diagnostics = self.diagnostics().to_vec();
        let is_selected = |node: &ElementId| selection.is_about(&self.model.element(*node).name);
        let nodes: Vec<ElementId> = self.nodes().filter(is_selected).collect();
        let nodes: Vec<NodeReport<'j>> =
            nodes.into_iter().map(|node| self.node_report(node, selection, &mut diagnostics)).collect();
        diagnostics.extend(self.lead_diagnostics(&nodes));
        diagnostics.extend(self.departures(&nodes));
        let mut met = FxHashSet::default();
        diagnostics.retain(|it| met.insert((it.code, it.span(), it.message.clone())));
        RuntimeReport { inputs: self.inputs.clone(), process: self.run_environment.process.clone(), nodes, diagnostics }
    }

    /// What the runtime does otherwise with rules about the environment.
    fn departures(&self, nodes: &[NodeReport<'j>]) -> Vec<Diagnostic> {
        let operations = nodes.iter().flat_map(|node| &node.tasks).filter_map(|task| task.operation.as_ref());
        let sections = operations.filter_map(|operation| operation.setting("environment"));
        let of_tasks = sections.map(|section| EnvironmentRule::read_all(section, &mut computed, &mut Vec::new()));
        let variables = self.run_environment.variables(&mut computed, &mut Vec::new());
        of_tasks.chain([variables]).flat_map(|rules| EnvironmentRule::departures(&rules)).collect()
    }

    /// What is wrong with explicit relationship templates that are connections of these tasks and the default for nothing.
    fn lead_diagnostics(&self, nodes: &[NodeReport<'j>]) -> Vec<Diagnostic> {
        let tasks = nodes.iter().flat_map(|node| node.tasks.iter().chain([&node.common]));
        let leads = tasks.flat_map(|task| &task.connections).filter(|it| it.default_for == DefaultFor::Explicit);
        let mut met = FxHashSet::default();
        let new = leads.filter(|lead| met.insert(lead.span));
        let new = new.filter(|lead| !self.graph.connections().iter().any(|known| known.is_same(lead)));
        new.flat_map(|lead| self.connection_diagnostics(lead)).collect()
    }

    /// The names of all operations of the nodes of interest and their relations.
    pub fn operation_names(&self, selection: &Selection) -> Vec<Arc<str>> {
        let nodes = self.nodes().filter(|&node| selection.is_about(&self.model.element(node).name));
        let of_relations = |node: ElementId| {
            let relations = self.model.node(node).relations.iter().copied().filter(|&relation| self.has(relation));
            relations.flat_map(|relation| self.relation_operations(relation))
        };
        let operations = nodes.flat_map(|node| self.operations(node).into_iter().chain(of_relations(node)));
        operations.map(|operation| operation.name).collect()
    }

    /// What is wrong or doubtful about the environments of the tasks of a present node and its relations.
    pub(super) fn look_at_rules(&self, node: ElementId, diagnostics: &mut Vec<Diagnostic>) {
        for operation in self.operations(node) {
            self.task_on(node, None, Some(operation), diagnostics);
        }
        self.task_on(node, None, None, diagnostics);
        let relations = self.model.node(node).relations.iter().copied();
        for relation in relations.filter(|&relation| self.variant.has(self.model, relation)) {
            self.bare_relation_tasks(relation, diagnostics);
        }
    }

    /// Connections of one type that the tasks of a node have; none where the node is absent.
    pub(super) fn ambiguities(&self, node: ElementId) -> Vec<Diagnostic> {
        if !self.has(node) {
            return Vec::new();
        }
        let name = &self.model.element(node).name;
        let of_operations =
            self.operations(node).into_iter().map(|it| HostWord::of(Some(&it), name, self.run_environment));
        let words: BTreeSet<HostWord> = of_operations.chain([HostWord::of(None, name, self.run_environment)]).collect();
        let hosts = words.iter().map(|word| self.host_of(node, None, word));
        hosts.flat_map(|host| ambiguous(&self.connections_from(node, &host))).collect()
    }

    fn node_report(&self, node: ElementId, selection: &Selection, diagnostics: &mut Vec<Diagnostic>) -> NodeReport<'j> {
        let common = self.task_on(node, None, None, diagnostics);
        let answer = |(text, query): &(String, Query)| (text.clone(), self.answer_in(query, common.context()));
        let answers = selection.queries.iter().map(answer).collect();
        let operations = self.operations(node).into_iter().filter(|operation| selection.selects(&operation.name));
        let mut tasks: Vec<Task<'j>> =
            operations.map(|operation| self.task(node, Some(operation), diagnostics)).collect();
        let relations = self.model.node(node).relations.iter().copied();
        for relation in relations.filter(|&relation| self.variant.has(self.model, relation)) {
            tasks.extend(self.relation_tasks(relation, diagnostics));
        }
        tasks.retain(|task| selection.selects(task.operation_name()));
        NodeReport {
            node,
            type_name: self.type_of(node).to_string(),
            properties: common.properties(self),
            hosts: self.hosts(node),
            tasks,
            common,
            answers,
        }
    }
}

impl Selection {
    fn is_about(&self, node: &str) -> bool {
        self.node.as_ref().is_none_or(|name| **name == *node)
    }

    /// Whether an operation of this name is of interest.
    pub fn selects(&self, operation: &str) -> bool {
        let Some(asked) = &self.operation else { return true };
        operation == asked || operation.split_once('.').is_some_and(|(_, own)| own == asked)
    }
}
