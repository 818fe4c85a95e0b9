//! The normal form of a template: elements with typed ids, what relates them, and the options.
//!
//! Comes in: the YAML tree of the author. Goes out: a [`Model`], in which map and list forms, names of
//! elements and the profiles' words for options are gone; expressions stay YAML until `condition` lowers them.
//! Invariant: every [`ElementId`] in a model names an element of that model.

mod addition;
mod candidates;
mod check;
mod decimal_text;
mod declarations;
mod details;
mod element;
mod files;
mod id;
mod kind;
mod lower;
mod names;
mod options;
mod recovery;
mod repeatable;
mod search;
mod type_defaults;
mod unread;
mod version;
mod weight;

use std::sync::Arc;

pub use check::{CHECK_ORDER_BEFORE_D, CHECKS, Check, CheckEntry, CheckGroup};
pub(crate) use decimal_text::DecimalText;
pub use declarations::Declaration;
pub use details::{
    Artifact, Connection, Group, Input, Node, Output, Policy, Property, PropertyValue, Reference, Relation,
    RelationshipTemplate, Technology, Weight,
};
pub use element::{Alternative, Element, Facet, Overrides};
pub use id::ElementId;
pub use kind::{Kind, PerKind};
pub use lower::{FILE_ARTIFACT, LoadOptions, Loaded, is_hosting_name};
pub(crate) use options::EARLY_KINDS;
pub use options::{
    CONSTRAINTS, Constraint, ConstraintEntry, DefaultMode, Direction, Optimization, OptionValue, Options, PruningMode,
    TechnologyMeasure, TopologyMeasure, Uniqueness, option_names,
};
pub use recovery::{NO_CONSTRAINT, Recovery, RecoveryEdit, UNKNOWN_TYPE};
pub use search::{NotFound, is_near_path};
pub use type_defaults::TypeDefault;
pub use unread::{IN_IMPORTED_FILE, MisnamedRepository, UnreadImport, UnreadReason};
use version::misspelt_version;
pub use version::{VERSIONS, Version, misspelt_version_of_types};

use crate::Error;
use crate::source::package::Package;
use crate::source::syntax::vocabulary::{Dialect, Profile, topology_of};
use crate::source::syntax::yaml::{Tree, Yaml, YamlId};
use crate::source::{FileId, Sources};
use crate::tosca::types::TypeTable;
use names::Names;
pub(crate) use names::capitalised;

/// A template in its normal form.
#[derive(Debug)]
pub struct Model {
    reading: ModelSource,
    /// What was changed in a template with errors so that the rest of it can be looked at.
    recovery: Option<Recovery>,
    sources: Arc<Sources>,
    tree: Tree,
    root: YamlId,
    /// The ensemble that the template is part of.
    around: Option<YamlId>,
    /// The files of the ensemble, by their names in the package.
    parts: Vec<(FileId, String)>,
    contents: ModelTables,
}

/// What a model was read from, and how: to read it again with other texts.
#[derive(Debug)]
struct ModelSource {
    package: Package,
    load: LoadOptions,
}

/// What lowering makes and a model holds: tables by kind, indexed by [`ElementId::place`].
#[derive(Debug)]
struct ModelTables {
    profile: Profile,
    version: Version,
    options: Options,
    types: TypeTable,
    elements: PerKind<Vec<Element>>,
    nodes: Vec<Node>,
    relations: Vec<Relation>,
    relationship_templates: Vec<RelationshipTemplate>,
    properties: Vec<Property>,
    groups: Vec<Group>,
    policies: Vec<Policy>,
    artifacts: Vec<Artifact>,
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    technologies: Vec<Technology>,
    connections: Vec<Connection>,
    names: Names,
    type_specific: Vec<TypeSpecificConditions>,
    unread_imports: Vec<UnreadImport>,
    /// By import of the template: the files that it brings in.
    import_files: Vec<Vec<FileId>>,
    /// The files that are imported, be it by way of others: names in the package and roots.
    imported_files: Vec<(String, YamlId)>,
    /// The rules for technologies and the conditions of types, wherever they are written.
    deciding: Vec<YamlId>,
}

