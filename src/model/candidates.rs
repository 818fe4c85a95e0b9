//! The types that an element may have, whatever the profile.

use std::sync::Arc;

use super::{ElementId, Kind, Model};

impl Model {
    /// The types that an element may have, each with the element that it is, where types are elements.
    pub fn type_candidates(&self, id: ElementId) -> Vec<(Option<ElementId>, Arc<str>)> {
        let types = self.types_of(id);
        if !types.is_empty() {
            return types.iter().map(|&found| (Some(found), Arc::clone(&self.element(found).name))).collect();
        }
        let body = match id.kind() {
            Kind::Relation => self.relation(id).template.map(|place| self.relationship_templates()[place].body),
            _ => self.element(id).body,
        };
        let written = body.and_then(|body| self.yaml(body).get("type"));
        let written = written.filter(|written| written.is_scalar() && !written.is_null());
        written.map(|written| (None, written.text().into())).into_iter().collect()
    }
}
