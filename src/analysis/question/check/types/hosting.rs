//! Nodes that are hosted on each other in a cycle.
//!
//! Invariant: of the cycles through one requirement only the shortest is looked at, so that there are no more than
//! requirements.

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::FxHashMap;

use super::doubt::{ConditionalFault, When};
use super::search::TemplateWalk;
use crate::source::counted::shortened;
use crate::source::diagnostic::Code;
use crate::tosca::model::{ElementId, Kind, Model};
use crate::tosca::types::completion::{Fault, Path};

/// Nodes of a cycle that are named.
const MAX_NAMED: usize = 6;

/// For each node the relations that say where it is hosted, with the hosts.
type Hosts = FxHashMap<ElementId, Vec<(ElementId, ElementId)>>;

impl TemplateWalk<'_, '_> {
    /// Nodes that cannot be deployed, as each waits for another one.
    pub(super) fn hosting_cycles(&mut self) {
        let hosts = circular(self.model);
        let mut met = BTreeSet::new();
        for node in self.model.of_kind(Kind::Node) {
            for &first in hosts.get(&node).into_iter().flatten() {
                let Some(cycle) = shortest(&hosts, node, first) else { continue };
                let relations: BTreeSet<ElementId> = cycle.iter().map(|&(relation, _)| relation).collect();
                if met.insert(relations) {
                    self.hosting_cycle(node, &cycle);
                }
            }
        }
    }

    fn hosting_cycle(&mut self, node: ElementId, cycle: &[(ElementId, ElementId)]) {
        let name = |id: ElementId| format!("\"{}\"", self.model.element(id).name);
        let between = &cycle[..cycle.len() - 1];
        let named: Vec<String> = between.iter().map(|&(_, host)| name(host)).collect();
        let way = format!(", by way of {}", shortened(&named, MAX_NAMED));
        let message = format!("node {} is hosted on itself{way}: none of them can be deployed first", name(node));
        let message = if between.is_empty() { format!("node {} is hosted on itself", name(node)) } else { message };
        let relation = self.model.element(cycle[0].0);
        let path = Path::new(&self.model.element(node).name);
        let fault = Fault::new(Code::HostingCycle, &path.name(&relation.name), relation.span, message);
        let when = When::present(cycle.iter().flat_map(|&(relation, host)| [relation, host]));
        self.doubts.push(ConditionalFault::new(fault, Some(cycle[0].0), when));
    }
}

/// The nodes from which hosting may lead in a cycle: without those whose hosts, step by step, have none.
fn circular(model: &Model) -> Hosts {
    let hosts_of = |&node: &ElementId| -> Vec<(ElementId, ElementId)> {
        let relations = model.node(node).relations.iter().filter(|&&relation| model.relation(relation).is_hosting);
        relations.filter_map(|&relation| Some((relation, model.relation(relation).target?))).collect()
    };
    let mut hosts: Hosts = model.of_kind(Kind::Node).map(|node| (node, hosts_of(&node))).collect();
    let mut hosted: FxHashMap<ElementId, Vec<ElementId>> = FxHashMap::default();
    for node in model.of_kind(Kind::Node) {
        hosts[&node].iter().for_each(|&(_, host)| hosted.entry(host).or_default().push(node));
    }
    let mut free: Vec<ElementId> = model.of_kind(Kind::Node).filter(|node| hosts[node].is_empty()).collect();
    while let Some(node) = free.pop() {
        hosts.remove(&node);
        for other in hosted.remove(&node).into_iter().flatten() {
            let Some(left) = hosts.get_mut(&other) else { continue };
            left.retain(|&(_, host)| host != node);
            if left.is_empty() {
                free.push(other);
            }
        }
    }
    hosts
}

/// The shortest cycle that begins with a step from `node`: each relation with the host that it leads to, `node` last.
fn shortest(hosts: &Hosts, node: ElementId, first: (ElementId, ElementId)) -> Option<Vec<(ElementId, ElementId)>> {
    let mut before: FxHashMap<ElementId, (ElementId, ElementId)> = FxHashMap::from_iter([(first.1, (first.0, node))]);
    let mut open = VecDeque::from([first.1]);
    while let Some(next) = open.pop_front() {
        if next == node {
            break;
        }
        for &(relation, host) in hosts.get(&next).into_iter().flatten() {
            before.entry(host).or_insert_with(|| {
                open.push_back(host);
                (relation, next)
            });
        }
    }
    let (mut cycle, mut at) = (Vec::new(), node);
    loop {
        let &(relation, from) = before.get(&at)?;
        cycle.push((relation, at));
        at = from;
        if at == node {
            break;
        }
    }
    cycle.reverse();
    Some(cycle)
}
