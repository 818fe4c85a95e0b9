//! One operation on one node: what its task sees.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::connection::{Connection, DefaultFor};
use super::content::{Content, Contents};
use super::environment::{DeferredValue, Environment, EnvironmentRule, Reason, SetWhen, Text};
use super::host_word::HostWord;
use super::job::Job;
use super::operation::Operation;
use super::operation_host::OperationHost;
use super::owner::Owner;
use super::property::Property;
use super::run_environment::computed;
use super::task_view::Context;
use super::variable::JobVariable;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind};

/// What a task of a node sees.
#[derive(Clone, Debug)]
pub struct Task<'j> {
    /// The node; of an operation on a relation its target.
    pub node: ElementId,
    /// The relation that the operation is on, unless it is on the node.
    pub relation: Option<ElementId>,
    /// The operation; none for what all tasks of the node share.
    pub operation: Option<Operation<'j>>,
    /// Where it runs.
    pub host: OperationHost,
    /// The connections that are available, in lookup order.
    pub connections: Vec<Connection<'j>>,
    /// The inputs of the operation.
    pub inputs: Contents,
    /// The environment after the rules of the operation.
    pub environment: Environment,
    /// What each call of `to_env` in the inputs returns.
    pub added: Vec<Environment>,
    /// The job variables.
    pub variables: Vec<JobVariable>,
    /// What else there is to know.
    pub notes: Vec<String>,
}

