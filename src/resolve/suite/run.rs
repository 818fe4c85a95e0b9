//! Running cases.

use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;
use variscope_encoder::Budget;

use super::merge::merge;
use super::specification::{Expectation, Specification, unwritten};
use super::update::{snapshot, update};
use super::verdict::Report;
use super::written::comparable;
use super::{Case, Failure, Outcome, Verdict};
use crate::Error;
use crate::analysis::value::Value;
use crate::resolve::comparison::differences;
use crate::resolve::resolution::{InputsFile, Request, Resolution};
use crate::source::Sources;
use crate::source::diagnostic::Diagnostic;
use crate::source::package::{Package, read_file};
use crate::source::syntax::vocabulary::Profile;
use crate::source::syntax::yaml::Tree;

/// What to do with cases that do not come out as expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Report them.
    Check,
    /// Write what came out into the case.
    Update,
}

/// Runs all `cases` in parallel; each template is read with the profile that its test names, or that its words show.
pub fn run_all(cases: &[Case], mode: Mode) -> Vec<Verdict> {
    run_within(cases, None, mode, &Budget::unlimited())
}

/// [`run_all`] as long as the budget lasts; cases that did not end by then fail as [`Failure::Stopped`]. Where no profile is named,
/// templates are read with `profile`, if that is given.
pub fn run_within(cases: &[Case], profile: Option<Profile>, mode: Mode, budget: &Budget) -> Vec<Verdict> {
    cases.par_iter().map(|case| judged(case, profile, mode, budget)).collect()
}

fn judged(case: &Case, profile: Option<Profile>, mode: Mode, budget: &Budget) -> Verdict {
    let outcome = attempt(case, profile, mode, budget);
    let outcome = outcome.unwrap_or_else(|failure| Outcome::Failed(Box::new(failure)));
    let is_different = matches!(&outcome, Outcome::Failed(failure) if matches!(**failure, Failure::Different(_)));
    Verdict { name: case.name(), file: case.file(is_different), outcome }
}

fn attempt(case: &Case, profile: Option<Profile>, mode: Mode, budget: &Budget) -> Result<Outcome, Failure> {
    budget.check().map_err(|_| Failure::Stopped)?;
    let specification = Specification::read(case)?;
    let is_unwritten = matches!(specification.expectation, Expectation::Unwritten(_));
    if is_unwritten && mode == Mode::Check {
        return Err(unwritten(case));
    }
    let before = if mode == Mode::Update { snapshot(&specification) } else { None };
    let profile = specification.effective_profile(profile);
    let resolution = match resolve(case, &specification, profile, budget) {
        Ok(resolution) => resolution,
        Err(Error::Package(diagnostic)) => Resolution::refused(*diagnostic),
        Err(error) => return Err(Failure::Unusable(error.to_string())),
    };
    if resolution.is_stopped() {
        return Err(Failure::Stopped);
    }
    match (judge(case, &specification, &resolution), mode) {
        (Ok(()), _) => Ok(Outcome::Passed),
        (Err(failure), Mode::Check) => Err(failure),
        (Err(failure), Mode::Update) => update(case, &specification, &resolution, before, failure),
    }
}

fn resolve(
    case: &Case,
    specification: &Specification,
    profile: Option<Profile>,
    budget: &Budget,
) -> Result<Resolution, Error> {
    let package = open(case, specification)?;
    request(specification, &package, profile)?.within(budget.clone()).resolve()
}

/// The template of a case, which reads outside as far as the case does.
pub(super) fn open(case: &Case, specification: &Specification) -> Result<Package, Error> {
    let package = Package::open(&specification.template)?;
    Ok(if case.enclosure().reads_outside() { package.allowing_outside() } else { package })
}

/// What a case asks for.
pub(super) fn request<'p>(
    specification: &Specification,
    package: &'p Package,
    profile: Option<Profile>,
) -> Result<Request<'p>, Error> {
    let mut request = Request::new(package, profile).presets(specification.presets.iter().cloned());
    if let Some(path) = &specification.inputs {
        request = request.inputs(InputsFile::read(path)?);
    }
    let takes_options = profile.is_some_and(|profile| profile.dialect().takes_options_of_call);
    if let Some(options) = specification.options.as_ref().filter(|_| takes_options) {
        request = request.options(options.clone());
    }
    Ok(request)
}

fn judge(case: &Case, specification: &Specification, resolution: &Resolution) -> Result<(), Failure> {
    if let Some(expected) = &specification.codes {
        judge_codes(expected, resolution)?;
    }
    match &specification.expectation {
        Expectation::Error { sentence, .. } => judge_error(sentence, resolution),
        Expectation::Codes => Ok(()),
        Expectation::Unwritten(_) => Err(unwritten(case)),
        Expectation::Document(path) => {
            let Some(document) = resolution.document() else { return Err(Failure::NotResolved(report(resolution))) };
            // Without `.` in between.
            let name: PathBuf = path.components().collect();
            let expected = read_file(path).map_err(|error| Failure::Unusable(error.to_string()))?;
            judge_document(specification, (&name.display().to_string(), &expected), document)
        }
    }
}

fn judge_codes(expected: &[String], resolution: &Resolution) -> Result<(), Failure> {
    let mut actual: Vec<String> =
        resolution.diagnostics().iter().map(|diagnostic| diagnostic.code.to_string()).collect();
    actual.sort_unstable();
    actual.dedup();
    if actual == expected {
        return Ok(());
    }
    Err(Failure::OtherCodes { expected: expected.to_vec(), actual, report: report(resolution) })
}

/// In profile A an expected error is a part of the sentence, in later ones the whole of it.
fn judge_error(expected: &str, resolution: &Resolution) -> Result<(), Failure> {
    let Some(error) = resolution.exit_error() else { return Err(Failure::Resolved(expected.to_owned())) };
    let actual = error.sentence();
    let is_whole = resolution.profile().is_none_or(|profile| profile.dialect().compares_whole_sentences);
    let is_same = if is_whole { actual == expected } else { actual.contains(expected) };
    if is_same {
        return Ok(());
    }
    let (expected, actual) = (expected.to_owned(), actual.to_owned());
    Err(Failure::OtherError { expected, actual, report: report(resolution) })
}

/// Holds a document against the expected one, a file by its name and what it says.
fn judge_document(
    specification: &Specification,
    (file, expected): (&str, &str),
    document: &str,
) -> Result<(), Failure> {
    let replaced = specification
        .replacements
        .iter()
        .fold(document.to_owned(), |document, (find, replacement)| document.replace(find, replacement));
    let expected = parse(file, expected)?;
    let expected = match &specification.addition {
        Some(addition) => merge(&expected, addition),
        None => expected,
    };
    let found = differences(&comparable(expected), &comparable(parse("the document", &replaced)?));
    if found.is_empty() { Ok(()) } else { Err(Failure::Different(found)) }
}

/// The value of a document; nothing at all is null.
fn parse(name: &str, text: &str) -> Result<Value, Failure> {
    let (mut sources, mut tree) = (Sources::new(), Tree::new());
    let file = sources.add(name, text);
    match tree.parse(&sources, file) {
        (Some(root), _) => Ok(Value::from_yaml(tree.at(root))),
        (None, diagnostics) if diagnostics.is_empty() => Err(Failure::Unusable(format!("{name}: empty"))),
        (None, diagnostics) => Err(Failure::Malformed(Report { sources: Arc::new(sources), diagnostics })),
    }
}

fn report(resolution: &Resolution) -> Report {
    let diagnostics: Vec<Diagnostic> = resolution.diagnostics().to_vec();
    Report { sources: resolution.sources().clone(), diagnostics }
}