impl ModelTables {
    /// The types of an element of a kind that has types; else none.
    fn types_of(&self, id: ElementId) -> &[ElementId] {
        match id.kind() {
            Kind::Node => &self.nodes[id.place()].types,
            Kind::Relation => &self.relations[id.place()].types,
            Kind::Group => &self.groups[id.place()].types,
            Kind::Policy => &self.policies[id.place()].types,
            Kind::Artifact => &self.artifacts[id.place()].types,
            Kind::Connection => &self.connections[id.place()].types,
            Kind::Type | Kind::Property | Kind::Input | Kind::Import | Kind::Technology | Kind::Output => &[],
        }
    }
}

/// Conditions for all elements of one type.
#[derive(Clone, Debug)]
pub struct TypeSpecificConditions {
    /// The kind of the elements.
    pub kind: Kind,
    /// The name of their only type.
    pub type_name: Arc<str>,
    /// The conditions.
    pub conditions: Vec<YamlId>,
    /// Whether they are consistency conditions.
    pub consistency: bool,
    /// Whether they are semantic conditions.
    pub semantic: bool,
    /// Where they are defined.
    pub body: YamlId,
}

impl Model {
    /// The files that it was read from.
    pub fn sources(&self) -> &Arc<Sources> {
        &self.sources
    }

    /// What the template would be if its files had these texts, by name; all others are as they were.
    ///
    /// # Errors
    /// When a file of the package cannot be read any more.
    pub fn with_texts(&self, texts: &[(String, Arc<str>)]) -> Result<Loaded, Error> {
        self.read_again(texts, &self.reading.load)
    }

    /// [`Model::with_texts`] with other options of the call, in YAML, which profile B takes.
    ///
    /// # Errors
    /// When a file of the package cannot be read any more.
    pub fn with_options(&self, texts: &[(String, Arc<str>)], options: &str) -> Result<Loaded, Error> {
        self.read_again(texts, &LoadOptions { options: Some(options.to_owned()), ..self.reading.load.clone() })
    }

    /// What the template would be with these changes.
    ///
    /// # Errors
    /// When a file of the package cannot be read any more.
    pub fn with_recovery(&self, recovery: &Recovery) -> Result<Loaded, Error> {
        let load = LoadOptions { profile: Some(self.profile()), ..self.reading.load.clone() };
        Self::load_recovering(&self.reading.package, &load, recovery, Some(self))
    }

    fn read_again(&self, texts: &[(String, Arc<str>)], load: &LoadOptions) -> Result<Loaded, Error> {
        let known = self.sources.files().map(|file| (file.name(), file.text()));
        let texts = known.chain(texts.iter().map(|(name, text)| (&**name, text)));
        let package = self.reading.package.clone();
        let package = texts.fold(package, |package, (name, text)| package.replacing(name, Arc::clone(text)));
        Self::load_again(&package, load, None, Some(self))
    }

    /// What was changed in a template with errors; none where it is read as it stands.
    pub fn recovery(&self) -> Option<&Recovery> {
        self.recovery.as_ref()
    }

