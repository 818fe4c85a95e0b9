//! Variants in the order of the features, by search: without knowing how many there are.

use variscope::answer::{self, About, Order};
use variscope::feature::FeatureModel;
use variscope::output::render::list::note;
use variscope_encoder::enumeration::{Lexicographic, ResumePoint};
use variscope_encoder::{Budget, Interrupted, Lit};

use super::super::arguments::List;
use super::super::exit_status::ExitStatus;
use super::super::terminal::{Failure, Terminal};
use super::ListToken;
use super::selected::{VariantSource, show};

struct Searched {
    models: Lexicographic,
    /// After which variant the list goes on.
    last: Option<ResumePoint>,
}

impl VariantSource for Searched {
    fn next(&mut self) -> Result<Option<Vec<Lit>>, Interrupted> {
        let next = self.models.next().transpose()?;
        if next.is_some() {
            self.last = self.models.place();
        }
        Ok(next)
    }

    fn rest(&mut self) -> Option<String> {
        let has_more = self.models.next().is_some();
        self.last.as_ref().filter(|_| has_more).map(ResumePoint::to_string)
    }
}

pub fn list(
    arguments: &List,
    model: &FeatureModel,
    budget: &Budget,
    terminal: &Terminal,
) -> Result<ExitStatus, Failure> {
    let selection = &arguments.part;
    let start = match &selection.resume {
        None => None,
        Some(ListToken::Point(place)) if place.last().is_none_or(|last| last < model.features().len()) => Some(place),
        Some(_) => {
            return Err(Failure::Usage("`--resume`: no list of this model by search ended like this".to_owned()));
        }
    };
    let Ok(models) = terminal.work("looking for variants", || begin(model, arguments, start, budget)) else {
        terminal.write_message("stopped before a variant was known\n");
        return Ok(ExitStatus::Undecided);
    };
    let part = selection.shard.map(|shard| shard.unequal_part());
    let answer = answer::List { order: Some(Order::Features), shard: part, ..answer::List::new(About::FeatureModel) };
    let status = show(Searched { models, last: start.cloned() }, arguments, model, answer, terminal)?;
    if let Some(note) = part.and_then(note) {
        terminal.write_message(note);
    }
    Ok(status)
}

/// The variants of the part that was asked for, behind the one that came last.
fn begin(
    model: &FeatureModel,
    arguments: &List,
    start: Option<&ResumePoint>,
    budget: &Budget,
) -> Result<Lexicographic, Interrupted> {
    let mut models = model.searched(budget)?;
    if let Some(shard) = arguments.part.shard {
        models.start_part(shard.number, shard.parts)?;
    }
    if let Some(place) = start {
        models.start_after(place)?;
    }
    Ok(models)
}
