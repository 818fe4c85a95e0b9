//! Job variables: what expressions of a task can refer to.

use super::content::{Content, Contents};

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
