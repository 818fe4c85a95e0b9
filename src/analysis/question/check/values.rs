//! Values that the template itself gives for its inputs and that do not fit their declarations: defaults, written or
//! computed, and presets.
//!
//! They are held against the declarations as given values are ([`check_given`]), whether or not they are chosen.

use std::sync::Arc;

use super::Finding;
use super::circular_defaults::cycle;
use super::fixes::is_unmentioned;
use super::subject::Subject;
use crate::analysis::domain::examples;
use crate::analysis::question::Witness;
use crate::analysis::question::configuration::known_presence::KnownPresence;
use crate::analysis::value::{
    Assembly, Configuration, Evaluator, Given, InputRules, Language, Provenance, Value, check_constraints,
    check_defaults, check_given, given_by_default,
};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::syntax::yaml::Yaml;

/// Defaults that do not fit the declaration that they belong to.
pub(super) fn ill_typed_defaults(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let defaults = check_defaults(subject.variants.language(), &Configuration::new());
    findings.extend(defaults.into_iter().map(Finding::of));
}

/// Configurations that are tried for one default expression.
const MAX_EXAMPLES: usize = 256;

/// Computed defaults that fail, or whose value does not fit the declaration of their input, whether or not anything
/// reads the input. What is tried are values that can make a difference, each with a variant or an error of its own.
pub(super) fn ill_typed_computed_defaults(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let (language, given) = (subject.variants.language(), subject.variants.configuration());
    for (input, declaration) in language.inputs() {
        let Some(expression) = language.computed_default(declaration) else { continue };
        let is_given = given.value(input).is_some_and(|value| *value != Value::Null);
        if is_given {
            continue;
        }
        if language.reading(expression).asks_presence {
            findings.extend(asked_by_condition(subject, expression).map(Finding::of));
            continue;
        }
        // What is computed from itself is computed from no value at all.
        if let Some(cycle) = cycle(subject.variants, input) {
            report_once(findings, cycle);
            continue;
        }
        let tried = examples(language, given, expression, MAX_EXAMPLES);
        let found = tried.iter().find_map(|example| {
            let diagnostic = computed_fault(subject, input, expression, example)?;
            let witness = witness_of(language, expression, example);
            is_allowed(subject, &witness).then_some((diagnostic, witness))
        });
        let Some((diagnostic, witness)) = found else { continue };
        let is_known = |finding: &Finding| {
            let known = &finding.diagnostic;
            (known.code, known.span()) == (diagnostic.code, diagnostic.span())
        };
        if !findings.iter().any(is_known) {
            findings.push(Finding { witness: Some(witness), ..Finding::of(diagnostic) });
        }
    }
}

/// What `resolve` refuses where a condition reads an input whose default asks for elements, and nothing is given for it.
fn asked_by_condition(subject: &Subject<'_, '_>, expression: Yaml<'_>) -> Option<Diagnostic> {
    let is_inside = |place: Span| expression.span().contains(place);
    let diagnostics = subject.replay(&Witness::default())?;
    diagnostics.into_iter().find(|found| found.code == Code::NoContext && found.span().is_some_and(is_inside))
}

/// Each cycle stands once among the findings, whichever of its inputs it was found from.
fn report_once(findings: &mut Vec<Finding>, cycle: Diagnostic) {
    let is_known = |finding: &Finding| {
        let known = &finding.diagnostic;
        known.code == cycle.code && known.labels.iter().any(|label| Some(label.span) == cycle.span())
    };
    if !findings.iter().any(is_known) {
        findings.push(Finding::of(cycle));
    }
}

/// What is wrong with the value that an expression gives an input, or with what reads it where there is none.
fn computed_fault(
    subject: &Subject<'_, '_>,
    input: &str,
    expression: Yaml<'_>,
    example: &Configuration,
) -> Option<Diagnostic> {
    let language = subject.variants.language();
    let mut logic = KnownPresence::none(subject.variants.model());
    match Evaluator::new(language, example).evaluate(expression, &mut logic) {
        Err(diagnostic) => Some(*diagnostic),
        Ok(None) => {
            let diagnostics = subject.replay(&witness_of(language, expression, example))?;
            diagnostics.into_iter().find(|fault| fault.code == Code::MissingValue)
        }
        Ok(Some(value)) => {
            let mut computed = Configuration::new();
            computed.set(input, Given { value, provenance: Provenance::Default(expression.span()) });
            check_given(language, &computed).into_iter().next()
        }
    }
}

