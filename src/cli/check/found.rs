//! What was found in the templates that were checked so far, and how it is written.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use variscope::answer::{CheckedTemplate, Summary};
use variscope::output::render::formats::FindingsReport;
use variscope::source::diagnostic::{Code, Severity};
use variscope::source::printable::printable;

use super::super::arguments::Check;
use super::super::exit_status::ExitStatus;
use super::super::output::{write, write_part};
use super::super::template::here;
use super::super::terminal::{Failure, Terminal};
use super::super::watchdog;
use super::wanted::ReadingDiagnostics;

/// What was found in the templates that are done with.
pub struct Found {
    text: String,
    /// Who ends the call may ask for what was found by then.
    report: Arc<Mutex<FindingsReport>>,
    statuses: Vec<ExitStatus>,
    /// Why there may be more, with the template; texts say it in their place.
    open: Vec<String>,
    /// Whether there is a template whose findings were counted.
    is_summed_up: bool,
    /// Whether there is a template, the number of whose findings is not printed yet.
    has_template: bool,
    /// Whether folders were searched, so that what is fine is named, too.
    is_searched: bool,
    /// The least severity that is shown: when quiet, that which makes the call fail.
    least: Severity,
}

/// What came of one template.
pub struct TemplateOutcome {
    /// For people.
    pub text: String,
    /// For programs, if it could be read.
    pub checked: Option<CheckedTemplate>,
    pub status: ExitStatus,
    /// Whether its findings were counted.
    pub is_summed_up: bool,
    /// Whether it is a template: the number of its findings is printed at the end, with those of others.
    pub is_template: bool,
}

impl TemplateOutcome {
    /// Nothing is known but how it ended.
    pub fn ended(status: ExitStatus) -> Self {
        Self { text: String::new(), checked: None, status, is_summed_up: false, is_template: false }
    }

    /// Nothing could be looked for: what was said about the file.
    pub fn refused(path: &Path, read: ReadingDiagnostics, status: ExitStatus) -> Self {
        let checked = CheckedTemplate::unfinished(path.display().to_string(), read.findings().collect());
        Self { text: read.alone, checked: Some(checked), ..Self::ended(status) }
    }
}

impl Found {
    pub fn new(arguments: &Check, terminal: &Terminal, is_searched: bool) -> Self {
        let fail_on = arguments.fail_on.severity();
        let report = FindingsReport { templates: Vec::new(), paths: here(), fail_on };
        let least = if terminal.is_quiet() { fail_on } else { Severity::Note };
        let (text, statuses, open, report) = (String::new(), Vec::new(), Vec::new(), Arc::new(Mutex::new(report)));
        Self { text, report, statuses, open, is_summed_up: false, has_template: false, is_searched, least }
    }

    /// Leaves what programs get where the call is ended before all of these are looked at.
    pub fn set_fallback_report(&self, arguments: &Check, paths: impl Iterator<Item = PathBuf>) {
        let (output, report) = (arguments.output.clone(), Arc::clone(&self.report));
        let paths: Vec<String> = paths.map(|path| path.display().to_string()).collect();
        let Some(format) = arguments.format.of_reports().filter(|_| !arguments.statistics) else { return };
        watchdog::set_fallback_answer(move || {
            // Who holds it is about to write it.
            let Ok(mut report) = report.try_lock() else { return };
            let known: BTreeSet<String> = report.templates.iter().map(|template| template.template.clone()).collect();
            let unknown = paths.into_iter().filter(|path| !known.contains(path));
            let unknown = unknown.map(|path| CheckedTemplate::unfinished(path, Vec::new()));
            report.templates.extend(unknown);
            // Errors of writing are ignored: there is nowhere else to report them.
            let _ = write_part(&report.write(format), output.as_deref());
        });
    }

    fn report(&self) -> MutexGuard<'_, FindingsReport> {
        locked(&self.report)
    }

    /// A template is done with.
    pub fn add(&mut self, path: &Path, looked: TemplateOutcome) {
        let is_fine = looked.status == ExitStatus::Fine && looked.text.is_empty();
        if self.is_searched && is_fine {
            self.text.extend([path.display().to_string(), ": fine\n".to_owned()]);
        }
        self.text += &looked.text;
        let checked = looked.checked.map(|mut checked| {
            checked.findings.retain(|finding| finding.severity >= self.least);
            checked
        });
        // What is broken was reported as a finding.
        let open = checked.as_ref().filter(|_| looked.status != ExitStatus::Broken).map(CheckedTemplate::open_ends);
        let path = printable(&path.display().to_string()).into_owned();
        self.open.extend(open.into_iter().flatten().map(|sentence| format!("{path}: {sentence}\n")));
        self.report().templates.extend(checked);
        self.statuses.push(looked.status);
        self.is_summed_up |= looked.is_summed_up;
        self.has_template |= looked.is_template;
    }

    /// What makes no sense before what is unreadable, before findings before undecided.
    pub fn worst(&self) -> ExitStatus {
        let order = [ExitStatus::Usage, ExitStatus::Broken, ExitStatus::Findings, ExitStatus::Undecided];
        order.into_iter().find(|status| self.statuses.contains(status)).unwrap_or(ExitStatus::Fine)
    }

    /// Writes everything, unless nothing could be read.
    pub fn write(&self, arguments: &Check, terminal: &Terminal) -> Result<(), Failure> {
        let report = self.report();
        if report.templates.is_empty() {
            return Ok(());
        }
        if arguments.statistics || arguments.format.of_reports().is_some() {
            self.open.iter().for_each(|sentence| terminal.write_message(sentence));
        }
        if arguments.statistics {
            write(&statistics(&report), arguments.output.as_deref())?;
            return Ok(());
        }
        if let Some(format) = arguments.format.of_reports() {
            write(&report.write(format), arguments.output.as_deref())?;
            return Ok(());
        }
        let is_empty = report.summary().is_empty();
        let is_counted = self.has_template && !is_empty && !terminal.is_quiet();
        let closing = if is_counted { report.closing() } else { String::new() };
        if self.text.is_empty() {
            // What is wrong was reported while reading.
            write("", arguments.output.as_deref())?;
            terminal.write_message(&closing);
        } else {
            write(&(self.text.clone() + &closing), arguments.output.as_deref())?;
        }
        if self.is_summed_up && is_empty {
            let so_far = if self.open.is_empty() { "" } else { " so far" };
            terminal.inform(&format!("{}{so_far}\n", Summary::default().text()));
        }
        Ok(())
    }
}

fn locked(report: &Mutex<FindingsReport>) -> MutexGuard<'_, FindingsReport> {
    report.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many findings have each code, the most first.
fn statistics(report: &FindingsReport) -> String {
    let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
    for finding in report.templates.iter().flat_map(|template| &template.findings) {
        *counts.entry(finding.code).or_default() += 1;
    }
    let mut counts: Vec<(Code, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|&(code, count)| (Reverse(count), code));
    let line = |(code, count): (Code, usize)| format!("{count:>6}  {code}  {}\n", code.entry().title);
    counts.into_iter().map(line).collect()
}
