//! Where in a service template the sections of the language are.

use super::{KeyContent, Section};
use crate::source::syntax::yaml::Yaml;

/// Shows `visit` every mapping that is a section, with which one it is: outer ones before inner ones, in the order of
/// the template. Values of properties, attributes, metadata and the like are none.
pub(super) fn visit_sections<'t>(section: Section, body: Yaml<'t>, visit: &mut dyn FnMut(Section, Yaml<'t>)) {
    if !body.is_mapping() {
        return;
    }
    visit(section, body);
    for (key, value) in body.entries() {
        match section.key(key.text()).map(|entry| entry.content) {
            Some(KeyContent::Section(inner)) => visit_sections(inner, value, visit),
            Some(KeyContent::Named(inner)) => named(value).for_each(|(_, body)| visit_sections(inner, body, visit)),
            Some(KeyContent::Types) if value.is_sequence() => {
                named(value).for_each(|(_, body)| visit_sections(Section::Type, body, visit));
            }
            Some(KeyContent::Values) if value.is_sequence() => {
                let wrapped = named(value).filter(|(_, body)| is_wrapped(*body));
                wrapped.for_each(|(_, body)| visit_sections(Section::Property, body, visit));
            }
            _ if section == Section::Relation && key.text() == "relationship" => {
                visit_sections(Section::RelationshipTemplate, value, visit);
            }
            _ => {}
        }
    }
}

/// Names with what they name, in a mapping or in a list of mappings. What has several keys in a list is no name with what
/// it names.
pub(super) fn named(section: Yaml<'_>) -> impl Iterator<Item = (Yaml<'_>, Yaml<'_>)> {
    section.entries().chain(section.items().filter(|item| item.len() == 1).flat_map(Yaml::entries))
}

/// [`named`], each with the mapping that it stands in.
pub(super) fn named_in(section: Yaml<'_>) -> impl Iterator<Item = (Yaml<'_>, Yaml<'_>, Yaml<'_>)> {
    let items = section.items().filter(|item| item.len() == 1);
    let around = std::iter::once(section).chain(items);
    around.flat_map(|around| around.entries().map(move |(key, body)| (around, key, body)))
}

/// Whether the entry of a list of properties is a value with keywords, and not the value itself.
fn is_wrapped(body: Yaml<'_>) -> bool {
    body.get("value").is_some() || body.get("expression").is_some()
}
