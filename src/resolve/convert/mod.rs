//! Templates of earlier revisions of the language in today's words.
//!
//! Comes in: a package and how to read it. Goes out: a [`Conversion`]: the text of the template for profile D. Only words
//! are replaced and options added; comments and layout stay. Invariant: there is a text exactly when no diagnostic is an
//! error; then no configuration was found that gives another document with it.

mod edits;
mod elements;
mod expressions;
mod inputs;
mod options;
mod presets;

use std::sync::Arc;
use std::time::Duration;

use variscope_encoder::Budget;

use crate::Error;
use crate::analysis::question::{Limits, Sameness, Variants};
use crate::analysis::value::Configuration;
use crate::resolve::sameness::same_meaning;
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::package::Package;
use crate::source::syntax::vocabulary::Profile;
use crate::source::{Sources, Span};
use crate::tosca::model::{Kind, LoadOptions, Loaded, Model};
use edits::{EditedText, Edits};

/// What came of converting a template.
#[derive(Debug)]
pub struct Conversion {
    /// The files that diagnostics point into.
    pub sources: Arc<Sources>,
    /// Everything that was said.
    pub diagnostics: Vec<Diagnostic>,
    /// The template in the words of profile D.
    pub text: Option<String>,
}

/// How long both texts are compared.
const COMPARING_TIME: Duration = Duration::from_secs(20);

/// Rewrites the template of `package` in the words of profile D.
///
/// # Errors
/// When a file of the package cannot be read.
pub fn convert(package: Package, load: &LoadOptions) -> Result<Conversion, Error> {
    let loaded = Model::load(&package, load)?;
    let (sources, diagnostics) = (Arc::clone(&loaded.sources), loaded.diagnostics.clone());
    let mut conversion = Conversion { sources, diagnostics, text: None };
    let Some(model) = loaded.model.as_ref().filter(|_| !conversion.is_broken()) else { return Ok(conversion) };
    // What no configuration resolves has no meaning to keep.
    conversion.diagnostics.extend(diagnostics_of(model));
    if conversion.is_broken() {
        return Ok(conversion);
    }
    let text = Arc::clone(conversion.sources.file(model.root().span().file).text());
    if model.profile() == Profile::LATEST {
        conversion.text = Some(text.to_string());
        return Ok(conversion);
    }
    let mut edits = Edits::new(&text);
    options::convert(model, &mut edits);
    elements::convert(model, &mut edits);
    expressions::convert(model, &mut edits);
    presets::convert(model, &mut edits);
    let mut converted = edits.finish();
    conversion.diagnostics.append(&mut converted.diagnostics);
    if !conversion.is_broken() {
        let late = LoadOptions { profile: Some(Profile::LATEST), options: None };
        let again = package.clone();
        let late = Model::load(&package.with_template(&converted.text)?, &late)?;
        let mut faults = compare(&loaded, &late, &converted);
        if let Some(help) = other_profile(&again, load).filter(|_| !faults.is_empty()) {
            faults
                .iter_mut()
                .filter(|diagnostic| diagnostic.is_error())
                .for_each(|diagnostic| diagnostic.help = Some(help.clone()));
        }
        conversion.diagnostics.extend(faults);
    }
    conversion.text = Some(converted.text).filter(|_| !conversion.is_broken());
    Ok(conversion)
}

impl Conversion {
    fn is_broken(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// That the words of the template belong to another profile than the one that it was said to be written in.
fn other_profile(package: &Package, load: &LoadOptions) -> Option<String> {
    let given = load.profile?;
    let detected = Model::load(package, &LoadOptions { profile: None, ..load.clone() }).ok()?.detected?.profile;
    (detected != given).then(|| format!("without `--from {given}` the template is read with profile {detected}"))
}

/// What profile D understands otherwise than the author meant it.
fn compare(early: &Loaded, late: &Loaded, converted: &EditedText) -> Vec<Diagnostic> {
    let Some(model) = &early.model else { return Vec::new() };
    let own = late.model.as_ref().map(|late| late.root().span().file);
    let place = |error: &Diagnostic| {
        let span = error.span().filter(|span| Some(span.file) == own)?;
        let then = converted.earlier(&(span.start as usize..span.end as usize));
        Some(Span::new(model.root().span().file, then.start, then.end))
    };
    let conditions = late.model.as_ref().map(diagnostics_of).unwrap_or_default();
    let errors = late.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).chain(&conditions);
    let fault = |error: &Diagnostic| without_equal(place(error).unwrap_or(place_in(model)), &error.message);
    let mut diagnostics: Vec<Diagnostic> = errors.map(fault).collect();
    let Some(late_model) = late.model.as_ref().filter(|_| diagnostics.is_empty()) else { return diagnostics };
    for (id, other) in model.of_kind(Kind::Relation).zip(late_model.of_kind(Kind::Relation)) {
        if model.relation(id).is_hosting != late_model.relation(other).is_hosting {
            let message = format!("{} would become a hosting relation by its name", model.full_display(id));
            diagnostics.push(without_equal(model.element(id).span, &message));
        }
    }
    if diagnostics.is_empty() {
        let limits = Limits { budget: Budget::unlimited().with_time(COMPARING_TIME), most_variants: None };
        diagnostics.extend(compare_variants(early, late, place_in(model), &limits));
        diagnostics.extend(presets::compare(model, late_model, place_in(model), &limits));
    }
    diagnostics
}

/// What is wrong with the conditions of a template whatever the configuration.
fn diagnostics_of(model: &Model) -> Vec<Diagnostic> {
    let mut found = Variants::of(model, &Configuration::new()).err().unwrap_or_default();
    found.retain(Diagnostic::is_error);
    found
}

/// What becomes of variants, as far as they could be compared.
fn compare_variants(early: &Loaded, late: &Loaded, place: Span, limits: &Limits) -> Option<Diagnostic> {
    match same_meaning(early, late, limits) {
        Sameness::Same => None,
        Sameness::Differs(contrast) => Some(without_equal(place, &contrast.to_string())),
        Sameness::Undecided(doubt) => {
            let message = format!("not all variants could be compared: {doubt}");
            Some(Diagnostic { severity: Severity::Note, ..Diagnostic::new(Code::MixedVocabulary, place, message) })
        }
    }
}

fn place_in(model: &Model) -> Span {
    let version = model.root().entry("tosca_definitions_version").map(|(_, version)| version.span());
    version.unwrap_or(model.root().span())
}

/// An error about something that cannot be said in profile D.
fn without_equal(place: Span, message: &str) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(Code::MixedVocabulary, place, message.to_owned())
        .note("profile D cannot say the same; nothing was written");
    diagnostic.severity = Severity::Error;
    diagnostic
}
