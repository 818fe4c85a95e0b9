//! Values that a declaration excludes, and numbers that not every program reads as the same.

use super::declaration::{date_in, located};
use super::{Given, Provenance};
use crate::analysis::value::Value;
use crate::source::diagnostic::{Code, Diagnostic, Severity, did_you_mean, did_you_mean_text, likely_meant};
use crate::source::syntax::yaml::{Yaml, with_zeros_in_front};

/// What is said of a clause that a value violates.
pub(super) const VIOLATED: &str = "the constraint that it violates";

/// What is said of digits that readers of YAML 1.1 take for something else than this number.
pub(super) fn zeros_in_front(input: &str, given: &Given) -> Option<Diagnostic> {
    let text = given.value.as_number()?.source_text()?;
    let (decimal, older) = with_zeros_in_front(text)?;
    let message = format!("input \"{input}\" is given {text}, which is {decimal} here, and {older} in YAML 1.1");
    let diagnostic = located(Code::IllTypedInput, message, given);
    let diagnostic = diagnostic.note("documents have it as it is written, unless something is computed with it");
    let help = format!("write `{decimal}`, or the number that is meant, without zeros in front");
    Some(Diagnostic { severity: Severity::Warning, ..diagnostic.help(help) })
}

/// What is said of a value that violates a clause of its declaration.
pub(super) fn excluded(input: &str, given: &Given, clause: Yaml<'_>) -> Diagnostic {
    let value = match &given.value {
        Value::Instant(instant) => format!("the date {instant}"),
        other => other.to_json(),
    };
    let diagnostic = located(Code::IllTypedInput, format!("input \"{input}\" must not be {value}"), given);
    let listed = clause.items().filter_map(Yaml::as_str);
    let diagnostic = match (quoted_otherwise(&given.value, clause), given.value.as_str()) {
        (Some(help), _) => diagnostic.help(help),
        (None, Some(word)) => match did_you_mean(word, listed.clone()).filter(|_| is_default(given)) {
            Some(close) => diagnostic.replacing(word, close).help(did_you_mean_text(close)),
            None => diagnostic.asking(likely_meant(word, listed)),
        },
        (None, None) => diagnostic,
    };
    diagnostic.and(clause.span(), VIOLATED)
}

/// Whether a value stands in the declaration that excludes it: elsewhere, the declaration may be what is misspelt.
fn is_default(given: &Given) -> bool {
    matches!(given.provenance, Provenance::Default(_))
}

/// What helps where a clause names the same, but only one of the two is written as a text.
pub fn quoted_otherwise(value: &Value, clause: Yaml<'_>) -> Option<String> {
    let mut bounds = clause.items().chain([clause]);
    let text = match value {
        Value::Instant(date) => {
            let has_text = bounds.any(|bound| date_in(&Value::from_yaml(bound)).as_ref() == Some(date));
            return has_text.then(|| "the constraint names texts: write its dates without quotes".to_owned());
        }
        Value::Number(number) => {
            let text = number.source_text().map_or_else(|| number.to_string(), str::to_owned);
            let has_text = bounds.any(|bound| bound.as_str() == Some(&text));
            return has_text
                .then(|| format!("the constraint names texts: leave out their quotes, or write `\"{text}\"`"));
        }
        other => other.as_str()?,
    };
    if let Some(date) = date_in(value).map(Value::Instant)
        && bounds.clone().any(|bound| Value::from_yaml(bound) == date)
    {
        return Some("the constraint names dates: give the date without quotes".to_owned());
    }
    let kind = |bound: Yaml<'_>| Some(Value::from_yaml(bound).kind()).filter(|_| bound.as_str().is_none());
    let kind = bounds.filter(|bound| bound.is_scalar() && bound.text() == text).find_map(kind)?;
    Some(format!("{text} in the constraint is {kind}: put its values in quotes"))
}
