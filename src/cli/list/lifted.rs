//! `variscope list` of templates whose variants are known all at once.

use std::io;

use variscope::analysis::question::{self, Limits, Listing, VariantPosition, Variants};
use variscope::answer::{About, Exactness, List as Answer, Part};
use variscope::feature::variants::VariantRange;
use variscope::output::render::list::stream::Writer;
use variscope_encoder::{Budget, Interrupted};

use super::super::arguments::Format;
use super::super::exit_status::ExitStatus;
use super::super::failure::Failure;
use super::super::stream::Stream;
use super::super::terminal::Terminal;
use super::List;
use super::part::ListArguments;
use super::selected::{Selected, VariantSource};

/// The part of a listing that was asked for.
struct LiftedListing<'a, 'v, 'm> {
    listing: Listing<'v, 'm>,
    /// Of those that are left.
    range: VariantRange,
    budget: &'a Budget,
    writer: Writer,
}

pub fn list<'m>(
    arguments: &List,
    terminal: &Terminal,
    variants: &Variants<'m>,
    mut listing: Listing<'_, 'm>,
    limits: &Limits,
) -> Result<ExitStatus, Failure> {
    let Ok((range, shard)) = range(&arguments.part, &mut listing, limits) else {
        let message = "stopped before it was known where this part of the list begins";
        return Err(Failure::Stopped(message.to_owned()));
    };
    let model = variants.model();
    let writer = match arguments.question.format {
        Format::Text => Writer::text(model, &listing, arguments.detail.get()),
        Format::Json => Writer::json(model, &listing),
    };
    let exactness = question::Exactness { is_complete: true, caveats: listing.caveats().to_vec() };
    let exactness = Exactness::of(model, &exactness);
    let answer = Answer { shard, exactness, ..Answer::new(About::Template) };
    let source = LiftedListing { listing, range, budget: &limits.budget, writer };
    let selected = Selected::new(source, arguments, answer, terminal);
    selected.show_found(variants, limits, |source, _| source.listing.variant())
}

/// Where the list begins and ends, and which part that is of the whole.
fn range(
    wanted: &ListArguments,
    listing: &mut Listing<'_, '_>,
    limits: &Limits,
) -> Result<(VariantRange, Option<Part>), Interrupted> {
    let Some(part) = wanted.shard else { return Ok((wanted.range(listing.total()), None)) };
    let shard = listing.shard(part.number, part.parts, limits)?;
    let range = VariantRange { next: shard.start, end: shard.end };
    Ok((wanted.resumed(range), Some(if shard.is_equal { part.equal_part() } else { part.unequal_part() })))
}

impl VariantSource for LiftedListing<'_, '_, '_> {
    type Variant = VariantPosition;

    fn next(&mut self) -> Result<Option<VariantPosition>, Interrupted> {
        if self.range.next >= self.range.end {
            return Ok(None);
        }
        self.budget.check()?;
        let found = self.listing.seek(&self.range.next)?.filter(|found| found.rank < self.range.end);
        self.range.next.clone_from(found.as_ref().map_or(&self.range.end, |found| &found.end));
        Ok(found)
    }

    fn write(&mut self, variant: &VariantPosition, output: &mut Stream) -> io::Result<()> {
        output.write(self.writer.variant(&mut self.listing, variant, output.is_empty))
    }

    fn rest(&mut self) -> Option<String> {
        self.range.rest()
    }
}
