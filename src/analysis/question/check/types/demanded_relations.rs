//! What engines refuse of requirements, relationships, and what types declare for both.

use super::demands::DemandPlace;
use super::doubt::When;
use super::search::TemplateWalk;
use super::type_operations::files_run;
use crate::source::Span;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind};
use crate::tosca::types::engine::{self, Engine};
use crate::tosca::types::{Collection, DataType, Fields, Section, SimpleType, TypesProfile, operations_in, short_name};

/// What machines offer to what runs on them.
const COMPUTE: &str = "tosca.capabilities.Compute";
const CONNECTS_TO: &str = "tosca.relationships.ConnectsTo";
const ENDPOINT: &str = "tosca.capabilities.Endpoint";

impl<'t> TemplateWalk<'_, 't> {
    pub(super) fn check_relations(&mut self) {
        for relation in self.model.of_kind(Kind::Relation) {
            let element = self.model.element(relation);
            let body = element.body.and_then(|body| self.model.yaml(body).get("relationship"));
            let is_named = body.is_none_or(|body| !body.is_mapping());
            let place = self.demand_at(relation, element.span);
            self.refuse_unless(is_named, engine::INLINE, place.clone());
            self.check_relation(relation, &place);
            if let Some(body) = body.filter(|body| body.is_mapping()) {
                self.check_relationship_operations(body, relation);
            }
            let default_for = body.and_then(|body| body.get("default_for"));
            self.refuse_unless(default_for.is_none(), engine::DEFAULT_FOR, place);
        }
        for template in self.model.relationship_templates() {
            let body = self.model.yaml(template.body);
            for &user in &template.relations {
                self.check_relationship_operations(body, user);
            }
            let Some(default_for) = template.default_for.map(|id| self.model.yaml(id)) else { continue };
            self.refuse(engine::DEFAULT_FOR, self.demand_at(template.connection, default_for.span()));
        }
    }

    fn check_relation(&mut self, relation: ElementId, place: &DemandPlace) {
        let (element, ends) = (self.model.element(relation), self.model.relation(relation));
        let is_type = self.schemas.is_known(Collection::Node, &ends.target_name);
        let is_open = ends.target.is_none() && is_type;
        self.refuse_unless(!is_open, engine::OPEN_REQUIREMENT, place.clone());
        if is_open {
            self.check_match(relation, place);
        }
        let body = element.body.map(|body| self.model.yaml(body));
        self.check_capability(body, ends.target, place);
        let named = body.and_then(|body| body.get("relationship")).filter(|it| it.is_scalar() && !it.is_null());
        let type_name = named.filter(|_| ends.template.is_none());
        self.refuse_unless(type_name.is_none(), engine::RELATIONSHIP_TYPE, place.clone());
        let is_inline = body.and_then(|body| body.get("relationship")).is_some_and(Yaml::is_mapping);
        for choice in self.own_types(ends.source) {
            let mut place = place.clone();
            place.when = place.when.and(&choice.when);
            self.check_requirement(&choice.name, &element.name, &place);
            if ends.template.is_some() || is_inline || ends.target.is_none() {
                continue;
            }
            let wanted = type_name.or_else(|| self.schemas.required_relationship(&choice.name, &element.name));
            let is_fine = wanted.is_none_or(|wanted| self.is_endpoint(wanted.text(), &choice.name, &element.name));
            self.refuse_unless(is_fine, engine::CONNECTS_TO, place);
        }
    }

    /// A requirement that names a type of nodes: one has to be there, unless none is wanted.
    fn check_match(&mut self, relation: ElementId, place: &DemandPlace) {
        let (element, ends) = (self.model.element(relation), self.model.relation(relation));
        let may_fit = |node: &ElementId| {
            let types = self.own_types(*node);
            let fits = |name: &str| {
                self.schemas.line(Collection::Node, name).is_none_or(|line| line.contains(&&*ends.target_name))
            };
            types.is_empty() || types.iter().any(|choice| fits(&choice.name))
        };
        let fitting: Vec<ElementId> = self.model.of_kind(Kind::Node).filter(may_fit).collect();
        for choice in self.own_types(ends.source) {
            let declared = self.schemas.requirements(&choice.name);
            if declared.get(&*element.name).is_none_or(|declared| declared.occurrences.least > 0) {
                let mut place = place.clone();
                place.when = place.when.and(&choice.when).without(fitting.iter().copied());
                self.refuse(engine::UNMATCHED, place);
            }
        }
    }

    /// A requirement that names a capability, or a type of capabilities: the node at its end has to have one.
    fn check_capability(&mut self, body: Option<Yaml<'t>>, target: Option<ElementId>, place: &DemandPlace) {
        let named = body.and_then(|body| body.get("capability")).filter(|it| it.is_scalar() && !it.is_null());
        let (Some(named), Some(target)) = (named, target) else { return };
        for choice in self.own_types(target) {
            let is_closed = self.is_closed_line(&choice.name);
            let capabilities = self.schemas.capabilities(&choice.name);
            let is_of_type = |name: &str| {
                self.schemas.line(Collection::Capability, name).is_none_or(|line| line.contains(&named.text()))
            };
            let has = capabilities.contains_key(named.text())
                || capabilities.values().any(|capability| is_of_type(capability.type_name.text()));
            let mut place = place.clone();
            place.when = place.when.and(&self.presence(target)).and(&choice.when);
            self.refuse_unless(has || !is_closed, engine::NO_CAPABILITY, place);
        }
    }

    /// What the nearest type of the author says of a requirement.
    fn check_requirement(&mut self, node_type: &str, requirement: &str, place: &DemandPlace) {
        let line = self.schemas.line(Collection::Node, node_type).unwrap_or_default();
        let own = line.into_iter().filter(|name| !self.schemas.types().is_normative(Collection::Node, name));
        let definition = own.filter_map(|name| self.schemas.body(Collection::Node, name)?.get("requirements"));
        let mut definitions = definition.flat_map(|listed| listed.items().flat_map(Yaml::entries));
        let Some((_, body)) = definitions.find(|(key, _)| key.text() == requirement) else { return };
        if body.is_scalar() {
            self.refuse(engine::SHORT_REQUIREMENT, place.clone());
        } else {
            let has_node = body.get("node").is_some_and(|node| !node.is_null());
            self.refuse_unless(has_node, engine::LOOSE_REQUIREMENT, place.clone());
        }
    }

    /// Whether a relationship leads to an endpoint, or does not ask for one.
    fn is_endpoint(&self, relationship: &str, node_type: &str, requirement: &str) -> bool {
        let line = self.schemas.line(Collection::Relationship, relationship).unwrap_or_default();
        let targets = |name: &&str| {
            let body = self.schemas.body(Collection::Relationship, name);
            body.is_some_and(|body| body.get("valid_target_types").is_some())
        };
        let nearest = line.iter().find(|name| **name == CONNECTS_TO || targets(name));
        let declared = self.schemas.requirements(node_type).get(requirement).and_then(|declared| declared.capability);
        let capability = declared.and_then(|name| self.schemas.line(Collection::Capability, name.text()));
        nearest != Some(&CONNECTS_TO) || capability.is_none_or(|line| line.contains(&ENDPOINT))
    }

    /// What the types of a node declare.
    pub(super) fn check_declared(&mut self, node: ElementId, line: &[&'t str], when: &When) {
        let types = self.schemas.types();
        let place = |span| DemandPlace::of(Some(node), span, when.clone());
        let own = line.iter().filter(|name| !types.is_normative(Collection::Node, name));
        let sections: Vec<Yaml<'t>> =
            own.filter_map(|name| self.schemas.body(Collection::Node, name)?.get("capabilities")).collect();
        for (key, body) in sections.into_iter().flat_map(Yaml::entries) {
            self.refuse_unless(!body.is_scalar() || body.is_null(), engine::SHORT_CAPABILITY, place(key.span()));
            let name = body.get("type").map(Yaml::text).unwrap_or_default();
            let is_machine =
                self.schemas.line(Collection::Capability, name).is_some_and(|line| line.contains(&COMPUTE));
            self.refuse_unless(!is_machine, engine::COMPUTE_CAPABILITY, place(key.span()));
        }
        for (name, schema) in self.schemas.fields_along(Collection::Node, Section::Properties, line) {
            let Some(type_name) = schema.type_name else { continue };
            let is_engines = self.engine.is_some_and(|engine| engine.builds_in(type_name.text()));
            let is_own = SimpleType::parse(type_name.text()).is_none()
                && !is_engines
                && !types.is_normative(Collection::Data, type_name.text())
                && matches!(self.schemas.data_type(type_name.text()), DataType::Simple(..));
            if !is_own {
                continue;
            }
            let place = place(type_name.span());
            // Without a value only Unfurl looks for the type.
            let has_value = self.engine == Some(Engine::Unfurl) || !schema.defaults.is_empty();
            let place = if has_value { Some(place) } else { self.where_given(node, name, place) };
            place.into_iter().for_each(|place| self.refuse(engine::SIMPLE_DATA, place));
        }
    }

    /// A place where a node is given a property.
    fn where_given(&self, node: ElementId, property: &str, mut place: DemandPlace) -> Option<DemandPlace> {
        let properties = self.model.properties_of(node).iter().copied();
        let given: Vec<ElementId> = properties.filter(|&id| *self.model.element(id).name == *property).collect();
        let body = self.model.element(node).body.map(|body| self.model.yaml(body));
        let is_written = body.and_then(|body| body.get("properties")?.get(property)).is_some();
        match given.as_slice() {
            [first, ..] => place.when = place.when.and(&When::present([*first])),
            [] if is_written => {}
            [] => return None,
        }
        Some(place)
    }

    /// Properties with a value whose entries are declared in one word; in the template itself that is written otherwise.
    pub(super) fn check_short_entries(&mut self, node: ElementId, line: &[&'t str], when: &When) {
        let root = self.model.root().span().file;
        for (name, schema) in self.schemas.fields_along(Collection::Node, Section::Properties, line) {
            let Some(entry) = schema.entry.filter(|entry| entry.is_scalar() && !TypesProfile::is_built_in(*entry))
            else {
                continue;
            };
            let is_own = entry.span().file == root;
            let refusal = if is_own { engine::SHORT_ENTRY } else { engine::SHORT_ENTRY.as_written() };
            let place = DemandPlace::of(Some(node), entry.span(), when.clone());
            let place = if schema.defaults.is_empty() { self.where_given(node, name, place) } else { Some(place) };
            place.into_iter().for_each(|place| self.refuse(refusal, place));
        }
    }

    /// The operations of a relationship template that a relation has: what they run, and their inputs.
    fn check_relationship_operations(&mut self, body: Yaml<'t>, relation: ElementId) {
        let when = self.presence(relation);
        let place = |span| DemandPlace::of(Some(relation), span, when.clone());
        for file in files_run(body) {
            self.refuse_unless(
                self.model.has_file(file.text()) != Some(false),
                engine::MISSING_FILE,
                place(file.span()),
            );
        }
        let type_name = body.get("type").map(Yaml::text).unwrap_or_default();
        let Some(line) = self.schemas.line(Collection::Relationship, type_name) else { return };
        let declared = self.schemas.interfaces(Collection::Relationship, &line);
        for (key, interface) in body.get("interfaces").into_iter().flat_map(Yaml::entries) {
            let own = declared.get(short_name(key.text()));
            for (operation, body) in operations_in(interface) {
                let inputs = own.and_then(|own| Some(own.inputs(own.operations.get(operation.text())?, None)));
                self.check_operation_inputs(body, &inputs.unwrap_or_default(), &place);
            }
        }
    }

    /// The inputs that are given to an operation.
    pub(super) fn check_operation_inputs(
        &mut self,
        operation: Yaml<'t>,
        declared: &Fields<'t>,
        place: &dyn Fn(Span) -> DemandPlace,
    ) {
        for (input, _) in operation.get("inputs").into_iter().flat_map(Yaml::entries) {
            let is_known = declared.contains_key(input.text());
            self.refuse_unless(is_known, engine::OPERATION_INPUT, place(input.span()));
        }
    }
}
