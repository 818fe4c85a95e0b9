//! Technologies as the author models them.

use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::lower::Builder;
use crate::tosca::model::lower::entries::NamedEntry;
use crate::tosca::model::lower::keywords::given;
use crate::tosca::model::{ElementId, Kind, Technology, Weight};

use super::rule::text;
use super::scenario::implementation_name;

impl<'t> Builder<'t> {
    /// Adds the technologies of `node`: a name, or a list of alternatives.
    pub(in crate::tosca::model::lower) fn add_technologies(&mut self, node: ElementId, technologies: Option<Yaml<'t>>) {
        let Some(technologies) = technologies.filter(|technologies| !technologies.is_null()) else { return };
        let entries = self.technology_entries(technologies);
        let ids: Vec<ElementId> = entries.into_iter().map(|entry| self.add_technology(node, entry)).collect();
        self.settle_alternatives(&ids);
        self.node_mut(node).technologies = ids;
    }

    fn technology_entries(&mut self, technologies: Yaml<'t>) -> Vec<NamedEntry<'t>> {
        if technologies.as_bool().is_some() {
            let message = "\"technology\" names technologies: whether there has to be one is said by \"managed\"";
            self.report(Diagnostic::new(Code::WrongShape, technologies.span(), message));
            return Vec::new();
        }
        if technologies.is_scalar() {
            return vec![named(technologies, 0)];
        }
        if technologies.is_mapping() {
            self.report_shape(technologies, "technology", "a name or a list of alternatives");
            return Vec::new();
        }
        let items: Vec<Yaml<'t>> = technologies.items().collect();
        items.into_iter().enumerate().filter_map(|(index, item)| self.technology_entry(item, index)).collect()
    }

    fn technology_entry(&mut self, item: Yaml<'t>, index: usize) -> Option<NamedEntry<'t>> {
        if item.is_scalar() && !item.is_null() {
            return Some(named(item, index));
        }
        let mut entries = item.entries();
        if let (Some((key, body)), None) = (entries.next(), entries.next()) {
            return Some(NamedEntry { key, body, index, is_listed: true });
        }
        self.report_shape(item, "technology", "a name or a mapping with one key, its name, in this list");
        None
    }

    fn add_technology(&mut self, node: ElementId, entry: NamedEntry<'t>) -> ElementId {
        let mut element = self.described(Kind::Technology, entry, Some(node));
        element.name = element.name.to_lowercase().into();
        let assign =
            text(entry.body, "assign").map(Into::into).or_else(|| self.own_implementation(node, &element.name));
        let id = self.add(Kind::Technology, element);
        let weight = given(entry.body, "weight").map_or(Weight::ONE, |weight| self.weight(weight, id));
        self.contents.technologies.push(Technology {
            weight,
            priority: text(entry.body, "prio").and_then(|priority| priority.parse().ok()).unwrap_or(0),
            assign,
            matches: None,
            artifact_type: None,
            rule_conditions: Vec::new(),
        });
        id
    }

    /// The type that implements a node of its type by `technology` as no rule says. The reference takes the first of several
    /// types, whichever is present.
    fn own_implementation(&self, node: ElementId, technology: &str) -> Option<std::sync::Arc<str>> {
        let node_type = &self.element(*self.contents.nodes[node.place()].types.first()?).name;
        Some(implementation_name(node_type, &format!("{node_type}::{technology}")).into())
    }
}

fn named(name: Yaml<'_>, index: usize) -> NamedEntry<'_> {
    NamedEntry { key: name, body: name, index, is_listed: true }
}
