//! Conditions as text in the YAML of templates.

use super::{Phrase, PhraseMeaning};
use crate::source::syntax::vocabulary::{Arity, Operator, Profile};

impl Phrase {
    /// The YAML of this condition on one line, with `reference` for names; none where the profile has no such operator, or the
    /// operator takes the name of an element.
    pub fn to_yaml(&self, profile: Profile, reference: &dyn Fn(&str) -> String) -> Option<String> {
        let all = |phrases: &[Self]| -> Option<String> {
            let items: Option<Vec<String>> = phrases.iter().map(|phrase| phrase.to_yaml(profile, reference)).collect();
            items.map(|items| format!("[{}]", items.join(", ")))
        };
        let operator = |operator: Operator| Some(operator.name(profile)).filter(|name| !name.is_empty());
        Some(match &self.says {
            PhraseMeaning::Name(name) => reference(name),
            PhraseMeaning::Text(text) => serde_json::to_string(text).ok()?,
            PhraseMeaning::Number(written) | PhraseMeaning::Date(written) => written.clone(),
            PhraseMeaning::Truth(holds) => holds.to_string(),
            PhraseMeaning::Nothing => "null".to_owned(),
            PhraseMeaning::List(items) => all(items)?,
            PhraseMeaning::Not(inner) => {
                format!("{{{}: {}}}", operator(Operator::Not)?, inner.to_yaml(profile, reference)?)
            }
            PhraseMeaning::Call(called, _) if called.entry().arity == Arity::Reference => return None,
            PhraseMeaning::Call(called, operands) => format!("{{{}: {}}}", operator(*called)?, all(operands)?),
            PhraseMeaning::Rest | PhraseMeaning::Verb(..) => return None,
        })
    }
}
