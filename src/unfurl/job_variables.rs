//! Tasks with their job variables, which read what else is known of the task.

use std::sync::Arc;

use super::content::Content;
use super::job::Job;
use super::operation::Operation;
use super::operation_host::OperationHost;
use super::owner::Owner;
use super::task::Task;
use super::variable::{JobVariable, Knowledge};
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::ElementId;

impl<'j> Job<'j> {
    /// The task of `operation` on `node`, or what all tasks of the node share.
    pub fn task(
        &self,
        node: ElementId,
        operation: Option<Operation<'j>>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Task<'j> {
        self.with_variables(self.task_on(node, None, operation, diagnostics))
    }

    /// The tasks of the operations of a relation; none when it leads nowhere.
    pub fn relation_tasks(&self, relation: ElementId, diagnostics: &mut Vec<Diagnostic>) -> Vec<Task<'j>> {
        let tasks = self.bare_relation_tasks(relation, diagnostics).into_iter();
        tasks.map(|task| self.with_variables(task)).collect()
    }

    fn with_variables(&self, task: Task<'j>) -> Task<'j> {
        Task { variables: job_variables(self, &task), ..task }
    }
}

/// Why it may be unknown what hosts a node.
const MATCHED: &str = "depends on which node the requirement of a host is matched with";

/// The job variables of `task`, in the order of their description.
pub(super) fn job_variables<'j>(job: &Job<'j>, task: &Task<'j>) -> Vec<JobVariable> {
    let instance = |owner| job.instance(owner, task.context());
    let node = |node| instance(Owner::Node(node));
    let is_open = job.is_host_open(task.node);
    let host_variable = match job.host(task.node) {
        None if is_open => unknown("HOST", MATCHED),
        host => fixed("HOST", host.map_or_else(Content::null, node)),
    };
    let mut variables = vec![
        fixed("SELF", instance(task.owner())),
        host_variable,
        if is_open {
            unknown("connections", MATCHED)
        } else {
            fixed("connections", job.connection_map(&task.connections, task.context()))
        },
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
            unknown("task.name", "says why the operation runs, as `for add: Standard.create` does"),
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
