//! Values that do not fit their types because words of the language are a part of them: what to write instead is said with
//! the value.

use super::doubt::Doubt;
use super::search::TemplateWalk;
use crate::source::Span;
use crate::source::diagnostic::Code;
use crate::tosca::model::{Kind, PropertyValue};

impl TemplateWalk<'_, '_> {
    /// Gives values that do not fit the help for what makes them so, and tells that once.
    pub(super) fn causes(&mut self) {
        let (unevaluated, others): (Vec<Doubt>, Vec<Doubt>) =
            std::mem::take(&mut self.doubts).into_iter().partition(is_unevaluated);
        self.doubts = others;
        for doubt in unevaluated {
            let (span, help) = (doubt.fault.span, doubt.fault.help.clone());
            let mut unfit: Vec<&mut Doubt> = self.doubts.iter_mut().filter(|unfit| is_unfit(unfit, span)).collect();
            unfit.iter_mut().for_each(|unfit| unfit.fault.help.clone_from(&help));
            if unfit.is_empty() {
                self.doubts.push(doubt);
            }
        }
        for at in 0..self.doubts.len() {
            if let Some(help) = self.unwrapped(&self.doubts[at]) {
                self.doubts[at].fault.help = Some(help);
            }
        }
    }

    /// How a value with conditions is written that is a value itself here.
    fn unwrapped(&self, doubt: &Doubt) -> Option<String> {
        let property = doubt.value.filter(|value| value.kind() == Kind::Property && is_unfit_at_all(doubt))?;
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

fn is_unevaluated(doubt: &Doubt) -> bool {
    doubt.fault.code == Code::UnknownMember && doubt.fault.message.contains(super::unevaluated::NOT_EVALUATED)
}

fn is_unfit_at_all(doubt: &Doubt) -> bool {
    doubt.fault.code == Code::WrongType && doubt.fault.help.is_none()
}

fn is_unfit(doubt: &Doubt, part: Span) -> bool {
    doubt.fault.code == Code::WrongType && doubt.fault.span.contains(part)
}
