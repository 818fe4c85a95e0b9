//! Values that types give: a property that a variant does not write has the default that the element's type declares.

use super::{ElementId, Kind, Model};
use crate::source::syntax::yaml::YamlId;
use crate::tosca::types::Collection;

/// A default of a property, which counts where the element has this type and a variant writes no value of the property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeDefault {
    /// The type of the element, which may be one of several.
    pub type_id: ElementId,
    /// What the definition of it, or of the nearest type that it derives from, says.
    pub value: YamlId,
}

impl Kind {
    /// Where the types of elements of this kind are defined; none where they have no types.
    pub fn types(self) -> Option<Collection> {
        match self {
            Self::Node => Some(Collection::Node),
            Self::Relation | Self::Connection => Some(Collection::Relationship),
            Self::Group => Some(Collection::Group),
            Self::Policy => Some(Collection::Policy),
            Self::Artifact => Some(Collection::Artifact),
            Self::Type | Self::Property | Self::Input | Self::Import | Self::Technology | Self::Output => None,
        }
    }
}

impl Model {
    /// The defaults that definitions in the template and in files that it imports give to `property` of `owner`, in the order of its
    /// types. Built-in types and types that are not defined give none.
    pub fn type_defaults(&self, owner: ElementId, property: &str) -> Vec<TypeDefault> {
        let Some(collection) = owner.kind().types() else { return Vec::new() };
        let declared = |type_name: &str| {
            let body = self.types().definition(collection, type_name)?.place?.body;
            let default = self.yaml(body).get("properties")?.get(property)?.get("default");
            default.filter(|default| !default.is_null()).map(|default| default.id())
        };
        let default = |&type_id: &ElementId| {
            let line = self.types().parents(collection, &self.element(type_id).name).ok()?;
            let value = line.into_iter().find_map(declared)?;
            Some(TypeDefault { type_id, value })
        };
        self.types_of(owner).iter().filter_map(default).collect()
    }
}
