//! Feature models that arguments name.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

use variscope::Error;
use variscope::analysis::question::{VariantClauses, Variants};
use variscope::feature::{Feature, FeatureModel, Format, Reading, SourceText, WrongFiles};
use variscope::source::Sources;
use variscope::source::diagnostic::{did_you_mean, did_you_mean_code};
use variscope::source::package::Enclosure;
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
use crate::cli::template::allows_outside;
use crate::cli::terminal::Terminal;

/// How the names of files end that models import.
const MODEL: &str = ".uvl";

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
        let what =
            if *name == "--where" { "; whether a condition holds in all variants, `check --assert` says" } else { "" };
        return Err(Failure::Usage(format!(
            "`{name}` is for templates only, and this is a feature model: decide features by `--input FEATURE=true`{what}; see {}feature-models.html",
            env!("CARGO_PKG_HOMEPAGE")
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
    let enclosure = Enclosure::of(folder).allowing_outside(allows_outside());
    let neighbours = |name: &str| {
        let bytes = enclosure.bytes(&folder.join(name), Sources::MAX_FILE_BYTES);
        bytes.map_err(|error| absent(error, folder, name))
    };
    Ok(Reading::among(format, SourceText { name, ..read(path)? }, projection.as_ref(), &neighbours))
}

/// Why a file that a model imports cannot be read, with the import that may be meant where there is no such file: one part of the
/// path is written otherwise there.
fn absent(error: io::Error, folder: &Path, name: &str) -> io::Error {
    if error.kind() != ErrorKind::NotFound {
        return error;
    }
    // The folder of a bare name is the current one.
    let mut there = Path::new(".").join(folder);
    let mut parts: Vec<String> = name.trim_end_matches(MODEL).split('/').map(str::to_owned).collect();
    let last = parts.len() - 1;
    for (at, part) in parts.iter_mut().enumerate() {
        let ending = if at == last { MODEL } else { "" };
        let written = there.join(format!("{part}{ending}"));
        if !written.exists() {
            let listed = fs::read_dir(&there).into_iter().flatten().flatten();
            let names: Vec<String> = listed.filter_map(|entry| entry.file_name().into_string().ok()).collect();
            let known = names.iter().filter_map(|name| name.strip_suffix(ending)).filter(|name| !name.contains('.'));
            let Some(near) = did_you_mean(part, known) else { return error };
            near.clone_into(part);
        }
        there.push(format!("{part}{ending}"));
    }
    if !there.is_file() {
        return error;
    }
    io::Error::new(error.kind(), format!("{error}; {}", did_you_mean_code(&(parts.join("/") + MODEL))))
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
    // What is longer than a file may be is refused by its length.
    while bytes.len() <= Sources::MAX_FILE_BYTES && Read::by_ref(&mut file).take(PIECE).read_to_end(&mut bytes)? > 0 {}
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
