//! Presets: maps in them are expressions before profile D, which takes what is given as it stands, and wants a value for each input
//! that some condition reads.

use super::edits::Edits;
use super::without_equal;
use crate::analysis::question::{Limits, PresetContrast, Variants, preset_value};
use crate::analysis::value::{Configuration, Value};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Model;

/// Writes what expressions in presets give.
pub(super) fn convert(model: &Model, edits: &mut Edits<'_>) {
    let language = model.language();
    let nothing = Configuration::new();
    let read = Variants::of(model, &nothing).map(|variants| variants.mentions().inputs);
    // What an input gives that nothing reads is evaluated by no one.
    let is_read = |input: &str| read.as_ref().map_or(true, |read| read.contains(input));
    let presets = model.variability().and_then(|variability| variability.get("presets"));
    let inputs = presets.into_iter().flat_map(Yaml::entries).filter_map(|(_, preset)| preset.get("inputs"));
    for (input, written) in inputs.flat_map(Yaml::entries) {
        match preset_value(&language, written) {
            Some(value) if value != Value::from_yaml(written) => edits.replace(written, &value.to_yaml()),
            Some(_) => {}
            None if !is_read(input.text()) => {}
            None => {
                let message = "a preset gives values, and this expression has other ones under other inputs, or none";
                edits.refuse(written.span(), message);
            }
        }
    }
}

/// What presets do not give any more; `elsewhere` stands for what is given without one.
pub(super) fn compare(early: &Model, late: &Model, elsewhere: Span, limits: &Limits) -> Vec<Diagnostic> {
    let nothing = Configuration::new();
    let (Ok(before), Ok(after)) = (Variants::of(early, &nothing), Variants::of(late, &nothing)) else {
        return Vec::new();
    };
    match before.preset_contrasts(&after, limits) {
        Ok(found) => found.into_iter().map(|found| lost(found, elsewhere)).collect(),
        Err(doubt) => {
            let message = format!("not all presets could be compared: {doubt}");
            let note = Diagnostic::new(Code::MixedVocabulary, elsewhere, message);
            vec![Diagnostic { severity: Severity::Note, ..note }]
        }
    }
}

/// Earlier profiles evaluate no more of a condition than they have to: there a preset may leave inputs open that it does not need.
fn lost(found: PresetContrast, elsewhere: Span) -> Diagnostic {
    let PresetContrast { preset, contrast, diagnostics } = found;
    let (who, place) = match preset {
        Some((name, place)) => (format!("preset \"{name}\""), place),
        None => ("the template without given values".to_owned(), elsewhere),
    };
    let is_missing = |fault: &Diagnostic| fault.code == Code::MissingInput;
    if !diagnostics.iter().any(is_missing) {
        return without_equal(place, &format!("{who} gives something else: {}", contrast.what));
    }
    let missing: Vec<&str> =
        diagnostics.iter().filter(|fault| is_missing(fault)).map(|fault| &*fault.message).collect();
    let message = format!("{who} does not resolve by itself any more: {}", missing.join(", "));
    let diagnostic = Diagnostic::new(Code::MissingInput, place, message)
        .note("profile D evaluates all of a condition, also what decides nothing any more")
        .help("give the input a `default`, or give it in the preset");
    Diagnostic { severity: Severity::Warning, ..diagnostic }
}
