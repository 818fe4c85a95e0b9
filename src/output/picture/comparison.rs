//! Two pictures as one: what both have, what only one has, and what is another thing now.
//!
//! Elements are the same when they have the same name in the same place; arrows of one name from one node are distinguished
//! by their order. Invariant: what is possible on neither side is not drawn, everything else exactly once.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Mark, Picture, PictureEdge, PictureNode};

impl Picture {
    /// What became of `self` in `new`, where the elements with these paths have other content.
    #[must_use]
    pub fn compared_with(&self, new: &Self, changed: &BTreeSet<String>) -> Self {
        let (old, new) = (self.only_possible(), new.only_possible());
        let removed = old.nodes.iter().filter(|node| new.place(&node.id).is_none());
        let all: Vec<&PictureNode> = new.nodes.iter().chain(removed).collect();
        let places: BTreeMap<&str, usize> =
            all.iter().enumerate().map(|(place, node)| (node.id.as_str(), place)).collect();
        let comparison = PictureComparison { old: &old, new: &new, places, changed };
        let nodes = all.iter().map(|node| comparison.node(node)).collect();
        Self::new(nodes, comparison.edges())
    }

    fn place(&self, id: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node.id == id)
    }

    fn host_of(&self, node: &PictureNode) -> Option<&str> {
        node.host.map(|host| self.nodes[host].id.as_str())
    }

    /// The arrows, each by where it starts, its name and its number among those of this name.
    fn keyed_edges(&self) -> BTreeMap<(&str, &str, usize), &PictureEdge> {
        let (mut keyed, mut namesakes) = (BTreeMap::new(), BTreeMap::<_, usize>::new());
        for edge in &self.edges {
            let (source, name) = (self.nodes[edge.source].id.as_str(), edge.name.as_str());
            let number = namesakes.entry((source, name)).and_modify(|number| *number += 1).or_default();
            keyed.insert((source, name, *number), edge);
        }
        keyed
    }

    /// Whether a node stands in the box of another.
    fn stands_in(&self, node: &str, host: &str) -> bool {
        self.place(node).is_some_and(|place| self.host_of(&self.nodes[place]) == Some(host))
    }

    /// Whether a node has an arrow to another.
    fn leads_to(&self, node: &str, other: &str) -> bool {
        self.edges.iter().any(|edge| self.nodes[edge.source].id == node && self.nodes[edge.target].id == other)
    }
}

struct PictureComparison<'p> {
    old: &'p Picture,
    new: &'p Picture,
    /// Where the nodes of both are drawn, by path.
    places: BTreeMap<&'p str, usize>,
    changed: &'p BTreeSet<String>,
}

impl PictureComparison<'_> {
    fn node(&self, node: &PictureNode) -> PictureNode {
        let before = self.old.place(&node.id).map(|place| &self.old.nodes[place]);
        let after = self.new.place(&node.id).map(|place| &self.new.nodes[place]);
        let (mark, condition) = match (before, after) {
            (Some(before), Some(after)) => marked(&self.changes_of_node(before, after)),
            (None, _) => (Mark::Added, node.condition.clone()),
            (_, None) => (Mark::Removed, node.condition.clone()),
        };
        let host = if after.is_some() { self.new.host_of(node) } else { self.old.host_of(node) };
        let host = host.and_then(|host| self.places.get(host).copied());
        PictureNode { mark, condition, host, ..node.clone() }
    }

    fn changes_of_node(&self, before: &PictureNode, after: &PictureNode) -> Vec<String> {
        let mut changes = of_presence((before.mark, &before.condition), (after.mark, &after.condition));
        changes.extend(self.moved(before, after));
        if before.types != after.types {
            changes.push(format!("was {}", before.types.join(" | ")));
        } else if self.changed.contains(&after.id) {
            changes.push("other content".to_owned());
        }
        changes
    }

    /// Where the node stood, if it stands elsewhere. What has an arrow on the other side is no move, but another drawing.
    fn moved(&self, before: &PictureNode, after: &PictureNode) -> Option<String> {
        let name = |id: &str| id.split_once('.').map_or(id, |(_, name)| name).to_owned();
        match (self.old.host_of(before), self.new.host_of(after)) {
            (Some(old), Some(new)) if old != new => Some(format!("was on {}", name(old))),
            (Some(old), None) if !self.new.leads_to(&after.id, old) => Some(format!("was on {}", name(old))),
            (None, Some(new)) if !self.old.leads_to(&before.id, new) => Some(format!("now on {}", name(new))),
            _ => None,
        }
    }

    /// The arrows of the new side, then those that only the old one has.
    fn edges(&self) -> Vec<PictureEdge> {
        let (before, after) = (self.old.keyed_edges(), self.new.keyed_edges());
        let is_nested = |side: &Picture, own: &Picture, edge: &PictureEdge| {
            side.stands_in(&own.nodes[edge.source].id, &own.nodes[edge.target].id)
        };
        let edge_of_new = |(key, edge): (&(&str, &str, usize), &&PictureEdge)| {
            let (mark, condition) = match before.get(key) {
                Some(before) => marked(&self.changes_of_edge(before, edge)),
                None if is_nested(self.old, self.new, edge) => (Mark::Kept, None),
                None => (Mark::Added, edge.condition.clone()),
            };
            self.edge(self.new, edge, mark, condition)
        };
        let is_gone = |(key, edge): &(&(&str, &str, usize), &&PictureEdge)| {
            !after.contains_key(*key) && !is_nested(self.new, self.old, edge)
        };
        let removed = before.iter().filter(is_gone);
        let removed = removed.map(|(_, edge)| self.edge(self.old, edge, Mark::Removed, edge.condition.clone()));
        after.iter().map(edge_of_new).chain(removed).collect()
    }

    fn changes_of_edge(&self, before: &PictureEdge, after: &PictureEdge) -> Vec<String> {
        let mut changes = of_presence((before.mark, &before.condition), (after.mark, &after.condition));
        let targets = [&self.old.nodes[before.target], &self.new.nodes[after.target]];
        if targets[0].id != targets[1].id {
            changes.push(format!("was to {}", targets[0].name));
        }
        if self.changed.contains(&after.id) {
            changes.push("other content".to_owned());
        }
        changes
    }

    /// An arrow of one side between nodes of both.
    fn edge(&self, side: &Picture, edge: &PictureEdge, mark: Mark, condition: Option<String>) -> PictureEdge {
        let place = |node: usize| self.places[side.nodes[node].id.as_str()];
        let is_implied = edge.is_implied && mark != Mark::Changed;
        PictureEdge {
            source: place(edge.source),
            target: place(edge.target),
            mark,
            condition,
            is_implied,
            ..edge.clone()
        }
    }
}

