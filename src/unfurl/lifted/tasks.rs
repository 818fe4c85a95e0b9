//! Which tasks nodes may have, by the types that they may have.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::need::Need;
use super::rules::{ConditionSet, named_variables};
use crate::tosca::model::{ElementId, Kind, Model};
use crate::tosca::types::Collection;
use crate::unfurl::built_in::schemas;
use crate::unfurl::connection_graph::ConnectionGraph;
use crate::unfurl::host_word::HostWord;
use crate::unfurl::lineage::lineage;
use crate::unfurl::operation::{Operation, operations};
use crate::unfurl::run_environment::RunEnvironment;

/// The operations of nodes.
pub(super) struct Tasks<'m> {
    /// By place of the node, by type in the order in which they are looked for.
    operations: Vec<Vec<Vec<Operation<'m>>>>,
}

impl<'m> Tasks<'m> {
    pub(super) fn of(model: &'m Model, graph: &ConnectionGraph<'_>) -> Self {
        let schemas = schemas(model);
        let of_node = |node: ElementId| {
            let body = model.element(node).body.map(|body| model.yaml(body));
            let of_type = |name: &str| {
                operations(&schemas, Collection::Node, &lineage(model.types(), Collection::Node, name), body)
            };
            graph.type_choices(node).map(|(_, name, _)| of_type(name)).collect()
        };
        Self { operations: model.of_kind(Kind::Node).map(of_node).collect() }
    }

    /// The operations of a node where it has the type of this place.
    pub(super) fn operations(&self, node: ElementId, place: usize) -> &[Operation<'m>] {
        self.operations[node.place()].get(place).map(Vec::as_slice).unwrap_or_default()
    }

    /// Where the tasks of a node run where it has the type of this place; a node without operations has one that does not
    /// say so.
    pub(super) fn words_of_type(
        &self,
        model: &Model,
        node: ElementId,
        place: usize,
        run_environment: &RunEnvironment<'_>,
    ) -> BTreeSet<HostWord> {
        let (name, operations) = (&model.element(node).name, self.operations(node, place));
        if operations.is_empty() {
            return BTreeSet::from([HostWord::of(None, name, run_environment)]);
        }
        operations.iter().map(|operation| HostWord::of(Some(operation), name, run_environment)).collect()
    }

    /// [`Self::words_of_type`] for all types that the node may have, and for a task that does not say where it runs.
    pub(super) fn words(
        &self,
        model: &Model,
        node: ElementId,
        run_environment: &RunEnvironment<'_>,
    ) -> BTreeSet<HostWord> {
        let places = 0..self.operations[node.place()].len();
        let words = places.flat_map(|place| self.words_of_type(model, node, place, run_environment));
        words.chain([HostWord::of(None, &model.element(node).name, run_environment)]).collect()
    }

    /// Whether the rules of some operation of a node have a say in whether a need is met.
    pub(super) fn change(&self, node: ElementId, need: &Need) -> bool {
        let Need::Variable(name) = need else { return false };
        let mut operations = self.operations[node.place()].iter().flatten();
        operations.any(|operation| ConditionSet::of(operation, name) != ConditionSet::unchanged(name))
    }

    /// The tasks of a node where it has the type of this place, as far as a need distinguishes them: where they
    /// run, and for a variable what the rules of the operation make of it.
    pub(super) fn of_type(
        &self,
        model: &Model,
        node: ElementId,
        place: usize,
        need: &Need,
        run_environment: &RunEnvironment<'_>,
    ) -> BTreeSet<(HostWord, Option<ConditionSet>)> {
        let Need::Variable(variable) = need else {
            let words = self.words_of_type(model, node, place, run_environment);
            return words.into_iter().map(|word| (word, None)).collect();
        };
        let (name, operations) = (&model.element(node).name, self.operations(node, place));
        if operations.is_empty() {
            return BTreeSet::from([(HostWord::of(None, name, run_environment), None)]);
        }
        let task = |operation: &Operation<'_>| {
            (HostWord::of(Some(operation), name, run_environment), Some(ConditionSet::of(operation, variable)))
        };
        operations.iter().map(task).collect()
    }

    /// The variables that rules of operations name.
    pub(super) fn variables(&self) -> impl Iterator<Item = Arc<str>> + '_ {
        self.operations.iter().flatten().flatten().flat_map(named_variables)
    }
}
