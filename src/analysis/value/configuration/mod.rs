//! Configurations: the values that are given for variability inputs, each with its provenance.
//!
//! Comes in: presets, inputs files, arguments and environment variables ([`Assembly`]). Goes out: a
//! [`Configuration`] and diagnostics about what could not be used, what does not fit its declaration
//! ([`check_given`]) and what breaks a rule between inputs ([`InputRules`]).

mod argument;
mod assembly;
mod boolean;
mod constraint;
mod declaration;
mod environment;
mod excluded;
mod feature_ide;
mod merge;
mod provenance;
mod rules;
#[cfg(test)]
mod suites;
#[cfg(test)]
mod tests;
mod undeclared;

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::source::diagnostic::Diagnostic;

pub use argument::argument_name;
pub use assembly::Assembly;
pub(super) use boolean::not_a_boolean;
pub(in crate::analysis) use declaration::written_default;
pub use declaration::{Admission, Admissions, check_constraints, check_defaults, check_given, given_by_default};
pub(in crate::analysis) use excluded::quoted_otherwise;
pub use feature_ide::{FeatureSelection, feature_ide_selections};
pub use provenance::{Provenance, SourcedProvenance};
pub use rules::{InputRule, InputRules, Keyword, counts_as_selected};

use super::{Language, Value};

/// What stands against resolving under these values before any condition is looked at: rules between inputs, then values
/// that do not fit their declarations. What is left open counts as not selected.
pub fn input_diagnostics(language: &Language<'_>, configuration: &Configuration) -> Vec<Diagnostic> {
    let mut diagnostics = InputRules::new(language).check(configuration);
    diagnostics.extend(check_given(language, configuration));
    diagnostics
}

/// A value and where it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// The value; null counts as not given.
    pub value: Value,
    /// Where it came from; of merged values, the last source.
    pub provenance: Provenance,
}

/// Values for variability inputs, in the order in which they were first given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Configuration {
    given: IndexMap<Arc<str>, Given, FxBuildHasher>,
}

impl Configuration {
    /// Gives nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// What is given for an input.
    pub fn get(&self, input: &str) -> Option<&Given> {
        self.given.get(input)
    }

    /// The value that is given for an input.
    pub fn value(&self, input: &str) -> Option<&Value> {
        self.given.get(input).map(|given| &given.value)
    }

    /// Gives a value, instead of the one that was given before. It counts as it is: what a person writes goes through
    /// [`Admission::read`] first.
    pub fn set(&mut self, input: impl Into<Arc<str>>, given: Given) {
        self.given.insert(input.into(), given);
    }

    /// Tries a value that is not given, to find out what comes of it.
    pub fn assume(&mut self, input: impl Into<Arc<str>>, value: Value) {
        self.set(input, Given { value, provenance: Provenance::Assumed });
    }

    /// What is given, together with values that are tried.
    #[must_use]
    pub fn assuming<'i>(&self, values: impl IntoIterator<Item = (&'i Arc<str>, Value)>) -> Self {
        let mut configuration = self.clone();
        values.into_iter().for_each(|(input, value)| configuration.assume(Arc::clone(input), value));
        configuration
    }

    /// All inputs with what is given for them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Given)> {
        self.given.iter().map(|(input, given)| (&**input, given))
    }

    /// The number of inputs for which something is given.
    pub fn len(&self) -> usize {
        self.given.len()
    }

    /// Whether nothing is given.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }
}
