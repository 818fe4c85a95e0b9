//! The keys of `variability`, all of which Variability4TOSCA defines: others are misspelled.

use super::empty::empty_values;
use super::strict::misspaced;
use super::{Profile, Section, is_operator, topology_of};
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
    unknown_keys(variability, Section::Variability, misplaced, &mut diagnostics);
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
    diagnostics.extend(unnamed_conditions(variability));
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
        let help = "write the names without dashes: `name: ...`";
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
    for (key, _) in mapping.entries() {
        if known.contains(&key.text()) {
            continue;
        }
        let diagnostic = unknown_key(key, section.words(), &known);
        diagnostics.push(match misplaced(key.text()) {
            Some(help) if did_you_mean(key.text(), known.iter().copied()).is_none() => diagnostic.help(help),
            _ => diagnostic.suggesting(key.text(), known.iter().copied()),
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
