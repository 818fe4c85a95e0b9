//! From the author's YAML to the [`Model`].
//!
//! Comes in: a package. Goes out: a model, if there is enough to make one of, and all diagnostics, in the order
//! in which the reference would meet them. Elements are created in element order.

mod alternatives;
mod anchor;
mod artifacts;
mod connections;
mod consumption;
mod default_conditions;
mod entries;
mod entry;
mod groups;
mod idle_type_specific;
mod imported_topology;
mod imported_types;
mod imports;
mod input_constraints;
mod input_types;
mod interface;
mod keywords;
mod load;
mod members;
mod nodes;
mod policies;
mod properties;
mod relations;
mod technology;
mod type_specific;
mod types;

pub use artifacts::FILE_ARTIFACT;
pub use load::{LoadOptions, Loaded};
pub use relations::is_hosting_name;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use self::idle_type_specific::TypeSpecificSection;
use super::names::Names;
use super::{Alternative, Check, Element, ElementId, Kind, ModelTables, Node, Options, PerKind, Version};
use crate::source::diagnostic::Diagnostic;
use crate::source::syntax::vocabulary::{Dialect, Profile, topology_of};
use crate::source::syntax::yaml::{Tree, Yaml, YamlId};
use crate::tosca::types::TypeTable;

/// A model under construction.
pub(in crate::tosca::model) struct Builder<'t> {
    pub(in crate::tosca::model) tree: &'t Tree,
    pub(in crate::tosca::model) contents: ModelTables,
    templates_by_name: FxHashMap<Arc<str>, usize>,
    /// Whether the template says in no way that it is meant to be variable, once all elements are known.
    is_plain: bool,
    /// The list of rules for technologies.
    qualities: Option<YamlId>,
    /// `topology_template.variability`.
    variability: Option<Yaml<'t>>,
    /// Conditions for all elements of a type.
    type_specific: Option<TypeSpecificSection>,
    /// Keys of what is indented too far.
    too_deep: FxHashSet<YamlId>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Builder<'t> {
    fn new(tree: &'t Tree, profile: Profile, version: Version, options: Options, types: TypeTable) -> Self {
        let contents = ModelTables {
            profile,
            version,
            options,
            types,
            elements: PerKind::from_fn(|_| Vec::new()),
            nodes: Vec::new(),
            relations: Vec::new(),
            relationship_templates: Vec::new(),
            properties: Vec::new(),
            groups: Vec::new(),
            policies: Vec::new(),
            artifacts: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            technologies: Vec::new(),
            connections: Vec::new(),
            names: Names::default(),
            type_specific: Vec::new(),
            unread_imports: Vec::new(),
            import_files: Vec::new(),
            imported_files: Vec::new(),
            deciding: Vec::new(),
        };
        Self {
            tree,
            contents,
            templates_by_name: FxHashMap::default(),
            is_plain: false,
            qualities: None,
            type_specific: None,
            variability: None,
            too_deep: FxHashSet::default(),
            diagnostics: Vec::new(),
        }
    }

    fn finish(mut self) -> (ModelTables, Vec<Diagnostic>) {
        let type_specific = self.type_specific.as_ref().map(|section| section.body);
        self.contents.deciding = self.qualities.into_iter().chain(type_specific).collect();
        (self.contents, self.diagnostics)
    }

    /// Everything that the service template `root` contains, in the order in which the reference meets it.
    fn build(&mut self, root: Yaml<'t>) {
        let topology = topology_of(root);
        let section = |name| topology.and_then(|topology: Yaml<'t>| topology.get(name));
        self.variability = section("variability");
        self.add_relationship_templates(section("relationship_templates"));
        self.add_inputs(section("inputs"));
        self.add_outputs(section("outputs"));
        self.add_nodes(section("node_templates"));
        self.add_connections();
        self.report_unused_relationship_templates(is_plain(root));
        self.bind_targets();
        self.add_groups(section("groups"));
        self.find_members();
        self.add_policies(section("policies"));
        self.find_targets();
        self.add_imports(root.get("imports"));
        self.is_plain = is_plain(root) && !self.has_conditions();
        if self.is_plain {
            // TOSCA lets a node name one requirement several times.
            self.contents.options.leave_out(Check::AmbiguousRelation);
        }
        self.find_consumers();
        self.check_anchor(root);
        let of_constraints = self.settle_technologies(self.qualities.map(|list| self.tree.at(list)));
        self.check_default_conditions(topology);
        self.diagnostics.extend(of_constraints);
        self.check_anchor_of_version(root);
        self.check_type_specific_section();
    }

    /// Adds an element; its details have to be added at the same time.
    pub(in crate::tosca::model) fn add(&mut self, kind: Kind, element: Element) -> ElementId {
        let id = ElementId::new(kind, self.contents.elements[kind].len());
        if matches!(kind, Kind::Node | Kind::Group | Kind::Policy | Kind::Input | Kind::Output) {
            self.contents.names.add(id, &element.name);
        }
        self.contents.elements[kind].push(element);
        id
    }

    /// What all elements have.
    pub(in crate::tosca::model) fn element(&self, id: ElementId) -> &Element {
        &self.contents.elements[id.kind()][id.place()]
    }

    pub(in crate::tosca::model) fn element_mut(&mut self, id: ElementId) -> &mut Element {
        &mut self.contents.elements[id.kind()][id.place()]
    }

    /// The details of a node.
    pub(in crate::tosca::model) fn node_mut(&mut self, id: ElementId) -> &mut Node {
        &mut self.contents.nodes[id.place()]
    }

    pub(in crate::tosca::model) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Whether some element has a word of variability.
    fn has_conditions(&self) -> bool {
        let is_variable = |element: &Element| {
            let is_ordinary = element.alternative == Alternative::Ordinary;
            !element.conditions.is_empty() || element.overrides.is_some() || !is_ordinary
        };
        let written = |element: &&Element| element.body.is_some();
        Kind::ALL.into_iter().any(|kind| self.contents.elements[kind].iter().filter(written).any(is_variable))
    }

    fn dialect(&self) -> &'static Dialect {
        self.contents.profile.dialect()
    }

    /// The node, group, policy, input or output with this name, when there is exactly one.
    fn the(&self, kind: Kind, name: &str) -> Option<ElementId> {
        match self.contents.names.named(kind, name) {
            &[one] => Some(one),
            _ => None,
        }
    }
}

/// Whether a service template says in no way that it is meant to be variable.
fn is_plain(root: Yaml<'_>) -> bool {
    let version = root.get("tosca_definitions_version").map_or("", |version| version.text());
    let variability = topology_of(root).and_then(|topology| topology.get("variability"));
    (version.starts_with("tosca_simple_yaml_") || Version::is_dialect(version)) && variability.is_none()
}
