//! The rules of a section, applied once from top to bottom.

use std::sync::Arc;

use super::substitution::substitute;
use super::{
    Action, Binding, DeferredValue, Environment, EnvironmentRule, Reason, RuleValue, Selector, SetWhen, Text, effect,
};
use crate::source::diagnostic::{Code, Diagnostic};

/// The largest text of a variable, in bytes: rules that refer to each other can double it line by line. Linux starts no
/// program with a longer one.
const MAX_TEXT_BYTES: usize = 1 << 17;

/// The largest size of all texts that a section makes together, in bytes; as much as Linux takes by default.
const MAX_TOTAL_BYTES: usize = 1 << 21;

impl Environment {
    /// This environment after a section: `variables`, or the rules of an operation.
    #[must_use]
    pub fn after(&self, rules: &[EnvironmentRule], diagnostics: &mut Vec<Diagnostic>) -> Self {
        Section { before: self, now: self.copied(), total: 0, diagnostics }.run(rules)
    }

    /// What `to_env` returns in this environment: only what its rules add.
    #[must_use]
    pub fn added_by(&self, rules: &[EnvironmentRule], diagnostics: &mut Vec<Diagnostic>) -> Self {
        Section { before: self, now: self.emptied(), total: 0, diagnostics }.run(rules)
    }
}

struct Section<'e> {
    before: &'e Environment,
    now: Environment,
    /// The size of the texts so far.
    total: usize,
    diagnostics: &'e mut Vec<Diagnostic>,
}