/// The values of an example for what the expression reads.
fn witness_of(language: &Language<'_>, expression: Yaml<'_>, example: &Configuration) -> Witness {
    let inputs = language.inputs_of(expression);
    let read = example.iter().filter(|(name, _)| inputs.contains(*name));
    Witness::new(read.map(|(name, given)| (name.into(), given.value.clone())))
}

/// A witness with computed defaults in the place of values that nothing mentions, which are there without being given. None where it has
/// others that nothing mentions, or none of these.
pub(super) fn with_computed_defaults(subject: &Subject<'_, '_>, witness: &Witness) -> Option<Witness> {
    let (lifted, language) = (subject.lifted()?, subject.variants.language());
    let is_unmentioned = |(input, value): &&(Arc<str>, Value)| is_unmentioned(lifted, input, value);
    let inputs: Vec<Arc<str>> = witness.iter().filter(is_unmentioned).map(|(input, _)| Arc::clone(input)).collect();
    let left = witness.without(|input| inputs.iter().any(|other| **other == *input));
    let configuration = left.complete(subject.variants.configuration());
    let computed = inputs.into_iter().map(|input| {
        let declaration = language.input(&input)?;
        language.computed_default(declaration)?;
        let default = given_by_default(&mut Evaluator::new(language, &configuration), declaration)?;
        Some((input, default.value))
    });
    let computed = computed.collect::<Option<Vec<_>>>().filter(|computed| !computed.is_empty())?;
    Some(Witness::new(left.iter().cloned().chain(computed)))
}

/// Whether the author's rules do not exclude the values; no where there is no time left to look.
fn is_allowed(subject: &Subject<'_, '_>, witness: &Witness) -> bool {
    let excludes = |diagnostic: &Diagnostic| matches!(diagnostic.code, Code::NoVariant | Code::InputRule);
    subject.replay(witness).is_some_and(|diagnostics| !diagnostics.iter().any(excludes))
}

/// Constraints that no value of their input can meet or miss, as they speak of another type.
pub(super) fn ill_typed_constraints(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    findings.extend(check_constraints(subject.variants.language()).into_iter().map(Finding::of));
}

/// Names in rules between inputs that are those of no input: such a rule never excludes anything.
pub(super) fn undeclared_in_rules(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    findings.extend(InputRules::new(subject.variants.language()).undeclared_targets().into_iter().map(Finding::of));
}

/// Presets that cannot be read, or with values that do not fit the declarations of their inputs.
pub(super) fn ill_typed_presets(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let language = subject.variants.language();
    let section = subject.variants.model().variability().and_then(|variability| variability.get("presets"));
    for (name, body) in section.into_iter().flat_map(Yaml::entries) {
        findings.extend(empty_values(body).map(Finding::of));
        let (values, diagnostics) = Assembly::new(language, section).presets([name.text()]).finish();
        findings.extend(diagnostics.into_iter().chain(check_given(language, &values)).map(Finding::of));
    }
}

/// Values that an author may have meant.
fn empty_values(preset: Yaml<'_>) -> impl Iterator<Item = Diagnostic> + '_ {
    let given = preset.get("inputs").into_iter().flat_map(Yaml::entries);
    given.filter(|(_, value)| value.is_null()).map(|(input, _)| {
        let message = format!("no value for \"{}\": the preset does not decide it", input.text());
        let diagnostic = Diagnostic::new(Code::ShadowedKey, input.span(), message);
        diagnostic.help("write a value, or leave the input out")
    })
}

/// Values of presets that nothing reads. Profiles A to C take inputs that are not declared; one that no condition reads
/// either is misspelt.
pub(super) fn unread_in_presets(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let variants = subject.variants;
    if variants.model().dialect().inputs_are_declared {
        return;
    }
    let read = variants.mentions().inputs;
    let mut known: Vec<&str> = variants.language().inputs().map(|(name, _)| name).collect();
    known.extend(read.iter().map(String::as_str));
    known.sort_unstable();
    let section = variants.model().variability().and_then(|variability| variability.get("presets"));
    for (preset, body) in section.into_iter().flat_map(Yaml::entries) {
        let given = body.get("inputs").into_iter().flat_map(Yaml::entries).map(|(input, _)| input);
        for input in given.filter(|input| !known.contains(&input.text())) {
            let (name, preset) = (input.text(), preset.text());
            let message = format!("preset \"{preset}\" gives \"{name}\", which is neither declared nor read");
            let diagnostic = Diagnostic::new(Code::UndeclaredInput, input.span(), message).labelled("has no effect");
            let diagnostic = diagnostic.help("remove it, or declare it").suggesting(name, known.iter().copied());
            findings.push(Finding::of(Diagnostic { severity: Severity::Warning, ..diagnostic }));
        }
    }
}
