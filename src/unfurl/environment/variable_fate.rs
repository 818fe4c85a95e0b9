//! What became of the variables of a process.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Binding, Environment};

/// What became of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariableFate {
    /// It is as in the process.
    Inherited,
    /// It has another value, or a condition.
    Set(Binding),
    /// The process has it or may have it, the task has not.
    Removed,
}

impl Environment {
    /// What became of each variable that is named since `process`, by name.
    pub fn fates(&self, process: &Self) -> Vec<(Arc<str>, VariableFate)> {
        let names: BTreeSet<&Arc<str>> = self.named().chain(process.named()).map(|(name, _)| name).collect();
        let fate = |name: &Arc<str>| match (process.get(name), self.get(name)) {
            (None, None) => None,
            (Some(_), None) => Some(VariableFate::Removed),
            (before, Some(after)) if before.as_ref() == Some(&after) => Some(VariableFate::Inherited),
            (_, Some(after)) => Some(VariableFate::Set(after)),
        };
        names.into_iter().filter_map(|name| Some((Arc::clone(name), fate(name)?))).collect()
    }
}
