//! Conditions that are not indented far enough, and keys of a node that are indented too far: they are read as one more property.

use std::sync::Arc;

use super::doubt::ConditionalFault;
use super::search::TemplateWalk;
use crate::source::diagnostic::Code;
use crate::source::syntax::vocabulary::is_condition;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, PropertyValue};
use crate::tosca::types::Section;
use crate::tosca::types::completion::{Fault, Path, RuntimeResponse};

impl TemplateWalk<'_, '_> {
    /// Properties that are called as conditions or as a key of a node are, and look like it, unless a type declares one of that name.
    pub(super) fn keys_among_properties(&mut self) {
        for property in self.model.of_kind(Kind::Property) {
            let element = self.model.element(property);
            let (Some(owner), PropertyValue::Literal(value)) = (element.container, self.model.property(property).value)
            else {
                continue;
            };
            let name = &*element.name;
            let Some(help) = self.meant_elsewhere(property, owner, self.model.yaml(value)) else { continue };
            if self.declares(owner, name) {
                continue;
            }
            let span = element.span;
            // That no type declares it follows; but an engine may refuse that.
            let follows =
                |doubt: &ConditionalFault| doubt.fault.code == Code::UnexpectedProperty && doubt.fault.span == span;
            let is_plain = self.engine.is_none();
            self.doubts.retain(|doubt| !(is_plain && follows(doubt)));
            let message = format!("\"{name}\" is read as the name of a property");
            let fault = Fault {
                response: RuntimeResponse::PassedOver,
                help: Some(help),
                ..Fault::new(Code::PlainProperty, &Path::new(name), span, message)
            };
            let when = self.presence(property);
            self.doubts.push(ConditionalFault::new(fault, Some(property), when));
        }
    }

    /// Where to write what is called and looks as if it were no property; none for what is one.
    fn meant_elsewhere(&self, property: ElementId, owner: ElementId, value: Yaml<'_>) -> Option<String> {
        let name = &*self.model.element(property).name;
        if name == "conditions" {
            let is_meant = is_condition(value, self.model.profile());
            return is_meant.then(|| self.where_conditions_belong(owner, property));
        }
        let body = self.model.element(owner).body.filter(|_| owner.kind() == Kind::Node)?;
        let is_meant = self.model.yaml(body).get(name).is_none() && self.looks_like_key(name, value);
        is_meant.then(|| format!("{name} of {} stand beside its `type`", self.model.full_display(owner)))
    }

    /// Whether a value is written as that key of a node is.
    fn looks_like_key(&self, name: &str, value: Yaml<'_>) -> bool {
        let all_maps = |keys: &[&str]| {
            let is_meant = |(_, body): (Yaml<'_>, Yaml<'_>)| keys.iter().any(|key| body.get(key).is_some());
            value.is_mapping() && !value.is_empty() && value.entries().all(is_meant)
        };
        match name {
            "requirements" => {
                let is_node = |name: &str| !self.model.named(Kind::Node, name).is_empty();
                let leads_to_node = |body: Yaml<'_>| {
                    let node = if body.is_scalar() { Some(body) } else { body.get("node") };
                    node.is_some_and(|node| is_node(node.text()))
                };
                let is_meant = |item: Yaml<'_>| item.len() == 1 && item.entries().all(|(_, body)| leads_to_node(body));
                value.is_sequence() && !value.is_empty() && value.items().all(is_meant)
            }
            "artifacts" => all_maps(&["file"]),
            "capabilities" => all_maps(&["properties", "attributes"]),
            "interfaces" => all_maps(&["operations", "create", "configure", "start", "stop", "delete"]),
            _ => false,
        }
    }

    /// Whether a type that an element may have declares a property of this name.
    pub(super) fn declares(&self, owner: ElementId, property: &str) -> bool {
        let Some(collection) = owner.kind().collection() else { return false };
        let declares = |name: &Arc<str>| {
            self.schemas.is_known(collection, name)
                && self.schemas.fields(collection, Section::Properties, name).contains_key(property)
        };
        self.type_choices(owner).iter().any(|choice| declares(&choice.name))
    }

    /// Where to write conditions that stand behind another property.
    fn where_conditions_belong(&self, owner: ElementId, property: ElementId) -> String {
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
