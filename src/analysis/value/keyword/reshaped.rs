//! Conditions whose parts are there, but in another shape than the language has them.

use crate::source::diagnostic::{Diagnostic, Fix};
use crate::source::syntax::vocabulary::{Arity, Operator, Profile};
use crate::source::syntax::yaml::Yaml;

use super::{lookup, synonym};

/// The longest value, in bytes, that is written into a help.
const MAX_WRITTEN_BYTES: usize = 60;

/// The diagnostic about a mapping that is no expression, with what to write for the whole of it, where that is plain.
pub(super) fn reshaped(expression: Yaml<'_>, profile: Profile, diagnostic: Diagnostic) -> Diagnostic {
    let entries: Vec<_> = expression.entries().collect();
    if let Some(text) = braces_for_brackets(expression, &entries, profile) {
        let (help, title) = (format!("write `{text}`"), "write the operands in brackets");
        let fix = Some(Box::new(Fix::replace(title, expression.span(), format!("{{{text}}}"))));
        // Each of the operands looks like a key, and may be like the name of an operator.
        return Diagnostic { help: Some(help), fix, meant: None, ..diagnostic };
    }
    match entries.as_slice() {
        [(word, inner)] if is_wrapper(word.text(), profile) && inner.is_mapping() => {
            let title = format!("leave `{}:` out", word.text());
            let help = format!("{title}: a condition stands for itself");
            let is_in_brackets = [expression, *inner].iter().all(|part| part.written().starts_with('{'));
            let fix = is_in_brackets.then(|| Box::new(Fix::replace(title, expression.span(), inner.written())));
            Diagnostic { help: Some(help), fix, ..diagnostic }
        }
        [one, other] => {
            let compared = compared(*one, *other, profile).or_else(|| compared(*other, *one, profile));
            Diagnostic { help: compared.or(diagnostic.help), ..diagnostic }
        }
        _ => diagnostic,
    }
}

/// `{equal: {variability_input: env}, prod}`: between braces what comes after the first operand is a key without a value.
fn braces_for_brackets(expression: Yaml<'_>, entries: &[(Yaml<'_>, Yaml<'_>)], profile: Profile) -> Option<String> {
    let ((operator, first), others) = entries.split_first()?;
    if !matches!(lookup(operator.text(), profile)?.arity, Arity::AtLeast(_) | Arity::Exactly(_)) {
        return None;
    }
    let is_operand = |(_, value): &(Yaml<'_>, Yaml<'_>)| value.is_null() && value.written().is_empty();
    let is_meant = expression.written().starts_with('{') && !others.is_empty() && others.iter().all(is_operand);
    let written = |operand: Yaml<'_>| if operand.is_null() { String::new() } else { operand.written().to_owned() };
    let mut operands: Vec<String> =
        if first.is_sequence() { first.items().map(written).collect() } else { vec![written(*first)] };
    operands.extend(others.iter().map(|(operand, _)| operand.written().to_owned()));
    let is_whole = operands.iter().all(|operand| !operand.is_empty());
    (is_meant && is_whole).then(|| format!("{}: [{}]", operator.text(), operands.join(", ")))
}

/// Whether a word says that a condition follows.
fn is_wrapper(word: &str, profile: Profile) -> bool {
    let name = Operator::LogicExpression.name(profile);
    word == "conditions" || lookup(word, profile).is_none() && !name.is_empty() && synonym(word, profile) == Some(name)
}

/// `{variability_input: env, equal: prod}`: an input beside what it is compared with.
fn compared(reference: (Yaml<'_>, Yaml<'_>), comparison: (Yaml<'_>, Yaml<'_>), profile: Profile) -> Option<String> {
    let is_input = reference.0.text() == Operator::VariabilityInput.name(profile) && reference.1.is_scalar();
    let operator = lookup(comparison.0.text(), profile)?.operator;
    let is_compared = operator.compares_values() || operator.compares_lengths();
    let value = comparison.1.written();
    let is_list = matches!(operator, Operator::ValidValues | Operator::InRange);
    let fits = comparison.1.is_scalar() != is_list && !comparison.1.is_mapping() && value.len() <= MAX_WRITTEN_BYTES;
    (is_input && is_compared && fits)
        .then(|| format!("write `{}`", of_input(comparison.0.text(), reference.1, value, profile)))
}

