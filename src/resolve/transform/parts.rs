//! What each part of a TOSCA document is: the one walk over documents, for all that changes them part by part.
//!
//! Comes in: a document and a [`Rewriting`]. Goes out: the document with what became of its parts. Invariant: names that an
//! author gave are never taken for keys of TOSCA, and what is not changed is still quoted from the author.

use variscope_encoder::recursion::descend;

use super::{Key, Output, OutputEntries};
use crate::source::syntax::vocabulary::is_interface_key;
use crate::source::syntax::yaml::{Tree, Yaml, YamlId};
use crate::tosca::types::Collection;

/// What a part of a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    ServiceTemplate,
    Topology,
    /// A blueprint of Unfurl: further node templates for one target.
    Blueprint,
    /// Things by name, in a mapping or in a list of mappings.
    Named(&'static Level),
    /// Imports, in a list or by name.
    Imports,
    /// In one word it is the name of a file.
    Import,
    /// In one word it is its address.
    Repository,
    NodeTemplate,
    /// A template that is none of a node: of a relationship, a group, a policy.
    Template,
    Requirement,
    /// In one word it is the name of a file.
    Artifact,
    /// A type of anything but interfaces.
    Type,
    RequirementDefinition,
    CapabilityDefinition,
    /// A property, an attribute, an input or an output, as it is declared.
    Declaration,
    /// An input of an operation, which a type declares or gives a value.
    OperationInput,
    EntrySchema,
    Interfaces(InterfaceOwner),
    Interface(InterfaceOwner),
    Operations(InterfaceOwner),
    /// In one word it is its implementation.
    Operation(InterfaceOwner),
    /// What an operation runs, or needs for that: the name of a file or of an artifact, or an artifact itself.
    Implementation,
    Workflow,
    /// The name of the file of an artifact.
    File,
    /// Texts by name about a template, a type or a declaration.
    Metadata,
    /// A value, or anything else that has no keys of TOSCA.
    Value,
}

/// What has interfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InterfaceOwner {
    Template,
    Type,
}

/// Keys of an import that name no file.
static BESIDE_IMPORTED_FILE: &[&str] = &["repository", "namespace_uri", "namespace_prefix", "conditions", "when"];

