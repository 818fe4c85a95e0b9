//! Values for the inputs that are left open. Invariant: together with the given values and with defaults they are a whole
//! configuration, so that every declared input has a value which its declaration allows.
//!
//! All questions take their witnesses from the same place, the classes of configurations.
//!
//! # Witness
//!
//! Every answer that something can happen comes with a configuration for which it does, so that it can be verified: `resolve`
//! with these values shows it. From an assignment of the lifted problem it is read off: the class of each group that is true
//! gives the values of its inputs. In the example of [`presence`](crate::analysis::presence), an assignment without
//! `node.cache` has `c0` and `s0`, and the witness is `caching=false size=-1`. It holds a value for every input that has no
//! other, also for those that do not matter; with the given values and the defaults it is a whole configuration
//! ([`Witness::complete`]). Questions replay their witnesses before they hand them out.

use std::ops::Deref;
use std::sync::Arc;

use super::variants::Variants;
use crate::analysis::value::{Configuration, Given, InputRules, Provenance, Value, check_given};
use crate::source::diagnostic::Diagnostic;

/// Values for the open inputs that show something. Thousands of findings may have the same: a copy takes no space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Witness(Arc<[(Arc<str>, Value)]>);

impl Witness {
    /// Only classes of configurations know which values are a whole.
    pub(crate) fn new(values: impl IntoIterator<Item = (Arc<str>, Value)>) -> Self {
        Self(values.into_iter().collect())
    }

    /// The values, which stay where they are.
    pub fn shared(&self) -> Arc<[(Arc<str>, Value)]> {
        Arc::clone(&self.0)
    }

    /// The whole configuration: what is given, and these values.
    #[must_use]
    pub fn complete(&self, given: &Configuration) -> Configuration {
        let mut whole = given.clone();
        for (input, value) in self {
            whole.set(Arc::clone(input), Given { value: value.clone(), provenance: Provenance::Assumed });
        }
        whole
    }

    /// Other values for some inputs.
    #[must_use]
    pub(crate) fn with(&self, others: &[(Arc<str>, Value)]) -> Self {
        let kept = self.0.iter().filter(|(input, _)| !others.iter().any(|(other, _)| other == input));
        Self(kept.chain(others).cloned().collect())
    }

    /// The values of all but some inputs.
    #[must_use]
    pub(crate) fn without(&self, is_meant: impl Fn(&str) -> bool) -> Self {
        Self(self.0.iter().filter(|(input, _)| !is_meant(input)).cloned().collect())
    }

    /// The values of inputs to which a configuration gives none.
    #[must_use]
    pub(crate) fn beside(&self, given: &Configuration) -> Self {
        self.without(|input| given.value(input).is_some_and(|value| *value != Value::Null))
    }
}

impl Variants<'_> {
    /// The whole configuration of a witness.
    ///
    /// # Errors
    /// What is wrong with its values.
    pub(crate) fn completed(&self, witness: &Witness) -> Result<Configuration, Vec<Diagnostic>> {
        let configuration = witness.complete(self.configuration());
        let mut diagnostics = InputRules::new(self.language()).check(&configuration);
        diagnostics.extend(check_given(self.language(), &configuration));
        if diagnostics.iter().any(Diagnostic::is_error) { Err(diagnostics) } else { Ok(configuration) }
    }
}

impl Deref for Witness {
    type Target = [(Arc<str>, Value)];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<'w> IntoIterator for &'w Witness {
    type Item = &'w (Arc<str>, Value);
    type IntoIter = std::slice::Iter<'w, (Arc<str>, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
