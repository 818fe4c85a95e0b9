//! Requirements that a node may have several times (`occurrences`; TOSCA Simple Profile 1.3, section 3.7.3).

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use super::{ElementId, Model};
use crate::tosca::types::{Collection, Schemas, TypesProfile};

/// The requirement that every node may have any number of times, as the root of all node types says.
const DEPENDENCY: &str = "dependency";

impl Model {
    /// The relations of a node whose requirement it may have at most once: those that no second of their name may
    /// accompany.
    ///
    /// A requirement is repeatable when every type that the node may have declares it so, in the template, in a file beside
    /// it, or as a type that is built in. DEVIATION: the reference refuses every second relation of a name, whatever the types say.
    pub fn single_relations(&self, node: ElementId) -> Cow<'_, [ElementId]> {
        let relations = self.node(node).relations.as_slice();
        let names: FxHashSet<&str> = relations.iter().map(|&relation| &*self.element(relation).name).collect();
        let is_repeated = names.len() < relations.len();
        let types = self.type_candidates(node);
        if !is_repeated || types.is_empty() {
            return Cow::Borrowed(relations);
        }
        let schemas = Schemas::new(self.types(), self.tree(), TypesProfile::built_in());
        // A misspelt name, which is reported by itself, is read as the one that is meant.
        let read = |name: &str| {
            let meant =
                if schemas.is_known(Collection::Node, name) { None } else { schemas.meant(Collection::Node, name) };
            let name = meant.unwrap_or(name);
            (schemas.requirements(name), self.is_node_type(name))
        };
        let declared: Vec<_> = types.iter().map(|(_, name)| read(name)).collect();
        let is_repeatable = |&relation: &ElementId| {
            let name = &*self.element(relation).name;
            let is_many = |most: Option<u64>| most.is_none_or(|most| most > 1);
            declared.iter().all(|(own, is_node)| match own.get(name) {
                Some(requirement) => is_many(requirement.occurrences.most),
                None => *is_node && name == DEPENDENCY,
            })
        };
        relations.iter().copied().filter(|relation| !is_repeatable(relation)).collect()
    }

    /// Of [`Model::single_relations`] those of which that is not known: a type of the node is unknown, as some import is not read.
    pub fn doubtful_relations(&self, node: ElementId) -> Vec<ElementId> {
        if !self.are_types_open() {
            return Vec::new();
        }
        let schemas = Schemas::new(self.types(), self.tree(), TypesProfile::built_in());
        let is_closed =
            |name: &str| schemas.is_known(Collection::Node, name) && schemas.line(Collection::Node, name).is_some();
        let types = self.type_candidates(node);
        let is_doubtful = |relation: &ElementId| {
            let name = &*self.element(*relation).name;
            let is_open = |own: &str| !is_closed(own) && !schemas.requirements(own).contains_key(name);
            let is_repeated = |other: &&ElementId| *self.element(**other).name == *name;
            types.iter().any(|(_, own)| is_open(own))
                && self.node(node).relations.iter().filter(is_repeated).count() > 1
        };
        self.single_relations(node).iter().copied().filter(is_doubtful).collect()
    }

    /// Whether a type is known to derive from the root of all node types.
    fn is_node_type(&self, name: &str) -> bool {
        self.types().is_a(Collection::Node, name, Collection::Node.root()).unwrap_or(false)
    }
}
