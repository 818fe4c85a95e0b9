//! `OPERATORS`: every operator and function of expressions, its name in each profile, its operands.
//!
//! An expression is a mapping with one key; the key is the operator. Profiles A to C know one language, in
//! which every operator may stand anywhere; profile D separates logic from values.
//! Logic inside values is accepted in all profiles.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::Profile;

/// Which question an expression answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// Whether something holds; lowered to a formula over elements.
    Logic,
    /// A value; evaluated from inputs alone.
    Value,
}

/// What may stand behind an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// One operand, not in a list.
    One,
    /// A list of at least so many operands.
    AtLeast(usize),
    /// A list of exactly so many operands; further ones are reported.
    Exactly(usize),
    /// A name or a reference to an element: `SELF`, a name, `[node, name or index]`.
    Reference,
}

/// An entry of [`OPERATORS`].
#[derive(Debug)]
pub struct OperatorEntry {
    /// Which operator.
    pub operator: Operator,
    /// Its name in the profiles A, B, C and D; empty where the profile does not know it.
    pub names: [&'static str; 4],
    /// Logic or value.
    pub layer: Layer,
    /// Its operands.
    pub arity: Arity,
    /// What it gives, in a few words.
    pub summary: &'static str,
}

macro_rules! operators {
    ($($operator:ident $layer:ident $arity:expr, $a:literal $b:literal $c:literal $d:literal, $summary:literal;)*) => {
        /// An operator or function of expressions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Operator {
            $(#[doc = $summary] $operator,)*
        }

        /// All operators, logic first; of several keys in one mapping the reference takes the first in this order.
        pub static OPERATORS: &[OperatorEntry] = &[
            $(OperatorEntry {
                operator: Operator::$operator,
                names: [$a, $b, $c, $d],
                layer: Layer::$layer,
                arity: $arity,
                summary: $summary,
            },)*
        ];
    };
}

/// Whether an operator of the profile has this name.
pub fn is_operator(name: &str, profile: Profile) -> bool {
    OperatorEntry::named(name, profile).is_some()
}

/// The operators of each profile by name: they are looked for at every key of every expression.
static BY_NAME: LazyLock<[FxHashMap<&'static str, &'static OperatorEntry>; 4]> = LazyLock::new(|| {
    Profile::ALL.map(|profile| {
        let named = OPERATORS.iter().map(|entry| (entry.names[profile.index()], entry));
        named.filter(|(name, _)| !name.is_empty()).collect()
    })
});

impl OperatorEntry {
    /// The entry of the operator that `name` means in `profile`.
    pub fn named(name: &str, profile: Profile) -> Option<&'static Self> {
        BY_NAME[profile.index()].get(name).copied()
    }
}

impl Operator {
    /// Whether its operands are conditions.
    pub fn combines_conditions(self) -> bool {
        self.entry().layer == Layer::Logic && self.entry().arity != Reference
    }

    /// Whether it compares its operands as they are: by equality, order, or membership.
    pub fn compares_values(self) -> bool {
        self.is_order() || matches!(self, Self::Equal | Self::ValidValues)
    }

    /// Whether it compares the length of an operand with a number.
    pub fn compares_lengths(self) -> bool {
        matches!(self, Self::Length | Self::MinLength | Self::MaxLength)
    }

    /// Whether it compares dates.
    pub fn compares_dates(self) -> bool {
        use Operator as Is;
        matches!(self, Is::Same | Is::Before | Is::BeforeOrSame | Is::After | Is::AfterOrSame | Is::Within)
    }

    /// Whether it compares its operands, or their lengths, or dates.
    pub fn compares(self) -> bool {
        self.compares_values() || self.compares_lengths() || self.compares_dates()
    }

    /// Whether it goes through the list that stands at this place among its operands, entry by entry.
    pub fn takes_entries(self, place: usize) -> bool {
        match self {
            Self::Join => place == 0,
            Self::InRange | Self::ValidValues | Self::Within => place == 1,
            _ => false,
        }
    }

    /// Whether its operands are numbers as they are written: a statistic.
    pub fn takes_numbers(self) -> bool {
        use Operator as Is;
        matches!(
            self,
            Is::Sum | Is::Count | Is::Min | Is::Max | Is::Median | Is::Mean | Is::Variance | Is::StandardDeviation
        )
    }

    /// Whether it compares by order.
    pub fn is_order(self) -> bool {
        use Operator as Is;
        matches!(self, Is::Greater | Is::GreaterOrEqual | Is::Less | Is::LessOrEqual | Is::InRange)
    }

    /// Whether it computes with numbers: a sum, a difference, a product, a quotient or a remainder.
    pub fn is_arithmetic(self) -> bool {
        matches!(self, Self::Add | Self::Sub | Self::Mul | Self::Div | Self::Mod)
    }

    /// Whether it predicts by what is fitted to points.
    pub fn is_regression(self) -> bool {
        matches!(
            self,
            Self::LinearRegression
                | Self::PolynomialRegression
                | Self::LogarithmicRegression
                | Self::ExponentialRegression
        )
    }
}

