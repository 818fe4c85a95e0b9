//! What has a type and properties: nodes, relationship templates, artifacts, groups and policies.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::doubt::{ConditionalFault, When};
use super::passed_over::PassedOver;
use super::search::TemplateWalk;
use super::type_choice::TypeChoice;
use crate::source::Span;
use crate::source::diagnostic::{Code, did_you_mean};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, PropertyValue};
use crate::tosca::types::completion::{Functions, Path, RuntimeResponse};
use crate::tosca::types::template::member_faults;
use crate::tosca::types::{Alternative, Collection, Section, TypeName, check_alternatives};

/// Something with a type and properties.
pub(super) struct Owner<'t> {
    /// The element, unless it is one without conditions.
    pub(super) id: Option<ElementId>,
    pub(super) collection: Collection,
    pub(super) name: String,
    span: Span,
    when: When,
    /// What says more about it than its properties.
    body: Option<Yaml<'t>>,
}

impl<'t> TemplateWalk<'_, 't> {
    /// Everything that is wrong with values of properties, attributes and capabilities.
    pub(super) fn owners(&mut self) {
        let kinds = [
            (Kind::Node, Collection::Node),
            (Kind::Artifact, Collection::Artifact),
            (Kind::Group, Collection::Group),
            (Kind::Policy, Collection::Policy),
        ];
        for (kind, collection) in kinds {
            for id in self.model.of_kind(kind) {
                if !self.is_written(id) {
                    continue;
                }
                let element = self.model.element(id);
                let owner = Owner {
                    id: Some(id),
                    collection,
                    name: element.name.to_string(),
                    span: element.span,
                    when: self.presence(id),
                    body: element.body.map(|body| self.model.yaml(body)),
                };
                self.owner(&owner, id);
            }
        }
        self.relationship_templates();
        self.inline_relationships();
    }

    fn is_written(&self, id: ElementId) -> bool {
        let is_helper = id.kind() == Kind::Group && self.model.group(id).is_variability_group;
        !is_helper && self.model.element(id).body.is_some_and(|body| self.model.yaml(body).is_mapping())
    }

    /// Each relationship template is a relation that uses it, or a connection.
    fn relationship_templates(&mut self) {
        for template in self.model.relationship_templates() {
            let span = self.model.yaml(template.key).span();
            let (collection, name) = (Collection::Relationship, template.name.to_string());
            let body = Some(self.model.yaml(template.body));
            let users = template.connection.as_ref().map_or(template.relations.as_slice(), std::slice::from_ref);
            for &user in users {
                let (name, when) = (name.clone(), self.presence(user));
                let owner = Owner { id: Some(user), collection, name, span, when, body };
                self.owner(&owner, user);
            }
        }
    }

    /// Relationship templates inside requirements.
    fn inline_relationships(&mut self) {
        for relation in self.model.of_kind(Kind::Relation) {
            let element = self.model.element(relation);
            let body = element.body.and_then(|body| self.model.yaml(body).get("relationship"));
            let Some(body) = body.filter(|body| body.is_mapping()) else { continue };
            let source = self.model.relation(relation).source;
            let name = format!("{}.{}", self.model.element(source).name, element.name);
            let (id, when, span) = (Some(relation), self.presence(relation), element.span);
            let owner = Owner { id, collection: Collection::Relationship, name, span, when, body: Some(body) };
            let alternatives = self.inline_alternatives(relation, body);
            for choice in self.relationship_types(relation, source, Some(body)) {
                self.choice(&owner, &choice, &alternatives);
            }
        }
    }

    fn owner(&mut self, owner: &Owner<'t>, id: ElementId) {
        let alternatives = self.alternatives(id);
        for choice in self.type_choices(id) {
            self.choice(owner, &choice, &alternatives);
        }
    }

    /// A relationship inside a requirement has a list of values, which are elements, or what it has without conditions.
    fn inline_alternatives(&self, relation: ElementId, body: Yaml<'t>) -> Vec<Alternative<'t, Option<ElementId>>> {
        if !self.model.properties_of(relation).is_empty() {
            return self.alternatives(relation);
        }
        body.get("properties").map_or_else(Vec::new, written)
    }

    fn choice(&mut self, owner: &Owner<'t>, choice: &TypeChoice, alternatives: &[Alternative<'t, Option<ElementId>>]) {
        let when = owner.when.and(&choice.when);
        let (path, of) = (Path::new(&owner.name), owner.collection.named(&choice.name));
        let undefined =
            choice.span.and_then(|span| self.schemas.unknown_type_of_element(of.collection, of.name, span, &path));
        if let Some(fault) = undefined {
            self.doubts.push(ConditionalFault::new(fault, owner.id, when));
            return;
        }
        let functions = &mut self.functions as &mut dyn Functions<'t>;
        let faults = check_alternatives(self.schemas, functions, of, owner.name.as_str(), owner.span, alternatives);
        let mut properties: FxHashMap<Span, &str> = FxHashMap::default();
        for alternative in alternatives {
            properties.entry(alternative.span).or_insert(alternative.property);
        }
        for (value, fault) in faults.of_values {
            let when = when.and(&chosen(value));
            let undeclared = properties.get(&fault.span).filter(|_| fault.response == RuntimeResponse::PassedOver);
            let passed_over = undeclared.map(|property| self.passed_over(of, choice, property));
            self.doubts.push(ConditionalFault { value, passed_over, ..ConditionalFault::new(fault, owner.id, when) });
        }
        self.expressions(of, owner, &when, alternatives);
        for (mut fault, ids) in faults.of_absence {
            fault.help = self.why_absent(&ids).or(fault.help);
            let mut none = none_chosen(&ids);
            if fault.code == Code::MissingProperty {
                let given = self.given_by_filters(owner, |name| path.name(name).to_string() == fault.path);
                none = none.map(|none| none.without(given));
            }
            self.doubts.extend(none.map(|none| ConditionalFault::new(fault, owner.id, when.and(&none))));
        }
        self.parts(owner, of, &when);
    }

    /// Why values that are written are absent where one is missing: a value without conditions goes with what it reads.
    fn why_absent(&self, values: &[Option<ElementId>]) -> Option<String> {
        let &[Some(value)] = values else { return None };
        let element = self.model.element(value);
        if value.kind() != Kind::Property || !element.conditions.is_empty() {
            return None;
        }
        let &read = self.model.property(value).consumes.first()?;
        let read = self.model.full_display(read);
        Some(format!(
            "its value is left out where {read}, which it reads, is absent: write another value for that case, or declare a default"
        ))
    }

    /// A property that is not declared.
    fn passed_over(&self, of: TypeName<'_>, choice: &TypeChoice, property: &str) -> PassedOver {
        let fields = self.schemas.fields(of.collection, Section::Properties, of.name);
        let is_misspelt = did_you_mean(property, fields.keys().copied()).is_some();
        PassedOver { by: (of.collection, Arc::clone(&choice.written)), property: property.into(), is_misspelt }
    }

    /// Attributes, capabilities and inputs of operations.
    fn parts(&mut self, owner: &Owner<'t>, of: TypeName<'_>, when: &When) {
        let Some(body) = owner.body else { return };
        let functions = &mut self.functions as &mut dyn Functions<'t>;
        let faults = member_faults(self.schemas, functions, of, body, owner.name.as_str(), owner.span);
        self.doubts.extend(faults.into_iter().map(|fault| ConditionalFault::new(fault, owner.id, when.clone())));
    }

    /// The values that the properties of an element may have. Profile A writes them out as they are.
    fn alternatives(&self, owner: ElementId) -> Vec<Alternative<'t, Option<ElementId>>> {
        if !self.model.dialect().parts_are_elements {
            let body = self.model.definition(owner).map(|body| self.model.yaml(body));
            return body.and_then(|body| body.get("properties")).map_or_else(Vec::new, written);
        }
        let alternative = |&id: &ElementId| {
            let element = self.model.element(id);
            let value = match self.model.property(id).value {
                PropertyValue::Literal(value) => Some(self.model.yaml(value)),
                // A scalar is its own value.
                PropertyValue::Expression(value) => Some(self.model.yaml(value)).filter(|value| value.is_scalar()),
                PropertyValue::Fallback | PropertyValue::Missing => return None,
            };
            Some(Alternative { id: Some(id), property: &element.name, span: element.span, value })
        };
        self.model.properties_of(owner).iter().filter_map(alternative).collect()
    }
}

/// Values without conditions.
fn written<'t>(properties: Yaml<'t>) -> Vec<Alternative<'t, Option<ElementId>>> {
    let alternative = |(key, value): (Yaml<'t>, Yaml<'t>)| Alternative {
        id: None,
        property: key.text(),
        span: key.span(),
        value: Some(value),
    };
    properties.entries().map(alternative).collect()
}

/// Where a value is written out.
fn chosen(property: Option<ElementId>) -> When {
    property.map_or_else(When::default, |id| When::present([id]))
}

/// Where none of these values is written out; none where one always is.
fn none_chosen(properties: &[Option<ElementId>]) -> Option<When> {
    let ids: Option<Vec<ElementId>> = properties.iter().copied().collect();
    Some(When::default().without(ids?))
}
