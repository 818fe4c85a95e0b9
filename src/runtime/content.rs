//! Values of properties and inputs, as far as they are known before a run.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::environment::{Environment, Presence, Text, is_template, value_text};
use crate::syntax::yaml::Yaml;
use crate::types::completion::takes;
use crate::types::{Datum, View};
use crate::value::Value;

/// Contents by name, in order.
pub type Contents = IndexMap<Arc<str>, Content, FxBuildHasher>;

/// A value of which parts may be known only later.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Known.
    Value(Value),
    /// A text that depends on the process.
    Text(Text),
    /// What only a run can compute, as the author wrote it.
    Computed(Arc<str>),
    /// A list.
    List(Vec<Content>),
    /// A map.
    Map(Contents),
}

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

/// Functions of TOSCA and of the runtime. Those that are not evaluated here need instances, files or secrets.
static FUNCTIONS: &[&str] = &[
    "concat",
    "join",
    "token",
    "get_input",
    "get_env",
    "to_env",
    "get_property",
    "get_attribute",
    "get_operation_output",
    "get_nodes_of_type",
    "get_artifact",
    "get_dir",
    "get_ensemble_metadata",
    "get_secret",
    "find_connection",
    "abspath",
    "eval",
    "file",
    "generate",
    "kubernetes_current_namespace",
    "lookup",
    "python",
    "ref",
    "secret",
    "sensitive",
    "tempfile",
    "template",
];

impl Content {
    /// Null.
    pub fn null() -> Self {
        Self::Value(Value::Null)
    }

    /// A known text.
    pub fn string(text: &str) -> Self {
        Self::Value(Value::string(text))
    }

    /// Whether it is known to be null.
    pub fn is_null(&self) -> bool {
        *self == Self::Value(Value::Null)
    }

    /// The value, when all of it is known.
    pub fn known(&self) -> Option<Value> {
        match self {
            Self::Value(value) => Some(value.clone()),
            Self::Text(text) => text.known().map(Value::string),
            Self::Computed(_) => None,
            Self::List(items) => items.iter().map(Self::known).collect::<Option<Vec<_>>>().map(Value::from),
            Self::Map(entries) => entries.iter().map(|(key, value)| Some((Arc::clone(key), value.known()?))).collect(),
        }
    }

    /// The part of it behind a key of a map, or a place in a list.
    pub fn part(&self, key: &str) -> Option<Self> {
        match self {
            Self::Map(entries) => entries.get(key).cloned(),
            Self::List(items) => items.get(key.parse::<usize>().ok()?).cloned(),
            Self::Value(Value::Map(entries)) => entries.get(key).cloned().map(Self::Value),
            Self::Value(Value::List(items)) => items.get(key.parse::<usize>().ok()?).cloned().map(Self::Value),
            Self::Computed(expression) => Some(Self::Computed(format!("{expression}, {key}").into())),
            Self::Value(_) | Self::Text(_) => None,
        }
    }

    /// As the value of a variable; none for null.
    ///
    /// # Errors
    /// What it is instead, with an article.
    pub fn to_text(&self) -> Result<Option<Text>, &'static str> {
        match self {
            Self::Value(value @ (Value::List(_) | Value::Map(_))) => Err(value.kind()),
            Self::Value(value) => Ok(value_text(value).map(|text| Text::literal(&text))),
            Self::Text(text) => Ok(Some(text.clone())),
            Self::Computed(expression) => Ok(Some(Text::computed(expression))),
            Self::List(_) => Err("a list"),
            Self::Map(_) => Err("a map"),
        }
    }
}

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
        if !is_function(yaml) {
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

impl Content {
    fn is_computed(&self) -> bool {
        matches!(self, Self::Computed(_)) || matches!(self, Self::Text(text) if text.is_computed())
    }
}

/// Whether a map calls a function.
pub(super) fn is_function(yaml: Yaml<'_>) -> bool {
    let is_call =
        |(key, operand): (Yaml<'_>, Yaml<'_>)| is_function_name(key.text()) && takes(key.text(), operand.is_sequence());
    yaml.len() == 1 && yaml.entries().any(is_call)
}

/// Whether a function has this name.
pub(super) fn is_function_name(name: &str) -> bool {
    FUNCTIONS.contains(&name)
}
