//! Relationship types.

use super::{NormativeType, derived, root};

pub(super) static TYPES: &[NormativeType] = &[
    root("tosca.relationships.Root"),
    derived("tosca.relationships.DependsOn", "tosca.relationships.Root"),
    derived("tosca.relationships.HostedOn", "tosca.relationships.Root"),
    derived("tosca.relationships.ConnectsTo", "tosca.relationships.Root"),
    derived("tosca.relationships.AttachesTo", "tosca.relationships.Root"),
    derived("tosca.relationships.RoutesTo", "tosca.relationships.ConnectsTo"),
    derived("tosca.relationships.network.LinksTo", "tosca.relationships.DependsOn"),
    derived("tosca.relationships.network.BindsTo", "tosca.relationships.DependsOn"),
];
