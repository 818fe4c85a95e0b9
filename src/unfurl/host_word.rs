//! Where operations say that they run.

use std::sync::Arc;

use super::operation::Operation;
use super::run_environment::RunEnvironment;

/// Where an operation runs, as it says itself, or else what surrounds it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum HostWord {
    /// Where the runtime runs.
    Local,
    /// On the node itself.
    Own,
    /// On the nearest node that hosts it.
    Host,
    /// On the source of the relation.
    Source,
    /// On the target of the relation.
    Target,
    /// On the node of this name.
    Named(Arc<str>),
}

impl HostWord {
    /// Where an operation on a node of this name runs; without an operation, those that do not say it.
    pub(super) fn of(operation: Option<&Operation<'_>>, node: &str, run_environment: &RunEnvironment<'_>) -> Self {
        let setting = operation.and_then(|operation| operation.setting("operation_host"));
        let asked = run_environment.operation_hosts.iter().find(|(name, _)| *name == node);
        let text = setting.map(|setting| setting.text()).or(asked.map(|(_, host)| host.as_str()));
        match text {
            None | Some("localhost" | "ORCHESTRATOR") => Self::Local,
            Some("SELF") => Self::Own,
            Some("HOST") => Self::Host,
            Some("SOURCE") => Self::Source,
            Some("TARGET") => Self::Target,
            Some(name) => Self::Named(name.into()),
        }
    }

    /// The word, or the name.
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Local => "localhost",
            Self::Own => "SELF",
            Self::Host => "HOST",
            Self::Source => "SOURCE",
            Self::Target => "TARGET",
            Self::Named(name) => name,
        }
    }
}
