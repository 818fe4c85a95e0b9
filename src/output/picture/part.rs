//! Parts of large pictures: what is around one node, and nodes of one kind as one.
//!
//! Comes in: a picture. Goes out: a smaller one. Invariant: what is drawn as one stands in the same box and has the same types.

use std::collections::{BTreeMap, VecDeque};

use super::graph::{Mark, Picture, PictureEdge, PictureNode};

impl Picture {
    /// The place of a node that is called `app`, `node.app` or `node:app`.
    pub fn place_of(&self, name: &str) -> Option<usize> {
        let path = name.replacen("node:", "node.", 1);
        self.nodes.iter().position(|node| node.id == path || node.name == name)
    }

    /// The node at this place, and what is at most so many relations away from it, in whatever direction.
    #[must_use]
    pub fn around(&self, place: usize, depth: usize) -> Self {
        let mut neighbours = vec![Vec::new(); self.nodes.len()];
        let nested = self.nodes.iter().enumerate().filter_map(|(place, node)| Some((place, node.host?)));
        for (one, other) in nested.chain(self.edges.iter().map(|edge| (edge.source, edge.target))) {
            neighbours[one].push(other);
            neighbours[other].push(one);
        }
        let mut distance = vec![None; self.nodes.len()];
        distance[place] = Some(0);
        let mut open = VecDeque::from([place]);
        while let Some(node) = open.pop_front() {
            let next = distance[node].map_or(0, |steps| steps + 1);
            for &other in neighbours[node].iter().filter(|_| next <= depth) {
                if distance[other].is_none() {
                    distance[other] = Some(next);
                    open.push_back(other);
                }
            }
        }
        self.kept(|node| distance[node].is_some(), |_| true)
    }

    /// Nodes with the same types in the same box as one, which says how many they are, and so are boxes; arrows of one name
    /// between them, too.
    #[must_use]
    pub fn collapsed(&self) -> Self {
        let groups = NodeGroups::of(self);
        let nodes = groups.members.iter().map(|members| groups.node(self, members)).collect();
        let mut edges: BTreeMap<(usize, &str, usize), Vec<&PictureEdge>> = BTreeMap::new();
        for edge in &self.edges {
            let (source, target) = (groups.group[edge.source], groups.group[edge.target]);
            edges.entry((source, &edge.name, target)).or_default().push(edge);
        }
        Self::new(nodes, edges.into_iter().map(|((source, _, target), edges)| arrow(&edges, source, target)).collect())
    }
}

/// Which nodes are drawn as one.
struct NodeGroups {
    /// By node.
    group: Vec<usize>,
    /// By group, the nodes in order.
    members: Vec<Vec<usize>>,
}

impl NodeGroups {
    fn of(picture: &Picture) -> Self {
        let mut groups = Self { group: vec![0; picture.nodes.len()], members: Vec::new() };
        let mut known: BTreeMap<(Option<usize>, &[String]), usize> = BTreeMap::new();
        let mut open: VecDeque<usize> = picture.inside(None).iter().copied().collect();
        // Hosts come before what stands in them.
        while let Some(place) = open.pop_front() {
            let node = &picture.nodes[place];
            let key = (node.host.map(|host| groups.group[host]), node.types.as_slice());
            let group = *known.entry(key).or_insert(groups.members.len());
            groups.members.resize(groups.members.len().max(group + 1), Vec::new());
            groups.group[place] = group;
            groups.members[group].push(place);
            open.extend(picture.inside(Some(place)));
        }
        groups
    }

    fn node(&self, picture: &Picture, members: &[usize]) -> PictureNode {
        let first = &picture.nodes[members[0]];
        let host = first.host.map(|host| self.group[host]);
        if members.len() == 1 {
            return PictureNode { host, ..first.clone() };
        }
        let all = || members.iter().map(|&place| &picture.nodes[place]);
        let what = if first.types.is_empty() { "nodes".to_owned() } else { first.types.join(" | ") };
        PictureNode {
            id: first.id.clone(),
            name: format!("{} × {what}", members.len()),
            types: Vec::new(),
            mark: shared_mark(all().map(|node| node.mark)),
            condition: first.condition.clone().filter(|_| all().all(|node| node.condition == first.condition)),
            host,
            hosting: all().flat_map(|node| node.hosting.clone()).map(|hosting| hosting.without_condition()).collect(),
        }
    }
}

/// Several arrows as one.
fn arrow(edges: &[&PictureEdge], source: usize, target: usize) -> PictureEdge {
    let first = edges[0];
    let is_same = edges.iter().all(|edge| edge.condition == first.condition);
    let count = if edges.len() == 1 { String::new() } else { format!("{} × ", edges.len()) };
    PictureEdge {
        name: format!("{count}{}", first.name),
        source,
        target,
        mark: shared_mark(edges.iter().map(|edge| edge.mark)),
        condition: first.condition.clone().filter(|_| is_same),
        is_implied: edges.iter().all(|edge| edge.is_implied),
        ..first.clone()
    }
}

/// The mark that all have; of several, that some are there.
fn shared_mark(mut marks: impl Iterator<Item = Mark>) -> Mark {
    let first = marks.next().unwrap_or(Mark::Unknown);
    if marks.all(|mark| mark == first) { first } else { Mark::Conditional }
}