impl Section<'_> {
    fn run(mut self, rules: &[EnvironmentRule]) -> Environment {
        for rule in rules {
            self.apply(rule);
        }
        self.now
    }

    fn apply(&mut self, rule: &EnvironmentRule) {
        let value = self.value(rule);
        match &rule.action {
            Action::Set(name) => {
                if let Some(text) = value {
                    self.now.put(name, Some(set(text)));
                }
            }
            Action::Remove(selector) | Action::Copy(selector) | Action::Prepend(selector) => {
                if selector.is_single() {
                    self.apply_to_one(rule, selector, value.as_ref());
                } else {
                    self.apply_to_all(rule, selector, value);
                }
            }
        }
    }

    /// A rule for one name; where that is not set before the section, the value stands for it.
    fn apply_to_one(&mut self, rule: &EnvironmentRule, selector: &Selector, value: Option<&Text>) {
        let name = selector.name();
        let (before, now) = (self.before.get(name), self.now.get(name));
        if matches!(rule.action, Action::Copy(_)) && value.is_none() && before.is_none() && !name.is_empty() {
            self.report_missing(rule, name);
        }
        let fallback = match rule.action {
            Action::Set(_) | Action::Remove(_) => now,
            Action::Copy(_) | Action::Prepend(_) => value.cloned().map(set).or(now),
        };
        let after = effect::on_selected(rule, name, value, before.as_ref(), fallback);
        self.put(rule, name, after);
    }

    fn apply_to_all(&mut self, rule: &EnvironmentRule, selector: &Selector, value: Option<Text>) {
        let names: Vec<Arc<str>> = self.names(selector);
        let mut matches = Matches::None;
        for name in &names {
            let (before, now) = (self.before.get(name), self.now.get(name));
            if let Some(before) = &before {
                matches = matches.max(if before.is_set == SetWhen::Always { Matches::Some } else { Matches::Maybe });
            }
            let after = effect::on_selected(rule, name, value.as_ref(), before.as_ref(), now);
            self.put(rule, name, after);
        }
        self.now.put_pattern(rule, value.as_ref());
        if !self.before.is_known() {
            matches = matches.max(Matches::Maybe);
        }
        if matches!(rule.action, Action::Copy(_) | Action::Prepend(_)) {
            self.set_unmatched(selector, value, matches);
        }
    }

    /// A pattern that matches nothing is itself the name of a variable, if there is a value for it.
    fn set_unmatched(&mut self, selector: &Selector, value: Option<Text>, matches: Matches) {
        let Some(text) = value else { return };
        let binding = match matches {
            Matches::Some => return,
            Matches::None => set(text),
            Matches::Maybe => Binding { is_set: SetWhen::Unknown, text },
        };
        self.now.put(selector.name(), Some(binding));
    }

    /// The names that are named, those before the section among them.
    fn names(&self, selector: &Selector) -> Vec<Arc<str>> {
        self.now.named().map(|(name, _)| name).filter(|name| selector.selects(name)).cloned().collect()
    }

    fn put(&mut self, rule: &EnvironmentRule, name: &Arc<str>, binding: Option<Binding>) {
        let binding = binding.map(|binding| Binding { text: self.bounded(rule, binding.text), ..binding });
        self.now.put(name, binding);
    }

    /// The value of a rule where it stands.
    fn value(&mut self, rule: &EnvironmentRule) -> Option<Text> {
        let text = match &rule.value {
            RuleValue::Null => return None,
            RuleValue::Text(text) => self.substituted(rule, text),
            RuleValue::Verbatim(text) => text.clone(),
            RuleValue::Computed(later) => Text::computed(later),
        };
        Some(self.bounded(rule, text))
    }

    /// What earlier rules have set goes before what was set before the section.
    fn substituted(&mut self, rule: &EnvironmentRule, value: &str) -> Text {
        let mut missing = Vec::new();
        let text = substitute(value, |reference| {
            let found = self.look_up(&reference.names, reference.default.map(Text::literal));
            found.unwrap_or_else(|| {
                missing.push(reference.names.join(" or "));
                Text::default()
            })
        });
        missing.iter().for_each(|name| self.report_missing(rule, name));
        text
    }

    /// The text of the first of these variables that is set, else the default.
    fn look_up(&self, names: &[&str], default: Option<Text>) -> Option<Text> {
        let places = names.iter().flat_map(|&name| [(name, self.now.get(name)), (name, self.before.get(name))]);
        let places: Vec<(&str, Option<Binding>)> = places.collect();
        places.into_iter().rev().fold(default, |otherwise, (name, binding)| match binding {
            None => otherwise,
            Some(Binding { is_set: SetWhen::Always, text }) => Some(text),
            Some(Binding { is_set: SetWhen::Inherited, text }) => {
                Some(Text::when_set(&Arc::from(name), text, otherwise.unwrap_or_default()))
            }
            Some(Binding { is_set: SetWhen::Unknown, .. }) => {
                Some(Text::computed(&DeferredValue::new(format!("${{{name}}}"), Reason::Environment)))
            }
        })
    }

    fn report_missing(&mut self, rule: &EnvironmentRule, name: &str) {
        let message = format!("the rule `{}` needs the variable {name}, which nothing provides", rule.action.written());
        let diagnostic = Diagnostic::new(Code::UnprovidedVariable, rule.span, message);
        self.diagnostics.push(diagnostic.help(format!("give it a default, as in `${{{name}:...}}`, or set it before")));
    }

    fn bounded(&mut self, rule: &EnvironmentRule, text: Text) -> Text {
        self.total = self.total.saturating_add(text.size());
        let (limit, what) = match () {
            () if text.size() > MAX_TEXT_BYTES => (MAX_TEXT_BYTES, "a text"),
            () if self.total > MAX_TOTAL_BYTES => (MAX_TOTAL_BYTES, "with those above it texts"),
            () => return text,
        };
        self.report_long(rule, &format!("makes {what} of more than {limit} bytes"));
        Text::computed(&DeferredValue::new("a text that is too long", Reason::Length))
    }

    fn report_long(&mut self, rule: &EnvironmentRule, what: &str) {
        // One is enough: what follows is long because of it.
        if self.diagnostics.iter().all(|diagnostic| diagnostic.code != Code::LongText) {
            let message = format!("the rule `{}` {what}", rule.action.written());
            self.diagnostics.push(Diagnostic::new(Code::LongText, rule.span, message));
        }
    }
}

/// Whether a variable that a pattern is about was set before the section.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Matches {
    None,
    Maybe,
    Some,
}

fn set(text: Text) -> Binding {
    Binding { is_set: SetWhen::Always, text }
}
