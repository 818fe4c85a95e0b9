//! Evaluating functions in values, as far as that is possible before a run.
//!
//! Comes in: values as they are written, or completed by their types, and [`Facts`] that functions refer to. Goes out: a
//! [`Content`]; a function whose value is unknown is kept as it is written.

use std::sync::Arc;

use super::content::{Content, Contents};
use super::environment::{
    DeferredValue, Environment, Reason, RuleComputation, RuleValue, SetWhen, Text, is_template, read_number,
};
use super::jinja::{TemplatePart, parts};
use super::python_literal::Native;
use super::python_text::printed;
use super::reference::Reference;
use crate::analysis::value::Value;
use crate::source::syntax::yaml::{Scalar, Yaml};
use crate::tosca::types::completion::{call, is_call, is_character, token};
use crate::tosca::types::{Datum, View};

/// What functions in values can refer to besides topology inputs and the environment.
pub(super) trait Scope {
    /// The property that a path of `get_property` leads to; none when it is not known.
    fn property(&self, path: &[&str]) -> Option<Content>;

    /// What a job variable has at a path; none when it is not known.
    fn variable(&self, reference: &Reference) -> Option<Content>;
}

/// What functions in values can refer to.
#[derive(Clone, Copy)]
pub(super) struct Facts<'f> {
    /// The topology inputs that have a value.
    inputs: &'f Contents,
    environment: &'f Environment,
    /// Properties and job variables, where they can be referred to.
    scope: Option<&'f dyn Scope>,
    /// How many levels of a value are above.
    depth: usize,
}

/// The deepest values that are looked into.
const MAX_DEPTH: usize = 200;

impl<'f> Facts<'f> {
    /// These inputs and this environment.
    pub(super) fn new(inputs: &'f Contents, environment: &'f Environment) -> Self {
        Self { inputs, environment, scope: None, depth: 0 }
    }

    /// These facts in a scope.
    pub(super) fn within(self, scope: &'f dyn Scope) -> Self {
        Self { scope: Some(scope), ..self }
    }