    /// The nodes of these files.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The node behind `id`.
    pub fn yaml(&self, id: YamlId) -> Yaml<'_> {
        self.tree.at(id)
    }

    /// The service template.
    pub fn root(&self) -> Yaml<'_> {
        self.tree.at(self.root)
    }

    /// The ensemble that the service template is part of, with its environment.
    pub fn ensemble(&self) -> Option<Yaml<'_>> {
        self.around.map(|around| self.tree.at(around))
    }

    /// The files that the ensemble consists of, by their names in the package, the one that is asked about first.
    pub fn ensemble_parts(&self) -> &[(FileId, String)] {
        &self.parts
    }

    /// What says values of topology inputs: the ensemble, or else the service template.
    pub fn around(&self) -> Yaml<'_> {
        self.ensemble().unwrap_or_else(|| self.root())
    }

    /// `topology_template`, or the service template where the sections of its topology stand at the top.
    pub fn topology_template(&self) -> Option<Yaml<'_>> {
        topology_of(self.root())
    }

    /// `topology_template.variability`.
    pub fn variability(&self) -> Option<Yaml<'_>> {
        self.topology_template()?.get("variability")
    }

    /// The revision of the language.
    pub fn profile(&self) -> Profile {
        self.contents.profile
    }

    /// What its revision of the language does that others do not.
    pub fn dialect(&self) -> &'static Dialect {
        self.contents.profile.dialect()
    }

    /// The settings.
    pub fn options(&self) -> &Options {
        &self.contents.options
    }

    /// The types that the template may use.
    pub fn types(&self) -> &TypeTable {
        &self.contents.types
    }

    /// All elements in element order.
    pub fn ids(&self) -> impl Iterator<Item = ElementId> + '_ {
        Kind::ALL.into_iter().flat_map(|kind| self.of_kind(kind))
    }

    /// The elements of a kind in order of creation.
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = ElementId> + use<> {
        (0..self.contents.elements[kind].len()).map(move |place| ElementId::new(kind, place))
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        Kind::ALL.iter().map(|&kind| self.contents.elements[kind].len()).sum()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The place of an element among all, from 0, in element order.
    pub fn position(&self, id: ElementId) -> usize {
        let before = &Kind::ALL[..id.kind() as usize];
        before.iter().map(|&kind| self.contents.elements[kind].len()).sum::<usize>() + id.place()
    }

    /// What all elements have.
    pub fn element(&self, id: ElementId) -> &Element {
        &self.contents.elements[id.kind()][id.place()]
    }

    /// The relationship templates in document order.
    pub fn relationship_templates(&self) -> &[RelationshipTemplate] {
        &self.contents.relationship_templates
    }

    /// The conditions that an element has because of its only type.
    pub fn conditions_of_type(&self, id: ElementId) -> Option<&TypeSpecificConditions> {
        let &[single] = self.types_of(id) else { return None };
        let name = &self.element(single).name;
        let mut all = self.contents.type_specific.iter();
        all.find(|specific| specific.kind == id.kind() && specific.type_name == *name)
    }

    /// The conditions that elements have because of their type.
    pub fn type_specific_conditions(&self) -> &[TypeSpecificConditions] {
        &self.contents.type_specific
    }

    /// The files that an import brings in: the one that it names, and what that imports.
    pub fn files_of_import(&self, import: ElementId) -> &[FileId] {
        self.contents.import_files.get(import.place()).map_or(&[], Vec::as_slice)
    }

    /// All texts in which conditions are written: the template, the rules for technologies and the conditions of types, which may
    /// be in files beside it.
    pub fn texts_with_conditions(&self) -> impl Iterator<Item = Yaml<'_>> {
        [self.root].into_iter().chain(self.contents.deciding.iter().copied()).map(|id| self.tree.at(id))
    }

    /// The files that are imported, be it by way of others, by their names in the package, each with its root.
    pub fn imported_files(&self) -> impl Iterator<Item = &(String, YamlId)> {
        self.contents.imported_files.iter()
    }

    /// The types of an element of a kind that has types; else none.
    pub fn types_of(&self, id: ElementId) -> &[ElementId] {
        self.contents.types_of(id)
    }

    /// The property values of an element of a kind that has properties; else none.
    pub fn properties_of(&self, id: ElementId) -> &[ElementId] {
        match id.kind() {
            Kind::Node => &self.node(id).properties,
            Kind::Relation => &self.relation(id).properties,
            Kind::Group => &self.group(id).properties,
            Kind::Policy => &self.policy(id).properties,
            Kind::Artifact => &self.artifact(id).properties,
            Kind::Connection => &self.connection(id).properties,
            Kind::Type | Kind::Property | Kind::Input | Kind::Import | Kind::Technology | Kind::Output => &[],
        }
    }
}

impl Model {
    /// The property values that belong to an element itself: those of a connection do not to the relations that use it.
    pub fn own_properties_of(&self, id: ElementId) -> Vec<ElementId> {
        let own = |property: &&ElementId| self.element(**property).container == Some(id);
        self.properties_of(id).iter().filter(own).copied().collect()
    }
}

macro_rules! details {
    ($($kind:ident $method:ident $table:ident $detail:ident;)*) => {
        /// What elements have beyond what all have.
        ///
        /// # Panics
        /// Each panics when the element is of another kind.
        impl Model {
            $(
                #[doc = concat!("The details of a ", stringify!($method), ".")]
                pub fn $method(&self, id: ElementId) -> &$detail {
                    assert_eq!(id.kind(), Kind::$kind, "{id:?} is not a {}", Kind::$kind);
                    &self.contents.$table[id.place()]
                }
            )*
        }
    };
}

details! {
    Node node nodes Node;
    Relation relation relations Relation;
    Property property properties Property;
    Group group groups Group;
    Policy policy policies Policy;
    Artifact artifact artifacts Artifact;
    Input input inputs Input;
    Output output outputs Output;
    Technology technology technologies Technology;
    Connection connection connections Connection;
}
