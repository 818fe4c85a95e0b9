//! Mentions inside expressions and functions of TOSCA.

use rustc_hash::FxHashSet;

use super::occurrences::Collector;
use super::symbol::{Role, Space, Symbol};
use crate::analysis::condition::asked_kind;
use crate::source::syntax::vocabulary::{Arity, Layer, Operator};
use crate::source::syntax::yaml::{VisitedNodes, Yaml};
use crate::tosca::model::{ElementId, Kind};
use crate::tosca::types::Collection;

/// Words that mean an element by where they stand.
pub(super) static KEYWORDS: &[&str] = &["SELF", "CONTAINER", "SOURCE", "TARGET"];

/// Functions of TOSCA whose first operand is a node.
static NODE_FUNCTIONS: &[&str] = &["get_property", "get_attribute", "get_operation_output", "get_artifact"];

impl<'m> Collector<'m> {
    /// All mentions below `root`.
    pub(super) fn expressions(&mut self, root: Yaml<'m>) {
        // A stack of our own: templates may be nested deeper than the thread's stack allows.
        let mut open = vec![(root, None)];
        let (mut met, mut met_again) = (VisitedNodes::default(), FxHashSet::default());
        while let Some((yaml, context)) = open.pop() {
            if yaml.is_scalar() {
                continue;
            }
            let context = self.bodies.get(&yaml.id()).copied().or(context);
            // What several nodes have in common may mean something else in each.
            if !met.is_new(yaml.id()) && !met_again.insert((yaml.id(), context)) {
                continue;
            }
            open.extend(yaml.items().map(|item| (item, context)));
            for (key, value) in yaml.entries() {
                self.entry(key.text(), value, context);
                open.push((value, context));
            }
        }
    }

    fn entry(&mut self, key: &str, operand: Yaml<'m>, context: Option<ElementId>) {
        if let Some(operator) = Operator::named(key, self.model.profile()) {
            self.operand(operator, operand, context);
        } else if key == "get_input" {
            self.mention(Space::TopologyInput, operand.items().next().unwrap_or(operand));
        } else if NODE_FUNCTIONS.contains(&key) {
            let is_node = |node: &Yaml<'_>| !self.model.named(Kind::Node, node.text()).is_empty();
            let mut parts = operand.items();
            let (node, inner) = (parts.next(), parts.next());
            if let Some(node) = node.filter(is_node) {
                self.mention(Space::Node, node);
            }
            if let ("get_artifact", Some(node), Some(inner)) = (key, node, inner) {
                self.artifact(node, inner, context);
            }
        } else if key == "implies" {
            operand.items().filter_map(|pair| pair.items().next()).for_each(|target| self.variable(target));
        }
    }

    /// An artifact that a value asks for: of a node, or of the one that the value is in.
    fn artifact(&mut self, node: Yaml<'m>, inner: Yaml<'m>, context: Option<ElementId>) {
        let around = |own: ElementId| self.model.element(own).container;
        let nodes = std::iter::successors(context, |&own| around(own)).find(|own| own.kind() == Kind::Node);
        let owner = match node.text() {
            "SELF" => nodes.map(|own| self.model.element(own).name.clone()),
            name => Some(name.into()),
        };
        if inner.as_str().is_some() {
            self.push(Symbol { owner, ..Symbol::new(Space::Artifact, inner.text()) }, inner.span(), Role::Reference);
        }
    }

    fn operand(&mut self, operator: Operator, operand: Yaml<'m>, context: Option<ElementId>) {
        match operator {
            Operator::VariabilityInput => self.input(operand),
            Operator::ValueExpression | Operator::LogicExpression => self.mention(Space::Expression, operand),
            _ if operator.entry().arity == Arity::Reference => {
                if let Some((kind, owner)) = subject_of(operator, operand.is_sequence()) {
                    self.element(kind, owner, operand, context);
                }
            }
            _ if operator.entry().layer == Layer::Logic => self.conditions(operand),
            _ => {}
        }
    }