impl<'j> Job<'j> {
    /// The tasks of the operations of a relation, without their job variables; none when it leads nowhere.
    pub(super) fn bare_relation_tasks(&self, relation: ElementId, diagnostics: &mut Vec<Diagnostic>) -> Vec<Task<'j>> {
        let Some(target) = self.model.relation(relation).target else { return Vec::new() };
        let operations = self.relation_operations(relation).into_iter();
        operations.map(|operation| self.task_on(target, Some(relation), Some(operation), diagnostics)).collect()
    }

    /// A task without its job variables.
    pub(super) fn task_on(
        &self,
        node: ElementId,
        relation: Option<ElementId>,
        operation: Option<Operation<'j>>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Task<'j> {
        let host = self.operation_host(node, relation, operation.as_ref(), diagnostics);
        let connections = self.connections_from(node, &host);
        diagnostics.extend(ambiguous(&connections));
        // The types of the others are looked at where they are found.
        let explicit = connections.iter().filter(|connection| connection.default_for == DefaultFor::Explicit);
        diagnostics.extend(explicit.filter_map(|connection| connection.doubtful_type(self.model)));
        let (inputs, environment) = (Contents::default(), self.ensemble.clone());
        let (added, variables, notes) = (Vec::new(), Vec::new(), Vec::new());
        let mut task =
            Task { node, relation, operation, host, connections, inputs, environment, added, variables, notes };
        let mut rules = self.connection_rules_in(task.context(), diagnostics);
        rules.extend(relation.into_iter().flat_map(|relation| targets(self.model.element(relation).span)));
        task.environment = task.environment.after(&rules, diagnostics);
        let rules = self.environment_rules(&task, diagnostics);
        task.environment = task.environment.after(&rules, diagnostics);
        task.added = self.added(&task, diagnostics);
        task.inputs = self.operation_inputs(&task);
        task.notes = notes_on(&task);
        task.notes.extend(self.connections_elsewhere(&task));
        if self.is_host_open(node) {
            task.notes.push(
                "which node hosts it is known when requirements are matched: connections and variables may come with that"
                    .into(),
            );
        }
        task
    }

    /// That connections are there for another node, which is named, and not for this task.
    fn connections_elsewhere(&self, task: &Task<'j>) -> Vec<String> {
        let mut notes = Vec::new();
        for connection in self.graph.connections().iter().filter(|connection| connection.is_held(|it| self.has(it))) {
            let DefaultFor::Named(node, _) = &connection.default_for else { continue };
            let is_there = task.connections.iter().any(|own| own.name == connection.name);
            if is_there || self.model.named(Kind::Node, node).is_empty() {
                continue;
            }
            let name = &connection.name;
            let note = format!("connection \"{name}\" is for node \"{node}\" and what that hosts, not for this one");
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        notes
    }

    /// The inputs of the operation of a task, which can read its environment.
    fn operation_inputs(&self, task: &Task<'j>) -> Contents {
        let inputs = task.operation.iter().flat_map(|operation| &operation.inputs);
        let value = |input| self.value(task.owner(), input, task.context());
        inputs.filter_map(|(name, input)| Some((Arc::clone(name), value(input)?))).collect()
    }

    /// The rules of the operation.
    fn environment_rules(&self, task: &Task<'j>, diagnostics: &mut Vec<Diagnostic>) -> Vec<EnvironmentRule> {
        let section = task.operation.as_ref().and_then(|operation| operation.setting("environment"));
        let Some(section) = section else { return Vec::new() };
        diagnostics.extend(EnvironmentRule::lint(&EnvironmentRule::read_all(section, &mut computed, &mut Vec::new())));
        self.rules(task, section, diagnostics)
    }

    /// Rules with the values that functions have in a task.
    fn rules(&self, task: &Task<'j>, section: Yaml<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<EnvironmentRule> {
        let mut compute =
            |value: Yaml<'_>| self.with_facts(task.owner(), task.context(), |facts| facts.rule_value(value));
        EnvironmentRule::read_all(section, &mut compute, diagnostics)
    }

    /// What calls of `to_env` in the inputs of the operation return.
    fn added(&self, task: &Task<'j>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Environment> {
        let inputs = task.operation.iter().flat_map(|operation| operation.inputs.values().rev());
        let mut open: Vec<Yaml<'_>> = inputs.filter_map(Property::written).collect();
        let mut added = Vec::new();
        while let Some(yaml) = open.pop() {
            let rules = yaml.get("to_env").filter(|_| yaml.len() == 1);
            let rules = rules.and_then(|rules| if rules.is_sequence() { rules.items().next() } else { Some(rules) });
            if let Some(rules) = rules {
                let rules = self.rules(task, rules, diagnostics);
                added.push(task.environment.added_by(&rules, diagnostics));
                continue;
            }
            let first = open.len();
            open.extend(yaml.items().chain(yaml.entries().map(|(_, value)| value)));
            open[first..].reverse();
        }
        added
    }

    fn operation_host(
        &self,
        node: ElementId,
        relation: Option<ElementId>,
        operation: Option<&Operation<'_>>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> OperationHost {
        let word = HostWord::of(operation, &self.model.element(node).name, self.run_environment);
        let host = self.host_of(node, relation, &word);
        let is_matched = word == HostWord::Host && self.is_host_open(node);
        if let OperationHost::Unknown(_) = host
            && !is_matched
        {
            let setting = operation.and_then(|operation| operation.setting("operation_host"));
            diagnostics.push(self.unknown_host(node, &word, setting));
        }
        host
    }

    /// Where a word means, said by an operation of a node or a relation to it.
    pub(super) fn host_of(&self, node: ElementId, relation: Option<ElementId>, word: &HostWord) -> OperationHost {
        let found = match word {
            HostWord::Local => return OperationHost::Local,
            HostWord::Own => Some(node),
            HostWord::Host => self.host(node),
            HostWord::Source => relation.map(|relation| self.model.relation(relation).source),
            HostWord::Target => relation.map(|_| node),
            HostWord::Named(name) => self.node(name),
        };
        found.map_or_else(|| OperationHost::Unknown(word.text().into()), OperationHost::Node)
    }

    fn unknown_host(&self, node: ElementId, word: &HostWord, setting: Option<Yaml<'_>>) -> Diagnostic {
        let (name, node) = (word.text(), self.model.full_display(node));
        let message = match word {
            HostWord::Host => format!("{node} has no host that its operation could run on"),
            HostWord::Source | HostWord::Target => {
                format!("an operation of {node} is on no relation that has a {name}")
            }
            HostWord::Local | HostWord::Own | HostWord::Named(_) => {
                format!("operation host \"{name}\" is no node of this variant")
            }
        };
        let words = self.model.names_of(Kind::Node).chain(["localhost", "SELF", "HOST"]);
        Diagnostic::at(Code::UnknownHost, setting.map(Yaml::span), message)
            .help("name a node, or SELF, HOST or localhost")
            .meaning(did_you_mean(name, words))
    }
}

/// Connections of one type: a query for the type finds only the first of them.
pub(super) fn ambiguous(available: &[Connection<'_>]) -> Vec<Diagnostic> {
    let (mut findings, mut firsts) = (Vec::new(), FxHashMap::default());
    for connection in available.iter().filter(|connection| !connection.types.is_empty()) {
        let first: &Connection<'_> = firsts.entry(connection.type_name()).or_insert(connection);
        // One connection may have several names.
        if std::ptr::eq(first, connection) || first.body.id() == connection.body.id() {
            continue;
        }
        let (own, other, type_name) = (&connection.name, &first.name, connection.type_name());
        let message =
            format!("connections \"{other}\" and \"{own}\" of type \"{type_name}\" are available to the same tasks");
        let diagnostic = Diagnostic::new(Code::AmbiguousConnection, connection.span, message)
            .and(first.span, "this one is found by the type, and its variables win")
            .help("say with `default_for` which nodes each is for");
        findings.push(diagnostic);
    }
    findings
}

/// What tasks on relations find in their environment besides; instances have these values.
fn targets(span: Span) -> [EnvironmentRule; 2] {
    [("TARGET", "the target instance"), ("TARGETS", "the target instance and those with it")].map(|(name, value)| {
        EnvironmentRule::set(&name.into(), Text::computed(&DeferredValue::new(value, Reason::State)), span)
    })
}

/// The input by which an operation says what it adds to instances when it has run.
const RESULT_TEMPLATE: &str = "resultTemplate";

/// What a run may add to what is known.
fn notes_on(task: &Task<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    // The runtime puts the tools of a version manager on the path, when it finds a file that lists them.
    if task.environment.get("ASDF_DATA_DIR").is_some_and(|binding| binding.is_set == SetWhen::Always) {
        notes.push("PATH may be extended: ASDF_DATA_DIR is set, and a project may have a file `.tool-versions`".into());
    }
    if task.operation.as_ref().is_some_and(|operation| operation.inputs.contains_key(RESULT_TEMPLATE)) {
        notes.push(format!("what its `{RESULT_TEMPLATE}` adds, connections among it, is known at run time only"));
    }
    notes
}

impl<'j> Task<'j> {
    /// What its values can refer to, as far as the task is made.
    pub(super) fn context(&self) -> Context<'_, 'j> {
        Context {
            connections: &self.connections,
            environment: &self.environment,
            target: Some(self.owner()),
            operation_host: Some(&self.host),
            operation: self.operation.as_ref(),
        }
    }

    /// What it is on.
    pub(super) fn owner(&self) -> Owner<'_, 'j> {
        self.relation.map_or(Owner::Node(self.node), Owner::Relation)
    }

    /// The properties of its node.
    pub(super) fn properties(&self, job: &Job<'j>) -> Contents {
        job.values(Owner::Node(self.node), self.context())
    }

    /// The name of the operation; empty for what all tasks of the node share.
    pub fn operation_name(&self) -> &str {
        self.operation.as_ref().map_or("", |operation| &operation.name)
    }

    /// What is written somewhere in its operation.
    pub(super) fn written(&self, job: &Job<'j>, yaml: Yaml<'_>) -> Content {
        job.with_facts(self.owner(), self.context(), |facts| facts.evaluate(yaml))
    }
}
