//! When a connection is available to a node, over all variants.
//!
//! A connection reaches a node from the node itself or from what hosts it, unless one of the same name is nearer.
//! Invariant: where no node has two present hosts at once, or names of connections are different, the combinations are
//! true of exactly the variants in which the landscape gives the connection.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::model::{ElementId, Kind, Model};
use crate::question::{Occasion, Occasions};
use crate::runtime::connection::{Connection, Subject};
use crate::runtime::landscape::Landscape;

/// How often hosts that stand on each other in circles are gone around.
const MOST_ROUNDS: usize = 100;

/// When connections are available.
pub(super) struct Availability {
    /// By place of the connection, by place of the node, wherever that is present.
    of: Vec<Vec<Occasion>>,
    /// The same for what the node is meant by itself, whatever else has the same name.
    matched: Vec<Vec<Occasion>>,
    /// Whether circles of hosts were gone around often enough.
    pub(super) is_complete: bool,
    /// Whether connections that can be there at once have the same name.
    pub(super) has_namesakes: bool,
}

/// A relationship template that leads to a node from where a task runs.
pub(super) struct Lead<'c> {
    pub(super) connection: Connection<'c>,
    pub(super) target: ElementId,
    /// Where it does, if the target is present.
    pub(super) occasion: Occasion,
}

/// What is available to a task at some node.
#[derive(Default)]
pub(super) struct Around {
    /// Connections of the landscape that the leads may hide, by place.
    pub(super) changed: BTreeMap<usize, Occasion>,
    /// Where each of the leads is available.
    pub(super) leads: Vec<Occasion>,
}

impl Availability {
    pub(super) fn of(model: &Model, landscape: &Landscape<'_>, occasions: &mut Occasions) -> Self {
        let connections: Vec<&Connection<'_>> = landscape.connections().iter().collect();
        let mut namesakes: BTreeMap<&Arc<str>, Vec<usize>> = BTreeMap::new();
        for (place, connection) in connections.iter().enumerate() {
            namesakes.entry(&connection.name).or_default().push(place);
        }
        let nodes: Vec<ElementId> = model.of_kind(Kind::Node).collect();
        let (order, mut is_complete) = (hosts_first(landscape, &nodes), true);
        let mut matching = |connection: &&Connection<'_>| {
            nodes.iter().map(|&node| matched(model, landscape, connection, node, occasions)).collect()
        };
        let matched: Vec<Vec<Occasion>> = connections.iter().map(&mut matching).collect();
        let mut of = vec![Vec::new(); connections.len()];
        for group in namesakes.values() {
            let matched: Vec<&[Occasion]> = group.iter().map(|&place| matched[place].as_slice()).collect();
            let (found, is_settled) = settled(landscape, &matched, &order, occasions);
            group.iter().zip(found).for_each(|(&place, found)| of[place] = found);
            is_complete &= is_settled;
        }
        // One that differs in its types only is never there at the same time.
        let is_other = |pair: &[usize]| !connections[pair[0]].is_same(connections[pair[1]]);
        let has_namesakes = namesakes.values().any(|group| group.windows(2).any(is_other));
        Self { of, matched, is_complete, has_namesakes }
    }

    /// Where a connection is available to a node, wherever that is present.
    pub(super) fn to(&self, connection: usize, node: ElementId) -> Occasion {
        self.of[connection][node.place()]
    }

    /// What a task at `node` has with these leads to it and its hosts.
    pub(super) fn around(
        &mut self,
        landscape: &Landscape<'_>,
        node: ElementId,
        leads: &[Lead<'_>],
        occasions: &mut Occasions,
    ) -> Around {
        let (order, nothing) = (hosts_first(landscape, &[node]), occasions.never());
        let places = landscape.node_count();
        let mut around = Around { leads: vec![nothing; leads.len()], ..Around::default() };
        let mut by_name: BTreeMap<&Arc<str>, Vec<usize>> = BTreeMap::new();
        for (number, lead) in leads.iter().enumerate() {
            by_name.entry(&lead.connection.name).or_default().push(number);
        }
        for (name, group) in by_name {
            let known = landscape.connections().iter().enumerate().filter(|(_, it)| it.name == *name);
            let known: Vec<usize> = known.map(|(place, _)| place).collect();
            let leading = group.iter().map(|&number| {
                let mut leading = vec![nothing; places];
                leading[leads[number].target.place()] = leads[number].occasion;
                leading
            });
            let leading: Vec<Vec<Occasion>> = leading.collect();
            let matched = known.iter().map(|&place| &self.matched[place]).chain(&leading);
            let matched: Vec<&[Occasion]> = matched.map(Vec::as_slice).collect();
            let (found, is_settled) = settled(landscape, &matched, &order, occasions);
            self.is_complete &= is_settled;
            let first = &leads[group[0]].connection;
            let named = known.iter().map(|&place| landscape.connections().get(place));
            let mut named = named.chain(group.iter().map(|&number| &leads[number].connection));
            self.has_namesakes |= named.any(|other| !other.is_same(first));
            let found: Vec<Occasion> = found.iter().map(|found| found[node.place()]).collect();
            around.changed.extend(known.iter().copied().zip(found.iter().copied()));
            group.iter().zip(&found[known.len()..]).for_each(|(&number, &found)| around.leads[number] = found);
        }
        around
    }
}

