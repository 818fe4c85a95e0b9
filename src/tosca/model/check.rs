//! `CHECKS`: what a variant is checked for, in the order in which the reference reports.

use crate::source::diagnostic::Code;
use crate::tosca::model::Kind;

/// A check: something that a valid variant never fails (`docs/src/language/checks.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// A present relation has its source.
    RelationSource,
    /// A present relation has its target.
    RelationTarget,
    /// A present artifact has its node.
    ArtifactContainer,
    /// No two present artifacts of a node share a name.
    AmbiguousArtifact,
    /// A present property has what it belongs to.
    PropertyContainer,
    /// No two present properties of a node share a name.
    AmbiguousProperty,
    /// A present type has what it belongs to.
    TypeContainer,
    /// A present element has exactly one type.
    AmbiguousType,
    /// A present node has at most one hosting relation.
    AmbiguousHosting,
    /// A present node that can be hosted is hosted.
    ExpectedHosting,
    /// A present node that relations lead to has one.
    ExpectedIncoming,
    /// A present node that has artifacts has a present one.
    ExpectedArtifact,
    /// A present node that has technologies has a present one.
    ExpectedTechnology,
    /// A present technology has its node.
    TechnologyContainer,
    /// A present node has at most one technology.
    AmbiguousTechnology,
    /// No two present inputs share a name.
    AmbiguousInput,
    /// A present input is read by a present property.
    UnconsumedInput,
    /// No two present outputs share a name.
    AmbiguousOutput,
    /// A present output has all nodes that it reads.
    UnproducedOutput,
    /// No two present relations of a node share a name.
    AmbiguousRelation,
}

/// Which option switches a group of checks on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckGroup {
    /// `consistency_checks`.
    Consistency,
    /// `semantic_checks`.
    Semantic,
    /// Off in the first two versions; follows the consistency checks later.
    LateConsistency,
    /// Off in the first two versions; follows the semantic checks later.
    LateSemantic,
}

/// An entry of [`CHECKS`].
#[derive(Debug)]
pub struct CheckEntry {
    /// The check.
    pub check: Check,
    /// What a failure is reported as.
    pub code: Code,
    /// The option of profile D.
    pub option: &'static str,
    /// What switches it on when the option is not set.
    pub group: CheckGroup,
    /// The options of profiles B and C that switch it off; none where these profiles do not know the check.
    pub disabled_by: Option<[&'static str; 2]>,
    /// The kind of elements that are checked.
    pub kind: Kind,
}

macro_rules! checks {
    ($($check:ident $kind:ident $group:ident $option:literal $disabled:expr;)*) => {
        /// All checks in the order of profile D.
        pub static CHECKS: &[CheckEntry] = &[
            $(CheckEntry {
                check: Check::$check,
                code: Code::$check,
                option: $option,
                group: CheckGroup::$group,
                disabled_by: $disabled,
                kind: Kind::$kind,
            },)*
        ];

        impl Check {
            /// How many checks there are.
            pub const COUNT: usize = [$(Check::$check),*].len();
        }
    };
}

checks! {
    RelationSource Relation Consistency "relation_source_check" Some(["disableRelationSourceConsistencyCheck", "disable_relation_source_consistency_check"]);
    RelationTarget Relation Consistency "relation_target_check" Some(["disableRelationTargetConsistencyCheck", "disable_relation_target_consistency_check"]);
    ArtifactContainer Artifact Consistency "missing_artifact_container_check" Some(["disableMissingArtifactParentConsistencyCheck", "disable_missing_artifact_parent_consistency_check"]);
    AmbiguousArtifact Artifact Consistency "ambiguous_artifact_check" Some(["disableAmbiguousArtifactConsistencyCheck", "disable_ambiguous_artifact_consistency_check"]);
    PropertyContainer Property Consistency "missing_property_container_check" Some(["disableMissingPropertyParentConsistencyCheck", "disable_missing_property_parent_consistency_check"]);
    AmbiguousProperty Property Consistency "ambiguous_property_check" Some(["disableAmbiguousPropertyConsistencyCheck", "disable_ambiguous_property_consistency_check"]);
    TypeContainer Type Consistency "missing_type_container_check" None;
    AmbiguousType Type Consistency "ambiguous_type_check" None;
    AmbiguousHosting Node Consistency "ambiguous_hosting_check" Some(["disableAmbiguousHostingConsistencyCheck", "disable_ambiguous_hosting_consistency_check"]);
    ExpectedHosting Node Semantic "expected_hosting_check" Some(["disableExpectedHostingConsistencyCheck", "disable_expected_hosting_consistency_check"]);
    ExpectedIncoming Node Semantic "expected_incoming_relation_check" None;
    ExpectedArtifact Node Semantic "expected_artifact_check" None;
    ExpectedTechnology Node Semantic "expected_technology_check" None;
    TechnologyContainer Technology Consistency "missing_technology_container_check" None;
    AmbiguousTechnology Node Consistency "ambiguous_technology_check" None;
    AmbiguousInput Input Consistency "ambiguous_input_check" None;
    UnconsumedInput Input LateSemantic "unconsumed_input_check" None;
    AmbiguousOutput Output Consistency "ambiguous_output_check" None;
    UnproducedOutput Output LateConsistency "unproduced_output_check" None;
    AmbiguousRelation Relation Consistency "ambiguous_relation_check" None;
}

/// The order in which profiles A to C report.
pub static CHECK_ORDER_BEFORE_D: &[Check] = &[
    Check::RelationSource,
    Check::RelationTarget,
    Check::AmbiguousHosting,
    Check::ExpectedHosting,
    Check::ArtifactContainer,
    Check::AmbiguousArtifact,
    Check::PropertyContainer,
    Check::AmbiguousProperty,
];

impl Check {
    /// Its entry in [`CHECKS`].
    pub fn entry(self) -> &'static CheckEntry {
        &CHECKS[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stand_where_their_check_says() {
        for entry in CHECKS {
            assert_eq!(entry.check.entry().option, entry.option);
        }
    }
}
