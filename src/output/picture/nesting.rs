//! Which node stands in the box of which host.

use crate::tosca::model::{ElementId, Kind, Model};

/// Boxes in boxes; more cannot be read, and everything that draws boxes descends into them.
const MAX_DEPTH: usize = 40;

/// The host in whose box each node stands, by place.
///
/// A node stands in a box when there is one host that it can have; otherwise its hosts are shown by arrows. Where hosts
/// host each other in a cycle, the node of the cycle that comes first stands in no box, nor does one that would stand
/// too deep.
pub(super) fn nesting(model: &Model, is_possible: impl Fn(ElementId) -> bool) -> Vec<Option<ElementId>> {
    let mut hosts: Vec<Option<ElementId>> =
        model.of_kind(Kind::Node).map(|node| only_host(model, node, &is_possible)).collect();
    for node in model.of_kind(Kind::Node) {
        if is_in_cycle(&hosts, node) {
            hosts[node.place()] = None;
        }
    }
    for node in model.of_kind(Kind::Node) {
        if depth(&hosts, node) > MAX_DEPTH {
            hosts[node.place()] = None;
        }
    }
    hosts
}

/// How many boxes are around `node`, as far as that matters.
fn depth(hosts: &[Option<ElementId>], node: ElementId) -> usize {
    std::iter::successors(Some(node), |node| hosts[node.place()]).take(MAX_DEPTH + 2).count() - 1
}

/// The only host among possible ones; where none is possible, among all.
fn only_host(model: &Model, node: ElementId, is_possible: &impl Fn(ElementId) -> bool) -> Option<ElementId> {
    let hosting = |id: &&ElementId| model.relation(**id).is_hosting;
    let all: Vec<ElementId> = model.node(node).relations.iter().filter(hosting).copied().collect();
    let possible: Vec<ElementId> = all.iter().copied().filter(|&id| is_possible(id)).collect();
    let relations = if possible.is_empty() { all } else { possible };
    let mut hosts: Vec<ElementId> = relations.iter().filter_map(|&id| model.relation(id).target).collect();
    hosts.sort_unstable();
    hosts.dedup();
    match hosts.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// Whether the way up from `node` comes back to it.
fn is_in_cycle(hosts: &[Option<ElementId>], node: ElementId) -> bool {
    let mut above = hosts[node.place()];
    // Another cycle above would be walked for ever; no way up has more steps than there are nodes.
    for _ in 0..hosts.len() {
        match above {
            None => return false,
            Some(host) if host == node => return true,
            Some(host) => above = hosts[host.place()],
        }
    }
    false
}
