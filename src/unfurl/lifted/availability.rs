//! When a connection is available to a node, over all variants.
//!
//! A connection reaches a node from the node itself or from what hosts it, unless one of the same name is nearer.
//! Invariant: where no node has two present hosts at once, or names of connections are different, the combinations are
//! true of exactly the variants in which the graph gives the connection.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::analysis::presence::When;
use crate::analysis::question::{PresenceCondition, PresenceConditions};
use crate::tosca::model::{ElementId, Kind, Model};
use crate::unfurl::connection::{Connection, ConnectionTarget};
use crate::unfurl::connection_graph::ConnectionGraph;

/// How often hosts that stand on each other in cycles are gone around.
const MAX_ROUNDS: usize = 100;

/// When connections are available.
pub(super) struct Availability {
    /// By place of the connection, by place of the node, wherever that is present.
    of: Vec<Vec<PresenceCondition>>,
    /// When the node is meant by itself, whatever else has the same name: by place of the connection, by place of the node.
    matched: Vec<Vec<PresenceCondition>>,
    /// Where a run decides what hosts the node, or one of its hosts, if it does anywhere: by place of the node, wherever that
    /// is present.
    host_open: Vec<Option<PresenceCondition>>,
    /// Whether cycles of hosts were gone around often enough.
    pub(super) is_complete: bool,
    /// Whether connections that can be there at once have the same name.
    pub(super) has_namesakes: bool,
}

/// A relationship template that leads to a node from where a task runs.
pub(super) struct IncomingTemplate<'c> {
    pub(super) connection: Connection<'c>,
    pub(super) target: ElementId,
    /// Where it does, if the target is present.
    pub(super) presence_condition: PresenceCondition,
}

/// What is available to a task at some node.
#[derive(Default)]
pub(super) struct AvailableConnections {
    /// Connections of the graph that the leads may hide, by place.
    pub(super) changed: BTreeMap<usize, PresenceCondition>,
    /// Where each of the leads is available.
    pub(super) leads: Vec<PresenceCondition>,
}

impl Availability {
    pub(super) fn of(model: &Model, graph: &ConnectionGraph<'_>, presence_conditions: &mut PresenceConditions) -> Self {
        let connections: Vec<&Connection<'_>> = graph.connections().iter().collect();
        let mut namesakes: BTreeMap<&Arc<str>, Vec<usize>> = BTreeMap::new();
        for (place, connection) in connections.iter().enumerate() {
            namesakes.entry(&connection.name).or_default().push(place);
        }
        let nodes: Vec<ElementId> = model.of_kind(Kind::Node).collect();
        let (order, mut is_complete) = (hosts_first(graph, &nodes), true);
        let mut matching = |connection: &&Connection<'_>| {
            nodes.iter().map(|&node| matched(model, graph, connection, node, presence_conditions)).collect()
        };
        let matched: Vec<Vec<PresenceCondition>> = connections.iter().map(&mut matching).collect();
        let mut of = vec![Vec::new(); connections.len()];
        for group in namesakes.values() {
            let matched: Vec<&[PresenceCondition]> = group.iter().map(|&place| matched[place].as_slice()).collect();
            let (found, is_settled) = settled(graph, &matched, &order, presence_conditions);
            group.iter().zip(found).for_each(|(&place, found)| of[place] = found);
            is_complete &= is_settled;
        }
        // One that differs in its types only is never there at the same time.
        let is_other = |pair: &[usize]| !connections[pair[0]].is_same(connections[pair[1]]);
        let has_namesakes = namesakes.values().any(|group| group.windows(2).any(is_other));
        let open: Vec<PresenceCondition> =
            nodes.iter().map(|&node| host_open(graph, node, presence_conditions)).collect();
        let never = presence_conditions.never();
        let (mut found, is_settled) = settled(graph, &[&open], &order, presence_conditions);
        let host_open = found.remove(0).into_iter().map(|open| (open != never).then_some(open)).collect();
        Self { of, matched, host_open, is_complete: is_complete && is_settled, has_namesakes }
    }

    /// Where a run decides what hosts a node, or one of its hosts; none where it does nowhere.
    pub(super) fn host_open(&self, node: ElementId) -> Option<PresenceCondition> {
        self.host_open[node.place()]
    }

    /// Where a connection is available to a node, wherever that is present.
    pub(super) fn to(&self, connection: usize, node: ElementId) -> PresenceCondition {
        self.of[connection][node.place()]
    }

    /// The connections that a task at `node` has: those that are available there, and `leads`, which lead to it and its hosts.
    pub(super) fn around(
        &mut self,
        graph: &ConnectionGraph<'_>,
        node: ElementId,
        leads: &[IncomingTemplate<'_>],
        presence_conditions: &mut PresenceConditions,
    ) -> AvailableConnections {
        let (order, nothing) = (hosts_first(graph, &[node]), presence_conditions.never());
        let places = graph.node_count();
        let mut around = AvailableConnections { leads: vec![nothing; leads.len()], ..AvailableConnections::default() };
        let mut by_name: BTreeMap<&Arc<str>, Vec<usize>> = BTreeMap::new();
        for (number, lead) in leads.iter().enumerate() {
            by_name.entry(&lead.connection.name).or_default().push(number);
        }
        for (name, group) in by_name {
            let known = graph.connections().iter().enumerate().filter(|(_, it)| it.name == *name);
            let known: Vec<usize> = known.map(|(place, _)| place).collect();
            let leading = group.iter().map(|&number| {
                let mut leading = vec![nothing; places];
                leading[leads[number].target.place()] = leads[number].presence_condition;
                leading
            });
            let leading: Vec<Vec<PresenceCondition>> = leading.collect();
            let matched = known.iter().map(|&place| &self.matched[place]).chain(&leading);
            let matched: Vec<&[PresenceCondition]> = matched.map(Vec::as_slice).collect();
            let (found, is_settled) = settled(graph, &matched, &order, presence_conditions);
            self.is_complete &= is_settled;
            let first = &leads[group[0]].connection;
            let named = known.iter().map(|&place| graph.connections().get(place));
            let mut named = named.chain(group.iter().map(|&number| &leads[number].connection));
            self.has_namesakes |= named.any(|other| !other.is_same(first));
            let found: Vec<PresenceCondition> = found.iter().map(|found| found[node.place()]).collect();
            around.changed.extend(known.iter().copied().zip(found.iter().copied()));
            group.iter().zip(&found[known.len()..]).for_each(|(&number, &found)| around.leads[number] = found);
        }
        around
    }
}

