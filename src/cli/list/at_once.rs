//! `variscope list` of templates whose variants are known all at once: to stdout as they come.

use std::io::{self, BufWriter, ErrorKind, Write};

use num_bigint::BigUint;
use variscope::analysis::domain::Extent;
use variscope::analysis::question::{self, ClassEnumeration, Limits, Listing, VariantPosition, Variants};
use variscope::answer::{About, Exactness, List as Answer, Part, frame};
use variscope::feature::variants::VariantRange;
use variscope::output::render::list::stream::Writer;
use variscope::output::render::list::{end, note};
use variscope::output::render::text::Detail;
use variscope::tosca::model::Model;
use variscope_encoder::Interrupted;

use super::super::arguments::{Format, List};
use super::super::exit_status::ExitStatus;
use super::super::output::OutputError;
use super::super::question::status;
use super::super::terminal::{Failure, Terminal};
use super::super::watchdog;

/// The part of a listing that was asked for.
struct Selection<'a> {
    range: VariantRange,
    /// Which one it is of several parts.
    part: Option<Part>,
    /// How many variants may still come.
    left: Option<usize>,
    /// Whether it is given.
    is_limited: bool,
    limits: &'a Limits,
    is_interrupted: bool,
}

pub fn list(
    arguments: &List,
    terminal: &Terminal,
    variants: &Variants<'_>,
    mut listing: Listing<'_, '_>,
    limits: &Limits,
) -> Result<ExitStatus, Failure> {
    let Ok((range, part)) = range(arguments, &mut listing, limits) else {
        let message = "stopped before it was known where this part of the list begins";
        return Err(Failure::Stopped(message.to_owned()));
    };
    let left = arguments.limit.or(limits.most_variants);
    let is_limited = arguments.limit.is_some();
    let mut selection = Selection { range, part, left, is_limited, limits, is_interrupted: false };
    if arguments.matrix || arguments.write.is_some() {
        let mut enumeration = terminal.work("collecting variants", || collect(&mut listing, &mut selection));
        if !super::write_together(arguments, variants, &mut enumeration, limits, terminal)? {
            return Ok(ExitStatus::Undecided);
        }
    } else {
        match stream(arguments.question.format, arguments.detail.get(), variants.model(), &mut listing, &mut selection)
        {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(ExitStatus::Fine),
            result => result.map_err(OutputError::stdout)?,
        }
    }
    if let Some(note) = selection.part.and_then(note) {
        terminal.write_message(note);
    }
    if let Some(rest) = selection.rest() {
        terminal.write_message(&format!("there are more: go on with `--resume {rest}`\n"));
    }
    // What was left out because of `--limit` is not missing.
    let is_limited = arguments.limit.is_some() && selection.left == Some(0);
    Ok(if is_limited { ExitStatus::Fine } else { status(selection.is_complete() && listing.caveats().is_empty()) })
}

/// Where the list begins and ends, and which part that is of the whole.
fn range(
    arguments: &List,
    listing: &mut Listing<'_, '_>,
    limits: &Limits,
) -> Result<(VariantRange, Option<Part>), Interrupted> {
    let mut range = VariantRange::shard(listing.total(), 1, 1);
    let mut part = None;
    if let Some(wanted) = arguments.part.shard {
        let shard = listing.shard(wanted.number, wanted.parts, limits)?;
        range = VariantRange { next: shard.start, end: shard.end };
        part = Some(if shard.is_equal { wanted.equal_part() } else { wanted.unequal_part() });
    }
    Ok((arguments.part.resumed(range), part))
}

impl Selection<'_> {
    /// Goes to the next variant.
    fn next(&mut self, listing: &mut Listing<'_, '_>) -> Option<VariantPosition> {
        if self.left == Some(0) || self.range.next >= self.range.end || self.limits.budget.check().is_err() {
            self.is_interrupted = self.left != Some(0) && self.range.next < self.range.end;
            return None;
        }
        match listing.seek(&self.range.next) {
            Ok(Some(listed)) if listed.rank < self.range.end => {
                self.range.next.clone_from(&listed.end);
                self.left = self.left.map(|left| left - 1);
                Some(listed)
            }
            Ok(_) => {
                self.range.next.clone_from(&self.range.end);
                None
            }
            Err(_) => {
                self.is_interrupted = true;
                None
            }
        }
    }

    /// Where the list goes on, if it does.
    fn rest(&self) -> Option<&BigUint> {
        (self.range.next < self.range.end).then_some(&self.range.next)
    }

    /// Whether nothing is missing but what `--limit` leaves out.
    fn is_as_asked(&self) -> bool {
        !self.is_interrupted && (self.is_limited || self.rest().is_none())
    }

    /// Whether nothing stopped the list before its end.
    fn is_complete(&self) -> bool {
        !self.is_interrupted && self.rest().is_none()
    }
}

/// Writes the variants as they come.
fn stream(
    format: Format,
    detail: Detail,
    model: &Model,
    listing: &mut Listing<'_, '_>,
    selection: &mut Selection<'_>,
) -> io::Result<()> {
    watchdog::answer_started();
    let mut output = BufWriter::with_capacity(super::BUFFER, io::stdout().lock());
    let mut answer = Answer { shard: selection.part, ..Answer::new(About::Template) };
    let mut writer = match format {
        Format::Text => Writer::text(model, listing, detail),
        Format::Json => {
            output.write_all(frame(&answer).0.as_bytes())?;
            Writer::json(model, listing)
        }
    };
    let mut is_first = true;
    while let Some(listed) = selection.next(listing) {
        output.write_all(writer.variant(listing, &listed, is_first))?;
        is_first = false;
    }
    let (is_complete, caveats) = (selection.is_as_asked(), listing.caveats().to_vec());
    answer.exactness = Exactness::of(model, &question::Exactness { is_complete, caveats });
    answer.resume = selection.rest().map(ToString::to_string);
    let end = match format {
        Format::Text => end(&answer),
        Format::Json => frame(&answer).1,
    };
    output.write_all(end.as_bytes())?;
    output.flush()
}

/// All variants of a part together.
fn collect(listing: &mut Listing<'_, '_>, selection: &mut Selection<'_>) -> ClassEnumeration {
    let mut variants = Vec::new();
    selection.limits.budget.begin(selection.left.map(|left| left as u64));
    while selection.next(listing).is_some() {
        variants.push(listing.variant());
        selection.limits.budget.advance(1);
    }
    ClassEnumeration {
        elements: listing.elements().to_vec(),
        variants,
        errors: Vec::new(),
        unmet_values: Vec::new(),
        demanded: Vec::new(),
        uncounted: Extent::default(),
        exactness: question::Exactness { is_complete: selection.is_complete(), caveats: listing.caveats().to_vec() },
    }
}
