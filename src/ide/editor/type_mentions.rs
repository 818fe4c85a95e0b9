//! Where definitions of types mention other types.

use super::occurrences::Collector;
use super::symbol::Space;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::Collection;

impl<'m> Collector<'m> {
    /// All types that the definition of a type of `collection` mentions, but what it derives from.
    pub(super) fn in_type(&mut self, collection: Collection, body: Yaml<'m>) {
        for (key, value) in body.entries() {
            match (key.text(), collection) {
                ("properties" | "attributes", _) => self.fields(value),
                ("capabilities", _) => self.typed_entries(Collection::Capability, value),
                ("artifacts", _) => self.typed_entries(Collection::Artifact, value),
                ("interfaces", _) => self.typed_entries(Collection::Interface, value),
                ("requirements", _) => {
                    let listed = value.items().flat_map(Yaml::entries);
                    value.entries().chain(listed).for_each(|(_, requirement)| self.requirement(requirement));
                }
                ("valid_source_types", _) | ("members", Collection::Group) | ("targets", Collection::Policy) => {
                    value.items().for_each(|name| self.mention(Space::Type(Collection::Node), name));
                }
                ("valid_target_types", _) => {
                    value.items().for_each(|name| self.mention(Space::Type(Collection::Capability), name));
                }
                _ => {}
            }
        }
    }

    fn requirement(&mut self, body: Yaml<'m>) {
        if body.is_scalar() {
            return self.mention(Space::Type(Collection::Capability), body);
        }
        for (key, collection) in [
            ("capability", Collection::Capability),
            ("node", Collection::Node),
            ("relationship", Collection::Relationship),
        ] {
            if let Some(name) = body.get(key) {
                self.mention(Space::Type(collection), name.get("type").unwrap_or(name));
            }
        }
    }

    /// Definitions of values, with the types of what is in them.
    fn fields(&mut self, section: Yaml<'m>) {
        for (_, field) in section.entries() {
            let inner = ["entry_schema", "key_schema"].into_iter().filter_map(|key| field.get(key));
            let names = inner.map(|schema| schema.get("type").unwrap_or(schema)).chain(field.get("type"));
            names.for_each(|name| self.mention(Space::Type(Collection::Data), name));
        }
    }

    /// Entries that are the name of a type, or have it behind `type`.
    fn typed_entries(&mut self, collection: Collection, section: Yaml<'m>) {
        for (_, entry) in section.entries() {
            self.mention(Space::Type(collection), entry.get("type").unwrap_or(entry));
        }
    }
}
