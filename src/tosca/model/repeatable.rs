//! Requirements that a node may have several times (`occurrences`, section 3.7.3 of the profile).

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
        let declared: Vec<_> =
            types.iter().map(|(_, name)| (schemas.requirements(name), self.is_node_type(name))).collect();
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

    /// Whether a type is known to derive from the root of all node types.
    fn is_node_type(&self, name: &str) -> bool {
        self.types().is_a(Collection::Node, name, Collection::Node.root()).unwrap_or(false)
    }
}
