//! Job variables: what expressions of a task can refer to.

use std::sync::Arc;

use super::content::{Content, Contents};
use super::job::Job;
use super::operation_host::OperationHost;
use super::owner::Owner;
use super::task::Task;

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
    let instance = |owner| job.instance(owner, task.context());
    let node = |node| instance(Owner::Node(node));
    let mut variables = vec![
        fixed("SELF", instance(task.owner())),
        fixed("HOST", job.host(task.node).map_or_else(Content::null, node)),
        fixed("connections", job.connection_map(&task.connections, task.context())),
        runs_on("ORCHESTRATOR", job, task, &OperationHost::Local),
        runs_on("OPERATION_HOST", job, task, &task.host),
        fixed("Self", Content::null()),
    ];
    if let Some(relation) = task.relation {
        let source = node(job.model.relation(relation).source);
        variables.extend([fixed("SOURCE", source), fixed("TARGET", node(task.node))]);
    }
    let setting = |key| job.setting_of_task(key, task.owner(), task.context()).unwrap_or_else(Content::null);
    if task.operation.is_some() {
        let artifact = job.artifact(task.context());
        let mut arguments = job.values_of(&job.artifact_arguments(task.context()), task.owner(), task.context());
        arguments.extend(task.inputs.iter().map(|(name, value)| (Arc::clone(name), value.clone())));
        let implementation = artifact.as_ref().map_or_else(Content::null, |it| job.artifact_instance(it, task));
        variables.extend([
            fixed("implementation", implementation),
            fixed("inputs", Content::Map(task.inputs.clone())),
            fixed("arguments", Content::Map(arguments)),
            fixed("task.name", setting("name")),
            fixed("task.operation", setting("operation")),
            fixed("task.timeout", setting("timeout")),
        ]);
    }
    variables.extend([
        fixed("task.target", setting("target")),
        by_option("task.workflow", Content::string("deploy"), "the command of the job"),
        by_option("task.dryrun", Content::Value(false.into()), "--dryrun"),
        by_option("task.verbose", Content::Value(crate::analysis::value::Value::integer(0)), "--verbose, --quiet"),
        unknown("task.cwd", "the folder that the process of the task starts in"),
        unknown("task.reason", "depends on the state of the instances"),
    ]);
    variables
}

/// Where something runs: a node of the template, or what only a run knows.
fn runs_on<'j>(name: &'static str, job: &Job<'j>, task: &Task<'j>, host: &OperationHost) -> JobVariable {
    match (job.node_of(host), host) {
        (Some(node), _) => fixed(name, job.instance(Owner::Node(node), task.context())),
        (None, OperationHost::Unknown(_)) => unknown(name, "an instance outside the template"),
        (None, OperationHost::Local | OperationHost::Node(_)) => unknown(name, "the instance that the runtime runs on"),
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

impl JobVariable {
    /// Its value in few words: the names of instances, the file of what runs.
    pub fn brief(&self) -> Option<Content> {
        let Knowledge::Static(content) = &self.knowledge else { return None };
        let key = match (self.name, content) {
            ("SELF" | "HOST" | "SOURCE" | "TARGET" | "ORCHESTRATOR" | "OPERATION_HOST", _) => ".name",
            ("implementation", _) => "file",
            ("connections", Content::Map(entries)) => return Some(names(entries)),
            _ => return Some(content.clone()),
        };
        Some(content.part(key).unwrap_or_else(|| content.clone()))
    }
}

/// The names of instances in a map that may have them under several keys.
fn names(instances: &Contents) -> Content {
    let mut names: Vec<Content> = Vec::new();
    for name in instances.values().filter_map(|instance| instance.part(".name")) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Content::List(names)
}