impl Level {
    /// What stands behind a key, in a mapping that `has` certain keys.
    #[expect(clippy::match_same_arms, reason = "the rows are in the order of the levels")]
    fn behind(self, key: &str, has: &dyn Fn(&str) -> bool) -> Self {
        match (self, key) {
            (Self::Named(inner), _) => *inner,
            (
                Self::ServiceTemplate
                | Self::NodeTemplate
                | Self::Template
                | Self::Type
                | Self::Declaration
                | Self::OperationInput
                | Self::Interface(InterfaceOwner::Type),
                "metadata",
            ) => Self::Metadata,
            (Self::ServiceTemplate, "topology_template") => Self::Topology,
            (Self::ServiceTemplate, "imports") => Self::Imports,
            (Self::ServiceTemplate, "repositories") => Self::Named(&Self::Repository),
            (Self::Repository, "url") => Self::Repository,
            (Self::ServiceTemplate, "interface_types") => Self::Named(&Self::Interface(InterfaceOwner::Type)),
            (Self::ServiceTemplate, key) if Collection::of_key(key).is_some() => Self::Named(&Self::Type),
            (Self::ServiceTemplate, "deployment_blueprints") => Self::Named(&Self::Blueprint),
            (Self::Blueprint, "resource_templates") => Self::Named(&Self::Template),
            (Self::Topology, "node_templates") => Self::Named(&Self::NodeTemplate),
            (Self::Topology, "relationship_templates" | "groups" | "policies") => Self::Named(&Self::Template),
            (Self::Topology, "inputs" | "outputs") | (Self::Workflow, "inputs") => Self::Named(&Self::Declaration),
            (Self::Topology, "workflows") => Self::Named(&Self::Workflow),
            (Self::Imports, _) => Self::Import,
            (Self::Import | Self::Artifact | Self::Implementation, "file") if has("repository") => Self::Value,
            (Self::Artifact | Self::Implementation, "file") => Self::File,
            (Self::Import, key) if key != "file" && has("file") || BESIDE_IMPORTED_FILE.contains(&key) => Self::Value,
            (Self::Import, _) => Self::Import,
            (Self::NodeTemplate, "requirements") => Self::Named(&Self::Requirement),
            (Self::Requirement, "relationship") => Self::Template,
            (Self::Template | Self::NodeTemplate | Self::Artifact, "interfaces") => {
                Self::Interfaces(InterfaceOwner::Template)
            }
            (Self::Template | Self::NodeTemplate | Self::Type, "artifacts") => Self::Named(&Self::Artifact),
            (Self::Type | Self::CapabilityDefinition, "properties" | "attributes") => Self::Named(&Self::Declaration),
            (Self::Type, "requirements") => Self::Named(&Self::RequirementDefinition),
            (Self::Type, "capabilities") => Self::Named(&Self::CapabilityDefinition),
            (Self::RequirementDefinition, "relationship") => Self::Type,
            (Self::Type, "interfaces") => Self::Interfaces(InterfaceOwner::Type),
            (Self::Type | Self::Declaration | Self::OperationInput | Self::EntrySchema, "entry_schema") => {
                Self::EntrySchema
            }
            (Self::Type | Self::Declaration | Self::OperationInput | Self::EntrySchema, "key_schema") => {
                Self::Declaration
            }
            (Self::Interfaces(owner), _) => Self::Interface(owner),
            (Self::Interface(owner), "operations" | "notifications") => Self::Operations(owner),
            (Self::Interface(InterfaceOwner::Type) | Self::Operation(InterfaceOwner::Type), "inputs") => {
                Self::Named(&Self::OperationInput)
            }
            (Self::Interface(owner), key) if !is_interface_key(key) => Self::Operation(owner),
            (Self::Operations(owner), _) => Self::Operation(owner),
            (Self::Operation(_) | Self::Workflow, "implementation")
            | (Self::Implementation, "primary" | "dependencies") => Self::Implementation,
            _ => Self::Value,
        }
    }

    /// What the items of a list are.
    fn of_items(self) -> Self {
        match self {
            Self::Named(_) | Self::Implementation => self,
            Self::Imports => Self::Import,
            _ => Self::Value,
        }
    }

    /// The level of a mapping that `has` certain keys: a type may give an input of an operation just a value.
    fn of_mapping(self, has: &dyn Fn(&str) -> bool) -> Self {
        let is_value = self == Self::OperationInput && !has("type") && !has("default");
        if is_value { Self::Value } else { self }
    }
}

/// What is done with a document, part by part.
pub(super) trait Rewriting {
    /// Whether it looks into values as the author wrote them, too.
    const INTO_VALUES: bool = false;

    /// Sees a part behind the key `name` before its own parts are looked at, and values also where these are not.
    fn enter(&mut self, _level: Level, _name: &str, _part: &Output) {}

    /// What becomes of the part behind the key `name`, after that has been decided for its own parts.
    fn part(&mut self, level: Level, name: &str, part: Output) -> Output;
}

/// The document with what `rewriting` makes of its parts.
pub(super) fn rewritten(tree: &Tree, document: Output, rewriting: &mut impl Rewriting) -> Output {
    Walk { tree, rewriting }.part(Level::ServiceTemplate, "", document)
}

struct Walk<'w, R> {
    tree: &'w Tree,
    rewriting: &'w mut R,
}

