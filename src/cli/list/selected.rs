//! The variants of a list that are shown, from whatever they come.

use std::io;

use variscope::analysis::question::{FoundVariant, Limits, Variants};
use variscope::answer::{self, About, Exactness};
use variscope::output::render::list::{end, note};
use variscope_encoder::Interrupted;

use super::super::exit_status::ExitStatus;
use super::super::failure::Failure;
use super::super::output::unless_closed;
use super::super::question::status;
use super::super::stream::Stream;
use super::super::terminal::Terminal;
use super::List;
use super::together::FoundVariants;

/// Where variants come from.
pub trait VariantSource {
    /// What one of them is.
    type Variant;

    /// The next one; `None` behind the last.
    fn next(&mut self) -> Result<Option<Self::Variant>, Interrupted>;

    /// Writes the one that came last.
    fn write(&mut self, variant: &Self::Variant, output: &mut Stream) -> io::Result<()>;

    /// With which token the list goes on, when there are more than were given. Asked for once, at the end.
    fn rest(&mut self) -> Option<String>;
}

/// As many variants as are to be shown.
pub struct Selected<'a, S> {
    source: S,
    arguments: &'a List,
    terminal: &'a Terminal,
    /// What is known of the list: its caveats beforehand, whether it is complete behind the last variant.
    answer: answer::List<'static>,
    /// How many were given.
    given: usize,
    /// How many may be.
    most: Option<usize>,
    is_interrupted: bool,
}

impl<'a, S: VariantSource> Selected<'a, S> {
    pub fn new(source: S, arguments: &'a List, answer: answer::List<'static>, terminal: &'a Terminal) -> Self {
        Self { source, arguments, terminal, answer, given: 0, most: arguments.limit, is_interrupted: false }
    }

    /// Shows them as they come.
    pub fn show(mut self) -> Result<ExitStatus, Failure> {
        let written = unless_closed(self.stream())?;
        Ok(written.map_or(ExitStatus::Fine, |()| self.close()))
    }

    /// Shows those of a template as they come, or writes them together; `found` gives one by itself.
    pub fn show_found(
        mut self,
        variants: &Variants<'_>,
        limits: &Limits,
        found: impl Fn(&mut S, S::Variant) -> FoundVariant,
    ) -> Result<ExitStatus, Failure> {
        let (arguments, terminal) = (self.arguments, self.terminal);
        self.most = arguments.limit.or(limits.most_variants);
        if !arguments.matrix && arguments.write.is_none() {
            return self.show();
        }
        let mut collected = Vec::new();
        terminal.work("collecting variants", || {
            limits.budget.begin(self.most.map(|most| most as u64));
            while let Some(variant) = self.next() {
                collected.push(found(&mut self.source, variant));
                limits.budget.advance(1);
            }
        });
        let known = self.answer.exactness.clone();
        self.complete();
        let exactness = known.and(Exactness::finished(self.is_whole()));
        let is_written = FoundVariants { arguments, terminal, variants, limits, exactness }.write(&collected)?;
        Ok(if is_written { self.close() } else { ExitStatus::Undecided })
    }

    fn next(&mut self) -> Option<S::Variant> {
        if self.most == Some(self.given) {
            return None;
        }
        let next = self.source.next();
        self.is_interrupted = next.is_err();
        let variant = next.ok().flatten();
        self.given += usize::from(variant.is_some());
        variant
    }

    fn stream(&mut self) -> io::Result<()> {
        let mut output = Stream::begin(self.arguments.question.format, &self.answer)?;
        while let Some(variant) = self.next() {
            self.source.write(&variant, &mut output)?;
        }
        self.complete();
        output.end(&self.answer, &end(&self.answer))
    }

    /// Completes the answer behind the last variant.
    fn complete(&mut self) {
        self.answer.resume = self.source.rest();
        let finished = Exactness::finished(self.is_limited() || self.is_whole());
        self.answer.exactness = self.answer.exactness.clone().and(finished);
    }

    /// Whether it ends where `--limit` says: what is left out by that is not missing.
    fn is_limited(&self) -> bool {
        self.arguments.limit == Some(self.given)
    }

    fn is_whole(&self) -> bool {
        !self.is_interrupted && self.answer.resume.is_none()
    }

    /// Says what is left, and how the program ends.
    fn close(&self) -> ExitStatus {
        if self.is_interrupted && self.answer.about == About::FeatureModel {
            self.terminal.write_message("stopped before the last variant\n");
        }
        if let Some(rest) = &self.answer.resume {
            // Behind nothing, the same call goes on.
            let how = if self.given > 0 { format!(": go on with `--resume {rest}`") } else { String::new() };
            self.terminal.write_message(&format!("there are more{how}\n"));
        }
        if let Some(note) = self.answer.shard.and_then(note) {
            self.terminal.write_message(note);
        }
        status(self.is_limited() || self.answer.exactness.exact)
    }
}
