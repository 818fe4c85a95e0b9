//! Values that do not fit their types because words of the language are a part of them: what to write instead is said with
//! the value.

use super::doubt::ConditionalFault;
use super::search::TemplateWalk;
use crate::source::Span;
use crate::source::diagnostic::{Code, Fix};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, PropertyValue};

impl TemplateWalk<'_, '_> {
    /// Whether an input that a value reads was looked for while the template was read: if it is all of a property.
    pub(super) fn is_reported_by_reading(&self, owner: Option<ElementId>) -> bool {
        let property = owner.filter(|owner| owner.kind() == Kind::Property && self.model.dialect().has_implications);
        property.is_some_and(|property| match self.model.property(property).value {
            PropertyValue::Literal(value) => self.model.yaml(value).get("get_input").is_some_and(Yaml::is_scalar),
            _ => false,
        })
    }

    /// Values that do not fit and have this part: their help is what to write instead of the part, with the edits for it. Says whether there are any.
    pub(super) fn help_unfit(&mut self, part: Span, help: &str, fix: Option<&Fix>) -> bool {
        let mut is_any = false;
        for doubt in self.doubts.iter_mut().filter(|doubt| is_unfit(doubt) && doubt.fault.span.contains(part)) {
            doubt.fault.help = Some(help.to_owned());
            doubt.fault.fix = fix.cloned();
            is_any = true;
        }
        is_any
    }

    /// Gives values that do not fit the help for what makes them so, and leaves out what was reported before.
    pub(super) fn causes(&mut self) {
        let mut doubts = std::mem::take(&mut self.doubts);
        doubts.retain(|doubt| doubt.fault.code != Code::UndefinedElement || !self.is_reported_by_reading(doubt.value));
        for doubt in &mut doubts {
            if let Some(help) = self.unwrapped(doubt) {
                doubt.fault.help = Some(help);
            }
        }
        self.doubts = doubts;
    }

    /// How a value with conditions is written that is a value itself here.
    fn unwrapped(&self, doubt: &ConditionalFault) -> Option<String> {
        let property = doubt
            .value
            .filter(|value| value.kind() == Kind::Property && is_unfit(doubt) && doubt.fault.help.is_none())?;
        let PropertyValue::Literal(value) = self.model.property(property).value else { return None };
        let value = self.model.yaml(value);
        let keyword = ["conditions", "default_alternative"].into_iter().find(|word| value.get(word).is_some())?;
        let is_wrapped = value.get("value").is_some() || value.get("expression").is_some();
        let element = self.model.element(property);
        let is_meant = is_wrapped && !element.is_listed && value.span() == doubt.fault.span;
        is_meant.then(|| {
            let name = &element.name;
            format!("properties that vary are a list: write `- {name}: {{value: ..., {keyword}: ...}}`")
        })
    }
}

fn is_unfit(doubt: &ConditionalFault) -> bool {
    doubt.fault.code == Code::WrongType
}
