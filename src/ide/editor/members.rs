//! What the types of an element declare: what can be written in it, and asked of it.

use super::completion::{Completion, CompletionKind};
use super::context::{Context, Step};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, Model};
use crate::tosca::types::{Collection, Schemas, Section, TypesProfile};

/// Sections of elements with members, and of which collection their types are.
static SECTIONS: &[(&str, Kind, Collection)] = &[
    ("node_templates", Kind::Node, Collection::Node),
    ("groups", Kind::Group, Collection::Group),
    ("policies", Kind::Policy, Collection::Policy),
];

/// All elements of one name, with their types.
pub(super) struct Members<'m> {
    model: &'m Model,
    schemas: Schemas<'m>,
    collection: Collection,
    elements: &'m [ElementId],
}

/// A member that a type declares.
struct Declared<'m> {
    name: &'m str,
    of_type: &'m str,
    is_required: bool,
    /// Whether there can be no more of it.
    is_there: bool,
}

impl<'m> Members<'m> {
    fn of(model: &'m Model, (kind, collection): (Kind, Collection), name: &str) -> Self {
        let schemas = Schemas::new(model.types(), model.tree(), TypesProfile::built_in());
        Self { model, schemas, collection, elements: model.named(kind, name) }
    }

    /// Those of a node.
    pub(super) fn of_node(model: &'m Model, name: &str) -> Self {
        Self::of(model, (Kind::Node, Collection::Node), name)
    }

    /// Those of the element that a place is in, and the keys from there to the place.
    pub(super) fn around<'c>(model: &'m Model, context: &'c Context) -> Option<(Self, Vec<&'c str>)> {
        let mut keys = context.path.iter().filter_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            Step::Item(_) => None,
        });
        let section = keys.find_map(|key| SECTIONS.iter().find(|(section, ..)| *section == key))?;
        let name = keys.next()?;
        Some((Self::of(model, (section.1, section.2), name), keys.collect()))
    }

    fn types(&self) -> impl Iterator<Item = &'m str> + use<'m> {
        let model = self.model;
        self.elements.iter().flat_map(|&id| model.types_of(id)).map(|&id| &*model.element(id).name)
    }

    /// How often a section of the elements has a name.
    fn count(&self, section: &str, name: &str) -> u64 {
        let bodies = self.elements.iter().filter_map(|&id| self.model.element(id).body);
        let written = bodies.filter_map(|body| self.model.yaml(body).get(section));
        let names = written.flat_map(|it| it.entries().chain(it.items().flat_map(Yaml::entries)));
        names.filter(|(key, _)| key.text() == name).count() as u64
    }

    /// The requirements of nodes; those that are missing come first.
    pub(super) fn requirements(&self) -> Vec<Completion> {
        let declared = self.types().flat_map(|of_type| {
            self.schemas.requirements(of_type).into_iter().map(move |(name, it)| {
                let count = self.count("requirements", name);
                let is_there = it.occurrences.most.is_some_and(|most| count >= most);
                Declared { name, of_type, is_required: count < it.occurrences.least, is_there }
            })
        });
        proposals("requirement", declared.collect())
    }

    /// The properties; those that are missing come first.
    pub(super) fn properties(&self) -> Vec<Completion> {
        let section = Section::Properties;
        let declared = self.types().flat_map(|of_type| {
            let fields = self.schemas.fields(self.collection, section, of_type);
            let declared = fields.iter().map(|(&name, schema)| Declared {
                name,
                of_type,
                is_required: schema.is_required && schema.defaults.is_empty(),
                is_there: self.count(section.key(), name) > 0,
            });
            declared.collect::<Vec<_>>()
        });
        proposals("property", declared.collect())
    }

    /// What a function can ask of nodes: attributes as well, where it asks for these.
    pub(super) fn values(&self, are_attributes: bool) -> Vec<Completion> {
        let sections =
            if are_attributes { &[Section::Attributes, Section::Properties][..] } else { &[Section::Properties] };
        let found = sections.iter().flat_map(|&section| {
            let noun = if section == Section::Attributes { "attribute" } else { "property" };
            self.types().flat_map(move |of_type| {
                let fields = self.schemas.fields(self.collection, section, of_type);
                let named = |name: &&str| proposal(name, format!("{noun} of {of_type}"));
                fields.keys().map(named).collect::<Vec<_>>()
            })
        });
        distinct(found.collect())
    }
}

/// What is missing and required comes first, what is there already last.
fn proposals(noun: &str, mut declared: Vec<Declared<'_>>) -> Vec<Completion> {
    declared.sort_by_key(|member| (member.is_there, !member.is_required));
    let proposed = declared.into_iter().map(|Declared { name, of_type, is_required, .. }| {
        let detail = format!("{}{noun} of {of_type}", if is_required { "required " } else { "" });
        proposal(name, detail)
    });
    distinct(proposed.collect())
}

fn proposal(name: &str, detail: String) -> Completion {
    Completion { label: name.to_owned(), insert: name.to_owned(), kind: CompletionKind::Value, detail }
}

fn distinct(mut proposals: Vec<Completion>) -> Vec<Completion> {
    let mut known = rustc_hash::FxHashSet::default();
    proposals.retain(|proposal| known.insert(proposal.label.clone()));
    proposals
}
