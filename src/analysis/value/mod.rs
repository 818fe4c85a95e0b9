//! Values, value expressions, and configurations: the values given for variability inputs.
//!
//! Comes in: YAML of the template, of inputs files and of arguments. Goes out: a [`Value`] per expression
//! ([`Evaluator`]) and a [`Configuration`] that knows where each of its values came from. No solver, no
//! element: presence functions inside values are asked through [`Logic`].
//! Invariant: no value is infinite or NaN; what would be one is a diagnostic at its expression.

mod clock;
mod comparison;
mod configuration;
mod distinct;
mod evaluator;
mod expression;
#[cfg(test)]
mod fixture;
mod instant;
mod keyword;
mod language;
mod literal;
mod mentions;
mod number;
mod operator;
mod reading;
mod reference;
mod sort;
mod text;
mod unevaluated;

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

pub use clock::{Clock, WEEKDAY, WEEKDAYS};
pub(in crate::analysis) use comparison::text_length;
pub use configuration::{
    Admission, Admissions, Assembly, Configuration, FeatureSelection, Given, InputRule, InputRules, Keyword,
    Provenance, SourcedProvenance, argument_name, check_constraints, check_defaults, check_given, counts_as_selected,
    feature_ide_selections, given_by_default, input_diagnostics,
};
pub(in crate::analysis) use configuration::{quoted_otherwise, written_default};
pub use distinct::DistinctValues;
pub(in crate::analysis) use evaluator::asks_for_elements;
pub use evaluator::{Evaluation, Evaluator, Logic, NoLogic};
pub use instant::Instant;
pub use keyword::{OperatorUse, operator_of};
pub use language::Language;
pub(crate) use mentions::Mentions;
pub use number::{NoNumber, Number};
pub use reading::{Compared, Reading, UnevaluatedList};
pub(in crate::analysis) use reading::{evaluated, is_literal, scalars};
pub use reference::equality;
pub use sort::Sort;
pub(in crate::analysis) use unevaluated::{NAMING, naming_operator, noun};
pub use unevaluated::{NamedInValue, may_name, named_in};

/// The entries of a map, in the order in which they were written.
pub type Entries = IndexMap<Arc<str>, Value, FxBuildHasher>;

/// What an expression gives or an input is assigned; cheap to clone.
///
/// `==` compares structure; the language's own equality is [`Value::is_identical`].
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`: no value.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// An integer or a double.
    Number(Number),
    /// A text.
    String(Arc<str>),
    /// A point in time; written as an unquoted timestamp.
    Instant(Instant),
    /// A list.
    List(Arc<[Value]>),
    /// A map.
    Map(Arc<Entries>),
}

impl Value {
    /// A text.
    pub fn string(text: &str) -> Self {
        Self::String(text.into())
    }

    /// An integer.
    pub fn integer(value: i64) -> Self {
        Self::Number(Number::integer(value))
    }

    /// The boolean, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Boolean(value) = self { Some(*value) } else { None }
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<&Number> {
        if let Self::Number(number) = self { Some(number) } else { None }
    }

    /// The text, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// The items, if it is a list.
    pub fn as_list(&self) -> Option<&Arc<[Value]>> {
        if let Self::List(items) = self { Some(items) } else { None }
    }

    /// The entries, if it is a map.
    pub fn as_map(&self) -> Option<&Entries> {
        if let Self::Map(entries) = self { Some(entries) } else { None }
    }

    /// What kind of value this is, with an article.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Instant(_) => "a date",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        Self::Number(number)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::String(text.into())
    }
}

impl From<Vec<Value>> for Value {
    fn from(items: Vec<Value>) -> Self {
        Self::List(items.into())
    }
}

impl FromIterator<(Arc<str>, Value)> for Value {
    fn from_iter<I: IntoIterator<Item = (Arc<str>, Value)>>(entries: I) -> Self {
        Self::Map(Arc::new(entries.into_iter().collect()))
    }
}
