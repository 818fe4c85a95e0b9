//! Puts a configuration together from all its sources.
//!
//! Priority, lowest first: presets in their order, environment variables, inputs files in their order,
//! arguments in their order. Arguments replace a value whole; everything else merges as the profile says.
//! Presets from the environment count only when none are chosen otherwise.

use std::sync::Arc;

use super::merge::merge;
use super::{Admission, Configuration, Given, Provenance, argument, environment, feature_ide};
use crate::analysis::value::{Language, Value};
use crate::source::FileId;
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean_text, likely_meant};
use crate::source::syntax::vocabulary::{Profile, SentenceStyle};
use crate::source::syntax::yaml::Yaml;

/// The sources of a configuration; they can be added in any order.
pub struct Assembly<'a> {
    language: &'a Language<'a>,
    /// The declared presets by name.
    declared: Option<Yaml<'a>>,
    chosen: Vec<String>,
    chosen_by_environment: Vec<String>,
    environment: Vec<Assignment>,
    files: Vec<Assignment>,
    arguments: Vec<Assignment>,
    diagnostics: Vec<Diagnostic>,
}

/// A value for an input.
pub(super) type Assignment = (Arc<str>, Given);

impl<'a> Assembly<'a> {
    /// No source yet. `presets` is the mapping of the template's presets.
    pub fn new(language: &'a Language<'a>, presets: Option<Yaml<'a>>) -> Self {
        Self {
            language,
            declared: presets,
            chosen: Vec::new(),
            chosen_by_environment: Vec::new(),
            environment: Vec::new(),
            files: Vec::new(),
            arguments: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Chooses presets, the later over the earlier.
    #[must_use]
    pub fn presets<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.chosen.extend(names.into_iter().map(Into::into));
        self
    }

    /// Takes inputs and presets from variables such as `VARISCOPE_INPUT_ENV`; others are passed over.
    #[must_use]
    pub fn environment(mut self, variables: impl IntoIterator<Item = (String, String)>) -> Self {
        let found = environment::read(variables, self.language);
        self.environment.extend(found.inputs);
        self.chosen_by_environment.extend(found.presets);
        self
    }

    /// Takes the inputs of a YAML or JSON file, whose document is `root`; an empty file has no document and no
    /// inputs.
    #[must_use]
    pub fn file(mut self, root: Option<Yaml<'_>>) -> Self {
        let Some(root) = root.filter(|root| !root.is_null()) else {
            return self;
        };
        if !root.is_mapping() {
            let message = "inputs file is not a mapping of names to values";
            let help = "write one `name: value` per line";
            self.diagnostics.push(Diagnostic::new(Code::MalformedInputs, root.span(), message).help(help));
            return self;
        }
        self.files.extend(root.entries().map(|(name, value)| {
            let provenance = Provenance::File { input: name.span(), span: value.span() };
            (name.text().into(), Given { value: Value::from_yaml(value), provenance })
        }));
        self
    }

    /// Takes the inputs of an extended configuration of `FeatureIDE`: the XML `text` of `file`.
    #[must_use]
    pub fn feature_ide(mut self, file: FileId, text: &str) -> Self {
        match feature_ide::read(file, text, self.language.profile()) {
            Ok(inputs) => self.files.extend(inputs),
            Err(diagnostic) => self.diagnostics.push(*diagnostic),
        }
        self
    }

    /// Takes an argument `name=value`, whose value is YAML.
    #[must_use]
    pub fn argument(mut self, text: &str) -> Self {
        match argument::read(text) {
            Ok(assignment) => self.arguments.push(assignment),
            Err(diagnostic) => self.diagnostics.push(*diagnostic),
        }
        self
    }

    /// The configuration, and what is wrong with its sources.
    pub fn finish(mut self) -> (Configuration, Vec<Diagnostic>) {
        let mut configuration = Configuration::new();
        let (language, profile) = (self.language, self.language.profile());
        let read = |(input, given): Assignment| {
            let value = Admission::of(language, &input).read(given.value);
            (input, Given { value, ..given })
        };
        let merged = self.preset_inputs().into_iter().chain(self.environment).chain(self.files);
        for (input, given) in merged.map(read) {
            self.diagnostics.extend(emptied(&configuration, &input, &given));
            give(&mut configuration, input, given, profile);
        }
        for (input, given) in self.arguments.into_iter().map(read) {
            configuration.set(input, given);
        }
        (configuration, self.diagnostics)
    }

    /// The inputs of all chosen presets, in order.
    fn preset_inputs(&mut self) -> Vec<Assignment> {
        let is_chosen = !self.chosen.is_empty();
        let names = std::mem::take(if is_chosen { &mut self.chosen } else { &mut self.chosen_by_environment });
        let presets = names.iter().map(|name| self.preset(name));
        let (found, diagnostics): (Vec<_>, Vec<_>) = presets.partition(Result::is_ok);
        self.diagnostics.extend(diagnostics.into_iter().filter_map(Result::err).map(|diagnostic| *diagnostic));
        found.into_iter().flatten().flatten().collect()
    }

    fn preset(&self, name: &str) -> Result<Vec<Assignment>, Box<Diagnostic>> {
        let preset =
            self.declared.and_then(|presets| presets.get(name)).ok_or_else(|| Box::new(self.unknown_preset(name)))?;
        let inputs = preset.get("inputs");
        if let Some(other) = inputs.filter(|inputs| !inputs.is_mapping() && !inputs.is_null()) {
            let message = format!("inputs of preset \"{name}\" are not a mapping of names to values");
            let help = "write the names without dashes and brackets: `name: value`";
            return Err(Box::new(Diagnostic::new(Code::MalformedInputs, other.span(), message).help(help)));
        }
        let shared: Arc<str> = name.into();
        let assign = |(input, value): (Yaml<'a>, Yaml<'a>)| {
            let provenance = Provenance::Preset { name: Arc::clone(&shared), input: input.span(), span: value.span() };
            (input.text().into(), Given { value: Value::from_yaml(value), provenance })
        };
        Ok(inputs.into_iter().flat_map(Yaml::entries).map(assign).collect())
    }

    fn unknown_preset(&self, name: &str) -> Diagnostic {
        let names: Vec<_> = self.declared.into_iter().flat_map(Yaml::entries).map(|(name, _)| name.text()).collect();
        let diagnostic = Diagnostic::unplaced(Code::UnknownPreset, format!("preset \"{name}\" is not defined"))
            .reference(unknown_preset_sentence(name, self.language.profile()));
        let diagnostic = match likely_meant(name, names.iter().copied()) {
            Some(other) => diagnostic.help(did_you_mean_text(other)),
            None => diagnostic,
        };
        match names.as_slice() {
            [] => diagnostic.note("the template defines no presets"),
            names => diagnostic.note(format!("presets of the template: {}", names.join(", "))),
        }
    }
}

/// That a line of an inputs file, which was meant to be filled in, takes the value away that was given before.
fn emptied(configuration: &Configuration, name: &str, given: &Given) -> Option<Diagnostic> {
    let Provenance::File { input, .. } = given.provenance else { return None };
    let is_given = configuration.value(name).is_some_and(|earlier| *earlier != Value::Null);
    if given.value != Value::Null || !is_given {
        return None;
    }
    let message = format!("no value for \"{name}\": what presets give for it does not count any more");
    Some(Diagnostic::new(Code::ShadowedKey, input, message).help("write a value, or remove the line"))
}

fn unknown_preset_sentence(name: &str, profile: Profile) -> String {
    match profile.dialect().sentences {
        SentenceStyle::Bare => format!("Did not find variability set {name}"),
        SentenceStyle::Quoted => format!("Did not find variability set \"{name}\""),
        SentenceStyle::Full => format!("Did not find variability preset \"{name}\""),
    }
}

/// Gives a value over the one that was given before.
fn give(configuration: &mut Configuration, input: Arc<str>, given: Given, profile: Profile) {
    let value = match configuration.value(&input) {
        Some(earlier) => merge(earlier, given.value, profile),
        None => given.value,
    };
    configuration.set(input, Given { value, provenance: given.provenance });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::value::fixture::Fixture;

    /// JSON has no dates.
    #[test]
    fn texts_are_dates_where_dates_are_declared() {
        for (declaration, text, is_date) in [
            ("{type: timestamp}", "2024-01-31", true),
            ("{type: timestamp}", "someday", false),
            ("{type: timestamp}", "2024", false),
            ("{type: string, valid_values: [2024-01-31]}", "2024-01-31", true),
            ("{default: 2024-01-31}", "2024-02-01", true),
            ("{type: timestamp, valid_values: ['2024-01-31']}", "2024-01-31", false),
            ("{type: string}", "2024-01-31", false),
            ("{}", "2024-01-31", false),
        ] {
            let fixture = Fixture::new(&format!("inputs: {{n: {declaration}}}\ngiven: {{\"n\": \"{text}\"}}"));
            let language = fixture.language(Profile::D);
            let assembly = || Assembly::new(&language, None);
            let variable = [("VARISCOPE_INPUT_N".to_owned(), text.to_owned())];
            for given in [
                assembly().environment(variable),
                assembly().argument(&format!("n=\"{text}\"")),
                assembly().file(fixture.root().get("given")),
            ] {
                let (configuration, _) = given.finish();
                let found = matches!(configuration.value("n"), Some(Value::Instant(_)));
                assert_eq!(found, is_date, "{declaration} {text}");
            }
        }
    }
}
