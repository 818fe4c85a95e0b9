//! `variscope list`.

mod at_once;
mod compiled;
mod one_by_one;
mod part;
mod searched;
mod selected;

use std::path::Path;

use variscope::analysis::question::{ClassEnumeration, FoundVariant, Limits, Variants};
use variscope::analysis::value::Configuration;
use variscope::answer::{self, About, Exactness, Index};
use variscope::output::render::list;
use variscope::resolve::resolution::{OutputFolder, document_in_folder};
use variscope::source::writing::write_inside;
use variscope_encoder::Interrupted;

use super::arguments::List;
use super::exit_status::ExitStatus;
use super::feature_model::{ask_model, is_model, refuse_for_model};
use super::folder::{check_vacant, fill};
use super::output::{OutputError, set_fallback_answer, write};
use super::question::{ask, inform_if_void, refuse_for_template};
use super::relative_path::{left_behind, template_seen_from};
use super::template::open;
use super::terminal::{Failure, Terminal};
use super::watchdog;

use part::Shard;

pub use part::{ListArguments, ListToken};

/// Bytes that are written together.
const BUFFER: usize = 1 << 18;

pub fn run(arguments: &List, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let is_model = is_model(&arguments.question.template.path);
    if !arguments.matrix && arguments.write.is_none() {
        let about = if is_model { About::FeatureModel } else { About::Template };
        set_fallback_answer(arguments.question.format, unknown(arguments, about));
    }
    if is_model {
        return of_features(arguments, terminal);
    }
    refuse_for_template(&[("--by-search", arguments.part.by_search)])?;
    if let Some(ListToken::Point(_)) = arguments.part.resume {
        return Err(Failure::Usage("`--resume`: no list of a template ends like this".to_owned()));
    }
    if let Some(folder) = &arguments.write {
        check_vacant(folder)?;
    }
    ask(&arguments.question, terminal, |variants, limits| {
        match terminal.work("looking at all configurations", || variants.listing(limits)) {
            Some(listing) => {
                let is_void = listing.total().bits() == 0 && listing.caveats().is_empty();
                inform_if_void(&arguments.question, terminal, is_void);
                at_once::list(arguments, terminal, variants, listing, limits)
            }
            None => one_by_one::list(arguments, terminal, variants, limits),
        }
    })
}

/// The list where it was stopped before anything was known of it: it goes on where it was to begin.
fn unknown(arguments: &List, about: About) -> answer::List<'static> {
    let shard = arguments.part.shard.map(Shard::unequal_part);
    let resume = arguments.part.resume.as_ref().map(ToString::to_string);
    answer::List { shard, resume, exactness: Exactness::unfinished(), ..answer::List::new(about) }
}

/// Variants of a feature model: in the order of the compiled form, or, where compiling takes too much, or when that is asked
/// for, in the order of the features, by search. Which order it is depends on the model alone, never on the clock.
fn of_features(arguments: &List, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    refuse_for_model(&[("--matrix", arguments.matrix), ("--write", arguments.write.is_some())])?;
    ask_model(&arguments.question, terminal, |model, budget| {
        let selection = &arguments.part;
        if selection.by_search || matches!(selection.resume, Some(ListToken::Point(_))) {
            return searched::list(arguments, model, budget, terminal);
        }
        let circuit = terminal.work("compiling", || match selection.resume {
            Some(ListToken::Number(_)) => model.compile(budget).map(Some),
            _ => model.compile_readily(budget),
        });
        match circuit {
            Ok(Some(circuit)) => compiled::list(arguments, model, &circuit, budget, terminal),
            Ok(None) => {
                terminal.write_message(
                    "this model takes too much to compile: its variants come by search, as with `--by-search`\n",
                );
                searched::list(arguments, model, budget, terminal)
            }
            Err(Interrupted) => {
                terminal.write_message("stopped before the variants were known; `--by-search` lists them at once\n");
                Ok(ExitStatus::Undecided)
            }
        }
    })
}

/// Writes variants as a matrix, or as templates as many as there is time for. Whether these are all.
fn write_together(
    arguments: &List,
    variants: &Variants<'_>,
    enumeration: &mut ClassEnumeration,
    limits: &Limits,
    terminal: &Terminal,
) -> Result<bool, Failure> {
    let all = enumeration.variants.len();
    let Some(folder) = &arguments.write else {
        write(&list::matrix(enumeration.variants.iter().map(|found| configuration(variants, found))), None)?;
        return Ok(true);
    };
    let written = write_all(arguments, folder, variants, enumeration, limits, terminal)?;
    if written < all {
        terminal.write_message(&format!("stopped: {written} of {all} variants that were found are written\n"));
    }
    Ok(written == all)
}

/// The given values together with those that lead to the variant.
fn configuration(variants: &Variants<'_>, variant: &FoundVariant) -> Configuration {
    variant.reach.witness.complete(variants.configuration())
}

/// Writes variants as templates, and `index.json`; how many. The folder is complete or not there.
fn write_all(
    arguments: &List,
    folder: &Path,
    variants: &Variants<'_>,
    enumeration: &mut ClassEnumeration,
    limits: &Limits,
    terminal: &Terminal,
) -> Result<usize, Failure> {
    watchdog::answer_started();
    let has_time = || limits.budget.check_extension().is_ok();
    let error = |source| Failure::Output(OutputError::new(folder, source));
    let package = open(&arguments.question.template.path)?;
    let mut files = Vec::new();
    fill(folder, &mut |pending| {
        let place = template_seen_from(pending, &package).map(|path| OutputFolder::new(&package, path));
        for (number, variant) in enumeration.variants.iter().enumerate().take_while(|_| has_time()) {
            let configuration = configuration(variants, variant);
            let name = format!("variant-{:04}.yaml", number + 1);
            let text =
                document_in_folder(&variants.under(&configuration), place.as_ref()).map_err(Failure::Template)?;
            write_inside(pending, &name, &text).map_err(error)?;
            if number == 0
                && let Some(warning) = left_behind(&package, &text, folder).map_err(Failure::World)?
            {
                terminal.inform(&warning);
            }
            files.push((name, configuration));
        }
        enumeration.exactness.is_complete &= files.len() == enumeration.variants.len();
        let index = answer::json(&Index::of(variants.model(), enumeration, &files));
        write_inside(pending, "index.json", &index).map_err(error)
    })?;
    Ok(files.len())
}
