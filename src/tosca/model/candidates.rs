//! The types that an element may have, whatever the profile.

use std::sync::Arc;

use super::{ElementId, Kind, Model};
use crate::source::syntax::yaml::YamlId;

impl Model {
    /// Where an element says of which type it is: for a relation, its relationship template, if that has a name.
    pub fn definition(&self, id: ElementId) -> Option<YamlId> {
        match id.kind() {
            Kind::Relation => self.relation(id).template.map(|place| self.relationship_templates()[place].body),
            _ => self.element(id).body,
        }
    }

    /// The types that an element may have, each with the element that it is, where types are elements.
    pub fn type_candidates(&self, id: ElementId) -> Vec<(Option<ElementId>, Arc<str>)> {
        let types = self.types_of(id);
        if !types.is_empty() {
            return types.iter().map(|&found| (Some(found), Arc::clone(&self.element(found).name))).collect();
        }
        let written = self.definition(id).and_then(|body| self.yaml(body).get("type"));
        let written = written.filter(|written| written.is_scalar() && !written.is_null());
        written.map(|written| (None, written.text().into())).into_iter().collect()
    }
}