/// What is said of an element of both sides.
fn marked(changes: &[String]) -> (Mark, Option<String>) {
    if changes.is_empty() { (Mark::Kept, None) } else { (Mark::Changed, Some(changes.join("\n"))) }
}

type DrawnPresence<'p> = (Mark, &'p Option<String>);

fn of_presence(before: DrawnPresence<'_>, after: DrawnPresence<'_>) -> Vec<String> {
    if before == after {
        return Vec::new();
    }
    let words = |(mark, condition): DrawnPresence<'_>| condition.clone().unwrap_or_else(|| mark.word().to_owned());
    vec![format!("now {}", words(after)), format!("was {}", words(before))]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(name: &str, mark: Mark, host: Option<usize>) -> PictureNode {
        PictureNode {
            id: format!("node.{name}"),
            name: name.to_owned(),
            types: Vec::new(),
            mark,
            condition: None,
            host,
            hosting: Vec::new(),
        }
    }

    fn edge(name: &str, source: usize, target: usize) -> PictureEdge {
        PictureEdge {
            id: format!("relation.{name}@0.{source}"),
            name: name.to_owned(),
            source,
            target,
            is_hosting: false,
            mark: Mark::Always,
            condition: None,
            is_implied: true,
        }
    }

    /// `name mark (host)` of all nodes, then `name mark source target` of all arrows.
    fn drawn(picture: &Picture) -> Vec<String> {
        let name = |place: usize| picture.nodes[place].name.as_str();
        let nodes = picture
            .nodes
            .iter()
            .map(|node| format!("{} {} {}", node.name, node.mark.word(), node.host.map_or("-", name)));
        let edges = picture
            .edges
            .iter()
            .map(|edge| format!("{} {} {} {}", edge.name, edge.mark.word(), name(edge.source), name(edge.target)));
        nodes.chain(edges).collect()
    }

    #[test]
    fn everything_is_drawn_once() {
        let old = Picture::new(
            vec![node("a", Mark::Always, Some(1)), node("vm", Mark::Always, None), node("gone", Mark::Always, Some(1))],
            vec![edge("uses", 0, 2), edge("uses", 0, 1), edge("other", 1, 0)],
        );
        let new = Picture::new(
            vec![
                node("cloud", Mark::Always, None),
                node("vm", Mark::Conditional, None),
                node("a", Mark::Always, Some(0)),
                node("never", Mark::Never, None),
            ],
            vec![edge("uses", 2, 1), edge("other", 1, 2), edge("uses", 2, 3)],
        );
        assert_eq!(
            drawn(&old.compared_with(&new, &BTreeSet::new())),
            [
                "cloud added -",
                "vm changed -",
                "a changed cloud",
                "gone removed vm",
                "uses changed a vm",
                "other kept vm a",
                "uses removed a vm",
            ]
        );
    }

    #[test]
    fn nothing_changes_by_itself() {
        let picture = Picture::new(
            vec![node("a", Mark::Always, None), node("b", Mark::Conditional, Some(0))],
            vec![edge("e", 1, 0)],
        );
        let same = picture.compared_with(&picture, &BTreeSet::new());
        assert_eq!(drawn(&same), ["a kept -", "b kept a", "e kept b a"]);
        let other = picture.compared_with(&picture, &BTreeSet::from(["node.a".to_owned()]));
        assert_eq!(other.nodes[0].condition.as_deref(), Some("other content"));
    }
}
