//! What leads from where tasks run to their nodes, over all variants: explicit relationship templates are connections of
//! tasks whose operation host has them.
//!
//! A node may have tasks that run at different places. What is said of the node is true of all of its tasks.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::availability::{Availability, AvailableConnections, IncomingTemplate, held, hosts, hosts_first};
use super::need::{ConnectionOffer, Need};
use super::tasks::Tasks;
use crate::analysis::question::{PresenceCondition, PresenceConditions};
use crate::tosca::model::{ElementId, Kind, Model};
use crate::unfurl::connection::{Connection, explicit, explicit_typed};
use crate::unfurl::connection_graph::ConnectionGraph;
use crate::unfurl::external::LOCALHOST;
use crate::unfurl::host_word::HostWord;
use crate::unfurl::run_environment::RunEnvironment;

/// What tasks have besides what their nodes have, by node and by where they run.
pub(super) struct Explicit<'c> {
    by_host: BTreeMap<(ElementId, HostWord), ExplicitVariables<'c>>,
}

/// What tasks at one node that run at one place have besides.
#[derive(Default)]
pub(super) struct ExplicitVariables<'c> {
    pub(super) around: AvailableConnections,
    pub(super) leads: Vec<(Connection<'c>, ConnectionOffer)>,
}

impl<'c> Explicit<'c> {
    pub(super) fn of(
        model: &'c Model,
        graph: &ConnectionGraph<'c>,
        run_environment: &RunEnvironment<'_>,
        tasks: &Tasks<'_>,
        availability: &mut Availability,
        presence_conditions: &mut PresenceConditions,
    ) -> Self {
        let (mut by_host, ensemble) = (BTreeMap::new(), run_environment.ensemble_environment());
        let leading: FxHashSet<ElementId> =
            model.of_kind(Kind::Relation).filter(|&relation| explicit(model, relation).is_some()).collect();
        if leading.is_empty() && graph.localhost().is_empty() {
            return Self { by_host };
        }
        for node in model.of_kind(Kind::Node) {
            let words: BTreeSet<HostWord> = tasks.words(model, node, run_environment);
            let below = hosts_first(graph, &[node]);
            for word in words {
                let mut search = ConnectionSearch { model, graph, leading: &leading, presence_conditions };
                let leads = search.leads(node, &word, &below);
                if !leads.is_empty() {
                    let around = availability.around(graph, node, &leads, presence_conditions);
                    let mut offered = |lead: IncomingTemplate<'c>| {
                        (ConnectionOffer::of(model, &lead.connection, &ensemble, presence_conditions), lead.connection)
                    };
                    let leads = leads.into_iter().map(&mut offered).map(|(offer, it)| (it, offer)).collect();
                    by_host.insert((node, word), ExplicitVariables { around, leads });
                }
            }
        }
        Self { by_host }
    }

    /// What a task at a node that runs somewhere has besides.
    pub(super) fn besides(&self, node: ElementId, word: &HostWord) -> Option<&ExplicitVariables<'c>> {
        self.by_host.get(&(node, word.clone()))
    }

    /// Where a connection is available to a task at a node that runs somewhere, wherever that node is present.
    pub(super) fn available(
        &self,
        connection: usize,
        node: ElementId,
        word: &HostWord,
        availability: &Availability,
    ) -> PresenceCondition {
        let changed = self.besides(node, word).and_then(|besides| besides.around.changed.get(&connection).copied());
        changed.unwrap_or_else(|| availability.to(connection, node))
    }

    /// Whether some task at a node has something besides.
    pub(super) fn is_about(&self, node: ElementId) -> bool {
        self.by_host.range((node, HostWord::Local)..).next().is_some_and(|((first, _), _)| *first == node)
    }

    /// All of them, each with its node and where tasks run.
    pub(super) fn iter(&self) -> impl Iterator<Item = ((ElementId, &HostWord), &ExplicitVariables<'c>)> {
        self.by_host.iter().map(|((node, word), besides)| ((*node, word), besides))
    }
}

