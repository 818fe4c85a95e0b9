//! `variscope list`.

mod at_once;

use std::fs;
use std::path::Path;

use variscope::question::{FoundVariant, Limits, Survey, Variants};
use variscope::render::list;
use variscope::resolution::document;
use variscope::value::{Configuration, Given, Provenance};

use super::arguments::{Format, List};
use super::feature_model;
use super::output::{OutputError, write};
use super::question::{ask, status};
use super::status::Status;
use super::terminal::{Failure, Terminal};

pub fn run(arguments: &List, terminal: &Terminal) -> Result<Status, Failure> {
    if let Some(status) = feature_model::list(arguments, terminal) {
        return status;
    }
    ask(&arguments.question, terminal, |variants, limits| match variants.listing(limits) {
        Some(listing) => at_once::list(arguments, terminal, variants, listing, limits),
        None if arguments.feature_model.is_partial() => {
            let message = "the variants of this template are found one configuration at a time, which has no parts";
            Err(Failure::Usage(message.to_owned()))
        }
        None => one_by_one(arguments, terminal, variants, limits),
    })
}

/// Looks at one configuration of each class.
fn one_by_one(
    arguments: &List,
    terminal: &Terminal,
    variants: &Variants<'_>,
    limits: &Limits,
) -> Result<Status, Failure> {
    let limits = Limits { most_variants: arguments.limit.or(limits.most_variants), ..limits.clone() };
    let survey = terminal.work("looking for variants", || variants.survey(&limits));
    show(arguments, variants, &survey)?;
    let is_limited = arguments.limit == Some(survey.variants.len());
    Ok(if is_limited { Status::Fine } else { status(survey.is_exact()) })
}

/// Shows variants in the form that was asked for.
fn show(arguments: &List, variants: &Variants<'_>, survey: &Survey) -> Result<(), Failure> {
    if let Some(folder) = &arguments.write {
        return write_all(variants, survey, folder);
    }
    let text = match arguments.question.format {
        _ if arguments.matrix => list::matrix(survey.variants.iter().map(|found| configuration(variants, found))),
        Format::Text => list::text(variants.model(), survey),
        Format::Json => list::json(variants.model(), survey),
    };
    Ok(write(&text, None)?)
}

/// The given values together with those that lead to the variant.
fn configuration(variants: &Variants<'_>, variant: &FoundVariant) -> Configuration {
    let mut configuration = variants.configuration().clone();
    for (input, value) in &variant.reach.witness {
        configuration.set(input.clone(), Given { value: value.clone(), provenance: Provenance::Assumed });
    }
    configuration
}

/// Writes every variant as a template, and `index.json`. The folder is complete or not there.
fn write_all(variants: &Variants<'_>, survey: &Survey, folder: &Path) -> Result<(), Failure> {
    let error = |source| Failure::Output(OutputError::new(folder, source));
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let unfinished = tempfile::Builder::new().prefix(".variscope-").tempdir_in(parent).map_err(error)?;
    let mut files = Vec::new();
    for (number, variant) in survey.variants.iter().enumerate() {
        let configuration = configuration(variants, variant);
        let name = format!("variant-{:04}.yaml", number + 1);
        let text = document(&variants.under(&configuration)).map_err(Failure::Template)?;
        write(&text, Some(&unfinished.path().join(&name)))?;
        files.push((name, configuration));
    }
    let index = list::index(variants.model(), survey, &files);
    write(&index, Some(&unfinished.path().join("index.json")))?;
    // An empty folder may be there already.
    if folder.is_dir() {
        fs::remove_dir(folder).map_err(error)?;
    }
    fs::rename(unfinished.keep(), folder).map_err(error)
}
