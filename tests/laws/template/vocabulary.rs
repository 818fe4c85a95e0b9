//! The words of each profile for the same things.

use serde_json::{Value as Json, json};
use variscope::source::syntax::vocabulary::Profile;

/// Functions and operators that have other names in other profiles, or do not exist there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Input,
    NamedValue,
    NamedCondition,
    Greater,
    Less,
    ExactlyOne,
    NodePresence,
    RelationPresence,
    SourcePresence,
    TargetPresence,
    HasPresentTarget,
    HasPresentMember,
}

/// By word: what it is called in profile A, in B, in C and in D; empty where the profile does not know it.
const NAMES: [(Word, [&str; 4]); 12] = {
    use Word::{
        ExactlyOne, Greater, HasPresentMember, HasPresentTarget, Input, Less, NamedCondition, NamedValue, NodePresence,
        RelationPresence, SourcePresence, TargetPresence,
    };
    let [input, expression, condition] =
        ["get_variability_input", "get_variability_expression", "get_variability_condition"];
    let (element, source, target) = ("get_element_presence", "get_source_presence", "get_target_presence");
    [
        (Input, [input, input, input, "variability_input"]),
        (NamedValue, [expression, expression, expression, "value_expression"]),
        (NamedCondition, [condition, condition, condition, "logic_expression"]),
        (Greater, ["greater_than", "greater_than", "greater_than", "greater"]),
        (Less, ["less_than", "less_than", "less_than", "less"]),
        (ExactlyOne, ["xor", "xor", "xor", "exo"]),
        (NodePresence, [element, element, "get_node_presence", "node_presence"]),
        (RelationPresence, [element, element, "get_relation_presence", "relation_presence"]),
        (SourcePresence, ["", source, source, "source_presence"]),
        (TargetPresence, ["", target, target, "target_presence"]),
        (HasPresentTarget, ["", "has_present_targets", "has_present_targets", "has_present_target"]),
        (HasPresentMember, ["", "has_present_members", "has_present_members", "has_present_member"]),
    ]
};

impl Word {
    /// What it is called in `profile`.
    ///
    /// # Panics
    /// When the profile does not know it.
    pub fn name(self, profile: Profile) -> &'static str {
        let (_, names) = NAMES.iter().find(|(word, _)| *word == self).expect("every word has names");
        let name = names[profile.index()];
        assert!(!name.is_empty(), "{self:?} is no word of profile {profile}");
        name
    }

    /// The word with an operand.
    pub fn call(self, profile: Profile, operand: impl Into<Json>) -> Json {
        call(self.name(profile), operand)
    }
}

/// An operator with its operand.
pub fn call(operator: &str, operand: impl Into<Json>) -> Json {
    json!({ operator: operand.into() })
}