/// The YAML of an operator on an input and a value.
fn of_input(operator: &str, input: Yaml<'_>, value: &str, profile: Profile) -> String {
    let reference = Operator::VariabilityInput.name(profile);
    format!("{operator}: [{{{reference}: {}}}, {value}]", input.written())
}

/// What to write where a mapping stands in place of the operands of `operator`: `equal: {env: prod}`.
pub(in crate::analysis::value) fn operands_of_mapping(operator: &str, operand: Yaml<'_>, profile: Profile) -> String {
    let reference = Operator::VariabilityInput.name(profile);
    let entries: Vec<_> = operand.entries().filter(|(_, value)| value.is_scalar()).collect();
    let short = |value: &Yaml<'_>| value.written().len() <= MAX_WRITTEN_BYTES;
    match entries.as_slice() {
        [(input, value)] if operand.len() == 1 && lookup(input.text(), profile).is_none() && short(value) => {
            format!("write `{}`", of_input(operator, *input, value.written(), profile))
        }
        [(key, input), (_, value)] if operand.len() == 2 && key.text() == reference && short(value) => {
            format!("write `{}`", of_input(operator, *input, value.written(), profile))
        }
        _ => format!("write `{operator}: [...]` with the operands between the brackets"),
    }
}

/// What to write where an operator stands in place of the name of an input: `variability_input: {equal: [env, prod]}`.
pub(in crate::analysis::value) fn operator_of_name(operand: Yaml<'_>, profile: Profile) -> Option<String> {
    let (key, operands) = operand.entries().next().filter(|_| operand.len() == 1)?;
    lookup(key.text(), profile)?;
    let parts: Vec<_> = operands.items().collect();
    let &[input, value] = parts.as_slice() else { return None };
    let fits = input.as_str().is_some() && value.written().len() <= MAX_WRITTEN_BYTES;
    fits.then(|| format!("write `{}`", of_input(key.text(), input, value.written(), profile)))
}

/// What to write where the values that an operand is looked for in are no list of their own: `in_range: [x, 2, 5]`.
pub(in crate::analysis::value) fn values_in_list(operator: &str, operands: &[Yaml<'_>]) -> Option<String> {
    let (first, values) = operands.split_first()?;
    let written: Vec<&str> = values.iter().map(|value| value.written()).collect();
    let written = written.join(", ");
    let first = if first.written().len() <= MAX_WRITTEN_BYTES { first.written() } else { "..." };
    let fits = values.iter().all(|value| value.is_scalar()) && written.len() <= MAX_WRITTEN_BYTES;
    fits.then(|| format!("the values stand in a list of their own: write `{operator}: [{first}, [{written}]]`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::value::fixture::Fixture;
    use crate::analysis::value::operator_of;

    #[test]
    fn what_is_meant_is_written_as_the_language_has_it() {
        for (expression, help) in [
            ("{expression: {variability_input: a}}", "leave `expression:` out: a condition stands for itself"),
            ("{variability_input: env, equal: prod}", "write `equal: [{variability_input: env}, prod]`"),
            (
                "{valid_values: [a, b], variability_input: env}",
                "write `valid_values: [{variability_input: env}, [a, b]]`",
            ),
            ("{equal: {variability_input: env}, dev}", "write `equal: [{variability_input: env}, dev]`"),
            ("{or: [a, b], not}", "write `or: [a, b, not]`"),
        ] {
            let fixture = Fixture::new(&format!("e: {expression}"));
            let diagnostic = operator_of(fixture.at("e"), Profile::D).expect_err("no expression");
            assert_eq!(diagnostic.help.as_deref(), Some(help), "{expression}");
        }
        let fixture = Fixture::new("e: {and: [true], not: true}");
        let diagnostic = operator_of(fixture.at("e"), Profile::D).expect_err("no expression");
        assert!(diagnostic.help.is_some_and(|help| help.contains("a mapping of its own")));
    }
}
