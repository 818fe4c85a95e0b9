//! Node types.

use super::{NormativeType, derived, root};

pub(super) static TYPES: &[NormativeType] = &[
    root("tosca.nodes.Root"),
    derived("tosca.nodes.Abstract.Compute", "tosca.nodes.Root"),
    derived("tosca.nodes.Compute", "tosca.nodes.Abstract.Compute"),
    derived("tosca.nodes.SoftwareComponent", "tosca.nodes.Root"),
    derived("tosca.nodes.WebServer", "tosca.nodes.SoftwareComponent"),
    derived("tosca.nodes.WebApplication", "tosca.nodes.Root"),
    derived("tosca.nodes.DBMS", "tosca.nodes.SoftwareComponent"),
    derived("tosca.nodes.Database", "tosca.nodes.Root"),
    derived("tosca.nodes.Abstract.Storage", "tosca.nodes.Root"),
    derived("tosca.nodes.Storage.ObjectStorage", "tosca.nodes.Abstract.Storage"),
    derived("tosca.nodes.Storage.BlockStorage", "tosca.nodes.Abstract.Storage"),
    derived("tosca.nodes.Container.Runtime", "tosca.nodes.SoftwareComponent"),
    derived("tosca.nodes.Container.Application", "tosca.nodes.Root"),
    derived("tosca.nodes.LoadBalancer", "tosca.nodes.Root"),
    derived("tosca.nodes.network.Network", "tosca.nodes.Root"),
    derived("tosca.nodes.network.Port", "tosca.nodes.Root"),
];
