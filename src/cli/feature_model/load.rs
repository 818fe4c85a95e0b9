//! Feature models that arguments name.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use variscope::Error;
use variscope::analysis::question::{VariantClauses, Variants};
use variscope::feature::{Feature, FeatureModel, Format, Reading, SourceText, WrongFiles};
use variscope::source::printable::printable_path;
use variscope::tosca::model::ElementId;
use variscope_encoder::{Budget, Var};

use crate::cli::arguments::{FeatureModelArguments, ProfileArgument, Question, Scope, Template};
use crate::cli::budget::budget;
use crate::cli::exit_status::ExitStatus;
use crate::cli::failure::Failure;
use crate::cli::feature_model::refuse_for_model;
use crate::cli::given::inputs_file;
use crate::cli::question::ask_about;
use crate::cli::terminal::Terminal;

/// Bytes that are read together.
const PIECE: u64 = 1 << 20;

/// Bytes that are read together of what is not kept.
const BUFFER: usize = 1 << 16;

/// Shows what is wrong with a feature model; the model when it can be used, with the given features decided.
pub fn load(question: &Question, budget: &Budget, terminal: &Terminal) -> Result<Option<FeatureModel>, Failure> {
    refuse_profile(question.template.profile)?;
    let Question { template, scope, feature_model, .. } = question;
    load_in(&template.path, &Readings::of(template, feature_model), scope, budget, terminal)
}

/// Refuses a profile, which only templates are read with.
pub fn refuse_profile(profile: ProfileArgument) -> Result<(), Failure> {
    refuse_for_model(&[("--profile", profile.chosen().is_some())])
}

/// [`load`], of a path with a scope.
fn load_in(
    path: &Path,
    readings: &Readings<'_>,
    scope: &Scope,
    budget: &Budget,
    terminal: &Terminal,
) -> Result<Option<FeatureModel>, Failure> {
    refuse_foreign(scope)?;
    let reading = reading_at(path, readings.name, readings.projection, budget)?;
    terminal.diagnose(&reading.diagnostics, &reading.sources);
    let Some(mut model) = reading.model else { return Ok(None) };
    if let Err(WrongFiles { diagnostics, sources }) = give(&mut model, scope)? {
        terminal.diagnose(&diagnostics, &sources);
        return Ok(None);
    }
    Ok(Some(model))
}

/// Refuses what narrows questions about templates, and is not for feature models.
pub fn refuse_foreign(scope: &Scope) -> Result<(), Failure> {
    let foreign = [
        ("--preset", !scope.given.presets.is_empty()),
        ("--assume", !scope.assumptions.is_empty()),
        ("--where", !scope.conditions.is_empty()),
    ];
    if let Some((name, _)) = foreign.iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::Usage(format!(
            "`{name}`: a feature model has none; decide features by `--input NAME=true`"
        )));
    }
    refuse_for_model(&[("--closed", scope.closed)])
}

/// Decides the features that are given; inside of that, what is wrong with the files that do.
pub fn give(model: &mut FeatureModel, scope: &Scope) -> Result<Result<(), WrongFiles>, Failure> {
    let mut files = Vec::new();
    for path in &scope.given.inputs {
        let file = inputs_file(path)?;
        files.push(SourceText { name: file.name().to_owned(), bytes: file.text().as_bytes().to_vec() });
    }
    let given = model.give_files(&files).map_err(|error| Failure::Usage(format!("`--inputs`: {error}")))?;
    if given.is_ok() {
        let given = model.give(scope.given.arguments.iter().map(String::as_str));
        given.map_err(|error| Failure::Usage(format!("`--input`: {error}")))?;
    }
    Ok(given)
}

