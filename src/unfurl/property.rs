//! Properties with what is given for them and what their types declare, completed as the values of documents are.
//!
//! Comes in: given values and the definitions of types. Goes out: contents, the defaults of types beneath them.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::content::Content;
use super::environment::value_text;
use super::facts::Facts;
use super::lineage::named_entries;
use crate::analysis::value::Value;
use crate::source::diagnostic::Code;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::completion::{Completer, Opaque, Path, is_call};
use crate::tosca::types::{Collection, Datum, Fields, Schema, Schemas, Section};

/// A property or an input: what is declared, and what is given.
#[derive(Clone, Debug, Default)]
pub(super) struct Property<'s> {
    pub(super) schema: Option<Schema<'s>>,
    pub(super) given: Option<GivenProperty<'s>>,
}

/// A value that is given.
#[derive(Clone, Debug)]
pub(super) enum GivenProperty<'s> {
    /// As it is written.
    Written(Yaml<'s>),
    /// What an expression gave, as it is.
    Evaluated(Value),
    /// A map that an expression gave, written down in no file of the author.
    Computed(Yaml<'s>),
}

/// Properties by name.
pub(super) type Properties<'s> = IndexMap<Arc<str>, Property<'s>, FxBuildHasher>;

impl<'s> Property<'s> {
    /// What is written for it: the value, else the default.
    pub(super) fn written(&self) -> Option<Yaml<'s>> {
        match &self.given {
            Some(GivenProperty::Written(yaml)) => Some(*yaml),
            Some(GivenProperty::Evaluated(_) | GivenProperty::Computed(_)) => None,
            None => self.schema.as_ref().and_then(|schema| schema.defaults.last()?.written()),
        }
    }

    /// The value; none when there is none.
    pub(super) fn value(&self, schemas: &Schemas<'s>, facts: Facts<'_>) -> Option<Content> {
        self.part(schemas, facts, &[])
    }

    /// What is found in the value when one follows keys and positions.
    pub(super) fn part(&self, schemas: &Schemas<'s>, facts: Facts<'_>, path: &[&str]) -> Option<Content> {
        let given = match &self.given {
            Some(GivenProperty::Evaluated(value)) => {
                let content = Content::Value(value.clone());
                return path.iter().try_fold(content, |content, key| content.part(key));
            }
            Some(GivenProperty::Written(yaml) | GivenProperty::Computed(yaml)) => Some(Datum::from(*yaml)),
            None => None,
        };
        let value = match &self.schema {
            Some(schema) => completed(schemas, schema, given),
            None => given,
        };
        let content = evaluated_part(facts, &value?, path)?;
        Some(if path.is_empty() { self.fitted(content) } else { content })
    }

    /// A number that a function gave where a string is wanted is a string.
    fn fitted(&self, content: Content) -> Content {
        let is_string =
            self.schema.as_ref().and_then(|schema| schema.type_name).is_some_and(|name| name.text() == "string");
        match &content {
            Content::Value(value @ Value::Number(_)) if is_string => {
                value_text(value).map_or_else(|| content.clone(), |text| Content::string(&text))
            }
            _ => content,
        }
    }
}

/// What is found in a completed value when one follows steps: the rest of it is not evaluated, as it may need this part.
fn evaluated_part(facts: Facts<'_>, value: &Datum<'_>, path: &[&str]) -> Option<Content> {
    // A call has no parts of its own, unless the path names its key: a map may have a key `q`.
    let is_call = |step: &str| value.written().is_some_and(is_call) && value.get(step).is_none();
    let Some((step, rest)) = path.split_first().filter(|(step, _)| !is_call(step)) else {
        let content = facts.evaluate_completed(value);
        return path.iter().try_fold(content, |content, key| content.part(key));
    };
    let part = if value.is_map() { value.get(step) } else { value.item(step.parse().ok()?) };
    evaluated_part(facts, &part?, rest)
}

/// The value that a definition makes of a given one. What fits no definition stays as it is written: what is wrong with
/// values is found when documents are completed. Functions are left for later, when all values are together.
fn completed<'s>(schemas: &Schemas<'s>, schema: &Schema<'s>, given: Option<Datum<'s>>) -> Option<Datum<'s>> {
    let mut completer = Completer::new(schemas, Opaque);
    let completed = completer.complete(schema, given.clone(), &Path::new(""), schema.span);
    let is_cut = completer.take_faults().iter().any(|fault| fault.code == Code::UnexpectedProperty);
    if is_cut { given.or(completed) } else { completed.or(given) }
}

/// The properties that a line of types declares, nearest first.
pub(super) fn declared_properties<'s>(
    schemas: &Schemas<'s>,
    collection: Collection,
    line: &[Arc<str>],
) -> Properties<'s> {
    properties_of(schemas.fields_along(collection, Section::Properties, line))
}

/// Properties for which nothing is given yet.
pub(super) fn properties_of(fields: Fields<'_>) -> Properties<'_> {
    let property = |(name, schema)| (Arc::from(name), Property { schema: Some(schema), given: None });
    fields.into_iter().map(property).collect()
}

/// Gives a value over the one that was given before.
pub(super) fn give<'s>(properties: &mut Properties<'s>, name: Arc<str>, given: GivenProperty<'s>) {
    properties.entry(name).or_default().given = Some(given);
}

/// Gives the values that the properties of a template say without conditions.
pub(super) fn give_written<'s>(body: Option<Yaml<'s>>, properties: &mut Properties<'s>) {
    for (key, value) in body.and_then(|body| body.get("properties")).into_iter().flat_map(named_entries) {
        give(properties, key.text().into(), GivenProperty::Written(value));
    }
}
