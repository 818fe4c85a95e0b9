//! Node templates.

use super::Builder;
use super::entries::NamedEntry;
use super::keywords::given;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::DisplayStyle;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, Node, Weight};

impl<'t> Builder<'t> {
    /// Profiles A and B pass a list of nodes through.
    pub(super) fn add_nodes(&mut self, section: Option<Yaml<'t>>) {
        let section = section.filter(|section| self.dialect().reads_listed_sections || !section.is_sequence());
        for entry in self.entries(section, "node_templates") {
            self.add_node(entry);
        }
    }

    fn add_node(&mut self, entry: NamedEntry<'t>) {
        let name = entry.key.text();
        if let Some(&first) = self.contents.names.named(Kind::Node, name).first() {
            self.report_duplicate(Kind::Node, first, entry);
            return;
        }
        if self.dialect().has_context_words && matches!(name, "SELF" | "CONTAINER") {
            let sentence = format!("Node must not be named \"{name}\"");
            let message = format!("node must not be named \"{name}\": the word has a meaning in expressions");
            self.report(Diagnostic::new(Code::ReservedName, entry.key.span(), message).reference(sentence));
        }
        if !entry.body.is_mapping() && !entry.body.is_null() {
            self.report_shape(entry.body, name, "a node template, a mapping");
        }
        let element = self.described(Kind::Node, entry, None);
        let id = self.add(Kind::Node, element);
        self.contents.nodes.push(Node::default());
        self.fill_node(id, entry.body);
    }

    fn fill_node(&mut self, id: ElementId, body: Yaml<'t>) {
        if self.dialect().elements_override_options {
            self.read_node_keywords(id, body);
        }
        let types = self.add_types(id, body.get("type"));
        let properties = self.add_properties(id, body.get("properties"));
        let relations = self.add_relations(id, body.get("requirements"));
        let artifacts = self.add_artifacts(id, body.get("artifacts"));
        let node = self.node_mut(id);
        (node.types, node.properties, node.relations, node.artifacts) = (types, properties, relations, artifacts);
        if self.dialect().types_are_elements {
            self.add_technologies(id, body.get("technology"));
        }
    }

    fn read_node_keywords(&mut self, id: ElementId, body: Yaml<'t>) {
        let anchor = self.flag(body, "anchor").or(self.flag(body, "persistent"));
        let managed = self.flag(body, "managed");
        let weight = given(body, "weight").map(|weight| self.weight(weight, id));
        let node = self.node_mut(id);
        node.is_anchor = anchor.unwrap_or(false);
        node.managed = managed;
        node.weight = weight.unwrap_or(Weight::ONE);
    }

    /// Reads a weight; a wrong one is reported and counts as 1.
    pub(in crate::tosca::model) fn weight(&mut self, weight: Yaml<'t>, of: ElementId) -> Weight {
        Weight::parse(weight, &self.display(of)).unwrap_or_else(|diagnostic| {
            self.report(*diagnostic);
            Weight::ONE
        })
    }

    pub(super) fn report_duplicate(&mut self, kind: Kind, first: ElementId, entry: NamedEntry<'t>) {
        let name = entry.key.text();
        let capitalised = match kind {
            Kind::Node => "Node",
            Kind::Group => "Group",
            _ => "Input",
        };
        let diagnostic =
            Diagnostic::new(Code::DuplicateName, entry.key.span(), format!("{kind} \"{name}\" is defined twice"))
                .and(self.element(first).span, "first defined here")
                .reference(format!("{capitalised} \"{name}\" defined multiple times"));
        self.report(diagnostic);
    }

    /// How messages name an element, as [`crate::tosca::model::Model::display`] does.
    pub(in crate::tosca::model) fn display(&self, id: ElementId) -> String {
        let element = self.element(id);
        let name = &element.name;
        match self.dialect().display {
            DisplayStyle::Full => {
                let index = if id.kind().is_indexed() { format!("@{}", element.index) } else { String::new() };
                let own = format!("{} \"{name}{index}\"", id.kind());
                element.container.map_or(own.clone(), |container| format!("{own} of {}", self.display(container)))
            }
            DisplayStyle::Name | DisplayStyle::Short => name.to_string(),
        }
    }

    /// [`Builder::display`] at the start of a sentence.
    pub(in crate::tosca::model) fn title(&self, id: ElementId) -> String {
        crate::tosca::model::names::capitalised(&self.display(id))
    }
}
