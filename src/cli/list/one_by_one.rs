//! `variscope list` of templates whose variants are found one after the other: by search, or one configuration at a time.
//!
//! Variants are numbered in the order in which they are found, which is the same on every run. Parts of the list are
//! cut from it: they shorten the answer, not the search.

use std::io::{self, BufWriter, ErrorKind, Write};

use num_bigint::BigUint;
use variscope::analysis::question::{self, ClassEnumeration, Limits, Variants};
use variscope::answer::{self, About, Exactness, ListedVariant, frame, framed};
use variscope::feature::variants::VariantRange;
use variscope::output::render::list::{end, line};
use variscope::output::render::text::Detail;

use super::super::arguments::{Format, List};
use super::super::exit_status::ExitStatus;
use super::super::output::OutputError;
use super::super::question::status;
use super::super::terminal::{Failure, Terminal};
use super::super::watchdog;

/// The part of a list that was asked for.
struct ListSlice {
    enumeration: ClassEnumeration,
    /// Whether it ends where `--limit` says.
    is_limited: bool,
    /// Where the list goes on, if it does.
    rest: Option<BigUint>,
    /// Which one it is of several parts, which are equal.
    shard: Option<answer::Part>,
}

pub fn list(
    arguments: &List,
    terminal: &Terminal,
    variants: &Variants<'_>,
    limits: &Limits,
) -> Result<ExitStatus, Failure> {
    let most = needed(arguments, limits);
    let needed = Limits { most_variants: most, ..limits.clone() };
    let enumeration = terminal.work("looking for variants", || {
        variants.search_variants(&needed).unwrap_or_else(|| variants.enumerate_classes(&needed))
    });
    if arguments.part.shard.is_some() && !enumeration.exactness.is_complete {
        let message = "not all variants are known, so that it is not known where `--shard` begins and ends";
        return Err(Failure::Stopped(message.to_owned()));
    }
    let is_whole = enumeration.exactness.is_complete;
    let has_more = !is_whole && most == Some(enumeration.variants.len());
    let mut part = ListSlice::of(arguments, enumeration, has_more);
    let is_limited = part.is_limited;
    let is_exact = is_whole && part.rest.is_none() && part.enumeration.exactness.caveats.is_empty();
    let is_written = if arguments.matrix || arguments.write.is_some() {
        super::write_together(arguments, variants, &mut part.enumeration, limits, terminal)?
    } else {
        watchdog::answer_started();
        let mut stdout = BufWriter::with_capacity(super::BUFFER, io::stdout().lock());
        match part.write(arguments.question.format, arguments.detail.get(), variants, &mut stdout) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(ExitStatus::Fine),
            written => written.map_err(OutputError::stdout)?,
        }
        true
    };
    if let Some(rest) = &part.rest {
        terminal.write_message(&format!("there are more: go on with `--resume {rest}`\n"));
    }
    Ok(if is_limited && is_written { ExitStatus::Fine } else { status(is_exact && is_written) })
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

impl ListSlice {
    /// The part of the variants that was asked for. `has_more` says that there is something behind all that was found.
    fn of(arguments: &List, mut enumeration: ClassEnumeration, has_more: bool) -> Self {
        let total = enumeration.variants.len();
        let VariantRange { next, end } = arguments.part.range(&BigUint::from(total));
        let place = |number: BigUint| usize::try_from(number).unwrap_or(total).min(total);
        let (start, end) = (place(next), place(end));
        let last = arguments.limit.map_or(end, |limit| end.min(start.saturating_add(limit))).max(start);
        enumeration.variants.truncate(last);
        enumeration.variants.drain(..start);
        enumeration.exactness.is_complete &= last >= end;
        let rest = (last < end || has_more).then(|| last.into());
        let is_limited = arguments.limit == Some(enumeration.variants.len());
        Self { enumeration, is_limited, rest, shard: arguments.part.shard.map(|shard| shard.equal_part()) }
    }

    /// Writes the variants one after the other.
    fn write(
        &self,
        format: Format,
        detail: Detail,
        variants: &Variants<'_>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let ClassEnumeration { variants: found, exactness, .. } = &self.enumeration;
        let model = variants.model();
        let is_complete = exactness.is_complete || self.is_limited;
        let exactness = question::Exactness { is_complete, ..exactness.clone() };
        let answer = answer::List {
            shard: self.shard,
            exactness: Exactness::of(model, &exactness),
            resume: self.rest.as_ref().map(ToString::to_string),
            ..answer::List::new(About::Template)
        };
        let (before, behind) = match format {
            Format::Text => (String::new(), end(&answer)),
            Format::Json => frame(&answer),
        };
        let paths = self.enumeration.paths(model);
        output.write_all(before.as_bytes())?;
        for (number, variant) in found.iter().enumerate() {
            let configuration = super::configuration(variants, variant);
            let variant = ListedVariant::of_found(variant, &configuration, &paths);
            let text = match format {
                Format::Text => line(About::Template, &variant, detail),
                Format::Json => framed(&variant, number == 0),
            };
            output.write_all(text.as_bytes())?;
        }
        output.write_all(behind.as_bytes()).and_then(|()| output.flush())
    }
}
