//! `get_property`, `get_attribute` and `get_input` that name what is not there (TOSCA Simple Profile 1.3, sections 4.3 to 4.5).
//!
//! Runtimes add attributes, so that of these only names are reported that are almost those of what there is. Properties that no
//! type declares are reported as errors of types of the standard, and where they are almost those of others; of the author's
//! own types as warnings, unless the node itself has properties that its type does not declare. Engines that refuse such reads
//! refuse them all.

use variscope_encoder::recursion::descend;

use super::demands::DemandPlace;
use super::doubt::{ConditionalFault, When};
use super::search::{TemplateWalk, absent_node};
use super::type_choice::TypeChoice;
use crate::source::diagnostic::{Code, did_you_mean, did_you_mean_text, likely_meant, or_meant};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, PropertyValue, RelationshipTemplate};
use crate::tosca::types::completion::{Fault, Path, RuntimeResponse};
use crate::tosca::types::engine::{ABSENT_NODE, PROPERTY_READ};
use crate::tosca::types::{Collection, Fields, Section};

/// Words that stand for what has a value, or for what is known at run time.
static OWNERS: &[&str] =
    &["SELF", "SOURCE", "TARGET", "HOST", "CONTAINER", "ORCHESTRATOR", "LOCALHOST", "OPERATION_HOST"];

/// A call that reads something of a node.
pub(super) struct Access<'a, 't> {
    /// The value in which it stands.
    pub(super) place: &'a OwnedValue<'t>,
    pub(super) function: &'a str,
    pub(super) node: ElementId,
}

/// A value, and what it belongs to.
pub(super) struct OwnedValue<'t> {
    /// What has the value; none for outputs that are no elements.
    pub(super) owner: Option<ElementId>,
    /// What `SELF` means; none where it is no node.
    pub(super) own: Option<ElementId>,
    /// The relation whose ends are `SOURCE` and `TARGET`.
    pub(super) relation: Option<ElementId>,
    pub(super) value: Yaml<'t>,
}

impl<'t> OwnedValue<'t> {
    /// A value in which no node and no relation means itself.
    pub(super) fn of(owner: Option<ElementId>, value: Yaml<'t>) -> Self {
        Self { owner, own: None, relation: None, value }
    }
}

