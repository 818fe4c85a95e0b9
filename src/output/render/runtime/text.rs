//! For people.

use std::fmt::Write;

use super::Variables;
use crate::analysis::value::Value;
use crate::source::printable::printable;
use crate::tosca::model::{ElementId, Model};
use crate::unfurl::environment::{Reason, SetWhen, Text};
use crate::unfurl::{Content, Contents, Knowledge, NodeReport, OperationHost, RuntimeReport, Task, python_json};

/// Hosts of a node that are listed, the nearest first: those of its hosts stand with these.
const MAX_HOSTS: usize = 20;

/// For people.
pub fn text(model: &Model, report: &RuntimeReport<'_>) -> String {
    let mut page = Page { model, report, text: String::new() };
    if !report.process.is_known() {
        page.line(0, "the environment of the process is unknown: `${NAME}` stands for its variables");
    }
    page.contents(0, "inputs", &report.inputs);
    for node in &report.nodes {
        page.node(node);
    }
    page.text
}

struct Page<'p> {
    model: &'p Model,
    report: &'p RuntimeReport<'p>,
    text: String,
}

impl Page<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        // Only a broken formatter could fail to write to a text.
        let _ = writeln!(self.text, "{:width$}{}", "", printable(line), width = 2 * depth);
    }

    fn node(&mut self, node: &NodeReport<'_>) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.line(0, &format!("node {} ({})", self.name(node.node), node.type_name));
        self.contents(1, "properties", &node.properties);
        let nearest = node.hosts.iter().take(MAX_HOSTS).map(|&host| self.name(host).to_owned());
        let farther = node.hosts.len().checked_sub(MAX_HOSTS + 1).map(|more| format!("and {} more", more + 1));
        self.list(1, "hosts", &nearest.chain(farther).collect::<Vec<_>>());
        self.connections(1, &node.common);
        self.environment(1, &Variables::of(&node.common.environment, &self.report.process));
        for (query, answer) in &node.answers {
            self.line(1, &format!("{query} = {}", shown(answer)));
        }
        for task in &node.tasks {
            self.task(task, &node.common);
        }
    }

    /// What an operation adds to what all tasks of its node share.
    fn task(&mut self, task: &Task<'_>, common: &Task<'_>) {
        let primary = task.operation.as_ref().and_then(|operation| operation.primary());
        let implementation = primary.map_or_else(String::new, |primary| format!(": {primary}"));
        let relation = task.relation.map_or_else(String::new, |relation| format!(" of {}", self.name(relation)));
        self.line(1, &format!("operation {}{relation}{implementation}", task.operation_name()));
        match &task.host {
            OperationHost::Local => {}
            OperationHost::Node(node) => self.line(2, &format!("runs on {}", self.name(*node))),
            OperationHost::Unknown(host) => self.line(2, &format!("runs on {host}, which is no node of this variant")),
        }
        let names = |task: &Task<'_>| -> Vec<_> { task.connections.iter().map(|it| it.name.clone()).collect() };
        if names(task) != names(common) {
            self.connections(2, task);
        }
        let variables = Variables::of(&task.environment, &self.report.process);
        if variables != Variables::of(&common.environment, &self.report.process) {
            self.environment(2, &variables);
        }
        for added in &task.added {
            let set = added.set().map(|(name, binding)| format!("{name}={}", value(&binding.text)));
            let set: Vec<String> = set.collect();
            self.list(2, "to_env gives", &set);
        }
        self.job_variables(2, task);
        for note in &task.notes {
            self.line(2, &format!("note: {note}"));
        }
    }

    fn connections(&mut self, depth: usize, task: &Task<'_>) {
        let shown = |connection: &crate::unfurl::connection::Connection<'_>| {
            format!("{} ({})", connection.name, connection.type_name())
        };
        let connections: Vec<String> = task.connections.iter().map(shown).collect();
        self.list(depth, "connections", &connections);
    }

    fn environment(&mut self, depth: usize, variables: &Variables) {
        for (name, is_set, text) in &variables.set {
            let condition = match is_set {
                SetWhen::Always => "",
                SetWhen::Inherited => "   (where the process has it)",
                SetWhen::Unknown => "   (unless a variable matches)",
            };
            let because = because(text.reason().as_slice());
            self.line(depth, &format!("sets {name}={}{condition}{because}", value(text)));
        }
        let needed: Vec<&String> = variables.needed.iter().collect();
        self.list(depth, "needs of the process", &needed);
        self.list(depth, "inherits", &variables.inherited);
        self.list(depth, "removes", &variables.removed);
        match variables.others.as_deref() {
            None => {}
            Some([]) => self.line(depth, "inherits all other variables of the process"),
            Some(rules) if !rules.iter().any(|rule| rule.starts_with('-')) => {
                self.line(
                    depth,
                    &format!("inherits all other variables of the process, changed by {}", rules.join(", ")),
                );
            }
            Some(rules) => {
                self.line(depth, &format!("inherits of all other variables what passes {}", rules.join(", ")));
                self.list(depth, "which these always pass", &variables.survivors);
            }
        }
    }

    fn job_variables(&mut self, depth: usize, task: &Task<'_>) {
        let (mut by_option, mut run_time) = (Vec::new(), Vec::new());
        for variable in &task.variables {
            match &variable.knowledge {
                // Shown as the node's properties.
                Knowledge::Static(_) if variable.name == "SELF" => {}
                Knowledge::Static(value) => {
                    let value = variable.brief().unwrap_or_else(|| value.clone());
                    let because = because(&value.reasons());
                    self.line(depth, &format!("{} = {}{because}", variable.name, shown(&value)));
                }
                Knowledge::ByOption { default, option } => {
                    by_option.push(format!("{} = {} ({option})", variable.name, shown(default)));
                }
                Knowledge::RunTime(_) => run_time.push(variable.name),
            }
        }
        self.list(depth, "unless an option says otherwise", &by_option);
        self.list(depth, "known at run time only", &run_time);
    }

    fn contents(&mut self, depth: usize, title: &str, contents: &Contents) {
        if contents.is_empty() {
            return;
        }
        self.line(depth, title);
        for (name, content) in contents {
            self.line(depth + 1, &format!("{name}: {}{}", shown(content), because(&content.reasons())));
        }
    }

    fn list(&mut self, depth: usize, title: &str, items: &[impl AsRef<str>]) {
        if !items.is_empty() {
            let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
            self.line(depth, &format!("{title}: {}", items.join(", ")));
        }
    }

    fn name(&self, node: ElementId) -> &'_ str {
        &self.model.element(node).name
    }
}

/// Why only a run knows parts of a value.
fn because(reasons: &[Reason]) -> String {
    let reasons: Vec<String> = reasons.iter().map(Reason::to_string).collect();
    if reasons.is_empty() { String::new() } else { format!("   (at run time: {})", reasons.join("; ")) }
}

/// A content on one line.
fn shown(content: &Content) -> String {
    match content {
        Content::Value(value) => python_json(value),
        Content::Text(text) => text.known().map_or_else(|| value(text), |known| Value::string(known).to_json()),
        Content::Computed(later) => later.to_string(),
        Content::List(items) => format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", ")),
        Content::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| format!("{key}: {}", shown(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

/// The text of a variable on one line.
fn value(text: &Text) -> String {
    text.to_string().replace('\n', "\\n")
}
