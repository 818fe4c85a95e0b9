//! What Unfurl refuses of functions: reads of members that a node does not have, and operands that it does not take.

use super::accesses::{Access, OwnedValue};
use super::demands::DemandPlace;
use super::doubt::{ConditionalFault, When};
use super::search::TemplateWalk;
use crate::source::diagnostic::Code;
use crate::source::syntax::yaml::{Scalar, Yaml};
use crate::tosca::model::ElementId;
use crate::tosca::types::completion::{Fault, Path, RuntimeResponse, call, is_character};
use crate::tosca::types::engine::{self, Engine};
use crate::tosca::types::{Collection, Section};

/// Attributes that every node has.
const STANDARD: &[&str] = &["tosca_id", "tosca_name", "state"];

impl<'t> TemplateWalk<'_, 't> {
    /// A path from a node, as Unfurl follows it: a property or an attribute, else what is beneath a capability, be it that of the node
    /// a requirement of the same name leads to.
    pub(super) fn check_read(&mut self, access: &Access<'_, 't>, steps: &[Yaml<'t>]) {
        let [first, rest @ ..] = steps else { return };
        if self.engine != Some(Engine::Unfurl) {
            return;
        }
        for choice in self.own_types(access.node) {
            let is_closed = self.is_closed_line(&choice.name);
            if !is_closed || self.is_read(access, &choice.name, first.text(), rest.first().copied()) {
                continue;
            }
            let owner = access.place.owner;
            let own = owner.map_or_else(When::default, |owner| self.presence(owner));
            let when = own.and(&self.presence(access.node)).and(&choice.when);
            self.refuse(engine::MEMBER_READ, DemandPlace::of(owner, first.span(), when));
        }
    }

    fn is_read(&self, access: &Access<'_, 't>, node_type: &str, first: &str, member: Option<Yaml<'t>>) -> bool {
        if self.has(access.function, node_type, first, member.is_none()) {
            return true;
        }
        let Some(member) = member else { return false };
        let relations = self.model.node(access.node).relations.iter().copied();
        let mut named = relations.filter(|&relation| *self.model.element(relation).name == *first).peekable();
        if named.peek().is_none() {
            return self.has_in_capability(access.function, node_type, first, member.text());
        }
        let leads = |relation: ElementId| {
            self.model.relation(relation).target.is_none_or(|target| {
                let types = self.own_types(target);
                let has = |name: &str| {
                    !self.is_closed_line(name) || self.has_in_capability(access.function, name, first, member.text())
                };
                types.is_empty() || types.iter().any(|choice| has(&choice.name))
            })
        };
        named.any(leads)
    }

    /// Whether a function finds this among what a type declares.
    fn has(&self, function: &str, node_type: &str, name: &str, is_last: bool) -> bool {
        let declares = |section| self.schemas.fields(Collection::Node, section, node_type).contains_key(name);
        if function == "get_property" {
            return declares(Section::Properties);
        }
        declares(Section::Attributes) || STANDARD.contains(&name) || is_last && declares(Section::Properties)
    }

    fn has_in_capability(&self, function: &str, node_type: &str, capability: &str, member: &str) -> bool {
        let capabilities = self.schemas.capabilities(node_type);
        let Some(capability) = capabilities.get(capability) else { return false };
        let name = capability.type_name.text();
        if function == "get_property" {
            return self.of_capability(name, &capability.fields).contains(&member);
        }
        self.schemas.fields(Collection::Capability, Section::Attributes, name).contains_key(member)
    }

    /// A read of what hosts a node: some node that it leads to has to declare it.
    pub(super) fn check_host_read(&mut self, place: &OwnedValue<'t>, function: &str, steps: &[Yaml<'t>]) {
        let (Some(node), [name]) = (place.own, steps) else { return };
        if self.engine != Some(Engine::Unfurl) {
            return;
        }
        let (mut met, mut next) = (vec![node], 0);
        while let Some(&node) = met.get(next) {
            next += 1;
            for &relation in &self.model.node(node).relations {
                let Some(target) = self.model.relation(relation).target else { return };
                if !met.contains(&target) {
                    met.push(target);
                }
            }
        }
        let hosts = &met[1..];
        let has = |host: &ElementId| {
            let types = self.own_types(*host);
            let has = |node_type: &str| {
                !self.is_closed_line(node_type)
                    || self.has(function, node_type, name.text(), function == "get_property")
            };
            types.is_empty() || types.iter().any(|choice| has(&choice.name))
        };
        if hosts.is_empty() || hosts.iter().any(has) {
            return;
        }
        let place = self.demand_at(place.owner, name.span());
        self.refuse(engine::MEMBER_READ, place);
    }

    /// A read of the relation itself: its type has to declare it.
    pub(super) fn check_relation_read(&mut self, place: &OwnedValue<'t>, function: &str, steps: &[Yaml<'t>]) {
        let (Some(relation), [name]) = (place.relation, steps) else { return };
        if self.engine != Some(Engine::Unfurl) || !name.is_scalar() {
            return;
        }
        for choice in self.types_of_relation(relation) {
            let is_closed = self.schemas.is_known(Collection::Relationship, &choice.name)
                && self.schemas.is_closed(Collection::Relationship, &choice.name);
            let declares = |section| {
                self.schemas.fields(Collection::Relationship, section, &choice.name).contains_key(name.text())
            };
            let is_attribute =
                function != "get_property" && (declares(Section::Attributes) || STANDARD.contains(&name.text()));
            if is_closed && !declares(Section::Properties) && !is_attribute {
                let owner = place.owner.map_or_else(When::default, |owner| self.presence(owner));
                let when = owner.and(&choice.when);
                self.refuse(engine::MEMBER_READ, DemandPlace::of(place.owner, name.span(), when));
            }
        }
    }

    /// Functions with operands that Unfurl does not take, and one that it does not have.
    pub(super) fn check_functions(&mut self) {
        for place in self.places() {
            for (key, operand) in place.value.descendants().filter_map(called) {
                self.check_function(&place, key, operand);
            }
        }
        self.look_at_type_operations(&["token", "concat", "join"], |walk, place| {
            called(place.value).into_iter().for_each(|(key, operand)| walk.check_function(place, key, operand));
        });
    }

    fn check_function(&mut self, place: &OwnedValue<'t>, key: Yaml<'t>, operand: Yaml<'t>) {
        let at = self.demand_at(place.owner, key.span());
        match key.text() {
            "token" => self.refuse_unless(is_token(operand), engine::TOKEN, at),
            "concat" => self.refuse_unless(!operand.is_sequence() || !operand.is_empty(), engine::CONCAT, at),
            "join" if self.engine == Some(Engine::Unfurl) => self.warn_of_join(key, place),
            _ => {}
        }
    }

    fn warn_of_join(&mut self, key: Yaml<'t>, place: &OwnedValue<'t>) {
        let message = "Unfurl has no function `join`: this map is the value";
        let fault = Fault {
            response: RuntimeResponse::PassedOver,
            help: Some("write `concat`, or a template of Jinja".to_owned()),
            ..Fault::new(Code::UnknownMember, &Path::new("join"), key.span(), message.to_owned())
        };
        let when = place.owner.map_or_else(When::default, |owner| self.presence(owner));
        self.doubts.push(ConditionalFault::new(fault, place.owner, when));
    }
}

/// What Unfurl takes for a call: `token` is one whatever it is given.
pub(super) fn called(value: Yaml<'_>) -> Option<(Yaml<'_>, Yaml<'_>)> {
    let only = value.entries().next().filter(|(key, _)| value.len() == 1 && key.text() == "token");
    only.or_else(|| call(value))
}

fn is_token(operand: Yaml<'_>) -> bool {
    let parts: Vec<Yaml<'_>> = operand.items().collect();
    let [_, separator, place, ..] = parts.as_slice() else { return false };
    is_character(*separator) && matches!(place.scalar(), Scalar::Integer(_))
}
