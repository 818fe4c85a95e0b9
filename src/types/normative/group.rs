//! Group types.

use super::{NormativeType, root};

pub(super) static TYPES: &[NormativeType] = &[root("tosca.groups.Root")];
