//! Evaluating functions in values, as far as that is possible before a run.
//!
//! Comes in: values as they are written, or completed by their types, and [`Facts`] that functions refer to. Goes out: a
//! [`Content`]; a function whose value nobody knows is kept as it is written.

use std::sync::Arc;

use super::content::{Content, Contents};
use super::environment::{Environment, Presence, Text, is_template};
use crate::syntax::yaml::Yaml;
use crate::types::completion::is_call;
use crate::types::{Datum, View};
use crate::value::Value;

/// Finds the property that a path of `get_property` leads to.
pub(super) type Lookup<'f> = &'f dyn Fn(&[&str]) -> Option<Content>;

/// What functions in values can refer to.
#[derive(Clone, Copy)]
pub(super) struct Facts<'f> {
    /// The topology inputs that have a value.
    inputs: &'f Contents,
    /// The environment of the ensemble.
    environment: &'f Environment,
    /// Properties, where they can be referred to.
    lookup: Option<Lookup<'f>>,
    /// How many levels of a value are above.
    depth: usize,
}

/// The deepest values that are looked into.
const MAX_DEPTH: usize = 200;

impl<'f> Facts<'f> {
    /// These inputs and this environment.
    pub(super) fn new(inputs: &'f Contents, environment: &'f Environment) -> Self {
        Self { inputs, environment, lookup: None, depth: 0 }
    }

    /// These facts, and properties.
    pub(super) fn with_properties(self, lookup: Lookup<'f>) -> Self {
        Self { lookup: Some(lookup), ..self }
    }

    /// The value that is written, functions evaluated.
    pub(super) fn evaluate(mut self, yaml: Yaml<'_>) -> Content {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Content::Computed("a value that is nested too deeply".into());
        }
        if yaml.is_sequence() {
            return Content::List(yaml.items().map(|item| self.evaluate(item)).collect());
        }
        if yaml.is_mapping() {
            let entry = |(key, value): (Yaml<'_>, Yaml<'_>)| (Arc::from(key.text()), self.evaluate(value));
            return self.function(yaml).unwrap_or_else(|| Content::Map(yaml.entries().map(entry).collect()));
        }
        match yaml.as_str() {
            Some(text) if is_template(text) => Content::Computed(text.into()),
            _ => Content::Value(Value::from_yaml(yaml)),
        }
    }

    /// A completed value, functions evaluated: completion leaves those as they are written.
    pub(super) fn evaluate_completed(mut self, value: &Datum<'_>) -> Content {
        if let Some(yaml) = value.written() {
            return self.evaluate(yaml);
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Content::Computed("a value that is nested too deeply".into());
        }
        match value.view() {
            View::Written(yaml) => self.evaluate(yaml),
            View::Text(text) if is_template(&text) => Content::Computed(text),
            View::Text(text) => Content::Value(Value::String(text)),
            View::List(items) => Content::List(items.iter().map(|item| self.evaluate_completed(item)).collect()),
            View::Map(entries) => {
                let entries = entries.iter().map(|entry| (entry.key.into(), self.evaluate_completed(&entry.value)));
                Content::Map(entries.collect())
            }
        }
    }

    /// The value of a function; none for a map that is none.
    fn function(self, yaml: Yaml<'_>) -> Option<Content> {
        let (key, argument) = yaml.entries().next().filter(|_| yaml.len() == 1)?;
        if !is_call(yaml) {
            return None;
        }
        let value = match key.text() {
            "get_input" => self.input(argument),
            "get_env" => self.variable(argument),
            "get_property" => self.property(argument),
            "concat" => self.joined(argument, ""),
            "join" => self.join(argument),
            "token" => self.token(argument),
            _ => None,
        };
        Some(value.unwrap_or_else(|| Content::Computed(format!("{}: {}", key.text(), argument.to_json()).into())))
    }

    fn input(self, argument: Yaml<'_>) -> Option<Content> {
        if argument.is_scalar() {
            return self.inputs.get(argument.text()).cloned();
        }
        let mut path = argument.items().map(|item| item.text());
        let input = self.inputs.get(path.next()?)?.clone();
        path.try_fold(input, |content, key| content.part(key))
    }

    fn variable(self, argument: Yaml<'_>) -> Option<Content> {
        let mut parts = argument.items();
        let (name, default) = if argument.is_scalar() { (argument, None) } else { (parts.next()?, parts.next()) };
        let default = default.map_or_else(Content::null, |default| self.evaluate(default));
        match self.environment.get(name.text()) {
            None => Some(default),
            Some(binding) if binding.presence == Presence::Always => Some(Content::Text(binding.text)),
            Some(binding) if binding.presence == Presence::Inherited && !default.is_null() => {
                let default = default.to_text().ok()??;
                Some(Content::Text(Text::when_set(&name.text().into(), binding.text, default)))
            }
            Some(_) => None,
        }
    }

    fn property(self, argument: Yaml<'_>) -> Option<Content> {
        let path: Vec<&str> = argument.items().map(|item| item.text()).collect();
        self.lookup?(&path)
    }

    fn joined(self, items: Yaml<'_>, separator: &str) -> Option<Content> {
        let mut joined = Text::default();
        for (place, item) in items.items().enumerate() {
            if place > 0 {
                joined.push_str(separator);
            }
            joined.push(self.evaluate(item).to_text().ok()?.unwrap_or_default());
        }
        items.is_sequence().then_some(()).map(|()| Content::Text(joined)).filter(|content| !content.is_computed())
    }

    fn join(self, argument: Yaml<'_>) -> Option<Content> {
        let mut parts = argument.items();
        let items = parts.next()?;
        self.joined(items, parts.next().map_or("", |separator| separator.text()))
    }

    fn token(self, argument: Yaml<'_>) -> Option<Content> {
        let mut parts = argument.items();
        let text = self.evaluate(parts.next()?).to_text().ok()??;
        let (separator, place) = (parts.next()?.text(), parts.next()?.text().parse::<usize>().ok()?);
        text.known()?.split(separator).nth(place).map(Content::string)
    }
}