/// Where connections of one name are available, by connection and place of the node: `matched` says, in the order in
/// which they are looked for, where nodes are meant by themselves.
fn settled(
    graph: &ConnectionGraph<'_>,
    matched: &[&[PresenceCondition]],
    order: &[ElementId],
    presence_conditions: &mut PresenceConditions,
) -> (Vec<Vec<PresenceCondition>>, bool) {
    let nothing = presence_conditions.never();
    let places = matched.first().map_or(0, |matched| matched.len());
    let (mut own, mut any) = (vec![vec![nothing; places]; matched.len()], vec![nothing; places]);
    for &node in order {
        let place = node.place();
        for (own, matched) in own.iter_mut().zip(matched) {
            let first = presence_conditions.not(any[place]);
            own[place] = presence_conditions.all([matched[place], first]);
            any[place] = presence_conditions.any([any[place], matched[place]]);
        }
    }
    let (mut all, mut is_complete) = (Vec::new(), true);
    for local in &own {
        let (found, is_settled) =
            HostToHosted { graph, local, hidden: &any, order }.settle(presence_conditions, nothing);
        all.push(found);
        is_complete &= is_settled;
    }
    (all, is_complete)
}

/// Where `node` has a type for which the connection is the default, and the connection is held and has its types.
fn matched(
    model: &Model,
    graph: &ConnectionGraph<'_>,
    connection: &Connection<'_>,
    node: ElementId,
    presence_conditions: &mut PresenceConditions,
) -> PresenceCondition {
    let choices = chosen_types(graph, node, presence_conditions);
    let choice = if choices.iter().all(|(_, subject)| connection.matches(model, subject)) {
        PresenceConditions::ALWAYS
    } else {
        let matching = choices.iter().filter(|(_, subject)| connection.matches(model, subject));
        let matching: Vec<PresenceCondition> = matching.map(|&(chosen, _)| chosen).collect();
        presence_conditions.any(matching)
    };
    let held = held(connection, presence_conditions);
    presence_conditions.all([choice, held])
}

/// Where a connection is held and has its types.
pub(super) fn held(connection: &Connection<'_>, presence_conditions: &mut PresenceConditions) -> PresenceCondition {
    let when = When::present(connection.requirement()).and(&connection.chosen.when);
    is_so(&when, presence_conditions)
}

/// Where a node hosts another.
pub(super) fn hosts(place: &When, host: ElementId, presence_conditions: &mut PresenceConditions) -> PresenceCondition {
    let present = presence_conditions.present(host);
    let place = is_so(place, presence_conditions);
    presence_conditions.all([present, place])
}

fn is_so(place: &When, presence_conditions: &mut PresenceConditions) -> PresenceCondition {
    let mut parts: Vec<PresenceCondition> = place.present.iter().map(|&id| presence_conditions.present(id)).collect();
    for id in place.absent() {
        let present = presence_conditions.present(id);
        parts.push(presence_conditions.not(present));
    }
    presence_conditions.all(parts)
}

