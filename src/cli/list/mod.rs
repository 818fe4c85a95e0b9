//! `variscope list`.

mod arguments;
mod enumerated;
mod features;
mod lifted;
mod part;
mod selected;
mod together;

use variscope::answer::{self, About, Exactness};

use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::feature_model::is_model;
use super::folder::check_vacant;
use super::output::set_fallback_answer;
use super::question::{ask, inform_if_void, refuse_for_template};
use super::terminal::Terminal;
use part::Shard;

pub use arguments::List;
pub use part::ListToken;

pub fn run(arguments: &List, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let is_model = is_model(&arguments.question.template.path);
    if !arguments.matrix && arguments.write.is_none() {
        let about = if is_model { About::FeatureModel } else { About::Template };
        set_fallback_answer(arguments.question.format, unknown(arguments, about));
    }
    if is_model {
        return features::list(arguments, terminal);
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
                lifted::list(arguments, terminal, variants, listing, limits)
            }
            None => enumerated::list(arguments, terminal, variants, limits),
        }
    })
}

/// The list where it was stopped before anything was known of it: it goes on where it was to begin.
fn unknown(arguments: &List, about: About) -> answer::List<'static> {
    let shard = arguments.part.shard.map(Shard::unequal_part);
    let resume = arguments.part.resume.as_ref().map(ToString::to_string);
    answer::List { shard, resume, exactness: Exactness::unfinished(), ..answer::List::new(about) }
}