    /// The value that is written, functions evaluated.
    pub(super) fn evaluate(mut self, yaml: Yaml<'_>) -> Content {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Content::Computed(DeferredValue::new("a value that is nested too deeply", Reason::Depth));
        }
        if yaml.is_sequence() {
            return Content::List(yaml.items().map(|item| self.evaluate(item)).collect());
        }
        if yaml.is_mapping() {
            let entry = |(key, value): (Yaml<'_>, Yaml<'_>)| (Arc::from(key.text()), self.evaluate(value));
            return self.function(yaml).unwrap_or_else(|| Content::Map(yaml.entries().map(entry).collect()));
        }
        match yaml.as_str() {
            Some(text) if is_template(text) => self.filled(text),
            Some(_) => Content::Value(read_number(yaml).map_or_else(|| Value::from_yaml(yaml), Value::from)),
            None => Content::Value(Value::from_yaml(yaml)),
        }
    }

    /// A completed value, functions evaluated: completion leaves those as they are written.
    pub(super) fn evaluate_completed(mut self, value: &Datum<'_>) -> Content {
        if let Some(yaml) = value.written() {
            return self.evaluate(yaml);
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Content::Computed(DeferredValue::new("a value that is nested too deeply", Reason::Depth));
        }
        match value.view() {
            View::Written(yaml) => self.evaluate(yaml),
            View::Text(text) if is_template(&text) => self.filled(&text),
            View::Text(text) => Content::Value(Value::String(text)),
            View::List(items) => Content::List(items.iter().map(|item| self.evaluate_completed(item)).collect()),
            View::Map(entries) => {
                let entries = entries.iter().map(|entry| (entry.key.into(), self.evaluate_completed(&entry.value)));
                Content::Map(entries.collect())
            }
        }
    }

    /// The value of a rule about the environment that is a function or a template; none for other maps, and for lists.
    pub(super) fn rule_value(self, yaml: Yaml<'_>) -> RuleComputation {
        if !yaml.is_scalar() && !is_call(yaml) {
            return None;
        }
        let content = self.evaluate(yaml);
        let text = match content.to_text() {
            Ok(text) => text,
            Err(kind) => return Some(Err(kind)),
        };
        Some(Ok(match (content, text) {
            (_, None) => RuleValue::Null,
            (Content::Computed(later), _) => RuleValue::Computed(later),
            // Patterns in what the environment has are no patterns of the author.
            (Content::Text(_), Some(text)) => RuleValue::Verbatim(text),
            (_, Some(text)) => RuleValue::Text(text.known()?.into()),
        }))
    }

    /// A template with the values of its references, as the runtime reads it: a literal of Python becomes its value. One that
    /// is nothing but a reference is its value, whatever that is.
    fn filled(self, text: &str) -> Content {
        let template = text.trim();
        let filled = parts(template).ok_or(Reason::Template).and_then(|parts| match parts.as_slice() {
            [TemplatePart::Reference(reference)] => self.job_variable(reference).ok_or(Reason::Path),
            parts => {
                let content = |part: &TemplatePart<'_>| match part {
                    TemplatePart::Plain(text) => Ok(Content::string(text)),
                    TemplatePart::Reference(reference) => {
                        let found = self.job_variable(reference).ok_or(Reason::Path)?;
                        if is_printed_alike(&found) { Ok(found) } else { Err(Reason::Template) }
                    }
                };
                concatenated(parts.iter().map(content).collect::<Result<Vec<_>, _>>()?)
            }
        });
        filled.and_then(native).unwrap_or_else(|why| Content::Computed(DeferredValue::new(text, why)))
    }

    fn job_variable(self, reference: &Reference) -> Option<Content> {
        self.scope?.variable(reference)
    }

    /// The value of a function; none for a map that is none.
    fn function(self, yaml: Yaml<'_>) -> Option<Content> {
        let (key, argument) = call(yaml)?;
        let value = match key.text() {
            "get_input" => self.input(argument).map(alone).ok_or(Reason::Input),
            "get_env" => self.environment_variable(argument).map(alone).ok_or(Reason::Environment),
            "has_env" => self.has_variable(argument).ok_or(Reason::Environment),
            "get_property" => self.property(argument).map(alone).ok_or(Reason::Property),
            "get_attribute" => Err(Reason::Attribute),
            "get_operation_output" => Err(Reason::Output),
            "concat" => self.concat(argument),
            "token" => self.token(argument),
            "eval" | "ref" if yaml.len() == 1 => self.expression(argument),
            "eval" | "ref" => Err(Reason::Expression),
            "q" => self.quoted(argument),
            // The runtime has no such function: the map is the value.
            "join" => return None,
            _ => Err(Reason::Function),
        };
        let written = || match yaml.len() {
            1 => format!("{}: {}", key.text(), argument.to_json()),
            _ => yaml.to_json(),
        };
        Some(value.unwrap_or_else(|why| Content::Computed(DeferredValue::new(written(), why))))
    }

    /// A value as it is written; of one in which functions are written only a run knows what becomes of them.
    fn quoted(self, argument: Yaml<'_>) -> Known {
        let is_template = |part: Yaml<'_>| part.as_str().is_some_and(is_template);
        let is_plain = !argument.descendants().any(|part| is_call(part) || is_template(part));
        if is_plain { Ok(self.evaluate(argument)) } else { Err(Reason::Function) }
    }

    fn has_variable(self, argument: Yaml<'_>) -> Option<Content> {
        let is_set = match self.environment.get(argument.as_str()?) {
            None => false,
            Some(binding) if binding.is_set == SetWhen::Always => true,
            Some(_) => return None,
        };
        Some(Content::Value(is_set.into()))
    }

    fn input(self, argument: Yaml<'_>) -> Option<Content> {
        if argument.is_scalar() {
            return self.inputs.get(argument.text()).cloned();
        }
        let mut path = argument.items().map(|item| item.text());
        let input = self.inputs.get(path.next()?)?.clone();
        path.try_fold(input, |content, key| content.part(key))
    }

    fn environment_variable(self, argument: Yaml<'_>) -> Option<Content> {
        let mut parts = argument.items();
        let (name, default) = if argument.is_scalar() { (argument, None) } else { (parts.next()?, parts.next()) };
        // Without a name the runtime returns the whole environment.
        let name = name.as_str().filter(|name| !name.is_empty())?;
        let default = default.map_or_else(Content::null, |default| self.evaluate(default));
        match self.environment.get(name) {
            None => Some(default),
            Some(binding) if binding.is_set == SetWhen::Always => Some(Content::Text(binding.text)),
            Some(binding) if binding.is_set == SetWhen::Inherited && !default.is_null() => {
                let default = default.to_text().ok()??;
                Some(Content::Text(Text::when_set(&name.into(), binding.text, default)))
            }
            Some(_) => None,
        }
    }

    fn property(self, argument: Yaml<'_>) -> Option<Content> {
        let path: Vec<&str> = argument.items().map(|item| item.text()).collect();
        self.scope?.property(&path)
    }

    /// An expression: a path into a job variable, or another function.
    fn expression(self, argument: Yaml<'_>) -> Known {
        if argument.is_mapping() {
            return self.function(argument).ok_or(Reason::Expression);
        }
        let reference = argument.as_str().and_then(Reference::parse).ok_or(Reason::Expression)?;
        self.job_variable(&reference).ok_or(Reason::Path)
    }

    fn concat(self, items: Yaml<'_>) -> Known {
        if !items.is_sequence() || items.is_empty() {
            return Err(Reason::Function);
        }
        concatenated(items.items().map(|item| self.evaluate(item)).collect())
    }

    fn token(self, argument: Yaml<'_>) -> Known {
        let mut parts = argument.items();
        let text = self.evaluate(parts.next().ok_or(Reason::Function)?);
        // Nothing but a text is split.
        let is_text = !matches!(&text, Content::Value(value) if value.as_str().is_none());
        let text = text.to_text().ok().flatten().filter(|_| is_text).ok_or(Reason::Function)?;
        let known = text.known().ok_or_else(|| text.reason().unwrap_or(Reason::Environment))?;
        let (separator, place) = parts.next().zip(parts.next()).ok_or(Reason::Function)?;
        // The runtime refuses others.
        let is_taken = is_character(separator) && matches!(place.scalar(), Scalar::Integer(_));
        if !is_taken {
            return Err(Reason::Function);
        }
        token(known, separator.text(), place.text()).map(Content::string).ok_or(Reason::Function)
    }
}

