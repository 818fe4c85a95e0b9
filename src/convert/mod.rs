//! Templates of earlier revisions of the language in today's words.
//!
//! Comes in: a package and how to read it. Goes out: a [`Conversion`]: the text of the template for profile D. Only words
//! are replaced and options added; comments and layout stay. Invariant: there is a text exactly when no diagnostic is an
//! error, and the text describes the same elements with the same conditions.

mod edits;
mod elements;
mod expressions;
mod options;

use std::sync::Arc;

use crate::Error;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::model::{Kind, LoadOptions, Loaded, Model};
use crate::source::package::Package;
use crate::source::{Sources, Span};
use crate::syntax::vocabulary::Profile;
use edits::Edits;

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

/// Rewrites the template of `package` in the words of profile D.
///
/// # Errors
/// When a file of the package cannot be read.
pub fn convert(package: Package, load: &LoadOptions) -> Result<Conversion, Error> {
    let Loaded { sources, model, diagnostics, .. } = Model::load(&package, load)?;
    let mut conversion = Conversion { sources, diagnostics, text: None };
    let Some(model) = model.filter(|_| !conversion.is_broken()) else { return Ok(conversion) };
    let text = Arc::clone(conversion.sources.file(model.root().span().file).text());
    if model.profile() == Profile::D {
        conversion.text = Some(text.to_string());
        return Ok(conversion);
    }
    let mut edits = Edits::new(&text);
    options::convert(&model, &mut edits);
    elements::convert(&model, &mut edits);
    expressions::convert(&model, &mut edits);
    let (converted, faults) = edits.finish();
    conversion.diagnostics.extend(faults);
    if !conversion.is_broken() {
        let faults = compare(&model, &package.with_template(&converted)?)?;
        conversion.diagnostics.extend(faults);
    }
    conversion.text = Some(converted).filter(|_| !conversion.is_broken());
    Ok(conversion)
}

impl Conversion {
    fn is_broken(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// What profile D understands otherwise than the author meant it.
fn compare(model: &Model, converted: &Package) -> Result<Vec<Diagnostic>, Error> {
    let load = LoadOptions { profile: Some(Profile::D), options: None };
    let loaded = Model::load(converted, &load)?;
    let errors = loaded.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    let mut faults: Vec<Diagnostic> = errors.map(|error| without_equal(place_in(model), &error.message)).collect();
    let Some(late) = loaded.model.filter(|_| faults.is_empty()) else { return Ok(faults) };
    for (id, other) in model.of_kind(Kind::Relation).zip(late.of_kind(Kind::Relation)) {
        if model.relation(id).is_hosting != late.relation(other).is_hosting {
            let message = format!("{} would become a hosting relation by its name", model.full_display(id));
            faults.push(without_equal(model.element(id).span, &message));
        }
    }
    Ok(faults)
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
