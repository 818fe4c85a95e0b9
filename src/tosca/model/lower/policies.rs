//! Policies.

use super::Builder;
use super::entries::NamedEntry;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{Kind, Policy};

impl<'t> Builder<'t> {
    /// Profile A passes policies through.
    pub(super) fn add_policies(&mut self, section: Option<Yaml<'t>>) {
        let Some(section) = section.filter(|section| !section.is_null() && self.dialect().parts_are_elements) else {
            return;
        };
        if !section.is_sequence() {
            let message = format!("policies are a list, not a {}", section.kind());
            let diagnostic = Diagnostic::new(Code::WrongShape, section.span(), message);
            let diagnostic = diagnostic.help("put a dash before each policy: `- name: ...`");
            self.report(diagnostic.reference("Policies must be an array"));
            return;
        }
        for entry in self.entries(Some(section), "policies") {
            self.add_policy(entry);
        }
    }

    fn add_policy(&mut self, entry: NamedEntry<'t>) {
        let element = self.described(Kind::Policy, entry, None);
        let id = self.add(Kind::Policy, element);
        self.contents.policies.push(Policy::default());
        if self.dialect().types_are_elements {
            let types = self.add_types(id, entry.body.get("type"));
            let properties = self.add_properties(id, entry.body.get("properties"));
            let policy = &mut self.contents.policies[id.place()];
            (policy.types, policy.properties) = (types, properties);
        }
    }
}