use Arity::{AtLeast, Exactly, One, Reference};

operators! {
    LogicExpression Logic Reference, "get_variability_condition" "get_variability_condition" "get_variability_condition" "logic_expression", "a named condition";
    And Logic AtLeast(0), "and" "and" "and" "and", "all operands hold";
    Or Logic AtLeast(0), "or" "or" "or" "or", "some operand holds";
    Not Logic One, "not" "not" "not" "not", "the operand does not hold";
    Xor Logic AtLeast(0), "" "" "" "xor", "an odd number of operands holds";
    ExactlyOne Logic AtLeast(0), "xor" "xor" "xor" "exo", "exactly one operand holds";
    Implies Logic Exactly(2), "implies" "implies" "implies" "implies", "the second holds if the first does";
    AtMostOne Logic AtLeast(0), "" "" "" "amo", "at most one operand holds";
    ElementPresence Logic Reference, "get_element_presence" "get_element_presence" "" "", "a node or relation is present";
    NodePresence Logic Reference, "" "" "get_node_presence" "node_presence", "a node is present";
    HostPresence Logic Reference, "" "" "" "host_presence", "some host of a node is present";
    HasSource Logic Reference, "" "" "" "has_source", "some source of an incoming relation is present";
    HasIncomingRelation Logic Reference, "" "" "" "has_incoming_relation", "some incoming relation holds and has its source";
    HasIncomingRelationNaive Logic Reference, "" "" "" "has_incoming_relation_naive", "some incoming relation is present";
    HasOutgoingRelation Logic Reference, "" "" "" "has_outgoing_relation", "some outgoing relation holds and has its target";
    HasOutgoingRelationNaive Logic Reference, "" "" "" "has_outgoing_relation_naive", "some outgoing relation is present";
    HasArtifact Logic Reference, "" "" "" "has_artifact", "the conditions of some artifact of a node hold";
    HasArtifactNaive Logic Reference, "" "" "" "has_artifact_naive", "some artifact of a node is present";
    RelationPresence Logic Reference, "" "" "get_relation_presence" "relation_presence", "a relation is present";
    SourcePresence Logic Reference, "" "get_source_presence" "get_source_presence" "source_presence", "the source of the relation is present";
    TargetPresence Logic Reference, "" "get_target_presence" "get_target_presence" "target_presence", "the target of the relation is present";
    ContainerPresence Logic Reference, "" "" "" "container_presence", "what contains the element is present";
    PolicyPresence Logic Reference, "" "" "" "policy_presence", "a policy is present";
    HasPresentTarget Logic Reference, "" "has_present_targets" "has_present_targets" "has_present_target", "some target of a policy is present";
    GroupPresence Logic Reference, "" "" "" "group_presence", "a group is present";
    HasPresentMember Logic Reference, "" "has_present_members" "has_present_members" "has_present_member", "some member of a group is present";
    ArtifactPresence Logic Reference, "" "" "" "artifact_presence", "an artifact is present";
    IsManaged Logic Reference, "" "" "" "is_managed", "some present technology handles the artifact";
    NodePropertyPresence Logic Reference, "" "" "" "node_property_presence", "a property of a node is present";
    RelationPropertyPresence Logic Reference, "" "" "" "relation_property_presence", "a property of a relation is present";
    GroupPropertyPresence Logic Reference, "" "" "" "group_property_presence", "a property of a group is present";
    PolicyPropertyPresence Logic Reference, "" "" "" "policy_property_presence", "a property of a policy is present";
    ArtifactPropertyPresence Logic Reference, "" "" "" "artifact_property_presence", "a property of an artifact is present";
    InputPresence Logic Reference, "" "" "" "input_presence", "a topology input is present";
    IsConsumed Logic Reference, "" "" "" "is_consumed", "some present property reads the input";
    OutputPresence Logic Reference, "" "" "" "output_presence", "an output is present";
    IsProduced Logic Reference, "" "" "" "is_produced", "some node that the output reads is present";
    ImportPresence Logic Reference, "" "" "" "import_presence", "an import is present";
    TechnologyPresence Logic Reference, "" "" "" "technology_presence", "a technology of a node is present";
    NodeTypePresence Logic Reference, "" "" "" "node_type_presence", "a type of a node is present";
    RelationTypePresence Logic Reference, "" "" "" "relation_type_presence", "a type of a relation is present";
    GroupTypePresence Logic Reference, "" "" "" "group_type_presence", "a type of a group is present";
    PolicyTypePresence Logic Reference, "" "" "" "policy_type_presence", "a type of a policy is present";
    ArtifactTypePresence Logic Reference, "" "" "" "artifact_type_presence", "a type of an artifact is present";
    Add Value AtLeast(0), "add" "add" "add" "add", "the sum of numbers";
    Sub Value AtLeast(1), "sub" "sub" "sub" "sub", "the first number minus the others";
    Mul Value AtLeast(0), "mul" "mul" "mul" "mul", "the product of numbers";
    Div Value AtLeast(1), "div" "div" "div" "div", "the first number divided by the others";
    Mod Value Exactly(2), "mod" "mod" "mod" "mod", "the remainder, with the sign of the dividend";
    VariabilityInput Value Reference, "get_variability_input" "get_variability_input" "get_variability_input" "variability_input", "the value of a variability input";
    ValueExpression Value Reference, "get_variability_expression" "get_variability_expression" "get_variability_expression" "value_expression", "the value of a named expression";
    Concat Value AtLeast(0), "concat" "concat" "concat" "concat", "the operands as one string";
    Join Value Exactly(2), "join" "join" "join" "join", "a list as one string with a delimiter";
    Token Value Exactly(3), "token" "token" "token" "token", "one part of a split string";
    Equal Value AtLeast(1), "equal" "equal" "equal" "equal", "all operands equal the first";
    Greater Value Exactly(2), "greater_than" "greater_than" "greater_than" "greater", "the first is greater than the second";
    GreaterOrEqual Value Exactly(2), "greater_or_equal" "greater_or_equal" "greater_or_equal" "greater_or_equal", "the first is greater than or equals the second";
    Less Value Exactly(2), "less_than" "less_than" "less_than" "less", "the first is less than the second";
    LessOrEqual Value Exactly(2), "less_or_equal" "less_or_equal" "less_or_equal" "less_or_equal", "the first is less than or equals the second";
    InRange Value Exactly(2), "in_range" "in_range" "in_range" "in_range", "a value between two bounds, both included";
    ValidValues Value Exactly(2), "valid_values" "valid_values" "valid_values" "valid_values", "a value out of a list";
    Length Value Exactly(2), "length" "length" "length" "length", "a string of that length";
    MinLength Value Exactly(2), "min_length" "min_length" "min_length" "min_length", "a string at least that long";
    MaxLength Value Exactly(2), "max_length" "max_length" "max_length" "max_length", "a string at most that long";
    Sum Value AtLeast(0), "" "" "" "sum", "the total of numbers, to two decimals";
    Count Value AtLeast(0), "" "" "" "count", "the length of a list";
    Min Value AtLeast(1), "" "" "" "min", "the least number";
    Max Value AtLeast(1), "" "" "" "max", "the greatest number";
    Median Value AtLeast(1), "" "" "" "median", "the middle of the sorted numbers";
    Mean Value AtLeast(1), "" "" "" "mean", "the mean of numbers, to two decimals";
    Variance Value AtLeast(1), "" "" "" "variance", "the variance of numbers, to two decimals";
    StandardDeviation Value AtLeast(1), "" "" "" "standard_deviation", "the standard deviation of numbers, to two decimals";
    LinearRegression Value Exactly(2), "" "" "" "linear_regression", "a prediction by a fitted line";
    PolynomialRegression Value Exactly(3), "" "" "" "polynomial_regression", "a prediction by a fitted polynomial";
    LogarithmicRegression Value Exactly(2), "" "" "" "logarithmic_regression", "a prediction by a fitted logarithm";
    ExponentialRegression Value Exactly(2), "" "" "" "exponential_regression", "a prediction by a fitted exponential";
    Weekday Value AtLeast(0), "" "" "" "weekday", "the name of today's weekday";
    Same Value Exactly(2), "" "" "" "same", "two dates are the same instant";
    Before Value Exactly(2), "" "" "" "before", "a date before another";
    BeforeOrSame Value Exactly(2), "" "" "" "before_or_same", "a date not after another";
    After Value Exactly(2), "" "" "" "after", "a date after another";
    AfterOrSame Value Exactly(2), "" "" "" "after_or_same", "a date not before another";
    Within Value Exactly(2), "" "" "" "within", "a date between two others, both excluded";
}

impl Operator {
    /// Its entry in [`OPERATORS`].
    pub fn entry(self) -> &'static OperatorEntry {
        &OPERATORS[self as usize]
    }

    /// The operator that `name` means in `profile`.
    pub fn named(name: &str, profile: Profile) -> Option<Self> {
        OperatorEntry::named(name, profile).map(|entry| entry.operator)
    }

    /// Its name in `profile`, or in the newest profile that knows it.
    pub fn name(self, profile: Profile) -> &'static str {
        let names = self.entry().names;
        let own = names[profile.index()];
        if own.is_empty() { names.iter().rev().find(|name| !name.is_empty()).copied().unwrap_or("") } else { own }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stand_where_their_operator_says() {
        for entry in OPERATORS {
            assert_eq!(entry.operator.entry().operator, entry.operator);
        }
    }

    #[test]
    fn names_are_unique_in_each_profile() {
        for profile in Profile::ALL {
            for entry in OPERATORS {
                let name = entry.names[profile.index()];
                if !name.is_empty() {
                    assert_eq!(Operator::named(name, profile), Some(entry.operator), "{name} in {profile}");
                }
            }
        }
    }
}
