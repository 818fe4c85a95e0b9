//! What was found in the templates that were checked so far, and how it is written.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

use variscope::output::render::findings::Summary;
use variscope::output::render::formats::{Checked, FindingsReport};
use variscope::source::diagnostic::Code;

use super::super::arguments::Check;
use super::super::output::write;
use super::super::status::Status;
use super::super::terminal::{Failure, Terminal};

/// What was found in the templates that are done with.
pub struct Found {
    text: String,
    report: FindingsReport,
    statuses: Vec<Status>,
    /// Whether there is a template whose findings were counted.
    is_summed_up: bool,
    /// Whether there is a template, the number of whose findings is not told yet.
    has_template: bool,
    /// Whether folders were searched, so that what is fine is named, too.
    is_searched: bool,
}

/// What came of one template.
pub struct TemplateOutcome {
    /// For people.
    pub text: String,
    /// For programs, if it could be read.
    pub checked: Option<Checked>,
    pub status: Status,
    /// Whether its findings were counted.
    pub is_summed_up: bool,
    /// Whether it is a template: the number of its findings is told at the end, with those of others.
    pub is_template: bool,
}

impl TemplateOutcome {
    /// Nothing is known but how it ended.
    pub fn ended(status: Status) -> Self {
        Self { text: String::new(), checked: None, status, is_summed_up: false, is_template: false }
    }
}

impl Found {
    pub fn new(arguments: &Check, is_searched: bool) -> Self {
        let report = FindingsReport { templates: Vec::new(), fail_on: super::least(arguments.fail_on) };
        let (text, statuses) = (String::new(), Vec::new());
        Self { text, report, statuses, is_summed_up: false, has_template: false, is_searched }
    }

    /// A template is done with.
    pub fn add(&mut self, path: &Path, looked: TemplateOutcome) {
        let is_fine = looked.status == Status::Fine && looked.text.is_empty();
        if self.is_searched && is_fine {
            self.text.extend([path.display().to_string(), ": fine\n".to_owned()]);
        }
        self.text += &looked.text;
        self.report.templates.extend(looked.checked);
        self.statuses.push(looked.status);
        self.is_summed_up |= looked.is_summed_up;
        self.has_template |= looked.is_template;
    }

    /// What makes no sense before what is unreadable, before findings before undecided.
    pub fn worst(&self) -> Status {
        let order = [Status::Usage, Status::Broken, Status::Findings, Status::Undecided];
        order.into_iter().find(|status| self.statuses.contains(status)).unwrap_or(Status::Fine)
    }

    /// Writes everything, unless nothing could be read.
    pub fn write(&self, arguments: &Check, terminal: &Terminal) -> Result<(), Failure> {
        if self.report.templates.is_empty() {
            return Ok(());
        }
        if arguments.statistics {
            write(&self.statistics(), arguments.output.as_deref())?;
            return Ok(());
        }
        if let Some(text) = self.report.write(&arguments.format.name()) {
            write(&text, arguments.output.as_deref())?;
            return Ok(());
        }
        let is_empty = self.report.summary().is_empty();
        let is_counted = self.has_template && !is_empty && !terminal.is_quiet();
        let closing = if is_counted { self.report.closing() } else { String::new() };
        if self.text.is_empty() {
            // What is wrong was told while reading.
            write("", arguments.output.as_deref())?;
            terminal.tell(&closing);
        } else {
            write(&(self.text.clone() + &closing), arguments.output.as_deref())?;
        }
        if self.is_summed_up && is_empty {
            terminal.inform(&format!("{}\n", Summary::default().text()));
        }
        Ok(())
    }

    /// How many findings have each code, the most first.
    fn statistics(&self) -> String {
        let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
        for issue in self.report.templates.iter().flat_map(|template| &template.issues) {
            *counts.entry(issue.code).or_default() += 1;
        }
        let mut counts: Vec<(Code, usize)> = counts.into_iter().collect();
        counts.sort_by_key(|&(code, count)| (Reverse(count), code));
        let line = |(code, count): (Code, usize)| format!("{count:>6}  {code}  {}\n", code.entry().title);
        counts.into_iter().map(line).collect()
    }
}
