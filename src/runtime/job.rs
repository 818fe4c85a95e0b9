//! A variant in its surroundings: what can be asked about its nodes and their tasks.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::connection::{Connection, Connections, Query, Subject, explicit, values};
use super::content::{Content, Contents, Facts};
use super::environment::{Environment, Rule};
use super::hosting::Hosting;
use super::lineage::{candidates, lineage};
use super::operation::{Operation, operations};
use super::surroundings::Surroundings;
use crate::diagnostic::Diagnostic;
use crate::model::{ElementId, Kind, Model};
use crate::question::Variant;
use crate::types::Collection;

/// A variant in its surroundings.
pub struct Job<'j> {
    pub(super) model: &'j Model,
    pub(super) variant: &'j Variant,
    pub(super) surroundings: &'j Surroundings<'j>,
    hosting: Hosting,
    connections: Connections<'j>,
    pub(super) inputs: Contents,
    /// The environment after the rules of the ensemble.
    pub(super) ensemble: Environment,
    pub(super) faults: Vec<Diagnostic>,
}

impl<'j> Job<'j> {
    /// `variant` of `model` in `surroundings`.
    pub fn new(model: &'j Model, variant: &'j Variant, surroundings: &'j Surroundings<'j>) -> Self {
        let mut faults = Vec::new();
        let variables = surroundings.variables(&mut faults);
        faults.extend(Rule::lint(&variables));
        let ensemble = surroundings.process.after(&variables, &mut faults);
        let connections = Connections::of(model, surroundings.section("connections"), &mut faults);
        faults.extend(connections.unmatched(model));
        let hosting = Hosting::of(model);
        let mut job =
            Self { model, variant, surroundings, hosting, connections, inputs: Contents::default(), ensemble, faults };
        job.inputs = job.given_inputs();
        job
    }

    /// What is wrong or doubtful about the surroundings.
    pub fn faults(&self) -> &[Diagnostic] {
        &self.faults
    }

    /// The present nodes, in order.
    pub fn nodes(&self) -> impl Iterator<Item = ElementId> + '_ {
        self.model.of_kind(Kind::Node).filter(|&node| self.variant.has(self.model, node))
    }

    /// The nodes that host `node`, nearest first.
    pub fn hosts(&self, node: ElementId) -> Vec<ElementId> {
        let (mut met, mut hosts, mut pending) = (FxHashSet::from_iter([node]), Vec::new(), VecDeque::from([node]));
        while let Some(hosted) = pending.pop_front() {
            for &(relation, host) in self.hosting.of_node(hosted) {
                let is_present = self.variant.has(self.model, relation) && self.variant.has(self.model, host);
                if is_present && met.insert(host) {
                    hosts.push(host);
                    pending.push_back(host);
                }
            }
        }
        hosts
    }

    /// The name of the type that a present node has; empty where it has none.
    pub fn type_of(&self, node: ElementId) -> Arc<str> {
        let mut candidates = candidates(self.model, node).into_iter();
        let present = candidates.find(|(id, _)| id.is_none_or(|id| self.variant.has(self.model, id)));
        present.map_or_else(|| "".into(), |(_, name)| name)
    }

    /// The type of a node and what it derives from, nearest first.
    pub(super) fn type_line(&self, node: ElementId) -> Vec<Arc<str>> {
        lineage(self.model.types(), Collection::Node, &self.type_of(node))
    }

    /// The operations of a present node.
    pub fn operations(&self, node: ElementId) -> Vec<Operation<'j>> {
        let body = self.model.element(node).body.map(|body| self.model.yaml(body));
        operations(self.model, &self.type_line(node), body)
    }

    /// The connections that are available to a task of `node` which runs on `operation_host`, in lookup order: what the
    /// farthest host gives comes first, within a host what is declared last.
    ///
    /// The sources of the rules leave the order open; this is what the runtime does.
    pub fn connections(&self, node: ElementId, operation_host: Option<ElementId>) -> Vec<Connection<'j>> {
        let mut found: Vec<Connection<'j>> = Vec::new();
        let mut add = |connection: &Connection<'j>| {
            if found.iter().all(|known| known.name != connection.name) {
                found.push(connection.clone());
            }
        };
        let mut chain = vec![node];
        chain.extend(self.hosts(node));
        for place in chain {
            let subject = Subject::new(self.model, place, &self.type_of(place));
            let matching = self.connections.iter().filter(|connection| connection.matches(self.model, &subject));
            matching.filter(|connection| self.is_held(connection)).for_each(&mut add);
            operation_host.into_iter().flat_map(|host| self.explicit(host, place)).for_each(|it| add(&it));
        }
        found.reverse();
        found
    }

    /// Whether the requirement that holds a connection is present, if one does.
    fn is_held(&self, connection: &Connection<'_>) -> bool {
        connection.requirement().is_none_or(|relation| self.variant.has(self.model, relation))
    }

    /// The relationship templates that lead from `source` to `target`.
    fn explicit(&self, source: ElementId, target: ElementId) -> Vec<Connection<'j>> {
        let relations = self.model.node(source).relations.iter().copied();
        let leading = relations.filter(|&relation| {
            self.variant.has(self.model, relation) && self.model.relation(relation).target == Some(target)
        });
        leading.filter_map(|relation| explicit(self.model, relation)).collect()
    }

    /// The answer of a query like `$connections::NAME::PROPERTY` among the connections that are available: null, one
    /// value, or a list of several.
    pub fn answer(&self, available: &[Connection<'j>], query: &Query) -> Content {
        let available: Vec<&Connection<'_>> = available.iter().collect();
        let content = |connection: &Connection<'_>| {
            let properties = Content::Map(self.connection_properties(connection));
            query.path.iter().try_fold(properties, |content, key| content.part(key))
        };
        let found = values(&available, query).into_iter().filter_map(content).filter(|content| !content.is_null());
        let mut found: Vec<Content> = found.collect();
        match found.len() {
            0 => Content::null(),
            1 => found.remove(0),
            _ => Content::List(found),
        }
    }

    /// What functions in values can refer to.
    pub(super) fn facts(&self) -> Facts<'_> {
        Facts::new(&self.inputs, &self.ensemble)
    }
}
