//! `variscope list` of templates whose variants are found one configuration at a time.
//!
//! Variants are numbered in the order in which they are found, which is the same on every run. Parts of the list are
//! cut from it: they save time for whoever reads them, not for finding them.

use num_bigint::BigUint;
use variscope::feature_model::variants::Range;
use variscope::question::{Limits, Survey, Variants};

use super::super::arguments::List;
use super::super::guard;
use super::super::question::status;
use super::super::status::Status;
use super::super::terminal::{Failure, Terminal};

pub fn list(
    arguments: &List,
    terminal: &Terminal,
    variants: &Variants<'_>,
    limits: &Limits,
) -> Result<Status, Failure> {
    let most = needed(arguments, limits);
    let needed = Limits { most_variants: most, ..limits.clone() };
    let mut survey = terminal.work("looking for variants", || variants.survey(&needed));
    // Many variants take long to write, and longer to find again.
    guard::release();
    if arguments.feature_model.shard.is_some() && !survey.is_complete {
        let message = "not all variants are known, so that it is not known where `--shard` begins and ends";
        return Err(Failure::Stopped(message.to_owned()));
    }
    let is_whole = survey.is_complete;
    let has_more = !is_whole && most == Some(survey.variants.len());
    let rest = cut(arguments, &mut survey, has_more);
    super::show(arguments, variants, &survey, rest.as_ref())?;
    if let Some(rest) = &rest {
        terminal.tell(&format!("there are more: go on with `--resume {rest}`\n"));
    }
    let is_limited = arguments.limit == Some(survey.variants.len());
    let is_exact = is_whole && rest.is_none() && survey.caveats.is_empty();
    Ok(if is_limited { Status::Fine } else { status(is_exact) })
}

/// How many variants have to be found; none for all.
fn needed(arguments: &List, limits: &Limits) -> Option<usize> {
    if arguments.feature_model.shard.is_some() {
        return limits.most_variants;
    }
    let shown = arguments.limit.or(limits.most_variants)?;
    let before = arguments.feature_model.number().map_or(Some(0), |next| usize::try_from(next).ok());
    before.and_then(|before| before.checked_add(shown))
}

/// Leaves the part of the variants that was asked for; where the list goes on, if it does. `has_more` says that there is
/// something behind all that was found.
fn cut(arguments: &List, survey: &mut Survey, has_more: bool) -> Option<BigUint> {
    let total = survey.variants.len();
    let Range { next, end } = arguments.feature_model.range(&BigUint::from(total));
    let place = |number: BigUint| usize::try_from(number).unwrap_or(total).min(total);
    let (next, end) = (place(next), place(end));
    let last = arguments.limit.map_or(end, |limit| end.min(next.saturating_add(limit))).max(next);
    survey.variants.truncate(last);
    survey.variants.drain(..next);
    survey.is_complete &= last >= end;
    (last < end || has_more).then(|| last.into())
}
