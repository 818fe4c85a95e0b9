//! The environment of a task: what is known of each variable.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{EnvironmentRule, Text, effect};

/// Whether a variable is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SetWhen {
    /// Whatever the environment of the process is.
    Always,
    /// When the process has a variable of the same name.
    Inherited,
    /// That depends on more than this.
    Unknown,
}

/// A variable that is set, or may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Whether it is set.
    pub is_set: SetWhen,
    /// Its value when it is.
    pub text: Text,
}

/// What is known of all variables.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// Variables that are named; none for those that are not set.
    named: BTreeMap<Arc<str>, Option<Binding>>,
    /// What happened to all others of an unknown process, step by step.
    others: Option<Vec<PatternRules>>,
}

/// The rules of a section that are about names that are not named.
#[derive(Clone, Debug)]
pub(super) struct PatternRules {
    /// Whether the section starts with nothing.
    pub(super) starts_empty: bool,
    /// Its rules with patterns, each with the value that it has there.
    pub(super) rules: Vec<(EnvironmentRule, Option<Text>)>,
}

impl Environment {
    /// The environment of a process that has exactly these variables.
    pub fn known<N: AsRef<str>, T: AsRef<str>>(variables: impl IntoIterator<Item = (N, T)>) -> Self {
        let binding = |text: &str| Binding { is_set: SetWhen::Always, text: Text::literal(text) };
        let named = variables.into_iter().map(|(name, text)| (name.as_ref().into(), Some(binding(text.as_ref()))));
        Self { named: named.collect(), others: None }
    }

    /// The environment of a process of which nothing is known.
    pub fn unknown() -> Self {
        Self { named: BTreeMap::new(), others: Some(Vec::new()) }
    }

    /// Whether the environment of the process is known.
    pub fn is_known(&self) -> bool {
        self.others.is_none()
    }

    /// The variable `name`, unless it is not set.
    pub fn get(&self, name: &str) -> Option<Binding> {
        match self.named.get(name) {
            Some(binding) => binding.clone(),
            None => self.unnamed(name),
        }
    }

    /// The variables that are named, by name; none for those that are not set.
    pub fn named(&self) -> impl Iterator<Item = (&Arc<str>, Option<&Binding>)> {
        self.named.iter().map(|(name, binding)| (name, binding.as_ref()))
    }

    /// The variables that are set, or may be, of those that are named, by name.
    pub fn set(&self) -> impl Iterator<Item = (&Arc<str>, &Binding)> {
        self.named.iter().filter_map(|(name, binding)| Some((name, binding.as_ref()?)))
    }

    /// The rules with patterns that the other variables of an unknown process go through.
    pub fn patterns(&self) -> impl Iterator<Item = &EnvironmentRule> {
        self.others.iter().flatten().flat_map(|step| &step.rules).map(|(rule, _)| rule)
    }

    /// What a section starts with that adds to this environment.
    pub(super) fn copied(&self) -> Self {
        let mut new = self.clone();
        new.begin(false);
        new
    }

    /// What a section starts with that returns only its own variables.
    pub(super) fn emptied(&self) -> Self {
        let mut new = Self { named: self.named.keys().map(|name| (Arc::clone(name), None)).collect(), ..self.clone() };
        new.begin(true);
        new
    }

    fn begin(&mut self, starts_empty: bool) {
        self.others.iter_mut().for_each(|steps| steps.push(PatternRules { starts_empty, rules: Vec::new() }));
    }

    pub(super) fn put(&mut self, name: &Arc<str>, binding: Option<Binding>) {
        self.named.insert(Arc::clone(name), binding);
    }

    /// Remembers a rule for variables that are not named, unless it changes none: one that only takes them over as they were
    /// before the section does so where the section has taken some away, or changed some.
    pub(super) fn put_pattern(&mut self, rule: &EnvironmentRule, value: Option<&Text>) {
        let Some(step) = self.others.as_mut().and_then(|steps| steps.last_mut()) else { return };
        if !effect::only_restores(rule, value) || step.starts_empty || !step.rules.is_empty() {
            step.rules.push((rule.clone(), value.cloned()));
        }
    }

    /// What becomes of a variable that the process may have and that is not named.
    fn unnamed(&self, name: &str) -> Option<Binding> {
        let name: Arc<str> = name.into();
        let own = Binding { is_set: SetWhen::Inherited, text: Text::process(&name) };
        let mut binding = Some(own);
        for step in self.others.as_ref()? {
            let before = binding.clone();
            if step.starts_empty {
                binding = None;
            }
            for (rule, value) in &step.rules {
                binding = effect::on_selected(rule, &name, value.as_ref(), before.as_ref(), binding);
            }
        }
        binding
    }
}
