//! Job variables: what expressions of a task can refer to.

use std::sync::Arc;

use super::connection::texts;
use super::content::{Content, Contents};
use super::job::Job;
use super::lineage::defined;
use super::task::{OperationHost, Task};
use crate::types::Collection;

/// A variable that expressions of a task can refer to.
#[derive(Clone, Debug, PartialEq)]
pub struct JobVariable {
    /// Its name; keys of `task` as `task.<key>`.
    pub name: &'static str,
    /// What is known of it.
    pub knowledge: Knowledge,
}

/// What is known of a job variable before the run.
#[derive(Clone, Debug, PartialEq)]
pub enum Knowledge {
    /// Its value.
    Static(Content),
    /// Its value unless an option of the job says otherwise.
    ByOption {
        /// The value without the option.
        default: Content,
        /// What changes it.
        option: &'static str,
    },
    /// That it exists at run time only, and why.
    RunTime(&'static str),
}

/// The job variables of `task`, in the order of their description.
pub(super) fn job_variables<'j>(job: &Job<'j>, task: &Task<'j>) -> Vec<JobVariable> {
    let name = |node| Content::string(&job.model.element(node).name);
    let host = job.host(task.node).map_or_else(Content::null, name);
    let connections = task.connections.iter().map(|connection| Content::string(&connection.name)).collect();
    let mut variables = vec![
        fixed("SELF", instance(job, task)),
        fixed("HOST", host),
        fixed("connections", Content::List(connections)),
        unknown("ORCHESTRATOR", "the instance that the runtime runs on"),
        operation_host(&task.host, name),
        fixed("Self", Content::null()),
    ];
    if let Some(relation) = task.relation {
        let source = name(job.model.relation(relation).source);
        variables.extend([fixed("SOURCE", source), fixed("TARGET", name(task.node))]);
    }
    if let Some(operation) = &task.operation {
        let implementation = operation.primary().map_or_else(Content::null, Content::string);
        variables.extend([
            fixed("implementation", implementation),
            fixed("inputs", Content::Map(task.inputs.clone())),
            fixed("arguments", Content::Map(arguments(job, task))),
            fixed("task.name", Content::string(&format!("{}.{}", target_name(job, task), operation.name))),
            fixed("task.operation", Content::string(&operation.name)),
            fixed("task.timeout", task.setting(job, "timeout")),
        ]);
    }
    variables.extend([
        fixed("task.target", Content::string(&target_name(job, task))),
        by_option("task.workflow", Content::string("deploy"), "the command of the job"),
        by_option("task.dryrun", Content::Value(false.into()), "--dryrun"),
        by_option("task.verbose", Content::Value(crate::value::Value::integer(0)), "--verbose, --quiet"),
        unknown("task.cwd", "the folder that the process of the task starts in"),
        unknown("task.reason", "depends on the state of the instances"),
    ]);
    variables
}

/// The node, or the relation behind its source.
fn target_name(job: &Job<'_>, task: &Task<'_>) -> String {
    let name = |id| &job.model.element(id).name;
    match task.relation {
        Some(relation) => format!("{}.{}", name(job.model.relation(relation).source), name(relation)),
        None => name(task.node).to_string(),
    }
}

/// The properties of the relation, or of the node, and its attributes, which instances have.
fn instance<'j>(job: &Job<'j>, task: &Task<'j>) -> Content {
    let (mut properties, collection, line) = match task.relation {
        Some(relation) => {
            (job.values(task.owner(), task.context()), Collection::Relationship, job.relation_line(relation))
        }
        None => (task.properties(job), Collection::Node, job.type_line(task.node)),
    };
    for name in defined(job.model, collection, &line, "attributes").into_keys() {
        let unknown = Content::Computed(format!("attribute {name}").into());
        properties.entry(name).or_insert(unknown);
    }
    Content::Map(properties)
}

/// The inputs of the operation over those that its artifact declares, and these over properties that are marked for it.
fn arguments<'j>(job: &Job<'j>, task: &Task<'j>) -> Contents {
    let primary = task.operation.as_ref().and_then(|operation| operation.setting("primary"));
    let declared = primary.and_then(|primary| primary.get("inputs")).into_iter().flat_map(|inputs| inputs.entries());
    let mut arguments = marked(job, task);
    arguments.extend(declared.map(|(name, value)| (Arc::from(name.text()), task.written(job, value))));
    arguments.extend(task.inputs.iter().map(|(name, value)| (Arc::clone(name), value.clone())));
    arguments
}

/// The properties of the node that `input_match` in the metadata of their definitions makes arguments: of their own names
/// when it is true, else of those that it says.
fn marked<'j>(job: &Job<'j>, task: &Task<'j>) -> Contents {
    if task.relation.is_some() {
        return Contents::default();
    }
    let properties = task.properties(job);
    let definitions = defined(job.model, Collection::Node, &job.type_line(task.node), "properties");
    let mut arguments = Contents::default();
    for (property, definition) in definitions {
        let mark = definition.get("metadata").and_then(|metadata| metadata.get("input_match"));
        let Some((value, mark)) = properties.get(&property).zip(mark) else { continue };
        let names: Vec<Arc<str>> = match mark.as_bool() {
            Some(true) => vec![property],
            Some(false) => Vec::new(),
            None => texts(mark),
        };
        arguments.extend(names.into_iter().map(|name| (name, value.clone())));
    }
    arguments
}

fn operation_host(host: &OperationHost, name: impl Fn(crate::model::ElementId) -> Content) -> JobVariable {
    match host {
        OperationHost::Node(node) => fixed("OPERATION_HOST", name(*node)),
        OperationHost::Local => unknown("OPERATION_HOST", "the instance that the runtime runs on"),
        OperationHost::Unknown(_) => unknown("OPERATION_HOST", "an instance outside the template"),
    }
}

fn fixed(name: &'static str, value: Content) -> JobVariable {
    JobVariable { name, knowledge: Knowledge::Static(value) }
}

fn by_option(name: &'static str, default: Content, option: &'static str) -> JobVariable {
    JobVariable { name, knowledge: Knowledge::ByOption { default, option } }
}

fn unknown(name: &'static str, why: &'static str) -> JobVariable {
    JobVariable { name, knowledge: Knowledge::RunTime(why) }
}
