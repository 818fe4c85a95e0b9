//! All places of a template that name something: definitions, and mentions outside of expressions.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::symbol::{Occurrence, Role, Space, Symbol};
use crate::analysis::value::InputRules;
use crate::source::Span;
use crate::source::syntax::yaml::{Yaml, YamlId};
use crate::tosca::model::{ElementId, Kind, Model};
use crate::tosca::types::Collection;

/// The places that `model` names something at, in no order; shared parts may come several times.
pub(super) fn occurrences(model: &Model) -> Vec<Occurrence> {
    let bodies = model.ids().filter_map(|id| Some((model.element(id).body?, id))).collect();
    let mut collector = Collector { model, bodies, found: Vec::new(), names: FxHashSet::default() };
    collector.variability();
    collector.elements();
    collector.relationship_templates();
    collector.relations();
    collector.lists();
    collector.triggers();
    collector.all_conditions();
    collector.substitution();
    collector.workflows();
    collector.types();
    if let Some(topology) = model.topology_template() {
        collector.expressions(topology);
    }
    collector.found
}

pub(super) struct Collector<'m> {
    pub(super) model: &'m Model,
    /// The element that a definition belongs to.
    pub(super) bodies: FxHashMap<YamlId, ElementId>,
    found: Vec<Occurrence>,
    /// Names that were met: most are mentioned often, and each is kept once.
    names: FxHashSet<Arc<str>>,
}

impl<'m> Collector<'m> {
    pub(super) fn push(&mut self, symbol: Symbol, span: Span, role: Role) {
        self.found.push(Occurrence { symbol, span, role });
    }

    /// The thing with this name that belongs to nothing.
    fn symbol(&mut self, space: Space, name: &str) -> Symbol {
        if let Some(known) = self.names.get(name) {
            return Symbol { space, owner: None, name: Arc::clone(known) };
        }
        let symbol = Symbol::new(space, name);
        self.names.insert(Arc::clone(&symbol.name));
        symbol
    }

    /// A scalar that mentions something that belongs to nothing.
    pub(super) fn mention(&mut self, space: Space, name: Yaml<'m>) {
        if name.is_scalar() && !name.text().is_empty() {
            let symbol = self.symbol(space, name.text());
            self.push(symbol, name.span(), Role::Reference);
        }
    }

    fn define(&mut self, space: Space, section: Option<Yaml<'m>>) {
        for (name, _) in section.into_iter().flat_map(Yaml::entries) {
            self.push(Symbol::new(space, name.text()), name.span(), Role::Definition);
        }
    }

    fn variability(&mut self) {
        let section = |name| self.model.variability().and_then(|variability| variability.get(name));
        let (inputs, presets) = (section("inputs"), section("presets"));
        let (expressions, conditions) = (section("expressions"), section("conditions"));
        self.define(Space::VariabilityInput, inputs);
        self.define(Space::Preset, presets);
        self.define(Space::Expression, expressions);
        self.define(Space::Expression, conditions);
        for (name, _) in inputs.into_iter().flat_map(Yaml::entries) {
            self.variable(name);
        }
        for (_, preset) in presets.into_iter().flat_map(Yaml::entries) {
            for (name, _) in preset.get("inputs").into_iter().flat_map(Yaml::entries) {
                self.input(name);
            }
        }
        let named = [expressions, conditions].into_iter().flatten().flat_map(Yaml::entries);
        named.for_each(|(_, body)| self.conditions(body));
        section("constraints").into_iter().for_each(|constraints| self.conditions(constraints));
        let language = self.model.language();
        let rules = InputRules::new(&language);
        for rule in (0..rules.len()).map(|number| rules.rule(number)) {
            self.names(rule.body(), Space::VariabilityInput);
        }
    }

    /// A mention of a variability input, whose name may be the id of an element too.
    pub(super) fn input(&mut self, name: Yaml<'m>) {
        self.mention(Space::VariabilityInput, name);
        self.variable(name);
    }

    /// One name, or a list of them.
    fn names(&mut self, body: Yaml<'_>, space: Space) {
        let names: Vec<Yaml<'_>> = if body.is_sequence() { body.items().collect() } else { vec![body] };
        for name in names.into_iter().filter(|name| name.is_scalar()) {
            self.push(Symbol::new(space, name.text()), name.span(), Role::Reference);
        }
    }

    fn elements(&mut self) {
        for id in self.model.ids() {
            let (Some(symbol), Some(_)) = (Symbol::of(self.model, id), self.model.element(id).body) else { continue };
            let role = if id.kind() == Kind::Type { Role::Reference } else { Role::Definition };
            self.push(symbol, self.model.element(id).span, role);
        }
    }

    fn relationship_templates(&mut self) {
        for template in self.model.relationship_templates() {
            let key = self.model.yaml(template.key);
            self.push(Symbol::new(Space::RelationshipTemplate, key.text()), key.span(), Role::Definition);
        }
    }

