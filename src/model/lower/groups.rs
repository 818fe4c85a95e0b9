//! Groups (section 1.5).

use super::Builder;
use super::entries::Entry;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{ElementId, Group, Kind};
use crate::syntax::vocabulary::Profile;
use crate::syntax::yaml::Yaml;

/// The types of groups whose only purpose is to give conditions to their members.
static VARIABILITY_GROUPS: &[&str] = &["variability.groups.Root", "variability.groups.ConditionalMembers"];

impl<'t> Builder<'t> {
    /// Profiles A and B pass a list of groups through.
    pub(super) fn add_groups(&mut self, section: Option<Yaml<'t>>) {
        let section = section.filter(|section| self.contents.profile >= Profile::C || !section.is_sequence());
        for entry in self.entries(section, "groups") {
            match self.contents.names.named(Kind::Group, entry.key.text()).first() {
                Some(&first) => self.report_duplicate(Kind::Group, first, entry),
                None => self.add_group(entry),
            }
        }
    }

    fn add_group(&mut self, entry: Entry<'t>) {
        let element = self.described(Kind::Group, entry, None);
        let id = self.add(Kind::Group, element);
        self.contents.groups.push(Group::default());
        let is_variability_group = self.is_variability_group(id, entry.body);
        self.contents.groups[id.place()].is_variability_group = is_variability_group;
        if is_variability_group {
            return;
        }
        let types = self.add_types(id, entry.body.get("type"));
        let properties =
            if self.is_late() { self.add_properties(id, entry.body.get("properties")) } else { Vec::new() };
        let group = &mut self.contents.groups[id.place()];
        (group.types, group.properties) = (types, properties);
    }

    /// In profile A any group with conditions gives them to its members; later the type says so.
    fn is_variability_group(&mut self, id: ElementId, body: Yaml<'t>) -> bool {
        if self.contents.profile == Profile::A {
            return body.get("conditions").is_some();
        }
        let Some(types) = body.get("type") else { return false };
        if types.is_scalar() {
            return VARIABILITY_GROUPS.contains(&types.text());
        }
        let mut names = types.items().filter_map(|item| item.entries().next()).map(|(name, _)| name.text());
        let is_variability_group = names.any(|name| VARIABILITY_GROUPS.contains(&name));
        if is_variability_group && types.len() > 1 {
            let name = &self.element(id).name;
            let sentence = format!("Group \"{name}\" is a variability group but has conditional types");
            let message = format!("variability group \"{name}\" has several types");
            self.report(Diagnostic::new(Code::ConditionalVariabilityGroup, types.span(), message).reference(sentence));
        }
        is_variability_group
    }
}
