//! When a connection is available to a node, over all variants.
//!
//! A connection reaches a node from the node itself or from what hosts it, unless one of the same name is nearer.
//! Invariant: where no node has two present hosts at once, or names of connections are different, the combinations are
//! true of exactly the variants in which the landscape gives the connection.

use std::collections::BTreeMap;
use std::sync::Arc;

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
    /// Whether circles of hosts were gone around often enough.
    pub(super) is_complete: bool,
    /// Where names and hosts are such that nearness alone does not decide between connections.
    pub(super) doubtful: Occasion,
}

impl Availability {
    pub(super) fn of(model: &Model, landscape: &Landscape<'_>, occasions: &mut Occasions) -> Self {
        let connections: Vec<&Connection<'_>> = landscape.connections().iter().collect();
        let mut namesakes: BTreeMap<&Arc<str>, Vec<usize>> = BTreeMap::new();
        for (place, connection) in connections.iter().enumerate() {
            namesakes.entry(&connection.name).or_default().push(place);
        }
        let (order, mut is_complete) = (hosts_first(model, landscape), true);
        let nothing = occasions.never();
        let mut of = vec![Vec::new(); connections.len()];
        for group in namesakes.values() {
            let local = Local::of(model, landscape, &connections, group, occasions);
            for (own, &place) in local.own.iter().zip(group) {
                let reached = Reach { landscape, local: own, hidden: &local.any, order: &order };
                let (found, is_settled) = reached.settle(occasions, nothing);
                of[place] = found;
                is_complete &= is_settled;
            }
        }
        // One that differs in its types only is never there at the same time.
        let is_other = |pair: &[usize]| !connections[pair[0]].is_same(connections[pair[1]]);
        let has_namesakes = namesakes.values().any(|group| group.windows(2).any(is_other));
        let doubtful = if has_namesakes { several_hosts(model, landscape, occasions) } else { nothing };
        Self { of, is_complete, doubtful }
    }

    /// Where a connection is available to a node, wherever that is present.
    pub(super) fn to(&self, connection: usize, node: ElementId) -> Occasion {
        self.of[connection][node.place()]
    }
}

/// Where connections of one name are the default for nodes themselves, by place of the node.
struct Local {
    /// By connection: it is the one.
    own: Vec<Vec<Occasion>>,
    /// Any of them is.
    any: Vec<Occasion>,
}

impl Local {
    fn of(
        model: &Model,
        landscape: &Landscape<'_>,
        connections: &[&Connection<'_>],
        group: &[usize],
        occasions: &mut Occasions,
    ) -> Self {
        let mut local = Self { own: vec![Vec::new(); group.len()], any: Vec::new() };
        for node in model.of_kind(Kind::Node) {
            let mut matching = Vec::new();
            for (own, &place) in local.own.iter_mut().zip(group) {
                let matched = matched(model, landscape, connections[place], node, occasions);
                let before = occasions.any(matching.iter().copied());
                let first = occasions.not(before);
                own.push(occasions.all([matched, first]));
                matching.push(matched);
            }
            local.any.push(occasions.any(matching));
        }
        local
    }
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
    let needed = connection.requirement().into_iter().chain(connection.chosen.present);
    let mut held: Vec<Occasion> = needed.map(|id| occasions.present(id)).collect();
    for &other in &connection.chosen.absent {
        let present = occasions.present(other);
        held.push(occasions.not(present));
    }
    held.push(choice);
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

/// The nodes, each after those that may host it, as far as these do not stand on each other.
fn hosts_first(model: &Model, landscape: &Landscape<'_>) -> Vec<ElementId> {
    let (mut order, mut is_met) = (Vec::new(), vec![false; model.of_kind(Kind::Node).count()]);
    for start in model.of_kind(Kind::Node) {
        let mut open = vec![(start, 0)];
        while let Some((node, next)) = open.pop() {
            if next == 0 && std::mem::replace(&mut is_met[node.place()], true) {
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
fn several_hosts(model: &Model, landscape: &Landscape<'_>, occasions: &mut Occasions) -> Occasion {
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
