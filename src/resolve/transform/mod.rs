//! From a variant to a plain TOSCA 1.3 document, one emit style per profile.
//!
//! Comes in: a model and a [`Variant`]. Goes out: an [`Output`], which quotes the author's nodes wherever they stay as
//! they are. Decides nothing: what is present is in the variant.

mod artifacts;
mod clean;
mod dated;
mod document;
mod empty;
mod engine;
mod groups;
mod interface;
mod moved;
mod nodes;
mod parts;
mod properties;
mod relationships;
mod requirements;
mod types;
mod unevaluated;
pub mod yaml;

pub use document::{Key, Output};
pub use engine::written_for;
pub use groups::relations_as_members;
pub use moved::{FileUse, NamedFile, moved, named_files, relative_path_of};
pub use unevaluated::unevaluated;

use crate::analysis::question::Variant;
use crate::source::syntax::vocabulary::{Dialect, is_of_topology};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Model};
use crate::tosca::types::Collection;

/// The document of `variant`: there always is one, as what leaves none is a failed check of the variant.
pub fn transform(model: &Model, variant: &Variant) -> Output {
    Transformation { model, variant }.service_template()
}

/// Entries of an output mapping.
type OutputEntries = Vec<(Key, Output)>;

struct Transformation<'m> {
    model: &'m Model,
    variant: &'m Variant,
}

impl<'m> Transformation<'m> {
    fn has(&self, id: ElementId) -> bool {
        self.variant.has(self.model, id)
    }

    fn dialect(&self) -> &'static Dialect {
        self.model.dialect()
    }

    fn body(&self, id: ElementId) -> Option<Yaml<'m>> {
        self.model.element(id).body.map(|body| self.model.yaml(body))
    }

    fn service_template(&self) -> Output {
        let (root, topology) = (self.model.root(), self.model.topology_template());
        let is_flat = topology.is_some_and(|topology| topology.id() == root.id());
        let (of_topology, own): (Vec<_>, Vec<_>) =
            root.entries().partition(|(key, _)| is_flat && is_of_topology(key.text()));
        let mut entries = OutputEntries::new();
        for (key, value) in own {
            let output = match key.text() {
                "tosca_definitions_version" => Some(Output::text("tosca_simple_yaml_1_3")),
                "topology_template" => Some(self.topology_template(value.entries())),
                "imports" if self.dialect().types_are_elements => self.imports(value),
                name if self.dialect().types_are_elements => match Collection::of_key(name) {
                    Some(collection) => types::collection(collection, value),
                    None => Some(Output::Source(value.id())),
                },
                _ => Some(Output::Source(value.id())),
            };
            entries.extend(output.map(|output| (Key::Source(key.id()), output)));
        }
        if is_flat {
            entries.push((Key::text("topology_template"), self.topology_template(of_topology.into_iter())));
        }
        Output::Mapping(entries)
    }

    /// The topology, although nothing may be left of it: engines ask for the section.
    fn topology_template(&self, sections: impl Iterator<Item = (Yaml<'m>, Yaml<'m>)>) -> Output {
        let mut entries = OutputEntries::new();
        for (key, value) in sections {
            let output = match key.text() {
                "variability" => None,
                "node_templates" => self.node_templates(value),
                "relationship_templates" => self.relationship_templates(value),
                "groups" => self.groups(value),
                "policies" => self.policies(value),
                "inputs" => self.inputs(value),
                "outputs" => self.outputs(value),
                _ => Some(Output::Source(value.id())),
            };
            entries.extend(output.map(|output| (Key::Source(key.id()), output)));
        }
        Output::Mapping(entries)
    }

    /// Whether a section is a list that profiles A and B know nothing of.
    fn passes_lists(&self, section: Yaml<'m>) -> bool {
        section.is_sequence() && !self.dialect().reads_listed_sections
    }

    /// A section, dropped when nothing is left of it, unless the profile keeps such sections.
    fn section(&self, entries: OutputEntries) -> Option<Output> {
        (!entries.is_empty() || self.dialect().keeps_empty_sections).then_some(Output::Mapping(entries))
    }
}

#[cfg(test)]
mod tests;
