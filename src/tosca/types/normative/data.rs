//! Data types, the primitive ones (TOSCA Simple Profile 1.3, section 3.3) first.

use super::{NormativeType, derived, root};

pub(super) static TYPES: &[NormativeType] = &[
    root("string"),
    root("integer"),
    root("float"),
    root("boolean"),
    root("timestamp"),
    root("version"),
    root("range"),
    root("list"),
    root("map"),
    root("scalar-unit.size"),
    root("scalar-unit.time"),
    root("scalar-unit.frequency"),
    root("scalar-unit.bitrate"),
    root("tosca.datatypes.Root"),
    derived("tosca.datatypes.json", "string"),
    derived("tosca.datatypes.xml", "string"),
    derived("tosca.datatypes.Credential", "tosca.datatypes.Root"),
    derived("tosca.datatypes.TimeInterval", "tosca.datatypes.Root"),
    derived("tosca.datatypes.network.NetworkInfo", "tosca.datatypes.Root"),
    derived("tosca.datatypes.network.PortInfo", "tosca.datatypes.Root"),
    derived("tosca.datatypes.network.PortDef", "integer"),
    derived("tosca.datatypes.network.PortSpec", "tosca.datatypes.Root"),
];