/// A value, or why only a run knows it.
type Known = Result<Content, Reason>;

/// What the runtime makes of a list that a function gives: of one entry it is the entry, of none null.
fn alone(content: Content) -> Content {
    match content {
        Content::List(mut items) if items.len() < 2 => items.pop().unwrap_or_else(Content::null),
        Content::Value(Value::List(items)) if items.len() < 2 => {
            items.first().map_or_else(Content::null, |item| Content::Value(item.clone()))
        }
        content => content,
    }
}

/// One text made of several, a text of the environment when one of them is; none when a run has to compute one.
fn concatenated(contents: Vec<Content>) -> Known {
    let mut joined = Text::default();
    let is_of_environment = contents.iter().any(|content| matches!(content, Content::Text(_)));
    for content in contents {
        joined.push(printed(&content).ok_or(Reason::Function)?);
    }
    let known = joined.known().filter(|_| !is_of_environment).map(Content::string);
    match joined.reason() {
        Some(why) => Err(why),
        None => Ok(known.unwrap_or(Content::Text(joined))),
    }
}

/// What the runtime makes of what a template gives.
fn native(content: Content) -> Known {
    let read = match &content {
        Content::Value(Value::String(text)) => Native::of(text),
        Content::Text(text) => Native::of_parts(text),
        Content::Value(_) | Content::Computed(_) | Content::List(_) | Content::Map(_) => Native::Text,
    };
    match read {
        Native::Value(value) => Ok(Content::Value(value)),
        Native::Text => Ok(content),
        Native::Unknown => Err(Reason::Literal),
    }
}

/// Whether a template shows a value as functions do: lists and maps of instances print how they are kept, too.
fn is_printed_alike(content: &Content) -> bool {
    !matches!(content, Content::Value(Value::List(_) | Value::Map(_)) | Content::List(_) | Content::Map(_))
}
