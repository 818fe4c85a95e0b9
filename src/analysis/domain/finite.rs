//! All values of the inputs that an expression reads, where they are few.

use std::sync::Arc;

use num_traits::One;

use super::candidate::{Candidate, candidates};
use super::usage::Usage;
use crate::analysis::value::{Configuration, Given, Language, Provenance, Value};
use crate::source::syntax::yaml::Yaml;

/// The completions of `given` that the expression can tell apart, at most `most`; none where there are more, or where not
/// every value of its inputs is known by itself.
pub fn completions(
    language: &Language<'_>,
    given: &Configuration,
    expression: Yaml<'_>,
    most: usize,
) -> Option<Vec<Configuration>> {
    let mut found = vec![given.clone()];
    let is_open = |name: &String| given.value(name).is_none_or(|value| *value == Value::Null);
    for name in language.inputs_of(expression).into_iter().filter(is_open) {
        let values = values(language, &name, expression)?;
        if found.len().saturating_mul(values.len()) > most {
            return None;
        }
        let name: Arc<str> = name.into();
        let with = |configuration: &Configuration, value: &Value| {
            let mut configuration = configuration.clone();
            configuration.set(Arc::clone(&name), Given { value: value.clone(), provenance: Provenance::Assumed });
            configuration
        };
        found = found
            .iter()
            .flat_map(|before| values.iter().map(|value| with(before, value)).collect::<Vec<_>>())
            .collect();
    }
    Some(found)
}

/// The values of an input, each of which may make a difference.
fn values(language: &Language<'_>, name: &str, expression: Yaml<'_>) -> Option<Vec<Value>> {
    let usage = Usage { otherwise: Some(expression.span()), ..Usage::default() };
    let found = candidates(language, name, &usage);
    let is_single = |candidate: &Candidate| !candidate.is_other && candidate.size.as_ref().is_some_and(One::is_one);
    let is_finite = found.is_exact && found.all.iter().all(is_single);
    is_finite.then(|| found.all.into_iter().map(|candidate| candidate.value).collect())
}
