//! `variscope list`.

mod at_once;
mod one_by_one;

use std::fs;
use std::path::Path;

use variscope::model::Model;
use variscope::question::{FoundVariant, Survey, Variants};
use variscope::render::list::{self, stream};
use variscope::resolution::document;
use variscope::source::writing::unfinished::Mark;
use variscope::source::writing::write_inside;
use variscope::value::Configuration;

use super::arguments::{Format, List};
use super::feature_model::{self, Token};
use super::guard;
use super::output::{OutputError, write};
use super::question::ask;
use super::status::Status;
use super::terminal::{Failure, Terminal};

/// Bytes that are written together.
const BUFFER: usize = 1 << 18;

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
    let text = match arguments.question.format {
        _ if arguments.matrix || arguments.write.is_some() => return,
        Format::Text => stream::end(model, false, &[]),
        Format::Json => {
            let start = arguments.feature_model.number().cloned().unwrap_or_default();
            stream::opening() + &stream::closing(model, false, &[], (Some(&start), None))
        }
    };
    guard::last_words(None, || text);
}

/// Writes variants as a matrix or as templates, as many as there is time for. Whether these are all.
fn write_together(
    arguments: &List,
    variants: &Variants<'_>,
    survey: &mut Survey,
    terminal: &Terminal,
) -> Result<bool, Failure> {
    let all = survey.variants.len();
    let written = match &arguments.write {
        Some(folder) => write_all(variants, survey, folder)?,
        None => write_matrix(variants, survey)?,
    };
    if written < all {
        terminal.tell(&format!("stopped: {written} of {all} variants that were found are written\n"));
    }
    Ok(written == all)
}

fn write_matrix(variants: &Variants<'_>, survey: &Survey) -> Result<usize, Failure> {
    guard::release();
    let mut written = 0;
    let in_time = survey.variants.iter().take_while(|_| guard::has_time()).inspect(|_| written += 1);
    let matrix = list::matrix(in_time.map(|found| configuration(variants, found)));
    write(&matrix, None)?;
    Ok(written)
}

/// The given values together with those that lead to the variant.
fn configuration(variants: &Variants<'_>, variant: &FoundVariant) -> Configuration {
    variant.reach.witness.complete(variants.configuration())
}

/// Writes variants as templates, and `index.json`; how many. The folder is complete or not there.
fn write_all(variants: &Variants<'_>, survey: &mut Survey, folder: &Path) -> Result<usize, Failure> {
    let error = |source| Failure::Output(OutputError::new(folder, source));
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let unfinished = tempfile::Builder::new().prefix(".variscope-").tempdir_in(parent).map_err(error)?;
    let _mark = Mark::on(unfinished.path());
    let mut files = Vec::new();
    for (number, variant) in survey.variants.iter().enumerate().take_while(|_| guard::has_time()) {
        let configuration = configuration(variants, variant);
        let name = format!("variant-{:04}.yaml", number + 1);
        let text = document(&variants.under(&configuration)).map_err(Failure::Template)?;
        write_inside(unfinished.path(), &name, &text).map_err(error)?;
        files.push((name, configuration));
    }
    survey.is_complete &= files.len() == survey.variants.len();
    let index = list::index(variants.model(), survey, &files);
    write_inside(unfinished.path(), "index.json", &index).map_err(error)?;
    // An empty folder may be there already.
    if folder.is_dir() {
        fs::remove_dir(folder).map_err(error)?;
    }
    guard::undisturbed(|| fs::rename(unfinished.keep(), folder)).map_err(error)?;
    Ok(files.len())
}
