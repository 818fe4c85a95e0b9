//! All values of the inputs that an expression reads, where they are few.

use std::sync::Arc;

use super::candidate::{Candidate, Candidates};
use super::candidates::candidates;
use super::usage::Usage;
use crate::analysis::value::{Configuration, Language, Value};
use crate::source::syntax::yaml::Yaml;

/// The completions of `given` that the expression can distinguish, at most `most`; none where there are more, or where not
/// every value of its inputs is known by itself.
pub fn completions(
    language: &Language<'_>,
    given: &Configuration,
    expression: Yaml<'_>,
    most: usize,
) -> Option<Vec<Configuration>> {
    let mut found = vec![given.clone()];
    for name in open_inputs_of(language, given, expression) {
        let candidates = candidates_of(language, &name, expression);
        let is_finite = candidates.is_exact && candidates.all.iter().all(Candidate::is_known_one);
        if !is_finite || found.len().saturating_mul(candidates.all.len()) > most {
            return None;
        }
        found = extended(&found, &name, &candidates.all).collect();
    }
    Some(found)
}

/// Some completions of `given` with other values for the inputs of the expression, at most `most`. An input that has no
/// values keeps none.
pub fn examples(
    language: &Language<'_>,
    given: &Configuration,
    expression: Yaml<'_>,
    most: usize,
) -> Vec<Configuration> {
    examples_of(language, given, (&open_inputs_of(language, given, expression), expression), most)
}

/// [`examples`] with values for these inputs only, which an expression asks for.
pub fn examples_of(
    language: &Language<'_>,
    given: &Configuration,
    (inputs, expression): (&[String], Yaml<'_>),
    most: usize,
) -> Vec<Configuration> {
    let mut found = vec![given.clone()];
    for name in inputs {
        let candidates = candidates_of(language, name, expression);
        if !candidates.all.is_empty() {
            found = extended(&found, name, &candidates.all).take(most).collect();
        }
    }
    found
}

/// Whether no value is allowed for an input, as its constraints contradict each other.
pub fn has_no_value(language: &Language<'_>, name: &str) -> bool {
    let candidates = candidates(language, name, &Usage::default());
    candidates.is_exact && candidates.all.is_empty()
}

/// The inputs of an expression that have no value.
pub fn open_inputs_of(language: &Language<'_>, given: &Configuration, expression: Yaml<'_>) -> Vec<String> {
    let is_open = |name: &String| given.value(name).is_none_or(|value| *value == Value::Null);
    language.inputs_of(expression).into_iter().filter(is_open).collect()
}

/// The values of an input, each of which may make a difference.
fn candidates_of(language: &Language<'_>, name: &str, expression: Yaml<'_>) -> Candidates {
    let usage = Usage { other_use: Some(expression.span()), ..Usage::default() };
    candidates(language, name, &usage)
}

/// Each configuration with each value.
fn extended<'c>(
    before: &'c [Configuration],
    name: &str,
    candidates: &'c [Candidate],
) -> impl Iterator<Item = Configuration> + 'c {
    let name: Arc<str> = name.into();
    before.iter().flat_map(move |before| {
        let name = Arc::clone(&name);
        candidates.iter().map(move |candidate| {
            let mut configuration = before.clone();
            configuration.assume(Arc::clone(&name), candidate.value.clone());
            configuration
        })
    })
}