/// Where a requirement of a node is matched with a host, and nothing else hosts the node.
fn host_open(
    graph: &ConnectionGraph<'_>,
    node: ElementId,
    presence_conditions: &mut PresenceConditions,
) -> PresenceCondition {
    let matched: Vec<PresenceCondition> =
        graph.matched_hosts(node).iter().map(|place| is_so(place, presence_conditions)).collect();
    if matched.is_empty() {
        return presence_conditions.never();
    }
    let matched = presence_conditions.any(matched);
    let hosting = graph.hosting_of(node).iter().filter(|(_, host)| *host != node);
    let hosted: Vec<PresenceCondition> =
        hosting.map(|(place, host)| hosts(place, *host, presence_conditions)).collect();
    let hosted = presence_conditions.any(hosted);
    let unhosted = presence_conditions.not(hosted);
    presence_conditions.all([matched, unhosted])
}

/// The types of a node, each with where it is the first that is present.
pub(super) fn chosen_types<'l>(
    graph: &'l ConnectionGraph<'_>,
    node: ElementId,
    presence_conditions: &mut PresenceConditions,
) -> Vec<(PresenceCondition, &'l ConnectionTarget)> {
    let (mut chosen, mut rest) = (Vec::new(), PresenceConditions::ALWAYS);
    for (id, _, subject) in graph.type_choices(node) {
        let Some(id) = id else {
            chosen.push((rest, subject));
            break;
        };
        let present = presence_conditions.present(id);
        chosen.push((presence_conditions.all([rest, present]), subject));
        let absent = presence_conditions.not(present);
        rest = presence_conditions.all([rest, absent]);
    }
    chosen
}

/// One connection on its way from hosts to what they host.
struct HostToHosted<'r, 'c> {
    graph: &'r ConnectionGraph<'c>,
    local: &'r [PresenceCondition],
    /// Where a nearer connection of the same name hides what hosts have.
    hidden: &'r [PresenceCondition],
    order: &'r [ElementId],
}

impl HostToHosted<'_, '_> {
    /// The least solution, and whether it was reached: one round after the first says that nothing changes, where
    /// hosts do not stand on each other.
    fn settle(
        &self,
        presence_conditions: &mut PresenceConditions,
        nothing: PresenceCondition,
    ) -> (Vec<PresenceCondition>, bool) {
        let mut found = vec![nothing; self.local.len()];
        for _ in 0..MAX_ROUNDS.min(self.local.len() + 1) {
            let before = found.clone();
            for &node in self.order {
                found[node.place()] = self.at(node, &found, presence_conditions);
            }
            if found == before {
                return (found, true);
            }
        }
        // A path that is longer than there are nodes leads nowhere new.
        (found, self.local.len() < MAX_ROUNDS)
    }

    fn at(
        &self,
        node: ElementId,
        found: &[PresenceCondition],
        presence_conditions: &mut PresenceConditions,
    ) -> PresenceCondition {
        let place = node.place();
        let mut through = Vec::new();
        for (place, host) in self.graph.hosting_of(node) {
            let parts = [hosts(place, *host, presence_conditions), found[host.place()]];
            through.push(presence_conditions.all(parts));
        }
        let (through, visible) = (presence_conditions.any(through), presence_conditions.not(self.hidden[place]));
        let through = presence_conditions.all([through, visible]);
        presence_conditions.any([self.local[place], through])
    }
}

/// Nodes with all that may host them, each after its hosts, as far as these do not stand on each other.
pub(super) fn hosts_first(graph: &ConnectionGraph<'_>, nodes: &[ElementId]) -> Vec<ElementId> {
    let (mut order, mut met) = (Vec::new(), FxHashSet::default());
    for &start in nodes {
        let mut open = vec![(start, 0)];
        while let Some((node, next)) = open.pop() {
            if next == 0 && !met.insert(node) {
                continue;
            }
            match graph.hosting_of(node).get(next) {
                Some((_, host)) => open.extend([(node, next + 1), (*host, 0)]),
                None => order.push(node),
            }
        }
    }
    order
}

/// Where some node has two hosts at once.
pub(super) fn several_hosts(
    model: &Model,
    graph: &ConnectionGraph<'_>,
    presence_conditions: &mut PresenceConditions,
) -> PresenceCondition {
    let mut several = Vec::new();
    for node in model.of_kind(Kind::Node) {
        let mut before = Vec::new();
        for (place, host) in graph.hosting_of(node) {
            let parts = [presence_conditions.present(node), hosts(place, *host, presence_conditions)];
            let hosted = presence_conditions.all(parts);
            let other = presence_conditions.any(before.iter().copied());
            several.push(presence_conditions.all([hosted, other]));
            before.push(hosted);
        }
    }
    presence_conditions.any(several)
}