impl<R: Rewriting> Walk<'_, R> {
    fn part(&mut self, level: Level, name: &str, part: Output) -> Output {
        self.rewriting.enter(level, name, &part);
        if level == Level::Value && !R::INTO_VALUES && matches!(part, Output::Source(_)) {
            return part;
        }
        let part = descend(|| match part {
            Output::Source(id) => self.source(level, name, id),
            Output::Sequence(items) => Output::Sequence(self.items(level, name, items)),
            Output::Mapping(entries) => Output::Mapping(self.entries(level, entries)),
            Output::String(_) | Output::Value(_) => part,
        });
        self.rewriting.part(level, name, part)
    }

    fn items(&mut self, level: Level, name: &str, items: Vec<Output>) -> Vec<Output> {
        items.into_iter().map(|item| self.part(level.of_items(), name, item)).collect()
    }

    fn entries(&mut self, level: Level, entries: OutputEntries) -> OutputEntries {
        let tree = self.tree;
        let has = |wanted: &str| entries.iter().any(|(key, _)| key.as_text(tree) == wanted);
        let level = level.of_mapping(&has);
        let levels: Vec<Level> = entries.iter().map(|(key, _)| level.behind(key.as_text(tree), &has)).collect();
        let entry = |((key, value), level): ((Key, Output), Level)| {
            let value = self.part(level, key.as_text(tree), value);
            (key, value)
        };
        entries.into_iter().zip(levels).map(entry).collect()
    }

    /// A node of the author, quoted as long as nothing in it changes.
    fn source(&mut self, level: Level, name: &str, id: YamlId) -> Output {
        let yaml = self.tree.at(id);
        let stays = |part: &Output, old: Yaml<'_>| matches!(part, Output::Source(id) if *id == old.id());
        if let Some(items) = items_of(yaml) {
            let items = self.items(level, name, items);
            let is_changed = items.iter().zip(yaml.items()).any(|(item, old)| !stays(item, old));
            return if is_changed { Output::Sequence(items) } else { Output::Source(id) };
        }
        let Some(entries) = entries_of(yaml) else { return Output::Source(id) };
        let entries = self.entries(level, entries);
        let is_changed = entries.iter().zip(yaml.entries()).any(|((_, value), (_, old))| !stays(value, old));
        if is_changed { Output::Mapping(entries) } else { Output::Source(id) }
    }
}

fn items_of(yaml: Yaml<'_>) -> Option<Vec<Output>> {
    yaml.is_sequence().then(|| yaml.items().map(|item| Output::Source(item.id())).collect())
}

fn entries_of(yaml: Yaml<'_>) -> Option<OutputEntries> {
    let entry = |(key, value): (Yaml<'_>, Yaml<'_>)| (Key::Source(key.id()), Output::Source(value.id()));
    yaml.is_mapping().then(|| yaml.entries().map(entry).collect())
}

impl Output {
    /// The entries of a mapping; what is none comes back as it was.
    pub(super) fn into_entries(self, tree: &Tree) -> Result<OutputEntries, Self> {
        match self {
            Self::Mapping(entries) => Ok(entries),
            Self::Source(id) => entries_of(tree.at(id)).ok_or(Self::Source(id)),
            other => Err(other),
        }
    }

    /// What stands behind a key of a mapping.
    pub(super) fn get(&self, tree: &Tree, name: &str) -> Option<Self> {
        match self {
            Self::Mapping(entries) => {
                entries.iter().find(|(key, _)| key.as_text(tree) == name).map(|(_, value)| value.clone())
            }
            Self::Source(id) => tree.at(*id).get(name).map(|value| Self::Source(value.id())),
            _ => None,
        }
    }

    /// The text of a string.
    pub(super) fn as_text<'o>(&'o self, tree: &'o Tree) -> Option<&'o str> {
        match self {
            Self::String(text) => Some(text),
            Self::Source(id) => tree.at(*id).as_str(),
            _ => None,
        }
    }

    /// Whether the author wrote nothing, or null.
    pub(super) fn is_null(&self, tree: &Tree) -> bool {
        matches!(self, Self::Source(id) if tree.at(*id).is_null())
    }
}
