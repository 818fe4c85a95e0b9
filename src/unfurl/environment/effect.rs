//! What one rule does to one variable.
//!
//! `before` is the variable before the section, `now` as the rules above have left it. Both may depend on the process.

use std::sync::Arc;

use super::{Action, Binding, DeferredValue, EnvironmentRule, Reason, SetWhen, Text};

/// What becomes of the variable `name` by a rule that may be about it; a rule that adds what is missing does not
/// show here.
pub(super) fn on_selected(
    rule: &EnvironmentRule,
    name: &Arc<str>,
    value: Option<&Text>,
    before: Option<&Binding>,
    now: Option<Binding>,
) -> Option<Binding> {
    match &rule.action {
        Action::Remove(selector) => now.filter(|_| !selector.removes(name)),
        Action::Copy(selector) if selector.selects(name) => where_set(name, before.cloned(), now),
        Action::Prepend(selector) if selector.selects(name) => where_set(name, prepended(value, before), now),
        Action::Set(_) | Action::Copy(_) | Action::Prepend(_) => now,
    }
}

/// Whether a rule makes variables only what they were before the section.
pub(super) fn only_restores(rule: &EnvironmentRule, value: Option<&Text>) -> bool {
    match rule.action {
        Action::Copy(_) => true,
        Action::Prepend(_) => prefix(value).is_none(),
        Action::Set(_) | Action::Remove(_) => false,
    }
}

/// What is put before a variable, if anything is.
fn prefix(value: Option<&Text>) -> Option<&Text> {
    value.filter(|value| value.known() != Some(""))
}

/// `value:before`, or `before` when there is nothing to put before it.
fn prepended(value: Option<&Text>, before: Option<&Binding>) -> Option<Binding> {
    let before = before?;
    let Some(value) = prefix(value) else { return Some(before.clone()) };
    let mut text = value.clone();
    text.push_str(":");
    text.push(before.text.clone());
    // What a run computes may turn out to be empty.
    let why = text.reason().unwrap_or(Reason::Environment);
    let text = if value.has_literal() { text } else { Text::computed(&DeferredValue::new(text.to_string(), why)) };
    Some(Binding { is_set: before.is_set, text })
}

/// `candidate` where it is set, else `otherwise`. A binding that is inherited is set when the process has `name`.
pub(super) fn where_set(name: &Arc<str>, candidate: Option<Binding>, otherwise: Option<Binding>) -> Option<Binding> {
    let Some(candidate) = candidate else { return otherwise };
    let Some(otherwise) = otherwise else { return Some(candidate) };
    let is_set = match (candidate.is_set, otherwise.is_set) {
        (SetWhen::Always, _) | (SetWhen::Inherited, SetWhen::Inherited) => return Some(candidate),
        (SetWhen::Inherited, SetWhen::Always) => {
            let text = Text::when_set(name, candidate.text, otherwise.text);
            return Some(Binding { is_set: SetWhen::Always, text });
        }
        (SetWhen::Unknown, SetWhen::Always) => SetWhen::Always,
        (SetWhen::Unknown, _) | (SetWhen::Inherited, SetWhen::Unknown) => SetWhen::Unknown,
    };
    let text =
        Text::computed(&DeferredValue::new(format!("{} or {}", candidate.text, otherwise.text), Reason::Environment));
    Some(Binding { is_set, text })
}
