//! For programs.

use serde_json::{Map, Value as Json, json};

use super::Variables;
use crate::model::{ElementId, Model};
use crate::render::witness::{document, line};
use crate::runtime::connection::Connection;
use crate::runtime::environment::{Environment, Presence, Text};
use crate::runtime::{Content, Contents, JobVariable, Knowledge, NodeReport, OperationHost, Report, Task};
use crate::value::Value;

/// For programs.
pub fn json(model: &Model, report: &Report<'_>) -> String {
    let nodes: Vec<Json> = report.nodes.iter().map(|it| node(model, report, it)).collect();
    document(&json!({
        "schema": "variscope/runtime/2",
        "process_environment": if report.process.is_known() { "known" } else { "unknown" },
        "inputs": contents(&report.inputs),
        "nodes": nodes,
    }))
}

fn node(model: &Model, report: &Report<'_>, of: &NodeReport<'_>) -> Json {
    let tasks: Vec<Json> = of.tasks.iter().map(|it| task(model, report, it)).collect();
    let answers: Map<String, Json> =
        of.answers.iter().map(|(query, answer)| (query.clone(), content(answer))).collect();
    let mut node = json!({
        "node": name(model, of.node),
        "type": of.type_name,
        "properties": contents(&of.properties),
        "hosts": of.hosts.iter().map(|&host| name(model, host)).collect::<Vec<Json>>(),
        "connections": connections(model, &of.common),
        "environment": environment(&of.common.environment, &report.process),
        "operations": tasks,
    });
    if !answers.is_empty() {
        node["queries"] = Json::Object(answers);
    }
    node
}

fn task(model: &Model, report: &Report<'_>, task: &Task<'_>) -> Json {
    let primary = task.operation.as_ref().and_then(|operation| operation.primary());
    let host = match &task.host {
        OperationHost::Local => Json::Null,
        OperationHost::Node(node) => name(model, *node),
        OperationHost::Unknown(host) => json!({ "unknown": &**host }),
    };
    let variables: Map<String, Json> = task.variables.iter().map(job_variable).collect();
    json!({
        "operation": task.operation_name(),
        "relation": task.relation.map(|relation| name(model, relation)),
        "implementation": primary,
        "operation_host": host,
        "connections": connections(model, task),
        "environment": environment(&task.environment, &report.process),
        "to_env": task.added.iter().map(added).collect::<Vec<Json>>(),
        "job_variables": variables,
        "notes": task.notes,
    })
}

fn connections(model: &Model, task: &Task<'_>) -> Json {
    let entry = |connection: &Connection<'_>| {
        let line = (!connection.is_outside()).then(|| line(model, connection.span));
        json!({ "name": &*connection.name, "type": connection.type_name(), "line": line })
    };
    Json::Array(task.connections.iter().map(entry).collect())
}

fn environment(environment: &Environment, process: &Environment) -> Json {
    let variables = Variables::of(environment, process);
    let (mut set, mut conditional) = (Map::new(), Map::new());
    for (name, presence, text) in &variables.set {
        match presence {
            Presence::Always => set.insert(name.clone(), symbolic(text)),
            Presence::Inherited | Presence::Unknown => conditional.insert(name.clone(), symbolic(text)),
        };
    }
    let mut result = json!({ "set": set, "inherited": variables.inherited, "removed": variables.removed });
    if !conditional.is_empty() {
        result["set_if_present"] = Json::Object(conditional);
    }
    if let Some(rules) = variables.others {
        result["needed"] = json!(variables.needed);
        result["others"] = json!({ "inherited_through": rules, "survivors": variables.survivors });
    }
    result
}

fn added(environment: &Environment) -> Json {
    let entry = |(name, binding): (&std::sync::Arc<str>, &crate::runtime::environment::Binding)| {
        (name.to_string(), symbolic(&binding.text))
    };
    Json::Object(environment.set().map(entry).collect())
}

fn job_variable(variable: &JobVariable) -> (String, Json) {
    let knowledge = match &variable.knowledge {
        Knowledge::Static(value) => json!({ "status": "static", "value": content(value) }),
        Knowledge::ByOption { default, option } => {
            json!({ "status": "by option", "default": content(default), "option": option })
        }
        Knowledge::RunTime(why) => json!({ "status": "run time", "why": why }),
    };
    (variable.name.to_owned(), knowledge)
}

fn contents(contents: &Contents) -> Json {
    Json::Object(contents.iter().map(|(name, value)| (name.to_string(), content(value))).collect())
}

fn content(of: &Content) -> Json {
    match of {
        Content::Value(value) => plain(value),
        Content::Text(text) => symbolic(text),
        Content::Computed(expression) => json!({ "run_time": &**expression }),
        Content::List(items) => Json::Array(items.iter().map(content).collect()),
        Content::Map(entries) => contents(entries),
    }
}

/// A text, or what it is made of where it is not known.
fn symbolic(text: &Text) -> Json {
    match text.known() {
        Some(known) => json!(known),
        None if text.is_computed() => json!({ "run_time": text.to_string() }),
        None => json!({ "symbolic": text.to_string() }),
    }
}

fn plain(value: &Value) -> Json {
    serde_json::from_str(&value.to_json()).unwrap_or(Json::Null)
}

fn name(model: &Model, node: ElementId) -> Json {
    json!(&*model.element(node).name)
}
