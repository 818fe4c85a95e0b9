//! A large topology as the page folds it: nodes, hosts and relations without places, which the page groups by itself.

use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::Serialize;

use crate::output::picture::Picture;

/// What the page needs of a topology that is too large for a picture whose words can be read.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Folds {
    /// The names of all types.
    types: Vec<String>,
    nodes: Vec<FoldedNode>,
    relations: Vec<FoldedRelation>,
}

/// A node; it is called by the place of its element among all elements.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct FoldedNode {
    element: usize,
    name: String,
    /// By place among the types.
    types: Vec<usize>,
}

/// A relation between nodes, by their places.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct FoldedRelation {
    name: String,
    source: usize,
    target: usize,
    is_hosting: bool,
}

impl Folds {
    /// What is in a picture; `elements` are the names of all elements, in the order of the page.
    pub(super) fn of<'e>(picture: &Picture, elements: impl Iterator<Item = &'e str>) -> Self {
        let places: FxHashMap<&str, usize> = elements.zip(0..).collect();
        let (mut types, mut known) = (Vec::new(), FxHashMap::default());
        let mut type_place = |name: &String| {
            *known.entry(name.clone()).or_insert_with(|| {
                types.push(name.clone());
                types.len() - 1
            })
        };
        let nodes = picture.nodes().iter().filter_map(|node| {
            let element = *places.get(node.id.as_str())?;
            let types = node.types.iter().map(&mut type_place).collect();
            Some(FoldedNode { element, name: node.name.clone(), types })
        });
        let nodes = nodes.collect();
        let nested = picture.nodes().iter().enumerate().filter_map(|(source, node)| {
            let relation = move |target| FoldedRelation { name: String::new(), source, target, is_hosting: true };
            node.host.map(relation)
        });
        let drawn = picture.edges().iter().map(|edge| FoldedRelation {
            name: edge.name.clone(),
            source: edge.source,
            target: edge.target,
            is_hosting: edge.is_hosting,
        });
        let relations = nested.chain(drawn).collect();
        Self { types, nodes, relations }
    }
}