    fn relations(&mut self) {
        for id in self.model.of_kind(Kind::Relation) {
            let Some(body) = self.model.element(id).body.map(|body| self.model.yaml(body)) else { continue };
            self.mention(Space::Node, body.get("node").unwrap_or(body));
            if let Some(template) = body.get("relationship") {
                self.mention(Space::RelationshipTemplate, template);
            }
        }
    }

    /// Members of groups and targets of policies.
    fn lists(&mut self) {
        for group in self.model.of_kind(Kind::Group) {
            for member in &self.model.group(group).members {
                let entry = self.model.yaml(member.entry);
                match entry.items().collect::<Vec<_>>().as_slice() {
                    &[node, relation] => self.in_node(Space::Relation, node, relation),
                    _ => self.mention(Space::Node, entry),
                }
            }
        }
        for policy in self.model.of_kind(Kind::Policy) {
            for target in &self.model.policy(policy).targets {
                let is_group = target.elements.iter().any(|id| id.kind() == Kind::Group);
                let space = if is_group { Space::Group } else { Space::Node };
                self.mention(space, self.model.yaml(target.entry));
            }
        }
    }

    /// What triggers of policies wait at.
    fn triggers(&mut self) {
        for policy in self.model.of_kind(Kind::Policy) {
            let body = self.model.element(policy).body.map(|body| self.model.yaml(body));
            let triggers = body.and_then(|body| body.get("triggers")).into_iter().flat_map(Yaml::entries);
            let nodes = triggers.filter_map(|(_, trigger)| trigger.get("target_filter")?.get("node"));
            for node in nodes.filter(|node| !self.model.named(Kind::Node, node.text()).is_empty()) {
                self.mention(Space::Node, node);
            }
        }
    }

    /// Conditions of elements and of types that are the id of an element.
    fn all_conditions(&mut self) {
        let of_elements = self.model.ids().flat_map(|id| &self.model.element(id).conditions);
        let of_types = self.model.type_specific_conditions().iter().flat_map(|specific| &specific.conditions);
        for &condition in of_elements.chain(of_types) {
            self.conditions(self.model.yaml(condition));
        }
    }

    /// A node and something in it.
    pub(super) fn in_node(&mut self, space: Space, node: Yaml<'m>, inner: Yaml<'m>) {
        self.mention(Space::Node, node);
        if inner.as_str().is_some() {
            let symbol = Symbol { owner: Some(node.text().into()), ..Symbol::new(space, inner.text()) };
            self.push(symbol, inner.span(), Role::Reference);
        }
    }

    /// What a substituted node offers and requires stands in some node.
    fn substitution(&mut self) {
        let Some(topology) = self.model.topology_template() else { return };
        let substitution = topology.get("substitution_mappings");
        if let Some(name) = substitution.and_then(|substitution| substitution.get("node_type")) {
            self.mention(Space::Type(Collection::Node), name);
        }
        let mappings = substitution.into_iter().flat_map(Yaml::entries);
        for (section, (_, entry)) in
            mappings.flat_map(|(section, body)| body.entries().map(move |entry| (section, entry)))
        {
            let mut items = entry.items();
            let (Some(node), Some(inner)) = (items.next(), items.next()) else { continue };
            match section.text() {
                "requirements" => self.in_node(Space::Relation, node, inner),
                _ => self.mention(Space::Node, node),
            }
        }
    }

    /// What steps of workflows are for, and what their preconditions look at.
    fn workflows(&mut self) {
        let workflows = self.model.topology_template().and_then(|topology| topology.get("workflows"));
        for (_, workflow) in workflows.into_iter().flat_map(Yaml::entries) {
            let steps = workflow.get("steps").into_iter().flat_map(Yaml::entries).map(|(_, step)| step);
            let preconditions = workflow.get("preconditions").into_iter().flat_map(Yaml::items);
            for target in steps.chain(preconditions).filter_map(|body| body.get("target")) {
                for (kind, space) in [(Kind::Node, Space::Node), (Kind::Group, Space::Group)] {
                    if !self.model.named(kind, target.text()).is_empty() {
                        self.mention(space, target);
                    }
                }
            }
        }
    }

    fn types(&mut self) {
        for collection in Collection::ALL {
            for definition in self.model.types().definitions(collection) {
                let Some(place) = definition.place else { continue };
                self.push(Symbol::new(Space::Type(collection), &definition.name), place.span, Role::Definition);
                self.in_type(collection, self.model.yaml(place.body));
                let Some(parent) = &definition.parent else { continue };
                if let Some(span) = parent.span {
                    self.push(Symbol::new(Space::Type(collection), &parent.name), span, Role::Reference);
                }
            }
        }
    }
}
