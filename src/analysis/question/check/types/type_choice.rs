//! Which types elements may have, and where they have them.

use std::sync::Arc;

use super::doubt::When;
use super::search::TemplateWalk;
use crate::source::Span;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind};

/// A type that an element may have.
pub(super) struct TypeChoice {
    pub(super) name: Arc<str>,
    /// The type that the author names; a technology puts another one in its place.
    pub(super) written: Arc<str>,
    /// Where the author names it.
    pub(super) span: Option<Span>,
    pub(super) when: When,
}

impl TypeChoice {
    /// The type that is named at a place.
    pub(super) fn of(written: Yaml<'_>) -> Self {
        let name: Arc<str> = written.text().into();
        Self { written: Arc::clone(&name), name, span: Some(written.span()), when: When::default() }
    }
}

impl<'t> TemplateWalk<'_, 't> {
    /// The types that a relationship inside a requirement may have: its own, or those that the types of its node want.
    pub(super) fn relationship_types(
        &self,
        relation: ElementId,
        source: ElementId,
        body: Option<Yaml<'t>>,
    ) -> Vec<TypeChoice> {
        if !self.model.types_of(relation).is_empty() {
            return self.own_types(relation);
        }
        if let Some(own) = body.and_then(own_type) {
            return vec![own];
        }
        let requirement = &self.model.element(relation).name;
        let wanted = |node_type: TypeChoice| {
            let name: Arc<str> = self.schemas.required_relationship(&node_type.name, requirement)?.text().into();
            Some(TypeChoice { written: Arc::clone(&name), name, span: None, when: node_type.when })
        };
        self.type_choices(source).into_iter().filter_map(wanted).collect()
    }

    /// The types that an element may have: that of its technology, else the first that is present.
    pub(super) fn type_choices(&self, id: ElementId) -> Vec<TypeChoice> {
        let own = self.own_types(id);
        let is_chosen =
            self.model.dialect().types_are_elements && id.kind() == Kind::Node && !self.model.options().is_edmm;
        let technologies = if is_chosen { self.model.node(id).technologies.as_slice() } else { &[] };
        if technologies.is_empty() {
            return own;
        }
        let mut choices = Vec::new();
        for (place, &technology) in technologies.iter().enumerate() {
            let when = When::present([technology]).without(technologies[..place].iter().copied());
            match &self.model.technology(technology).assign {
                Some(assigned) => {
                    let written = own.first().map_or(assigned, |own| &own.written);
                    let (name, written) = (Arc::clone(assigned), Arc::clone(written));
                    choices.push(TypeChoice { name, written, span: None, when });
                }
                None => choices.extend(own.iter().map(|own| TypeChoice {
                    name: Arc::clone(&own.name),
                    written: Arc::clone(&own.written),
                    span: own.span,
                    when: own.when.and(&when),
                })),
            }
        }
        choices
    }

    /// The types that the author gives an element, in order: the first that is present is its own.
    pub(super) fn own_types(&self, id: ElementId) -> Vec<TypeChoice> {
        let candidates = self.model.type_candidates(id);
        let body = self.model.definition(id).map(|body| self.model.yaml(body));
        let written = body.and_then(|body| body.get("type")).map(|name| name.span());
        let alternatives: Arc<[ElementId]> = candidates.iter().filter_map(|(element, _)| *element).collect();
        let mut before = 0;
        let choice = |(element, name): &(Option<ElementId>, Arc<str>)| {
            let when = When::present(*element).without_earlier(id, &alternatives, before);
            before += usize::from(element.is_some());
            TypeChoice {
                name: Arc::clone(name),
                written: Arc::clone(name),
                span: element.map(|element| self.model.element(element).span).or(written),
                when,
            }
        };
        candidates.iter().map(choice).collect()
    }
}

/// The type that the body of an element names.
fn own_type(body: Yaml<'_>) -> Option<TypeChoice> {
    let written = body.get("type").filter(|name| name.is_scalar() && !name.is_null())?;
    Some(TypeChoice::of(written))
}
