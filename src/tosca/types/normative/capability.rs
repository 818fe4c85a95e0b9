//! Capability types.

use super::{NormativeType, derived, root};

pub(super) static TYPES: &[NormativeType] = &[
    root("tosca.capabilities.Root"),
    derived("tosca.capabilities.Node", "tosca.capabilities.Root"),
    derived("tosca.capabilities.Container", "tosca.capabilities.Root"),
    derived("tosca.capabilities.Compute", "tosca.capabilities.Container"),
    derived("tosca.capabilities.Network", "tosca.capabilities.Root"),
    derived("tosca.capabilities.Storage", "tosca.capabilities.Root"),
    derived("tosca.capabilities.Endpoint", "tosca.capabilities.Root"),
    derived("tosca.capabilities.Endpoint.Public", "tosca.capabilities.Endpoint"),
    derived("tosca.capabilities.Endpoint.Admin", "tosca.capabilities.Endpoint"),
    derived("tosca.capabilities.Endpoint.Database", "tosca.capabilities.Endpoint"),
    derived("tosca.capabilities.Attachment", "tosca.capabilities.Root"),
    derived("tosca.capabilities.OperatingSystem", "tosca.capabilities.Root"),
    derived("tosca.capabilities.Scalable", "tosca.capabilities.Root"),
    derived("tosca.capabilities.network.Bindable", "tosca.capabilities.Node"),
    derived("tosca.capabilities.network.Linkable", "tosca.capabilities.Node"),
];
