//! What was found in the templates that were checked so far, and how it is written.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use variscope::answer::{CheckedTemplate, Summary};
use variscope::output::render::formats::{FindingsReport, ReportFormat};
use variscope::source::diagnostic::{Code, Severity};
use variscope::source::locked;
use variscope::source::printable::printable_path;

use super::super::exit_status::ExitStatus;
use super::super::failure::Failure;
use super::super::output::{write, write_part};
use super::super::template::here;
use super::super::terminal::Terminal;
use super::super::watchdog;
use super::Check;
use super::search::entry_of;
use super::wanted::ReadingDiagnostics;

/// What was found in the templates that are done with.
pub struct Found {
    /// Who ends the call may ask for it.
    known: Arc<Mutex<FinishedTemplates>>,
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

/// What is known of the templates that are done with.
struct FinishedTemplates {
    /// For people.
    text: String,
    /// For programs.
    report: FindingsReport,
    statuses: Vec<ExitStatus>,
}

impl FinishedTemplates {
    /// What makes no sense before what is unreadable, before findings before undecided.
    fn worst(&self) -> ExitStatus {
        let order = [ExitStatus::Usage, ExitStatus::Broken, ExitStatus::Findings, ExitStatus::Undecided];
        order.into_iter().find(|status| self.statuses.contains(status)).unwrap_or(ExitStatus::Fine)
    }

    /// Nothing is found any more: what is left of these templates stays unknown.
    fn stop(&mut self, paths: Vec<String>) {
        let known: BTreeSet<String> = self.report.templates.iter().map(|template| template.template.clone()).collect();
        let unknown = paths.into_iter().filter(|path| !known.contains(path));
        self.report.templates.extend(unknown.map(|path| CheckedTemplate::unfinished(path, Vec::new())));
        self.statuses.push(ExitStatus::Undecided);
    }

    /// All of it in this format, or for people.
    fn written(&self, format: Option<ReportFormat>) -> String {
        match format {
            None => self.text.clone(),
            Some(format @ (ReportFormat::Sarif | ReportFormat::Github | ReportFormat::Gitlab)) => {
                self.with_files().write(format)
            }
            Some(format) => self.report.write(format),
        }
    }

    /// The report with the file of each template in place of its folder: platforms show findings beside lines of files.
    fn with_files(&self) -> FindingsReport {
        let mut report = self.report.clone();
        for checked in &mut report.templates {
            if let Some(file) = entry_of(Path::new(&checked.template)) {
                checked.template = file.display().to_string();
            }
        }
        report
    }
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
        let known = Arc::new(Mutex::new(FinishedTemplates { text: String::new(), report, statuses: Vec::new() }));
        Self { known, open: Vec::new(), is_summed_up: false, has_template: false, is_searched, least }
    }

    /// Leaves what is written where the call is ended before all of these are looked at.
    pub fn set_fallback_report(&self, arguments: &Check, paths: impl Iterator<Item = PathBuf>) {
        let (output, format, known) =
            (arguments.output.clone(), arguments.format.of_reports(), Arc::clone(&self.known));
        let paths: Vec<String> = paths.map(|path| path.display().to_string()).collect();
        let is_counted = arguments.statistics;
        watchdog::set_fallback_answer(move || {
            let mut known = locked(&known);
            known.stop(paths);
            if !is_counted {
                // What cannot be written is left.
                let _ = write_part(&known.written(format), output.as_deref());
            }
            known.worst()
        });
    }

    /// A template is done with.
    pub fn add(&mut self, path: &Path, looked: TemplateOutcome) {
        let is_fine = looked.status == ExitStatus::Fine && looked.text.is_empty();
        let fine =
            if self.is_searched && is_fine { format!("{}: fine\n", printable_path(path)) } else { String::new() };
        let checked = looked.checked.map(|mut checked| {
            checked.findings.retain(|finding| finding.severity >= self.least);
            checked
        });
        // What is broken was reported as a finding.
        let open = checked.as_ref().filter(|_| looked.status != ExitStatus::Broken).map(CheckedTemplate::open_ends);
        let path = printable_path(path);
        self.open.extend(open.into_iter().flatten().map(|sentence| format!("{path}: {sentence}\n")));
        self.is_summed_up |= looked.is_summed_up;
        self.has_template |= looked.is_template;
        let mut known = locked(&self.known);
        known.text += &(fine + &looked.text);
        known.report.templates.extend(checked);
        known.statuses.push(looked.status);
    }

    /// How the call ends.
    pub fn worst(&self) -> ExitStatus {
        locked(&self.known).worst()
    }

    /// Writes everything, unless nothing could be read.
    pub fn write(&self, arguments: &Check, terminal: &Terminal) -> Result<(), Failure> {
        // The watchdog must not wait for a lock whose holder waits for it.
        watchdog::answer_started();
        let known = locked(&self.known);
        let report = &known.report;
        if report.templates.is_empty() {
            return Ok(());
        }
        let format = arguments.format.of_reports();
        if arguments.statistics || format.is_some() {
            self.open.iter().for_each(|sentence| terminal.write_message(sentence));
        }
        if arguments.statistics {
            write(&statistics(report), arguments.output.as_deref())?;
            return Ok(());
        }
        if format.is_some() {
            write(&known.written(format), arguments.output.as_deref())?;
            return Ok(());
        }
        let is_empty = report.summary().is_empty();
        let is_counted = self.has_template && !is_empty && !terminal.is_quiet();
        let closing = if is_counted { report.closing() } else { String::new() };
        if known.text.is_empty() {
            // What is wrong was reported while reading.
            write("", arguments.output.as_deref())?;
            terminal.write_message(&closing);
        } else {
            write(&(known.text.clone() + &closing), arguments.output.as_deref())?;
        }
        if self.is_summed_up && is_empty {
            let so_far = if self.open.is_empty() { "" } else { " so far" };
            terminal.inform(&format!("{}{so_far}\n", Summary::default().text()));
        }
        Ok(())
    }
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