impl<'t> TemplateWalk<'_, 't> {
    /// What values read.
    pub(super) fn accesses(&mut self) {
        for place in self.places() {
            self.reads_of(&place);
        }
        self.look_at_type_operations(&["get_input", "get_property", "get_attribute"], Self::reads_of);
    }

    fn reads_of(&mut self, place: &OwnedValue<'t>) {
        for (function, operand) in calls(place.value) {
            match function {
                "get_input" => self.input_read(place, operand),
                _ => self.member_read(place, function, operand),
            }
        }
    }

    /// What values read of nodes.
    pub(super) fn member_accesses(&mut self) {
        for place in self.places() {
            self.member_reads_of(&place);
        }
        self.look_at_type_operations(&["get_property", "get_attribute"], Self::member_reads_of);
    }

    fn member_reads_of(&mut self, place: &OwnedValue<'t>) {
        for (function, operand) in calls(place.value).into_iter().filter(|(function, _)| *function != "get_input") {
            self.member_read(place, function, operand);
        }
    }

    pub(super) fn places(&self) -> Vec<OwnedValue<'t>> {
        let mut places = Vec::new();
        for id in self.model.of_kind(Kind::Property) {
            let PropertyValue::Literal(value) = self.model.property(id).value else { continue };
            let owner = self.model.element(id).container;
            let is = |kind| owner.filter(|owner| owner.kind() == kind);
            let value = self.model.yaml(value);
            places.push(OwnedValue { owner: Some(id), own: is(Kind::Node), relation: is(Kind::Relation), value });
        }
        for node in self.model.of_kind(Kind::Node) {
            let Some(body) = self.model.element(node).body.map(|body| self.model.yaml(body)) else { continue };
            // Profile A has no properties as elements.
            let properties = self.model.properties_of(node).is_empty().then_some("properties");
            let keys = ["attributes", "capabilities", "interfaces"].into_iter().chain(properties);
            let values = keys.filter_map(|key| body.get(key));
            places.extend(values.map(|value| OwnedValue { owner: Some(node), own: Some(node), relation: None, value }));
        }
        for relation in self.model.of_kind(Kind::Relation) {
            let values = self.relationship_body(relation).and_then(|body| body.get("interfaces"));
            let place = |value| OwnedValue { owner: Some(relation), own: None, relation: Some(relation), value };
            places.extend(values.map(place));
        }
        for output in self.model.declared_outputs() {
            let value = output.body.get("value");
            places.extend(value.map(|value| OwnedValue { owner: output.id, own: None, relation: None, value }));
        }
        places
    }

    /// Expressions of properties that are lists, where these are values as they stand.
    pub(super) fn listed_expressions(&self) -> Vec<OwnedValue<'t>> {
        let model = self.model;
        let listed = model.of_kind(Kind::Property).filter_map(|id| match model.property(id).value {
            PropertyValue::Expression(value) if model.dialect().lists_are_values => Some((id, model.yaml(value))),
            _ => None,
        });
        let place = |(id, value)| OwnedValue { owner: Some(id), own: None, relation: None, value };
        listed.filter(|(_, value)| value.is_sequence()).map(place).collect()
    }

    /// The relationship template of a relation, by name or inside the requirement.
    pub(super) fn relationship_body(&self, relation: ElementId) -> Option<Yaml<'t>> {
        if let Some(template) = self.model.relation(relation).template {
            return Some(self.model.yaml(self.model.relationship_templates()[template].body));
        }
        let body = self.model.yaml(self.model.element(relation).body?);
        body.get("relationship").filter(|relationship| relationship.is_mapping())
    }

    fn input_read(&mut self, place: &OwnedValue<'t>, operand: Yaml<'t>) {
        let Some(name) = (if operand.is_sequence() { operand.items().next() } else { Some(operand) }) else { return };
        if !name.is_scalar() || self.is_reported_by_reading(place.owner) {
            return;
        }
        let inputs = &self.topology_inputs;
        let is_place = name.text().parse::<usize>().is_ok_and(|place| place < inputs.len());
        if is_place || inputs.contains(&name.text()) {
            return;
        }
        let close = or_meant(likely_meant(name.text(), inputs.iter().copied()));
        let message = format!("topology input \"{}\" is not declared{close}", name.text());
        let variability = self.model.variability().and_then(|variability| variability.get("inputs"));
        let is_variability = variability.is_some_and(|inputs| inputs.get(name.text()).is_some());
        let help =
            is_variability.then(|| "that is a variability input: only expressions of properties read these".to_owned());
        let fault = Fault { help, ..Fault::new(Code::UndefinedElement, &Path::new(name.text()), name.span(), message) };
        let when = place.owner.map_or_else(When::default, |owner| self.presence(owner));
        self.doubts.push(ConditionalFault::new(fault, place.owner, when));
    }

    fn member_read(&mut self, place: &OwnedValue<'t>, function: &str, operand: Yaml<'t>) {
        let steps: Vec<Yaml<'t>> = operand.items().collect();
        let [entity, steps @ ..] = steps.as_slice() else { return };
        match entity.text() {
            "HOST" => self.check_host_read(place, function, steps),
            "SELF" => self.check_relation_read(place, function, steps),
            _ => {}
        }
        let Some(node) = self.meant(place, entity.text()) else { return self.unknown_owner(place, operand, *entity) };
        if *self.model.element(node).name == *entity.text() {
            self.absent_node(place, node, *entity);
        }
        if steps.iter().all(|step| step.is_scalar()) {
            let access = Access { place, function, node };
            let before = self.doubts.len();
            self.steps(&access, steps);
            if self.doubts.len() == before {
                self.check_read(&access, steps);
            }
        }
    }

    /// A node that is read where it is absent. What errors leave of a template says nothing about presences.
    fn absent_node(&mut self, place: &OwnedValue<'t>, node: ElementId, name: Yaml<'t>) {
        if self.model.recovery().is_some() {
            return;
        }
        let own = place.owner.map_or_else(When::default, |owner| self.presence(owner));
        let when = own.without([node]);
        if self.engine.is_some_and(|engine| ABSENT_NODE.is_by(engine)) {
            return self.refuse(ABSENT_NODE, DemandPlace::of(place.owner, name.span(), when));
        }
        let fault = absent_node(self.model, node, name.text(), name.span());
        self.doubts.push(ConditionalFault::new(fault, place.owner, when));
    }

    /// A name that is read and is that of nothing.
    fn unknown_owner(&mut self, place: &OwnedValue<'t>, operand: Yaml<'t>, name: Yaml<'t>) {
        if !name.is_scalar()
            || self.is_name_of_something(name.text())
            || self.is_owner_reported_by_reading(place, operand)
        {
            return;
        }
        let nodes = self.model.of_kind(Kind::Node).map(|id| &*self.model.element(id).name);
        let meant = did_you_mean(name.text(), nodes).map(str::to_owned);
        let help = match &meant {
            Some(meant) => did_you_mean_text(meant),
            None => "name a node that exists, or remove what reads this one".to_owned(),
        };
        let message = format!("there is no node, group or policy named \"{}\"", name.text());
        let fault = Fault {
            help: Some(help),
            misspelt: meant.map(|meant| (name.text().to_owned(), meant)),
            ..Fault::new(Code::UndefinedElement, &Path::new(name.text()), name.span(), message)
        };
        let when = place.owner.map_or_else(When::default, |owner| self.presence(owner));
        self.doubts.push(ConditionalFault::new(fault, place.owner, when));
    }

    /// Whether a name can be that of something: an element, a word or a path of an engine, what is put in at run time, or what
    /// another file names.
    fn is_name_of_something(&self, name: &str) -> bool {
        let kinds = [Kind::Node, Kind::Group, Kind::Policy, Kind::Connection];
        let is_template = |template: &RelationshipTemplate| *template.name == *name;
        OWNERS.contains(&name)
            || name.is_empty()
            || name.starts_with('.')
            || name.contains(':')
            || name.contains("{{")
            || kinds.iter().any(|&kind| !self.model.named(kind, name).is_empty())
            || self.model.relationship_templates().iter().any(is_template)
    }

    /// Whether the owner that a value reads was looked for while the template was read: if that is all of the value, and
    /// nothing more than a property of the owner, or of what a relation of it leads to.
    fn is_owner_reported_by_reading(&self, place: &OwnedValue<'t>, operand: Yaml<'t>) -> bool {
        let is_whole = place.value.entries().any(|(_, value)| value.id() == operand.id());
        let is_element = place.owner.is_some_and(|owner| matches!(owner.kind(), Kind::Property | Kind::Output));
        self.model.dialect().has_implications && is_whole && is_element && matches!(operand.len(), 2 | 3)
    }

    /// The node that a function reads.
    fn meant(&self, place: &OwnedValue<'t>, name: &str) -> Option<ElementId> {
        let relation = || Some(self.model.relation(place.relation?));
        match name {
            "SELF" => place.own,
            "SOURCE" => Some(relation()?.source),
            "TARGET" => relation()?.target,
            _ => match self.model.named(Kind::Node, name) {
                &[node] => Some(node),
                _ => None,
            },
        }
    }

    /// A path from a node: a property or an attribute, a capability with one of its own, or a requirement with what it
    /// leads to.
    fn steps(&mut self, access: &Access<'_, 't>, steps: &[Yaml<'t>]) {
        let [first, rest @ ..] = steps else { return };
        let node = access.node;
        let sections = ["properties", "attributes", "capabilities", "artifacts", "requirements"];
        // Some engines read no properties but those of types, whatever a node has.
        let is_strict =
            access.function == "get_property" && self.engine.is_some_and(|engine| PROPERTY_READ.is_by(engine));
        let given = self.given(node, if is_strict { &sections[1..] } else { &sections });
        // Where conditions take away what the node has of this name, its type may have it.
        let varying = self.varying_properties(node, first.text());
        if given.contains(&first.text()) && varying.is_empty() {
            return;
        }
        for mut choice in self.own_types(node) {
            if !self.is_closed_line(&choice.name) {
                continue;
            }
            choice.when = choice.when.without(varying.iter().copied());
            let fields = self.both(Collection::Node, &choice.name);
            let capabilities = self.schemas.capabilities(&choice.name);
            let requirements = self.schemas.requirements(&choice.name);
            if fields.contains(&first.text()) || requirements.contains_key(first.text()) {
                continue;
            }
            if let Some(capability) = capabilities.get(first.text()) {
                if let Some(member) = rest.first() {
                    let known = self.of_capability(capability.type_name.text(), &capability.fields);
                    let owner = format!("capability \"{}\" of \"{}\"", first.text(), self.model.element(node).name);
                    self.missing(access, &choice, &owner, *member, &known);
                }
                continue;
            }
            let own = given.iter().filter(|&&name| name != first.text());
            let names = fields.iter().chain(own).chain(capabilities.keys()).chain(requirements.keys());
            let known: Vec<&str> = names.copied().collect();
            let owner = format!("\"{}\"", self.model.element(node).name);
            self.missing(access, &choice, &owner, *first, &known);
        }
    }

    /// The properties of a node with this name, if all of them have conditions of their own, and nothing else of the node has this name.
    fn varying_properties(&self, node: ElementId, name: &str) -> Vec<ElementId> {
        if self.given(node, &["attributes", "capabilities", "artifacts", "requirements"]).contains(&name) {
            return Vec::new();
        }
        // That none of them is present is a value of its own.
        let has_value = |id: ElementId| self.model.property(id).value != PropertyValue::Fallback;
        let named = |id: &ElementId| *self.model.element(*id).name == *name && has_value(*id);
        let found: Vec<ElementId> = self.model.properties_of(node).iter().copied().filter(named).collect();
        let vary = |id: &ElementId| !self.model.element(*id).conditions.is_empty();
        if found.iter().all(vary) { found } else { Vec::new() }
    }

    /// What a node has whatever its type is.
    fn given(&self, node: ElementId, sections: &[&str]) -> Vec<&'t str> {
        let body = self.model.element(node).body.map(|body| self.model.yaml(body));
        let sections = sections.iter().filter_map(|key| body?.get(key));
        let names = sections.flat_map(|section| section.entries().chain(section.items().flat_map(Yaml::entries)));
        names.map(|(key, _)| key.text()).collect()
    }

    /// Properties and attributes of a type: engines read both with either function.
    fn both(&self, collection: Collection, name: &str) -> Vec<&'t str> {
        let sections = [Section::Properties, Section::Attributes];
        sections.iter().flat_map(|&section| names(&self.schemas.fields(collection, section, name))).collect()
    }

    pub(super) fn of_capability(&self, type_name: &str, fields: &Fields<'t>) -> Vec<&'t str> {
        names(fields).into_iter().chain(self.both(Collection::Capability, type_name)).collect()
    }

    /// `owner` has nothing of this name, only what is `known`.
    fn missing(&mut self, access: &Access<'_, 't>, choice: &TypeChoice, owner: &str, name: Yaml<'t>, known: &[&str]) {
        let &Access { place, function, node } = access;
        if known.contains(&name.text()) {
            return;
        }
        let close = did_you_mean(name.text(), known.iter().copied());
        let is_standard = self.schemas.types().is_normative(Collection::Node, &choice.name);
        if close.is_none() && function != "get_property" {
            return;
        }
        let is_passed_over = close.is_none() && !is_standard;
        let declared = self.schemas.fields(Collection::Node, Section::Properties, &choice.name);
        let others = || self.given(node, &["properties"]).into_iter().filter(|given| *given != name.text());
        let is_loose = || others().any(|given| !declared.contains_key(given));
        let is_refused = self.engine.is_some_and(|engine| PROPERTY_READ.is_by(engine));
        if is_passed_over && !is_refused && is_loose() {
            return;
        }
        let close = or_meant(close);
        let what = if function == "get_property" { "property" } else { "attribute" };
        let message = format!("{owner} has no {what} \"{}\"{close}", name.text());
        let path = Path::new(&self.model.element(node).name);
        let mut fault = Fault::new(Code::UnknownMember, &path.name(name.text()), name.span(), message);
        if is_passed_over {
            let help = format!("declare it in \"{}\", or read what it has: some engines refuse this", choice.name);
            fault = Fault { response: RuntimeResponse::PassedOver, help: Some(help), ..fault };
        }
        let own = place.owner.map_or_else(When::default, |owner| self.presence(owner));
        let when = own.and(&self.presence(node)).and(&choice.when);
        self.doubts.push(ConditionalFault::new(fault, place.owner, when));
    }
}

fn names<'t>(fields: &Fields<'t>) -> Vec<&'t str> {
    fields.keys().copied().collect()
}

/// The functions in a value that read something, each with its operand.
fn calls(value: Yaml<'_>) -> Vec<(&'static str, Yaml<'_>)> {
    let mut found = Vec::new();
    calls_in(value, &mut found);
    found
}

fn calls_in<'t>(value: Yaml<'t>, found: &mut Vec<(&'static str, Yaml<'t>)>) {
    let call = value.entries().next().filter(|_| value.len() == 1 && value.is_mapping());
    if let Some((key, operand)) = call {
        match key.text() {
            "get_input" if !operand.is_mapping() => return found.push(("get_input", operand)),
            "get_property" if operand.is_sequence() => return found.push(("get_property", operand)),
            "get_attribute" if operand.is_sequence() => return found.push(("get_attribute", operand)),
            _ => {}
        }
    }
    descend(|| {
        value.items().for_each(|item| calls_in(item, found));
        value.entries().for_each(|(_, value)| calls_in(value, found));
    });
}
