//! The keys of `variability`, all of which Variability4TOSCA defines: others are misspelled.

use super::empty::empty_values;
use super::strict::misspaced;
use super::{Arity, Operator, OperatorEntry, Profile, Section, is_operator, topology_of};
use crate::source::diagnostic::{Code, Diagnostic, Severity, did_you_mean};
use crate::source::syntax::yaml::Yaml;

/// Sections that map names to definitions.
static NAMED_SECTIONS: &[&str] = &["inputs", "presets", "expressions"];

/// Reports unknown keys and wrong shapes inside `topology_template.variability`; `options` are the names of options.
pub fn check_variability(root: Yaml<'_>, options: &[String]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let Some(topology) = topology_of(root).filter(|topology| !topology.is_null()) else {
        return diagnostics;
    };
    require_mapping(topology, "topology_template", &mut diagnostics);
    let Some(variability) = topology.get("variability").filter(|variability| !variability.is_null()) else {
        return diagnostics;
    };
    require_mapping(variability, "variability", &mut diagnostics);
    let misplaced = |key: &str| {
        let is_option = options.iter().any(|option| option == key);
        if is_option { Some("it belongs under `options`") } else { variability.get(key).and_then(section_of) }
    };
    let conditions = named_conditions(variability);
    unknown_keys(variability, Section::Variability, misplaced, &mut diagnostics);
    if let Some((key, named)) = conditions {
        diagnostics.retain(|diagnostic| diagnostic.span() != Some(key.span()));
        diagnostics.push(taken_for_expressions(root, variability, (key, named)));
    }
    for name in NAMED_SECTIONS {
        if let Some(section) = variability.get(name).filter(|section| !section.is_null()) {
            require_mapping(section, name, &mut diagnostics);
        }
    }
    for (name, preset) in variability.get("presets").into_iter().flat_map(|presets| presets.entries()) {
        require_mapping(preset, name.text(), &mut diagnostics);
        let is_input = |key: &str| variability.get("inputs").is_some_and(|inputs| inputs.get(key).is_some());
        let misplaced = |key: &str| is_input(key).then_some("values for inputs stand under `inputs`, below the preset");
        unknown_keys(preset, Section::Preset, misplaced, &mut diagnostics);
    }
    diagnostics.extend(unnamed_conditions(variability).filter(|_| conditions.is_none()));
    diagnostics.extend(empty_values(variability));
    let constraints = variability.get("constraints").filter(|constraints| !constraints.is_null());
    if let Some(constraints) = constraints.filter(|constraints| !constraints.is_sequence()) {
        let message = format!("\"constraints\" is a list of conditions, not a {}", constraints.kind());
        let help = "put a dash before each condition: `- implies: [...]`";
        diagnostics.push(Diagnostic::new(Code::WrongShape, constraints.span(), message).help(help));
    }
    diagnostics
}

/// Where something belongs that is not indented far enough, by what it looks like.
fn section_of(body: Yaml<'_>) -> Option<&'static str> {
    let has = |keys: &[&str]| keys.iter().any(|key| body.get(key).is_some());
    let is_word = |key: Yaml<'_>| Profile::ALL.into_iter().any(|profile| is_operator(key.text(), profile));
    if has(&["type", "default", "default_expression"]) {
        Some("it belongs under `inputs`, indented further")
    } else if has(&["inputs"]) {
        Some("it belongs under `presets`, indented further")
    } else if body.is_mapping() && body.len() == 1 && body.entries().all(|(key, _)| is_word(key)) {
        Some("it belongs under `expressions`, indented further")
    } else if body.items().next().is_some_and(|item| item.entries().any(|(key, _)| is_word(key))) {
        Some("conditions that every variant has to meet stand under `constraints`")
    } else {
        None
    }
}

/// Conditions with names that do not stand under `expressions`, but under a key that seems to fit.
fn named_conditions(variability: Yaml<'_>) -> Option<(Yaml<'_>, Yaml<'_>)> {
    let is_word = |key: Yaml<'_>| Profile::ALL.into_iter().any(|profile| is_operator(key.text(), profile));
    let is_condition = |body: Yaml<'_>| match body.entries().next() {
        Some((key, _)) => body.len() == 1 && is_word(key),
        None => body.as_bool().is_some(),
    };
    // An expression may be called like an operator: those that take a name have no condition behind them.
    let is_section = |body: Yaml<'_>| {
        body.entries().any(|(name, body)| !is_condition_of(name, body))
            && body.entries().all(|(_, body)| is_condition(body))
    };
    let mut entries = variability.entries();
    entries
        .find(|(key, body)| matches!(key.text(), "conditions" | "condition") && body.is_mapping() && is_section(*body))
}

/// Whether an entry of a mapping is an operator with its operands.
fn is_condition_of(name: Yaml<'_>, body: Yaml<'_>) -> bool {
    let takes_this = |entry: &OperatorEntry| entry.arity != Arity::Reference || !body.is_mapping();
    Profile::ALL.into_iter().filter_map(|profile| OperatorEntry::named(name.text(), profile)).any(takes_this)
}

