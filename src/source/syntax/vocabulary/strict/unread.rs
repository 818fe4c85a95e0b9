//! Conditions where nothing reads them: what is no element is in every variant, and written with them as it stands.

use super::definitions::keys;
use super::{CONDITIONS, Checker, KeyPosition, definitions, operations, warning};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::Section;
use crate::source::syntax::vocabulary::walk::named;
use crate::source::syntax::yaml::Yaml;

/// What to do about the conditions of an operation.
const OF_NODES: &str = "put it on the node, or give the implementation as an artifact with conditions";

/// What to do about conditions in a type.
const OF_TYPES: &str =
    "types are the same in all variants: put it on nodes, or give them several types with conditions";

impl<'t> Checker<'t> {
    /// What a section holds beside elements.
    pub(super) fn unread(&mut self, section: Section, name: &str, value: Yaml<'t>) {
        match (section, name) {
            (_, "interfaces") => self.interfaces(value, OF_NODES),
            (_, "attributes") => self.attributes(value),
            (Section::Node, "capabilities") => self.capabilities(value),
            (Section::Topology, "workflows") => self.workflows(value),
            (Section::Policy, "triggers") => {
                let help = "put it on the policy; what a trigger waits for is its `condition`";
                named(value).for_each(|(_, trigger)| self.conditions(trigger, "in a trigger", help));
            }
            _ => {}
        }
    }

    /// Types, and how files are imported.
    pub(super) fn unread_in_definitions(&mut self, root: Yaml<'_>) {
        definitions::visit_interfaces(root, &mut |interfaces| self.interfaces(interfaces, OF_TYPES));
        for import in root.get("imports").into_iter().flat_map(Yaml::items) {
            let only = import
                .entries()
                .next()
                .filter(|(key, _)| import.len() == 1 && !keys(KeyPosition::Import).any(|known| known == key.text()));
            let Some((name, body)) = only else { continue };
            let Some((key, _)) = body.entry("conditions") else { continue };
            let message = format!("\"conditions\" has no effect in an import that is named \"{}\"", name.text());
            let file = if body.get("file").is_some() { "..." } else { name.text() };
            let help = format!(
                "leave the name out: write `- file: {file}` and `conditions: ...` beneath it, indented as `file`"
            );
            self.diagnostics.push(Diagnostic::new(Code::UnknownKey, key.span(), message).help(help));
        }
    }

    /// Interfaces and operations are no elements: they are there whenever their node is.
    fn interfaces(&mut self, interfaces: Yaml<'_>, help: &str) {
        self.names_in_list(interfaces, "interfaces");
        for (_, interface) in named(interfaces) {
            self.diagnostics.extend(operations::misspelt(interface));
            let operations = interface.entries().chain(interface.get("operations").into_iter().flat_map(Yaml::entries));
            let bodies = std::iter::once(interface).chain(operations.map(|(_, operation)| operation));
            bodies.for_each(|body| self.conditions(body, "in an interface", help));
        }
    }

    /// Where a property has both, the expression goes before the value.
    pub(super) fn value_beside_expression(&mut self, property: Yaml<'_>) {
        let written = |name| property.entry(name).filter(|(_, body): &(Yaml<'_>, Yaml<'_>)| !body.is_null());
        let (Some((value, _)), Some((expression, _))) = (written("value"), written("expression")) else { return };
        if self.profile.dialect().has_property_expressions {
            let message = "\"value\" has no effect beside \"expression\"";
            let diagnostic = Diagnostic::new(Code::ShadowedKey, value.span(), message).labelled("has no effect");
            let diagnostic = diagnostic.and(expression.span(), "gives the value");
            self.diagnostics.push(diagnostic.help("leave one of both out"));
        }
    }

    fn attributes(&mut self, attributes: Yaml<'_>) {
        let is_reported = self.wrapped(attributes, "in an attribute", "attributes do not vary, properties do");
        if !is_reported {
            self.names_in_list(attributes, "attributes");
        }
    }

    fn capabilities(&mut self, capabilities: Yaml<'_>) {
        self.names_in_list(capabilities, "capabilities");
        for (_, capability) in named(capabilities) {
            let Some(properties) = capability.get("properties") else { continue };
            let help =
                "only properties of the node itself vary: give it one, and read it with `{get_property: [SELF, NAME]}`";
            if !self.wrapped(properties, "in a property of a capability", help) {
                self.names_in_list(properties, "properties");
            }
        }
    }

    fn workflows(&mut self, workflows: Yaml<'t>) {
        let help = "workflows are the same in all variants; what has to hold when one runs are its `preconditions`";
        for (_, workflow) in named(workflows) {
            self.conditions(workflow, "in a workflow", help);
            self.keys(KeyPosition::Workflow, workflow);
            for (_, step) in workflow.get("steps").into_iter().flat_map(named) {
                self.conditions(step, "in a step of a workflow", help);
                self.keys(KeyPosition::WorkflowStep, step);
                let activities = step.get("activities").into_iter().flat_map(Yaml::items);
                activities.for_each(|activity| self.keys(KeyPosition::Activity, activity));
            }
        }
    }

    /// Values that are written as those of properties which vary; says whether there is one.
    fn wrapped(&mut self, values: Yaml<'_>, place: &str, help: &str) -> bool {
        let is_wrapped = |body: &Yaml<'_>| body.get("value").is_some() || body.get("expression").is_some();
        let before = self.diagnostics.len();
        named(values).map(|(_, body)| body).filter(is_wrapped).for_each(|body| self.conditions(body, place, help));
        self.diagnostics.len() > before
    }

    fn conditions(&mut self, body: Yaml<'_>, place: &str, help: &str) {
        if let Some((key, _)) = body.entry(CONDITIONS) {
            self.conditions.push(key.span());
            let message = format!("\"conditions\" has no effect {place}");
            self.diagnostics.push(warning(Diagnostic::new(Code::UnknownKey, key.span(), message)).help(help));
        }
    }

    /// A mapping that is written as a list: it is not looked into, and stands in the document as it is.
    fn names_in_list(&mut self, section: Yaml<'_>, name: &str) {
        if !section.is_sequence() {
            return;
        }
        let message = format!("\"{name}\" is a mapping, not a {}", section.kind());
        let diagnostic = Diagnostic::new(Code::WrongShape, section.span(), message);
        let first = named(section).next().map_or("name", |(key, _)| key.text());
        self.diagnostics.push(warning(diagnostic).help(format!("write the names without dashes: `{first}: ...`")));
    }
}
