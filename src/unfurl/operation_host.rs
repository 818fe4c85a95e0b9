//! Where operations run.

use std::sync::Arc;

use crate::tosca::model::ElementId;

/// Where an operation runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperationHost {
    /// Where the runtime runs, because nothing else is said.
    Local,
    /// On a node.
    Node(ElementId),
    /// On something that is no present node.
    Unknown(Arc<str>),
}
