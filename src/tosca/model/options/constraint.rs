//! `CONSTRAINTS`: constraints that options add, in the order in which they are added.

use super::raw::RawOptions;

/// A constraint that an option adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Constraint {
    /// `relation_source_constraint`: a relation needs its *target*. The reference has the two names swapped, and so have we.
    RelationSource,
    /// `relation_target_constraint`: a relation needs its *source*.
    RelationTarget,
    /// At most one artifact of a name in a node.
    UniqueArtifact,
    /// An artifact needs its node.
    ArtifactContainer,
    /// A property needs what it belongs to.
    PropertyContainer,
    /// At most one value of a property.
    UniqueProperty,
    /// A type needs what it belongs to.
    TypeContainer,
    /// A node that can be hosted needs exactly one host.
    RequiredHosting,
    /// A node has at most one host.
    SingleHosting,
    /// A node that relations lead to needs one of them.
    RequiredIncoming,
    /// A node with artifacts needs exactly one.
    RequiredArtifact,
    /// A managed node needs exactly one technology.
    RequiredTechnology,
    /// A managed node has at most one technology.
    UniqueTechnology,
    /// At most one input of a name.
    UniqueInput,
    /// At most one output of a name.
    UniqueOutput,
    /// At most one relation of a name in a present node.
    UniqueRelation,
}

/// An entry of [`CONSTRAINTS`].
#[derive(Debug)]
pub struct ConstraintEntry {
    /// The constraint.
    pub constraint: Constraint,
    /// The option that adds it.
    pub option: &'static str,
    /// Whether versions after the first add it unless an option says otherwise.
    pub is_default_later: bool,
}

macro_rules! constraints {
    ($($constraint:ident $option:literal $later:literal;)*) => {
        /// All constraints that options add.
        pub static CONSTRAINTS: &[ConstraintEntry] = &[
            $(ConstraintEntry { constraint: Constraint::$constraint, option: $option, is_default_later: $later },)*
        ];
    };
}

constraints! {
    RelationSource "relation_source_constraint" false;
    RelationTarget "relation_target_constraint" false;
    UniqueArtifact "unique_artifact_constraint" true;
    ArtifactContainer "artifact_container_constraint" false;
    PropertyContainer "property_container_constraint" false;
    UniqueProperty "unique_property_constraint" true;
    TypeContainer "type_container_constraint" false;
    RequiredHosting "required_hosting_constraint" true;
    SingleHosting "single_hosting_constraint" false;
    RequiredIncoming "required_incoming_relation_constraint" false;
    RequiredArtifact "required_artifact_constraint" false;
    RequiredTechnology "required_technology_constraint" true;
    UniqueTechnology "unique_technology_constraint" true;
    UniqueInput "unique_input_constraint" true;
    UniqueOutput "unique_output_constraint" true;
    UniqueRelation "unique_relation_constraint" true;
}

impl Constraint {
    /// How many there are.
    pub const COUNT: usize = 16;
}

/// Reads all of them; the option `constraints` is the base of each.
pub(super) fn read(raw: &mut RawOptions<'_>, is_rc1: bool) -> [bool; Constraint::COUNT] {
    let base = raw.boolean("constraints");
    let mut constraints = [false; Constraint::COUNT];
    for entry in CONSTRAINTS {
        let default = base.unwrap_or(!is_rc1 && entry.is_default_later);
        constraints[entry.constraint as usize] = raw.boolean(entry.option).unwrap_or(default);
    }
    constraints
}