/// What comes of reading the file at `path`, which diagnostics call `name`, or else by its path.
pub fn reading_at(
    path: &Path,
    name: Option<&str>,
    projection: Option<&Path>,
    budget: &Budget,
) -> Result<Reading, Failure> {
    let Some(format) = Format::of(path) else {
        let path = printable_path(path);
        return Err(Failure::Usage(format!("`{path}`: a feature model ends in .cnf, .dimacs, .uvl or .nnf")));
    };
    let projection = projection.map(read).transpose()?;
    let name = name.map_or_else(|| path.display().to_string(), ToOwned::to_owned);
    if format == Format::Dimacs && path.is_file() {
        return streamed(path, &name, projection.as_ref(), budget);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let neighbours = |name: &str| fs::read(folder.join(name));
    Ok(Reading::among(format, SourceText { name, ..read(path)? }, projection.as_ref(), &neighbours))
}

/// Reads a file of clauses, which is not kept as a text: it may be larger than what comes of it.
fn streamed(path: &Path, name: &str, projection: Option<&SourceText>, budget: &Budget) -> Result<Reading, Failure> {
    let open = || Ok(Box::new(BufReader::with_capacity(BUFFER, File::open(path)?)) as Box<dyn BufRead>);
    File::open(path).map_err(|source| Error::Io { path: path.to_owned(), source })?;
    let reading = Reading::streamed(name, &open, projection, budget);
    reading.map_err(|interrupted| Failure::Stopped(interrupted.to_string()))
}

/// Asks `ask` about the feature model that the file is, within a budget that began before it was read.
pub fn ask_model(
    question: &Question,
    terminal: &Terminal,
    ask: impl FnOnce(&FeatureModel, &Budget) -> Result<ExitStatus, Failure>,
) -> Result<ExitStatus, Failure> {
    let budget = budget(&question.scope);
    load(question, &budget, terminal)?.map_or(Ok(ExitStatus::Broken), |model| ask(&model, &budget))
}

fn read(path: &Path) -> Result<SourceText, Failure> {
    let bytes = bytes(path).map_err(|source| Error::Io { path: path.to_owned(), source })?;
    Ok(SourceText { name: path.display().to_string(), bytes })
}

/// What is in a file, read in pieces: a process that is to end waits for the piece that is being read.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    while Read::by_ref(&mut file).take(PIECE).read_to_end(&mut bytes)? > 0 {}
    Ok(bytes)
}

/// How files are read that are templates or feature models.
#[derive(Clone, Copy)]
pub struct Readings<'r> {
    /// The features that variants are distinguished by; all of them where none are named.
    pub projection: Option<&'r Path>,
    /// The profile of templates.
    pub profile: ProfileArgument,
    /// What diagnostics call a feature model, where that is not its path.
    pub name: Option<&'r str>,
}

impl<'r> Readings<'r> {
    /// As the arguments say.
    pub fn of(template: &Template, feature_model: &'r FeatureModelArguments) -> Self {
        Self { projection: feature_model.projection.as_deref(), profile: template.profile, name: None }
    }
}

/// The feature model at `path`, or the template there as one.
pub fn any(
    path: &Path,
    readings: &Readings<'_>,
    scope: &Scope,
    budget: &Budget,
    terminal: &Terminal,
) -> Result<Option<FeatureModel>, Failure> {
    if Format::of(path).is_some() {
        return load_in(path, readings, scope, budget, terminal);
    }
    let mut found = None;
    ask_about(path, readings.profile, scope, terminal, |variants, limits, _| {
        let clauses = terminal.work("looking at all configurations", || variants.clauses(&limits.budget));
        let clauses = clauses.map_err(|why| Failure::Stopped(why.to_string()))?;
        found = Some(of_template(variants, clauses));
        Ok(ExitStatus::Fine)
    })?;
    Ok(found)
}

/// A template as a feature model: its elements are the features.
fn of_template(variants: &Variants<'_>, clauses: VariantClauses) -> FeatureModel {
    let feature = |(var, id): (Var, ElementId)| Feature { name: variants.model().path(id), var };
    FeatureModel::of_clauses(clauses.cnf, clauses.elements.into_iter().map(feature).collect())
}
