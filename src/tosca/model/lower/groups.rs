//! Groups.

use super::Builder;
use super::entries::NamedEntry;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Group, Kind};
use crate::tosca::types::Collection;

/// The types of groups whose only purpose is to give conditions to their members.
static VARIABILITY_GROUPS: &[&str] = &["variability.groups.Root", "variability.groups.ConditionalMembers"];

impl<'t> Builder<'t> {
    /// Profiles A and B pass a list of groups through.
    pub(super) fn add_groups(&mut self, section: Option<Yaml<'t>>) {
        let section = section.filter(|section| self.dialect().reads_listed_sections || !section.is_sequence());
        for entry in self.entries(section, "groups") {
            match self.contents.names.named(Kind::Group, entry.key.text()).first() {
                Some(&first) => self.report_duplicate(Kind::Group, first, entry),
                None => self.add_group(entry),
            }
        }
    }

    fn add_group(&mut self, entry: NamedEntry<'t>) {
        let element = self.described(Kind::Group, entry, None);
        let id = self.add(Kind::Group, element);
        self.contents.groups.push(Group::default());
        let is_variability_group = self.is_variability_group(id, entry.body);
        self.contents.groups[id.place()].is_variability_group = is_variability_group;
        if is_variability_group {
            return;
        }
        self.report_derived_type(id, entry.body);
        let types = self.add_types(id, entry.body.get("type"));
        let properties = if self.dialect().types_are_elements {
            self.add_properties(id, entry.body.get("properties"))
        } else {
            Vec::new()
        };
        let group = &mut self.contents.groups[id.place()];
        (group.types, group.properties) = (types, properties);
    }

    /// Types are compared by name: a type that derives from that of variability groups makes none.
    fn report_derived_type(&mut self, id: ElementId, body: Yaml<'t>) {
        if self.dialect().conditions_make_variability_groups {
            return;
        }
        let derives = |name: &Yaml<'t>| {
            let line = self.contents.types.parents(Collection::Group, name.text()).unwrap_or_default();
            line.iter().any(|parent| VARIABILITY_GROUPS.contains(parent))
        };
        let Some(name) = type_names(body).into_iter().find(derives) else { return };
        let group = &self.element(id).name;
        let message = format!(
            "group \"{group}\" is no variability group: its type \"{}\" only derives from that of variability groups",
            name.text()
        );
        let diagnostic = Diagnostic::new(Code::DerivedVariabilityGroup, name.span(), message)
            .note("its conditions decide whether the group is present; they are not handed to its members")
            .help("write `type: variability.groups.ConditionalMembers` to hand them to its members");
        self.report(diagnostic);
    }

    /// In profile A any group with conditions gives them to its members; later the type says so.
    fn is_variability_group(&mut self, id: ElementId, body: Yaml<'t>) -> bool {
        if self.dialect().conditions_make_variability_groups {
            return body.get("conditions").is_some();
        }
        let Some(types) = body.get("type") else { return false };
        let is_variability_group = type_names(body).iter().any(|name| VARIABILITY_GROUPS.contains(&name.text()));
        if is_variability_group && !types.is_scalar() && types.len() > 1 {
            let name = &self.element(id).name;
            let sentence = format!("Group \"{name}\" is a variability group but has conditional types");
            let message = format!("variability group \"{name}\" has several types");
            self.report(Diagnostic::new(Code::ConditionalVariabilityGroup, types.span(), message).reference(sentence));
        }
        is_variability_group
    }
}

/// The names of the types of a group: one, or those of a list of alternatives.
fn type_names(body: Yaml<'_>) -> Vec<Yaml<'_>> {
    let types = body.get("type").filter(|types| !types.is_null());
    let alternatives = types.into_iter().flat_map(|types| types.items());
    let listed =
        alternatives.filter_map(|item| if item.is_scalar() { Some(item) } else { Some(item.entries().next()?.0) });
    types.filter(|types| types.is_scalar()).into_iter().chain(listed).collect()
}
