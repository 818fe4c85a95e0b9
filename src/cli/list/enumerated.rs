//! `variscope list` of templates whose variants are found one after the other: by search, or one configuration at a time.
//!
//! Variants are numbered in the order in which they are found, which is the same on every run. Parts of the list are
//! cut from it: they shorten the answer, not the search.

use std::iter::Take;
use std::{io, vec};

use variscope::analysis::question::{self, FoundVariant, Limits, Variants};
use variscope::answer::{self, About, Exactness, ListedVariant};
use variscope::output::render::list::line;
use variscope_encoder::Interrupted;

use super::super::exit_status::ExitStatus;
use super::super::failure::Failure;
use super::super::stream::Stream;
use super::super::terminal::Terminal;
use super::List;
use super::selected::{Selected, VariantSource};
use super::together::configuration;

/// The part of all variants that was asked for.
struct Enumerated<'a, 'm> {
    arguments: &'a List,
    variants: &'a Variants<'m>,
    paths: Vec<String>,
    left: Take<vec::IntoIter<FoundVariant>>,
    /// The number of the first that is left.
    next: usize,
    /// Whether all were found.
    is_whole: bool,
    /// Whether there is something behind all that was found.
    has_more: bool,
}

pub fn list(
    arguments: &List,
    terminal: &Terminal,
    variants: &Variants<'_>,
    limits: &Limits,
) -> Result<ExitStatus, Failure> {
    let most = needed(arguments, limits);
    let needed = Limits { most_variants: most, ..limits.clone() };
    let mut enumeration = terminal.work("looking for variants", || {
        variants.search_variants(&needed).unwrap_or_else(|| variants.enumerate_classes(&needed))
    });
    let question::Exactness { is_complete: is_whole, caveats } = enumeration.exactness.clone();
    if arguments.part.shard.is_some() && !is_whole {
        let message = "not all variants are known, so that it is not known where `--shard` begins and ends";
        return Err(Failure::Stopped(message.to_owned()));
    }
    let (model, total) = (variants.model(), enumeration.variants.len());
    let has_more = !is_whole && most == Some(total);
    let range = arguments.part.range(&total.into());
    let [next, end] = [range.next, range.end].map(|number| usize::try_from(number).unwrap_or(total).min(total));
    let left = enumeration.variants.split_off(next).into_iter().take(end.saturating_sub(next));
    let source = Enumerated { arguments, variants, paths: enumeration.paths(model), left, next, is_whole, has_more };
    let answer = answer::List {
        shard: arguments.part.shard.map(|shard| shard.equal_part()),
        exactness: Exactness::of(model, &question::Exactness { is_complete: true, caveats }),
        ..answer::List::new(About::Template)
    };
    Selected::new(source, arguments, answer, terminal).show_found(variants, limits, |_, found| found)
}

/// How many variants have to be found; none for all.
fn needed(arguments: &List, limits: &Limits) -> Option<usize> {
    if arguments.part.shard.is_some() {
        return limits.most_variants;
    }
    let shown = arguments.limit.or(limits.most_variants)?;
    let before = arguments.part.number().map_or(Some(0), |next| usize::try_from(next).ok());
    before.and_then(|before| before.checked_add(shown))
}

impl VariantSource for Enumerated<'_, '_> {
    type Variant = FoundVariant;

    fn next(&mut self) -> Result<Option<FoundVariant>, Interrupted> {
        let found = self.left.next();
        self.next += usize::from(found.is_some());
        if found.is_none() && !self.is_whole { Err(Interrupted) } else { Ok(found) }
    }

    fn write(&mut self, found: &FoundVariant, output: &mut Stream) -> io::Result<()> {
        let configuration = configuration(self.variants, found);
        let variant = ListedVariant::of_found(found, &configuration, &self.paths);
        output.variant(&variant, || line(About::Template, &variant, self.arguments.detail.get()))
    }

    fn rest(&mut self) -> Option<String> {
        (self.left.len() > 0 || self.has_more).then(|| self.next.to_string())
    }
}
