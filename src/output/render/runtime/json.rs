//! The report as an answer for programs.

use super::Variables;
use crate::answer::Written;
use crate::answer::runtime as answer;
use crate::tosca::model::{ElementId, Model};
use crate::unfurl::connection::Connection;
use crate::unfurl::environment::{Binding, Environment, SetWhen, Text};
use crate::unfurl::{
    Content, Contents, JobVariable, Knowledge, NodeReport, OperationHost, RuntimeReport, Task, python_json,
};

/// What a report says, in names and lines.
pub fn answer_of(model: &Model, report: &RuntimeReport<'_>) -> answer::Runtime {
    let is_known = report.process.is_known();
    let process_environment =
        if is_known { answer::ProcessEnvironment::Known } else { answer::ProcessEnvironment::Unknown };
    answer::Runtime {
        process_environment,
        inputs: contents(&report.inputs),
        nodes: report.nodes.iter().map(|it| node(model, report, it)).collect(),
    }
}

fn node(model: &Model, report: &RuntimeReport<'_>, of: &NodeReport<'_>) -> answer::RuntimeNode {
    answer::RuntimeNode {
        node: name(model, of.node),
        type_name: of.type_name.clone(),
        properties: contents(&of.properties),
        hosts: of.hosts.iter().map(|&host| name(model, host)).collect(),
        connections: connections(model, &of.common),
        environment: environment(&of.common.environment, &report.process),
        operations: of.tasks.iter().map(|it| task(model, report, it)).collect(),
        queries: of.answers.iter().map(|(query, answer)| (query.clone(), content(answer))).collect(),
    }
}

fn task(model: &Model, report: &RuntimeReport<'_>, task: &Task<'_>) -> answer::Task {
    let primary = task.operation.as_ref().and_then(|operation| operation.primary());
    let operation_host = match &task.host {
        OperationHost::Local => None,
        OperationHost::Node(node) => Some(answer::Host::Node(name(model, *node))),
        OperationHost::Unknown(host) => Some(answer::Host::Unknown { unknown: host.to_string() }),
    };
    answer::Task {
        operation: task.operation_name().to_owned(),
        relation: task.relation.map(|relation| name(model, relation)),
        implementation: primary.map(|primary| primary.to_string()),
        operation_host,
        connections: connections(model, task),
        environment: environment(&task.environment, &report.process),
        to_env: task.added.iter().map(added).collect(),
        job_variables: task.variables.iter().map(job_variable).collect(),
        notes: task.notes.clone(),
    }
}

fn connections(model: &Model, task: &Task<'_>) -> Vec<answer::Connection> {
    let entry = |connection: &Connection<'_>| answer::Connection {
        name: connection.name.to_string(),
        type_name: connection.type_name().to_string(),
        line: (!connection.is_outside()).then(|| model.sources().position(connection.span).line),
    };
    task.connections.iter().map(entry).collect()
}

fn environment(environment: &Environment, process: &Environment) -> answer::Environment {
    let variables = Variables::of(environment, process);
    let values = |is_always: bool| {
        let some = variables.set.iter().filter(move |(_, is_set, _)| (*is_set == SetWhen::Always) == is_always);
        some.map(|(name, _, text)| (name.clone(), symbolic(text))).collect()
    };
    let (set, set_if_present) = (values(true), values(false));
    let Variables { inherited, removed, needed, others, survivors, .. } = variables;
    let needed = others.is_some().then(|| needed.into_iter().collect());
    let others = others.map(|inherited_through| answer::OtherVariables { inherited_through, survivors });
    answer::Environment { set, inherited, removed, set_if_present, needed, others }
}

fn added(environment: &Environment) -> answer::Contents {
    let entry = |(name, binding): (&std::sync::Arc<str>, &Binding)| (name.to_string(), symbolic(&binding.text));
    environment.set().map(entry).collect()
}

fn job_variable(variable: &JobVariable) -> (String, answer::JobVariable) {
    let knowledge = match &variable.knowledge {
        Knowledge::Static(value) => answer::JobVariable::Static { value: content(value) },
        Knowledge::ByOption { default, option } => {
            answer::JobVariable::ByOption { default: content(default), option: option.to_string() }
        }
        Knowledge::RunTime(why) => answer::JobVariable::RunTime { why: why.to_string() },
    };
    (variable.name.to_owned(), knowledge)
}

fn contents(contents: &Contents) -> answer::Contents {
    contents.iter().map(|(name, value)| (name.to_string(), content(value))).collect()
}

fn content(of: &Content) -> answer::Content {
    match of {
        Content::Value(value) => answer::Content::Value(Written::json(python_json(value))),
        Content::Text(text) => symbolic(text),
        Content::Computed(later) => {
            answer::Content::Computed { run_time: later.expression.to_string(), why: later.why.to_string() }
        }
        Content::List(items) => answer::Content::List(items.iter().map(content).collect()),
        Content::Map(entries) => answer::Content::Map(contents(entries)),
    }
}

/// A text, or what it is made of where it is not known.
fn symbolic(text: &Text) -> answer::Content {
    match (text.known(), text.reason()) {
        (Some(known), _) => answer::Content::Text(known.to_owned()),
        (None, Some(why)) => answer::Content::Computed { run_time: text.to_string(), why: why.to_string() },
        (None, None) => answer::Content::Symbolic { symbolic: text.to_string() },
    }
}

fn name(model: &Model, node: ElementId) -> String {
    model.element(node).name.to_string()
}
