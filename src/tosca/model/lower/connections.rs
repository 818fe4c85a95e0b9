//! Connections: relationship templates with `default_for`.
//!
//! Comes in: the relationship templates, and the relations bound to them. Goes out: an element for each that is a
//! connection, whose types and properties are those of the relations too.

use super::Builder;
use super::entries::NamedEntry;
use super::keywords::plain;
use crate::tosca::model::{Connection, ElementId, Kind};

impl Builder<'_> {
    /// Adds the connections, once all relations are bound.
    pub(super) fn add_connections(&mut self) {
        for place in 0..self.contents.relationship_templates.len() {
            if self.contents.relationship_templates[place].default_for.is_some() {
                self.add_connection(place);
            }
        }
    }

    fn add_connection(&mut self, place: usize) {
        let template = &self.contents.relationship_templates[place];
        let (key, body, relations) =
            (self.tree.at(template.key), self.tree.at(template.body), template.relations.clone());
        let entry = NamedEntry { key, body, index: place, is_listed: false };
        let id = self.add(Kind::Connection, plain(key.text().into(), entry, None));
        self.contents.connections.push(Connection::default());
        self.contents.relationship_templates[place].connection = Some(id);
        // A connection that nothing uses may lack a type, which is reported where it is available.
        let own_type = body.get("type").filter(|own_type| !own_type.is_null());
        let is_needed = own_type.is_some() || !relations.is_empty();
        let types = if is_needed { self.add_types(id, own_type) } else { Vec::new() };
        let properties = self.add_properties(id, body.get("properties"));
        relations.into_iter().for_each(|relation| self.share(relation, &types, &properties));
        self.contents.connections[id.place()] = Connection { types, properties };
    }

    fn share(&mut self, relation: ElementId, types: &[ElementId], properties: &[ElementId]) {
        let relation = &mut self.contents.relations[relation.place()];
        (relation.types, relation.properties) = (types.to_vec(), properties.to_vec());
    }
}
