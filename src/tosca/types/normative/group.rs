//! Group types.

use super::{NormativeType, derived, root};

/// Those of TOSCA, and those that Variability4TOSCA names for information (section "Normative Group Types" of its
/// revisions B and C).
pub(super) static TYPES: &[NormativeType] = &[
    root("tosca.groups.Root"),
    derived("variability.groups.Root", "tosca.groups.Root"),
    derived("variability.groups.ConditionalMembers", "variability.groups.Root"),
];
