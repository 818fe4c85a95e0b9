//! Policy types.

use super::{NormativeType, derived, root};

pub(super) static TYPES: &[NormativeType] = &[
    root("tosca.policies.Root"),
    derived("tosca.policies.Placement", "tosca.policies.Root"),
    derived("tosca.policies.Scaling", "tosca.policies.Root"),
    derived("tosca.policies.Update", "tosca.policies.Root"),
    derived("tosca.policies.Performance", "tosca.policies.Root"),
];
