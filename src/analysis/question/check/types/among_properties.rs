//! Conditions that are not indented far enough, and are read as one more property.

use std::sync::Arc;

use super::doubt::Doubt;
use super::search::TemplateWalk;
use crate::source::diagnostic::Code;
use crate::source::syntax::vocabulary::is_condition;
use crate::tosca::model::{ElementId, Kind, PropertyValue};
use crate::tosca::types::completion::{Fault, Path, RuntimeResponse};
use crate::tosca::types::{Collection, Section};

impl TemplateWalk<'_, '_> {
    /// Properties that are called as conditions are and look like them, unless a type declares one of that name.
    pub(super) fn conditions_among_properties(&mut self) {
        for property in self.model.of_kind(Kind::Property) {
            let element = self.model.element(property);
            let (Some(owner), PropertyValue::Literal(value)) = (element.container, self.model.property(property).value)
            else {
                continue;
            };
            let is_meant = &*element.name == "conditions" && is_condition(self.model.yaml(value), self.model.profile());
            if !is_meant || self.declares_conditions(owner) {
                continue;
            }
            let span = element.span;
            // That no type declares it follows; but an engine may refuse that.
            let follows = |doubt: &Doubt| doubt.fault.code == Code::UnexpectedProperty && doubt.fault.span == span;
            let is_plain = self.engine.is_none();
            self.doubts.retain(|doubt| !(is_plain && follows(doubt)));
            let message = "\"conditions\" is read as the name of a property".to_owned();
            let fault = Fault {
                response: RuntimeResponse::PassedOver,
                help: Some(self.where_they_belong(owner, property)),
                ..Fault::new(Code::PlainProperty, &Path::new("conditions"), span, message)
            };
            let when = self.presence(property);
            self.doubts.push(Doubt::new(fault, Some(property), when));
        }
    }

    fn declares_conditions(&self, owner: ElementId) -> bool {
        let collection = match owner.kind() {
            Kind::Node => Collection::Node,
            Kind::Artifact => Collection::Artifact,
            Kind::Group => Collection::Group,
            Kind::Policy => Collection::Policy,
            _ => Collection::Relationship,
        };
        let declares = |name: &Arc<str>| {
            self.schemas.is_known(collection, name)
                && self.schemas.fields(collection, Section::Properties, name).contains_key("conditions")
        };
        self.type_choices(owner).iter().any(|choice| declares(&choice.name))
    }

    /// Where to write conditions that stand behind another property.
    fn where_they_belong(&self, owner: ElementId, property: ElementId) -> String {
        let others = self.model.properties_of(owner).iter().copied().take_while(|&other| other != property);
        let before = others.filter(|&other| &*self.model.element(other).name != "conditions").last();
        let of_owner = format!("conditions of {} stand beside its `type`", self.model.full_display(owner));
        let Some(before) = before else { return of_owner };
        let key = match self.model.property(before).value {
            PropertyValue::Expression(_) => "expression",
            _ => "value",
        };
        let name = &self.model.element(before).name;
        let written = format!("`- {name}: {{{key}: ..., conditions: ...}}`");
        if self.model.element(before).is_listed {
            format!("write {written}; {of_owner}")
        } else {
            format!("write `properties` as a list: {written}; {of_owner}")
        }
    }
}