/// That these conditions are no expressions where they stand. It is an error if the template asks for one of them by its name.
fn taken_for_expressions(root: Yaml<'_>, variability: Yaml<'_>, (key, named): (Yaml<'_>, Yaml<'_>)) -> Diagnostic {
    let word = key.text();
    let message = format!("\"{word}\" of `variability` has no effect: conditions with names stand under `expressions`");
    let diagnostic = Diagnostic::new(Code::UnknownKey, key.span(), message);
    let expressions = variability.get("expressions");
    let asks = |(key, name): (Yaml<'_>, Yaml<'_>)| {
        let is_reading = |operator: Operator| Profile::ALL.into_iter().any(|it| operator.name(it) == key.text());
        let is_called = [Operator::LogicExpression, Operator::ValueExpression].into_iter().any(is_reading);
        let is_known = || expressions.is_some_and(|expressions| expressions.get(name.text()).is_some());
        is_called && name.is_scalar() && named.get(name.text()).is_some() && !is_known()
    };
    let is_used = root.descendants().any(|yaml| yaml.entries().any(asks));
    let diagnostic = match expressions {
        None if is_used => diagnostic.labelled("taken for \"expressions\" in all other findings"),
        _ => diagnostic,
    };
    let severity = if is_used { Severity::Error } else { Severity::Warning };
    let diagnostic = match expressions {
        Some(_) => diagnostic.help("write them among the `expressions` that there are"),
        None => diagnostic.replacing(word, "expressions").help("write `expressions`"),
    };
    Diagnostic { severity, ..diagnostic }
}

/// What is said of `conditions`, which decide nothing and give no names, although templates write them.
fn unnamed_conditions(variability: Yaml<'_>) -> Option<Diagnostic> {
    let is_word = |key: &str| Profile::ALL.into_iter().any(|profile| is_operator(key, profile));
    let (key, conditions) = variability.entries().find(|(key, _)| key.text() == "conditions")?;
    let (first, operand) = conditions.items().chain([conditions]).find_map(|one| one.entries().next())?;
    let (key, message, help) = if is_word(first.text()) {
        let operand = if operand.is_scalar() { operand.text() } else { "..." };
        let message = format!("\"{}\" is a condition of nothing here", first.text());
        let help =
            format!("what every variant has to meet stands under `constraints`: `- {}: {operand}`", first.text());
        (first, message, help)
    } else {
        let help = "conditions with names stand under `expressions`".to_owned();
        (key, "\"conditions\" of `variability` have no effect".to_owned(), help)
    };
    let diagnostic = Diagnostic::new(Code::UnknownKey, key.span(), message).help(help);
    Some(Diagnostic { severity: Severity::Warning, ..diagnostic })
}

fn require_mapping(found: Yaml<'_>, what: &str, diagnostics: &mut Vec<Diagnostic>) {
    if !found.is_mapping() {
        let message = format!("\"{what}\" is a mapping, not a {}", found.kind());
        let diagnostic = Diagnostic::new(Code::WrongShape, found.span(), message);
        let is_flow = found.written().starts_with('[');
        let help = if is_flow {
            "write a mapping of names: `{name: ...}`"
        } else {
            "write the names without dashes: `name: ...`"
        };
        diagnostics.push(if found.is_sequence() { diagnostic.help(help) } else { diagnostic });
    }
}

/// Reports keys that the section does not have; `misplaced` says where one of them belongs.
fn unknown_keys(
    mapping: Yaml<'_>,
    section: Section,
    misplaced: impl Fn(&str) -> Option<&'static str>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let known: Vec<&'static str> = section.keys().map(|key| key.name).collect();
    // It is in the table so that editors say what to write in its place.
    let offered = || known.iter().copied().filter(|&name| section != Section::Variability || name != "conditions");
    for (key, _) in mapping.entries() {
        if known.contains(&key.text()) {
            continue;
        }
        let diagnostic = unknown_key(key, section.words(), &offered().collect::<Vec<_>>());
        diagnostics.push(match misplaced(key.text()) {
            Some(help) if did_you_mean(key.text(), offered()).is_none() => diagnostic.help(help),
            _ => diagnostic.suggesting(key.text(), offered()),
        });
    }
}

/// That a key is not defined; `place` says where it stands, as in "in a preset".
pub fn unknown_key(key: Yaml<'_>, place: &str, known: &[&'static str]) -> Diagnostic {
    if let Some(misspaced) = misspaced(key, place, known) {
        return misspaced;
    }
    let message = format!("unknown key \"{}\" {place}", key.text());
    let diagnostic = Diagnostic::new(Code::UnknownKey, key.span(), message);
    diagnostic.help(format!("known keys: {}", known.join(", ")))
}
