//! `variscope list`.

mod at_once;
mod one_by_one;

use std::fs;
use std::path::Path;

use num_bigint::BigUint;
use variscope::model::Model;
use variscope::question::{FoundVariant, Survey, Variants};
use variscope::render::list;
use variscope::resolution::document;
use variscope::value::{Configuration, Given, Provenance};

use super::arguments::{Format, List};
use super::feature_model::{self, Token};
use super::guard;
use super::output::{OutputError, write};
use super::question::ask;
use super::status::Status;
use super::terminal::{Failure, Terminal};
use super::unfinished::Mark;

pub fn run(arguments: &List, terminal: &Terminal) -> Result<Status, Failure> {
    if let Some(status) = feature_model::list(arguments, terminal) {
        return status;
    }
    if arguments.feature_model.by_search {
        return Err(Failure::Usage("`--by-search`: a template is no feature model".to_owned()));
    }
    if let Some(Token::Place(_)) = arguments.feature_model.resume {
        return Err(Failure::Usage("`--resume`: no list of a template ends like this".to_owned()));
    }
    ask(&arguments.question, terminal, |variants, limits| {
        leave_last_words(arguments, variants.model());
        match terminal.work("looking at all configurations", || variants.listing(limits)) {
            Some(listing) => at_once::list(arguments, terminal, variants, listing, limits),
            None => one_by_one::list(arguments, terminal, variants, limits),
        }
    })
}

/// Until there is a variant, an interrupted list is an empty one that goes on from its beginning.
fn leave_last_words(arguments: &List, model: &Model) {
    let nothing = Survey::default();
    let text = match arguments.question.format {
        _ if arguments.matrix || arguments.write.is_some() => return,
        Format::Text => list::text(model, &nothing),
        Format::Json => {
            list::json(model, &nothing, Some(&arguments.feature_model.number().cloned().unwrap_or_default()))
        }
    };
    guard::last_words(text);
}

/// Shows variants in the form that was asked for; `rest` is where the list goes on.
fn show(arguments: &List, variants: &Variants<'_>, survey: &Survey, rest: Option<&BigUint>) -> Result<(), Failure> {
    if let Some(folder) = &arguments.write {
        return write_all(variants, survey, folder);
    }
    let text = match arguments.question.format {
        _ if arguments.matrix => list::matrix(survey.variants.iter().map(|found| configuration(variants, found))),
        Format::Text => list::text(variants.model(), survey),
        Format::Json => list::json(variants.model(), survey, rest),
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
    let _mark = Mark::on(unfinished.path());
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
