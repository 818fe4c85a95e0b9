//! What elements of one kind have beyond what all have.

use std::sync::Arc;

use super::ElementId;
use crate::source::syntax::yaml::YamlId;

/// A node template.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// Its types in order.
    pub types: Vec<ElementId>,
    /// Its property values in order, fallback values last.
    pub properties: Vec<ElementId>,
    /// Its requirement assignments in order.
    pub relations: Vec<ElementId>,
    /// The relations that lead to it, in order of creation.
    pub incoming: Vec<ElementId>,
    /// Its artifacts in order.
    pub artifacts: Vec<ElementId>,
    /// Its technologies in order.
    pub technologies: Vec<ElementId>,
    /// Whether it is exempt from default conditions and pruning.
    pub is_anchor: bool,
    /// Whether it is deployed by a technology; unknown where the author does not say and nothing asks for it.
    pub managed: Option<bool>,
    /// Its weight in hundredths.
    pub weight: Weight,
}

/// A requirement assignment.
#[derive(Clone, Debug)]
pub struct Relation {
    /// The node that has the requirement.
    pub source: ElementId,
    /// The node that it leads to; none where it is open, and where profile A lets it dangle.
    pub target: Option<ElementId>,
    /// Whether the node that it leads to is selected when the template is deployed, by its type or by a filter. It always
    /// has one then, which is none of the template.
    pub is_open: bool,
    /// The target as the author wrote it.
    pub target_name: Arc<str>,
    /// The relationship template bound to it, by place in [`super::Model::relationship_templates`].
    pub template: Option<usize>,
    /// The types of its relationship template; of one inside the requirement, where they are a list.
    pub types: Vec<ElementId>,
    /// The property values of its relationship template; of one inside the requirement, where they are a list.
    pub properties: Vec<ElementId>,
    /// Whether it says where the source is hosted.
    pub is_hosting: bool,
}

/// A relationship template; it is written when a relation bound to it is present, or always where it is a connection.
#[derive(Clone, Debug)]
pub struct RelationshipTemplate {
    /// Its name.
    pub name: Arc<str>,
    /// Where it is named.
    pub key: YamlId,
    /// Its definition.
    pub body: YamlId,
    /// The relations that use it: one, or in profile A any number, or for a connection any number or none.
    pub relations: Vec<ElementId>,
    /// `default_for`: what a connection is available to without being used.
    pub default_for: Option<YamlId>,
    /// Its element id, if it is a connection.
    pub connection: Option<ElementId>,
}

/// A connection: a relationship template with `default_for`. It is always there, so its types and properties are its own
/// and those of every relation that uses it.
#[derive(Clone, Debug, Default)]
pub struct Connection {
    /// Its types in order.
    pub types: Vec<ElementId>,
    /// Its property values in order.
    pub properties: Vec<ElementId>,
}

/// One value of a property.
#[derive(Clone, Debug)]
pub struct Property {
    /// The value.
    pub value: PropertyValue,
    /// What has to be present so that its value can be read.
    pub consumes: Vec<ElementId>,
}

/// Where the value of a property comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyValue {
    /// Written down.
    Literal(YamlId),
    /// To be evaluated.
    Expression(YamlId),
    /// "None of the author's values": never written out.
    Fallback,
    /// Profile B lets a wrapper have no value.
    Missing,
}

/// A group.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// Its types in order.
    pub types: Vec<ElementId>,
    /// Its property values in order.
    pub properties: Vec<ElementId>,
    /// Each member entry of the template with the elements that it names.
    pub members: Vec<Reference>,
    /// Whether its only purpose is to give conditions to its members; such a group is never written out.
    pub is_variability_group: bool,
}

/// A policy.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Its types in order.
    pub types: Vec<ElementId>,
    /// Its property values in order.
    pub properties: Vec<ElementId>,
    /// Each target entry of the template with the elements that it names.
    pub targets: Vec<Reference>,
}

/// An entry of a list of names.
#[derive(Clone, Debug)]
pub struct Reference {
    /// As written.
    pub entry: YamlId,
    /// What it names.
    pub elements: Vec<ElementId>,
}

/// A deployment artifact.
#[derive(Clone, Debug, Default)]
pub struct Artifact {
    /// Its types in order.
    pub types: Vec<ElementId>,
    /// Its property values in order.
    pub properties: Vec<ElementId>,
}

/// A topology input.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// The property values that read it.
    pub consumers: Vec<ElementId>,
}

/// A topology output.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// The nodes that it reads.
    pub producers: Vec<ElementId>,
}

/// A deployment technology of a node.
#[derive(Clone, Debug)]
pub struct Technology {
    /// Its quality.
    pub weight: Weight,
    /// How far its rule is from the node's type; 0 where unknown.
    pub priority: u32,
    /// The type that replaces the node's.
    pub assign: Option<Arc<str>>,
    /// Sets of elements, one of which has to be present so that the technology's rule applies; none where no rule is known.
    pub matches: Option<Vec<Vec<ElementId>>>,
    /// The artifact type that its rule asks for.
    pub artifact_type: Option<Arc<str>>,
    /// Conditions that hold by construction and not by the author's will.
    pub rule_conditions: Vec<YamlId>,
}

/// A number from 0 to 1, exact: `numerator / scale`.
///
/// The reference multiplies weights by 100 in floating point and refuses what is not whole then.
/// DEVIATION: weights are read as decimals, up to nine digits behind the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight(u64);

impl Weight {
    /// Weights are whole multiples of one billionth.
    pub const SCALE: u64 = 1_000_000_000;
    /// Weight 1.
    pub const ONE: Self = Self(Self::SCALE);

    /// The weight of so many billionths.
    pub fn from_billionths(billionths: u64) -> Self {
        Self(billionths)
    }

    /// In billionths.
    pub fn billionths(self) -> u64 {
        self.0
    }
}

impl Default for Weight {
    fn default() -> Self {
        Self::ONE
    }
}