impl ExplicitVariables<'_> {
    /// Where it offers something, by itself or by connections that it does not hide.
    pub(super) fn met(
        &self,
        need: &Need,
        offers: &[ConnectionOffer],
        availability: &Availability,
        node: ElementId,
        presence_conditions: &mut PresenceConditions,
    ) -> PresenceCondition {
        let mut cases = Vec::new();
        for (place, offer) in offers.iter().enumerate() {
            let available = self.around.changed.get(&place).copied();
            let available = available.unwrap_or_else(|| availability.to(place, node));
            let offered = offer.of_need(need, presence_conditions);
            cases.push(presence_conditions.all([offered, available]));
        }
        for ((_, offer), &available) in self.leads.iter().zip(&self.around.leads) {
            let offered = offer.of_need(need, presence_conditions);
            cases.push(presence_conditions.all([offered, available]));
        }
        presence_conditions.any(cases)
    }
}

struct ConnectionSearch<'s, 'c> {
    model: &'c Model,
    graph: &'s ConnectionGraph<'c>,
    /// The relations that name or hold a relationship template.
    leading: &'s FxHashSet<ElementId>,
    presence_conditions: &'s mut PresenceConditions,
}

impl<'c> ConnectionSearch<'_, 'c> {
    /// What leads from where a task runs to its node and what may host it.
    fn leads(&mut self, node: ElementId, word: &HostWord, below: &[ElementId]) -> Vec<IncomingTemplate<'c>> {
        let mut leads = Vec::new();
        let hosts = self.hosts(node, word);
        for &(is_host, host) in &hosts {
            for &relation in &self.model.node(host).relations {
                let target = self.model.relation(relation).target.filter(|target| *target != host);
                let Some(target) = target.filter(|target| below.contains(target)) else { continue };
                if self.leading.contains(&relation) {
                    let present = self.presence_conditions.present(relation);
                    for connection in explicit_typed(self.model, relation) {
                        let held = held(&connection, self.presence_conditions);
                        let presence_condition = self.presence_conditions.all([is_host, present, held]);
                        leads.push(IncomingTemplate { connection, target, presence_condition });
                    }
                }
            }
        }
        if *word == HostWord::Local {
            let here = self.presence_conditions.any(hosts.iter().map(|&(is_host, _)| is_host));
            let elsewhere = self.presence_conditions.not(here);
            leads.extend(self.leading_from_localhost(elsewhere, below));
        }
        leads
    }

    fn leading_from_localhost(
        &self,
        presence_condition: PresenceCondition,
        below: &[ElementId],
    ) -> Vec<IncomingTemplate<'c>> {
        let lead = |(name, connection): &(Arc<str>, Connection<'c>)| {
            let targets = self.model.named(Kind::Node, name).iter().filter(|target| below.contains(target));
            let lead =
                |&target: &ElementId| IncomingTemplate { connection: connection.clone(), target, presence_condition };
            targets.map(lead).collect::<Vec<_>>()
        };
        self.graph.localhost().iter().flat_map(lead).collect()
    }

    /// The nodes that a task of a node may run on, each with where it does.
    fn hosts(&mut self, node: ElementId, word: &HostWord) -> Vec<(PresenceCondition, ElementId)> {
        let candidates: Vec<(PresenceCondition, ElementId)> = match word {
            HostWord::Own => return vec![(PresenceConditions::ALWAYS, node)],
            HostWord::Source | HostWord::Target => return Vec::new(),
            HostWord::Host => {
                let hosting = self.graph.hosting_of(node).iter().filter(|(_, host)| *host != node);
                hosting.map(|(place, host)| (hosts(place, *host, self.presence_conditions), *host)).collect()
            }
            HostWord::Local => self.named(LOCALHOST),
            HostWord::Named(name) => self.named(name),
        };
        let (mut hosts, mut before) = (Vec::new(), Vec::new());
        for (presence_condition, host) in candidates {
            let parts = [presence_condition, self.presence_conditions.present(host)];
            let candidate = self.presence_conditions.all(parts);
            let other = self.presence_conditions.any(before.iter().copied());
            let first = self.presence_conditions.not(other);
            hosts.push((self.presence_conditions.all([candidate, first]), host));
            before.push(candidate);
        }
        hosts
    }

    fn named(&self, name: &str) -> Vec<(PresenceCondition, ElementId)> {
        self.model.named(Kind::Node, name).iter().map(|&node| (PresenceConditions::ALWAYS, node)).collect()
    }
}
