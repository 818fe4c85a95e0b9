//! Artifact types.

use super::{NormativeType, derived, root};

pub(super) static TYPES: &[NormativeType] = &[
    root("tosca.artifacts.Root"),
    derived("tosca.artifacts.File", "tosca.artifacts.Root"),
    derived("tosca.artifacts.Deployment", "tosca.artifacts.Root"),
    derived("tosca.artifacts.Deployment.Image", "tosca.artifacts.Deployment"),
    derived("tosca.artifacts.Deployment.Image.VM", "tosca.artifacts.Deployment.Image"),
    derived("tosca.artifacts.Implementation", "tosca.artifacts.Root"),
    derived("tosca.artifacts.Implementation.Bash", "tosca.artifacts.Implementation"),
    derived("tosca.artifacts.Implementation.Python", "tosca.artifacts.Implementation"),
    derived("tosca.artifacts.template", "tosca.artifacts.Root"),
];
