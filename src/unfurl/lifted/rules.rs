//! Where the rules of an operation leave a variable set.
//!
//! Which variables are there before the rules depends on what is present; what the rules do to one of them does not.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::source::syntax::yaml::Yaml;
use crate::unfurl::environment::{Action, EnvironmentRule, RuleValue};
use crate::unfurl::operation::Operation;
use crate::unfurl::run_environment::computed;

/// When a variable is set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ConditionSet {
    /// Whatever was set before.
    Always,
    /// Where one of these was; nowhere where there is none.
    WhereSet(BTreeSet<Arc<str>>),
}

impl ConditionSet {
    /// Of a variable that no rule is about.
    pub(super) fn unchanged(variable: &Arc<str>) -> Self {
        Self::WhereSet(BTreeSet::from([Arc::clone(variable)]))
    }

    fn never() -> Self {
        Self::WhereSet(BTreeSet::new())
    }

    /// What the rules of an operation make of a variable.
    pub(super) fn of(operation: &Operation<'_>, variable: &Arc<str>) -> Self {
        let unchanged = Self::unchanged(variable);
        let Some(section) = operation.setting("environment") else { return unchanged };
        let rules = EnvironmentRule::read_all(section, &mut computed, &mut Vec::new());
        rules.iter().fold(unchanged.clone(), |now, rule| match &rule.action {
            Action::Set(name) if name == variable => now.or(Self::of_value(rule, section)),
            Action::Remove(selector) if selector.removes(variable) => Self::never(),
            Action::Copy(selector) | Action::Prepend(selector) if selector.selects(variable) => {
                // A pattern gives no value to a variable that is not there.
                let value = if selector.is_single() { Self::of_value(rule, section) } else { Self::never() };
                now.or(unchanged.clone()).or(value)
            }
            Action::Set(_) | Action::Remove(_) | Action::Copy(_) | Action::Prepend(_) => now,
        })
    }

    /// When a rule has a value: without one it leaves the variable as it is.
    fn of_value(rule: &EnvironmentRule, section: Yaml<'_>) -> Self {
        match &rule.value {
            RuleValue::Null => Self::never(),
            RuleValue::Text(_) | RuleValue::Verbatim(_) => Self::Always,
            RuleValue::Computed(_) => {
                let written = section.entries().find(|(key, _)| key.span() == rule.span);
                written.map_or(Self::Always, |(_, value)| Self::of_written(value))
            }
        }
    }

    /// When a written value is one: a variable that is read may be missing, any other function has a value.
    fn of_written(value: Yaml<'_>) -> Self {
        let Some(read) = value.get("get_env").filter(|_| value.len() == 1) else {
            return if value.is_null() { Self::never() } else { Self::Always };
        };
        let mut parts = read.items();
        let (name, default) = if read.is_scalar() { (Some(read), None) } else { (parts.next(), parts.next()) };
        let named = name.filter(|name| !name.text().is_empty());
        let named = named.map_or(Self::Always, |name| Self::unchanged(&name.text().into()));
        named.or(default.map_or(Self::never(), Self::of_written))
    }

    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::WhereSet(mut one), Self::WhereSet(other)) => {
                one.extend(other);
                Self::WhereSet(one)
            }
            (Self::Always, _) | (_, Self::Always) => Self::Always,
        }
    }
}

/// The variables that the rules of an operation name, one at a time.
pub(super) fn named_variables(operation: &Operation<'_>) -> Vec<Arc<str>> {
    let section = operation.setting("environment").into_iter();
    let rules = section.flat_map(|section| EnvironmentRule::read_all(section, &mut computed, &mut Vec::new()));
    let named = rules.filter_map(|rule| match rule.action {
        Action::Set(name) => Some(name),
        Action::Copy(selector) | Action::Prepend(selector) => selector.is_single().then(|| Arc::clone(selector.name())),
        Action::Remove(_) => None,
    });
    named.collect()
}