/// Where connections of one name are available, by connection and place of the node: `matched` says, in the order in
/// which they are looked for, where nodes are meant by themselves.
fn settled(
    landscape: &Landscape<'_>,
    matched: &[&[Occasion]],
    order: &[ElementId],
    occasions: &mut Occasions,
) -> (Vec<Vec<Occasion>>, bool) {
    let nothing = occasions.never();
    let places = matched.first().map_or(0, |matched| matched.len());
    let (mut own, mut any) = (vec![vec![nothing; places]; matched.len()], vec![nothing; places]);
    for &node in order {
        let place = node.place();
        for (own, matched) in own.iter_mut().zip(matched) {
            let first = occasions.not(any[place]);
            own[place] = occasions.all([matched[place], first]);
            any[place] = occasions.any([any[place], matched[place]]);
        }
    }
    let (mut all, mut is_complete) = (Vec::new(), true);
    for local in &own {
        let (found, is_settled) = Reach { landscape, local, hidden: &any, order }.settle(occasions, nothing);
        all.push(found);
        is_complete &= is_settled;
    }
    (all, is_complete)
}

/// Where `node` has a type for which the connection is the default, and the connection is held and has its types.
fn matched(
    model: &Model,
    landscape: &Landscape<'_>,
    connection: &Connection<'_>,
    node: ElementId,
    occasions: &mut Occasions,
) -> Occasion {
    let choices = chosen_types(landscape, node, occasions);
    let choice = if choices.iter().all(|(_, subject)| connection.matches(model, subject)) {
        Occasions::ALWAYS
    } else {
        let matching = choices.iter().filter(|(_, subject)| connection.matches(model, subject));
        let matching: Vec<Occasion> = matching.map(|&(chosen, _)| chosen).collect();
        occasions.any(matching)
    };
    let held = held(connection, occasions);
    occasions.all([choice, held])
}

/// Where a connection is held and has its types.
pub(super) fn held(connection: &Connection<'_>, occasions: &mut Occasions) -> Occasion {
    let needed = connection.requirement().into_iter().chain(connection.chosen.present);
    let mut held: Vec<Occasion> = needed.map(|id| occasions.present(id)).collect();
    for &other in &connection.chosen.absent {
        let present = occasions.present(other);
        held.push(occasions.not(present));
    }
    occasions.all(held)
}

/// The types of a node, each with where it is the first that is present.
pub(super) fn chosen_types<'l>(
    landscape: &'l Landscape<'_>,
    node: ElementId,
    occasions: &mut Occasions,
) -> Vec<(Occasion, &'l Subject)> {
    let (mut chosen, mut rest) = (Vec::new(), Occasions::ALWAYS);
    for (id, _, subject) in landscape.type_choices(node) {
        let Some(id) = id else {
            chosen.push((rest, subject));
            break;
        };
        let present = occasions.present(id);
        chosen.push((occasions.all([rest, present]), subject));
        let absent = occasions.not(present);
        rest = occasions.all([rest, absent]);
    }
    chosen
}

/// One connection on its way from hosts to what they host.
struct Reach<'r, 'c> {
    landscape: &'r Landscape<'c>,
    local: &'r [Occasion],
    /// Where a nearer connection of the same name hides what hosts have.
    hidden: &'r [Occasion],
    order: &'r [ElementId],
}

impl Reach<'_, '_> {
    /// The least solution, and whether it was reached: one round after the first tells that nothing changes, where
    /// hosts do not stand on each other.
    fn settle(&self, occasions: &mut Occasions, nothing: Occasion) -> (Vec<Occasion>, bool) {
        let mut found = vec![nothing; self.local.len()];
        for _ in 0..MOST_ROUNDS.min(self.local.len() + 1) {
            let before = found.clone();
            for &node in self.order {
                found[node.place()] = self.at(node, &found, occasions);
            }
            if found == before {
                return (found, true);
            }
        }
        // A path that is longer than there are nodes leads nowhere new.
        (found, self.local.len() < MOST_ROUNDS)
    }

    fn at(&self, node: ElementId, found: &[Occasion], occasions: &mut Occasions) -> Occasion {
        let place = node.place();
        let mut through = Vec::new();
        for &(relation, host) in self.landscape.hosting_of(node) {
            let parts = [occasions.present(relation), occasions.present(host), found[host.place()]];
            through.push(occasions.all(parts));
        }
        let (through, visible) = (occasions.any(through), occasions.not(self.hidden[place]));
        let through = occasions.all([through, visible]);
        occasions.any([self.local[place], through])
    }
}

/// Nodes with all that may host them, each after its hosts, as far as these do not stand on each other.
pub(super) fn hosts_first(landscape: &Landscape<'_>, nodes: &[ElementId]) -> Vec<ElementId> {
    let (mut order, mut met) = (Vec::new(), FxHashSet::default());
    for &start in nodes {
        let mut open = vec![(start, 0)];
        while let Some((node, next)) = open.pop() {
            if next == 0 && !met.insert(node) {
                continue;
            }
            match landscape.hosting_of(node).get(next) {
                Some(&(_, host)) => open.extend([(node, next + 1), (host, 0)]),
                None => order.push(node),
            }
        }
    }
    order
}

/// Where some node has two hosts at once.
pub(super) fn several_hosts(model: &Model, landscape: &Landscape<'_>, occasions: &mut Occasions) -> Occasion {
    let mut several = Vec::new();
    for node in model.of_kind(Kind::Node) {
        let mut before = Vec::new();
        for &(relation, host) in landscape.hosting_of(node) {
            let parts = [occasions.present(node), occasions.present(relation), occasions.present(host)];
            let hosted = occasions.all(parts);
            let other = occasions.any(before.iter().copied());
            several.push(occasions.all([hosted, other]));
            before.push(hosted);
        }
    }
    occasions.any(several)
}
