//! Values that types give: a property that a variant does not write has the default that the element's type declares.

use super::{ElementId, Model};
use crate::source::syntax::yaml::YamlId;
use crate::tosca::types::{Schemas, Section};

/// A default of a property, which counts where the element has this type and a variant writes no value of the property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeDefault {
    /// The type of the element, which may be one of several.
    pub type_id: ElementId,
    /// What its definition says, or where that says nothing else, one that it derives from.
    pub value: YamlId,
}

impl Model {
    /// The defaults that definitions in the template and in files that it imports give to `property` of `owner`, in the order of its
    /// types: those with which a completed document is written. Built-in types and types that are not defined give none.
    pub fn type_defaults(&self, owner: ElementId, property: &str) -> Vec<TypeDefault> {
        let Some(collection) = owner.kind().collection() else { return Vec::new() };
        let schemas = Schemas::new(self.types(), self.tree(), None);
        let default = |&type_id: &ElementId| {
            let fields = schemas.fields(collection, Section::Properties, &self.element(type_id).name);
            let value = fields.get(property)?.defaults.last()?.written().filter(|value| !value.is_null())?;
            Some(TypeDefault { type_id, value: value.id() })
        };
        self.types_of(owner).iter().filter_map(default).collect()
    }
}
