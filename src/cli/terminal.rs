//! What people see on stderr.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anstream::AutoStream;
use clap::ColorChoice;
use variscope::Error;
use variscope::output::render::text::{Paint, report, report_findings};
use variscope::source::Sources;
use variscope::source::diagnostic::{Diagnostic, did_you_mean};
use variscope::source::printable::{printable_lines, printable_path};

use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::interrupt;
use super::progress::Line;

/// Colours and verbosity.
pub struct Terminal {
    choice: anstream::ColorChoice,
    verbosity: Verbosity,
    /// Whether it was said that the call was interrupted.
    reported_interrupt: AtomicBool,
}

/// How much is said beside answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verbosity {
    /// Errors only.
    Quiet,
    /// What is worth knowing.
    Usual,
    /// Also what work was done.
    Verbose,
}

impl Verbosity {
    /// What two switches say, of which at most one is set.
    pub fn of(is_quiet: bool, is_verbose: bool) -> Self {
        match (is_quiet, is_verbose) {
            (true, _) => Self::Quiet,
            (false, true) => Self::Verbose,
            (false, false) => Self::Usual,
        }
    }
}

impl Terminal {
    pub fn new(color: ColorChoice, verbosity: Verbosity) -> Self {
        let choice = match color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        Self { choice, verbosity, reported_interrupt: AtomicBool::new(false) }
    }

    /// Whether a stream is to be coloured.
    pub fn paint(&self, stream: &impl anstream::stream::RawStream) -> Paint {
        let choice = match self.choice {
            anstream::ColorChoice::Auto => AutoStream::choice(stream),
            chosen => chosen,
        };
        if choice == anstream::ColorChoice::Never { Paint::Plain } else { Paint::Coloured }
    }

    /// Whether nothing but errors is to be said.
    pub fn is_quiet(&self) -> bool {
        self.verbosity == Verbosity::Quiet
    }

    /// Whether all is to be said.
    pub fn is_verbose(&self) -> bool {
        self.verbosity == Verbosity::Verbose
    }

    /// Shows diagnostics; when quiet, errors only.
    pub fn diagnose(&self, diagnostics: &[Diagnostic], sources: &Sources) {
        self.write(&report_findings(&self.loud(diagnostics), sources, self.paint(&io::stderr())));
    }

    /// Shows diagnostics of a resolution, and what a Variability Test would expect; when quiet, errors only.
    pub fn diagnose_resolution(&self, diagnostics: &[Diagnostic], sources: &Sources) {
        self.write(&report(&self.loud(diagnostics), sources, self.paint(&io::stderr())));
    }

    /// What is worth saying.
    fn loud(&self, diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
        let is_quiet = self.verbosity == Verbosity::Quiet;
        diagnostics.iter().filter(|diagnostic| !is_quiet || diagnostic.is_error()).cloned().collect()
    }

    /// Does what may take long, and meanwhile shows how far it is.
    pub fn work<T>(&self, what: &'static str, work: impl FnOnce() -> T) -> T {
        let line = (self.verbosity != Verbosity::Quiet).then(|| Line::start(what));
        let since = Instant::now();
        let answer = work();
        drop(line);
        self.report_effort(what, since);
        answer
    }

    fn report_effort(&self, what: &str, since: Instant) {
        if self.verbosity == Verbosity::Verbose {
            self.write(&format!("{what} took {:.3} s\n", since.elapsed().as_secs_f64()));
        }
        let is_news = interrupt::is_raised() && !self.reported_interrupt.swap(true, Ordering::Relaxed);
        if is_news && self.verbosity != Verbosity::Quiet {
            self.write("interrupted: this is what was known by then\n");
        }
    }

    /// Shows what is worth knowing, unless quiet.
    pub fn inform(&self, text: &str) {
        if self.verbosity != Verbosity::Quiet {
            self.write(text);
        }
    }

    /// Shows what was asked for beside the result.
    pub fn write_message(&self, text: &str) {
        self.write(text);
    }

    /// Shows why nothing can be done.
    pub fn fail(&self, error: &Failure) -> ExitStatus {
        if let Failure::Unreadable(Error::Package(diagnostic)) = error {
            self.diagnose(&[Diagnostic::clone(diagnostic)], &Sources::new());
            return ExitStatus::Broken;
        }
        if let Failure::Stopped(message) = error {
            self.write(&format!("{message}\n"));
            return ExitStatus::Undecided;
        }
        self.write(&format!("error: {}\n", printable_lines(&error.message())));
        if let Failure::Unreadable(Error::Io { path, source }) = error
            && source.kind() == io::ErrorKind::NotFound
            && let Some(near) = near_file(path)
        {
            self.write(&format!("  help: did you mean `{}`?\n", printable_path(&near)));
        }
        if matches!(error, Failure::Usage(_)) { ExitStatus::Usage } else { ExitStatus::Broken }
    }

    /// Errors of writing are ignored: stderr may be closed.
    #[expect(clippy::unused_self, reason = "all that is said goes through the terminal")]
    fn write(&self, text: &str) {
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }
}

/// A file beside one that is not there, with almost the same name.
fn near_file(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let files = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?.filter_map(Result::ok);
    let mut names: Vec<String> = files.filter_map(|file| file.file_name().into_string().ok()).collect();
    names.sort_unstable();
    did_you_mean(path.file_name()?.to_str()?, names.iter().map(String::as_str)).map(|name| path.with_file_name(name))
}