    fn element(&mut self, kind: Kind, owner: Option<Kind>, operand: Yaml<'m>, context: Option<ElementId>) {
        let parts: Vec<Yaml<'m>> = operand.items().collect();
        match (kind, owner.unwrap_or(Kind::Node), parts.as_slice()) {
            (Kind::Node, _, []) => self.named(Space::Node, operand),
            (Kind::Group, _, []) => self.named(Space::Group, operand),
            (Kind::Policy, _, []) => self.named(Space::Policy, operand),
            (Kind::Input, _, []) => self.named(Space::TopologyInput, operand),
            (Kind::Output, _, []) => self.named(Space::Output, operand),
            (Kind::Relation, _, &[node, inner]) => self.inside(Space::Relation, node, inner, context),
            (Kind::Artifact, _, &[node, inner]) => self.inside(Space::Artifact, node, inner, context),
            (_, Kind::Relation, &[node, inner, part]) => {
                self.inside(Space::Relation, node, inner, context);
                self.typed(kind, Collection::Relationship, part);
            }
            (_, Kind::Artifact, &[node, inner, part]) => {
                self.inside(Space::Artifact, node, inner, context);
                self.typed(kind, Collection::Artifact, part);
            }
            (_, Kind::Node, &[node, inner]) => {
                self.named(Space::Node, node);
                self.typed(kind, Collection::Node, inner);
            }
            (_, Kind::Group, &[group, inner]) => {
                self.named(Space::Group, group);
                self.typed(kind, Collection::Group, inner);
            }
            (_, Kind::Policy, &[policy, inner]) => {
                self.named(Space::Policy, policy);
                self.typed(kind, Collection::Policy, inner);
            }
            _ => {}
        }
    }

    /// The type of an element, where one is asked for by its name.
    fn typed(&mut self, kind: Kind, collection: Collection, name: Yaml<'m>) {
        if kind == Kind::Type && name.as_str().is_some() {
            self.mention(Space::Type(collection), name);
        }
    }

    /// A name, but neither a keyword nor a place in a list.
    fn named(&mut self, space: Space, name: Yaml<'m>) {
        if !KEYWORDS.contains(&name.text()) {
            self.mention(space, name);
        }
    }

    fn inside(&mut self, space: Space, node: Yaml<'m>, inner: Yaml<'m>, context: Option<ElementId>) {
        if !KEYWORDS.contains(&node.text()) {
            self.in_node(space, node, inner);
            return;
        }
        let Some(owner) = self.meant(node.text(), context).filter(|_| inner.as_str().is_some()) else { return };
        let symbol = Symbol { owner: Some(self.model.element(owner).name.clone()), ..Symbol::new(space, inner.text()) };
        self.push(symbol, inner.span(), Role::Reference);
    }

    /// The node that a keyword means.
    fn meant(&self, keyword: &str, context: Option<ElementId>) -> Option<ElementId> {
        let own = context?;
        let relation = || Some(self.model.relation(Some(own).filter(|own| own.kind() == Kind::Relation)?));
        let meant = match keyword {
            "SELF" => Some(own),
            "CONTAINER" => self.model.element(own).container,
            "SOURCE" => Some(relation()?.source),
            _ => relation()?.target,
        };
        meant.filter(|node| node.kind() == Kind::Node)
    }
}

/// The kind of element that an operator asks for, and of its container for types and properties.
pub(super) fn subject_of(operator: Operator, is_list: bool) -> Option<(Kind, Option<Kind>)> {
    Some(match operator {
        Operator::ElementPresence if is_list => (Kind::Relation, None),
        Operator::ElementPresence
        | Operator::HostPresence
        | Operator::HasSource
        | Operator::HasIncomingRelation
        | Operator::HasIncomingRelationNaive
        | Operator::HasOutgoingRelation
        | Operator::HasOutgoingRelationNaive
        | Operator::HasArtifact
        | Operator::HasArtifactNaive => (Kind::Node, None),
        Operator::HasPresentTarget => (Kind::Policy, None),
        Operator::HasPresentMember => (Kind::Group, None),
        Operator::IsManaged => (Kind::Artifact, None),
        Operator::IsConsumed => (Kind::Input, None),
        Operator::IsProduced => (Kind::Output, None),
        other => return asked_kind(other),
    })
}
