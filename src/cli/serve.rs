//! `variscope serve`.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use clap::Args;
use variscope::analysis::question::{Limits, Variants};
use variscope::answer::Finding;
use variscope::ide::page_server::{AccessToken, GivenValues, Refusal, Revision, ServedTemplate, Server};
use variscope::output::render::formats::Paths;
use variscope::resolve::resolution::Resolution;
use variscope::source::diagnostic::Code;

use super::arguments::{ProfileArgument, Scope, Template};
use super::budget::budget;
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::given::request;
use super::output::write;
use super::question::{QuestionRequest, TemplateQuestion};
use super::template::{open, paths};
use super::terminal::Terminal;
use super::watch::Changes;
use super::{interrupt, watchdog};

/// The time that an answer may take unless the user says otherwise.
const USUAL_TIMEOUT: Duration = Duration::from_secs(30);

/// Steps that an answer may take unless the user says otherwise.
const USUAL_STEPS: u64 = 50_000_000_000;

/// How often is looked for Ctrl-C.
const BEAT: Duration = Duration::from_millis(10);

/// Serve the page of `report` to a browser of this machine, and keep it up to date with the file.
///
/// The page is at the printed address, which cannot be guessed; requests to any other address are refused. What the page cannot count by
/// itself is asked of the server, which takes 30 seconds for an answer unless `--timeout` says otherwise.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope serve shop
  variscope serve shop --preset prod --port 8080 --timeout 5")]
pub struct Serve {
    #[command(flatten)]
    pub template: Template,
    #[command(flatten)]
    pub scope: Scope,
    /// The port of 127.0.0.1 to listen on [default: any that is free]
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    pub port: u16,
}

pub fn run(arguments: &Serve, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let Serve { template, scope, port } = arguments;
    watchdog::disable();
    // Templates that are not there are a mistake; what is wrong inside is shown on the page.
    open(&template.path)?;
    let mut changes = Changes::of(std::slice::from_ref(&template.path))?;
    let token = AccessToken::random().map_err(|error| Failure::Usage(error.to_string()))?;
    let server = Server::listen(*port, token).map_err(|error| Failure::Usage(format!("`--port {port}`: {error}")))?;
    let (url, interrupted) = (server.url(), interrupt::flag());
    let mut scope = scope.clone();
    scope.timeout.get_or_insert(USUAL_TIMEOUT);
    if !scope.work.no_limit {
        scope.work.steps.get_or_insert(USUAL_STEPS);
    }
    let subject = Served { path: template.path.clone(), profile: template.profile, scope };
    let revision = Arc::new(Revision::default());
    let changed = Arc::clone(&revision);
    thread::spawn(move || server.serve(Box::new(subject), revision));
    thread::spawn(move || {
        while changes.wait() {
            changed.advance();
        }
    });
    write(&format!("{url}\n"), None)?;
    terminal.write_message("serving; Ctrl-C ends\n");
    // Without a flag Ctrl-C ends the program by itself.
    while !interrupted.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
        thread::sleep(BEAT);
    }
    Ok(ExitStatus::Fine)
}

/// The template with what the command line says about it.
struct Served {
    path: PathBuf,
    profile: ProfileArgument,
    scope: Scope,
}

impl Served {
    fn under(&self, given: &GivenValues) -> Scope {
        let mut scope = self.scope.clone();
        scope.given.presets.extend_from_slice(&given.presets);
        scope.given.arguments.extend_from_slice(&given.arguments);
        scope
    }

    fn refusal(&self, failure: &Failure) -> Refusal {
        match failure {
            Failure::Usage(message) => Refusal::Usage(message.clone()),
            Failure::Stopped(message) => Refusal::Stopped(message.clone()),
            other => Refusal::Broken(vec![Finding::of_file(Code::UnreadableFile, other.message(), self.name())]),
        }
    }
}

impl ServedTemplate for Served {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn paths(&self) -> Paths {
        // What cannot be opened any more has no files to name.
        open(&self.path).map_or_else(|_| Paths::default(), |package| paths(&package, &self.path))
    }

    fn patience(&self) -> Option<Duration> {
        // As long as a command has to end by itself, and to say what it knows.
        self.scope.timeout.map(|time| time.saturating_add(watchdog::grace(time)))
    }

    fn ask(&self, given: &GivenValues, ask: &mut dyn FnMut(&Variants<'_>, &Limits)) -> Result<(), Refusal> {
        let refused = |failure| self.refusal(&failure);
        let scope = self.under(given);
        let asked = QuestionRequest::now(&scope).stopped_by(Arc::clone(&given.is_unwanted));
        let package = open(&self.path).map_err(refused)?;
        let paths = paths(&package, &self.path);
        let mut reported = Vec::new();
        let mut report = |diagnostics: &[_], sources: &_| {
            reported.extend(diagnostics.iter().map(|diagnostic| Finding::of(diagnostic, sources, &paths)));
        };
        let status = TemplateQuestion::new(&package, self.profile, &asked, &mut report).run(|variants, limits, _| {
            ask(variants, limits);
            Ok(ExitStatus::Fine)
        });
        match status.map_err(refused)? {
            ExitStatus::Fine => Ok(()),
            ExitStatus::Findings | ExitStatus::Usage | ExitStatus::Broken | ExitStatus::Undecided => {
                Err(Refusal::Broken(reported))
            }
        }
    }

    fn resolve(&self, given: &GivenValues) -> Result<Resolution, Refusal> {
        let resolve = || {
            let package = open(&self.path)?;
            let scope = self.under(given);
            let budget = budget(&scope).with_interrupt(Arc::clone(&given.is_unwanted));
            let resolution = request(&package, self.profile, &scope.given)?.within(budget).resolve()?;
            if resolution.is_stopped() {
                return Err(Failure::Stopped("stopped before the variant was known".to_owned()));
            }
            Ok(resolution)
        };
        resolve().map_err(|failure| self.refusal(&failure))
    }
}
