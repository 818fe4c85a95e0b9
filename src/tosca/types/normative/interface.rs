//! Interface types.

use super::{NormativeType, derived, root};

pub(super) static TYPES: &[NormativeType] = &[
    root("tosca.interfaces.Root"),
    derived("tosca.interfaces.node.lifecycle.Standard", "tosca.interfaces.Root"),
    derived("tosca.interfaces.relationship.Configure", "tosca.interfaces.Root"),
];
