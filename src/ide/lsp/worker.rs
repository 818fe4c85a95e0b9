//! The thread on which a text is analysed: a newer text cancels the analysis of an older one.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lsp_server::{ErrorCode, Response};
use lsp_types::Uri;
use variscope_encoder::Budget;

use super::knowledge::{DocumentState, Fixes, Knowledge};
use super::publish::Publisher;
use super::repair::{self, RepairRequest};
use crate::analysis::question::{CheckOptions, Limits};
use crate::analysis::settings::Settings;
use crate::ide::editor::{Draft, Facts, FactsUpdate, despite_errors};
use crate::output::render::findings::shown;
use crate::source::diagnostic::{Code, Diagnostic, Fix};
use crate::source::fix::ExaminedFiles;
use crate::source::locked;
use crate::source::package::Package;
use crate::source::syntax::yaml::ParseCache;

/// How long the author has to pause before the text is looked at.
const PAUSE: Duration = Duration::from_millis(30);
/// Of the time that reading the text takes, this part: a long text is read once the author stops typing, not at each key.
const PART_OF_READING: u32 = 4;
/// Of texts with more bytes, what is known of an earlier one is forgotten when a later one is read, and what can be removed is not
/// looked for: it takes too much space.
const MAX_REMEMBERED_BYTES: usize = 4 << 20;
/// Said of texts with so many bytes.
static NOT_TRIED: &str = "conditions, constraints and expressions that can be removed are not looked for in a text as long as this one: `variscope check` finds them";
/// What takes longer than this is not done after each change.
const MAX_TIME_AFTER_CHANGE: Duration = Duration::from_secs(5);
/// What one analysis may take in steps, however slow the clock.
const STEPS: u64 = 20_000_000_000;
/// Said where there was not enough time for an analysis.
static CUT_SHORT: &str = "there was not enough time to look at all variants of this text, so that findings may be missing: it is looked at again when it is saved, and `variscope lsp --timeout` sets the time";
/// Said where an analysis waits until the text is saved.
static PUT_OFF: &str = "the variants of this text are looked at when it is saved: looking at all of them takes too long to do so after each change";

/// A text to be analysed.
pub(super) struct Job {
    pub(super) uri: Uri,
    pub(super) path: Option<PathBuf>,
    pub(super) version: i32,
    pub(super) text: Arc<str>,
    pub(super) package: Package,
    pub(super) outdated: Flag,
    pub(super) trigger: Trigger,
    /// How long an analysis may take.
    pub(super) longest: Duration,
}

/// Why a text is analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trigger {
    /// It was opened, or it or a file that it may import was saved: what the analysis takes does not matter.
    OpenOrSave,
    /// The author is typing.
    Edit,
}

/// What a worker is asked for.
enum Call {
    /// There is a newer text.
    Look,
    /// Work out the edits of an action, which are the answer to a request.
    Repair(Box<RepairRequest>),
}

/// The newest text that was not looked at; those before it are of no use.
type Newest = Arc<Mutex<Option<Box<Job>>>>;

/// What is done when the author pauses.
enum Step {
    /// A text is read, and what is wrong with it is reported.
    Read(Box<Job>),
    /// Its variants are looked at.
    Analyse(Box<Job>, Arc<Draft>),
}

/// Raised when something is no longer waited for.
#[derive(Clone, Debug, Default)]
pub(super) struct Flag(Arc<AtomicBool>);

impl Flag {
    pub(super) fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How long a job may take.
pub(super) fn limits(job: &Job) -> Limits {
    let budget =
        Budget::unlimited().with_time(job.longest).with_steps(STEPS).with_interrupt(Arc::clone(&job.outdated.0));
    Limits { budget, most_variants: None }
}

/// The thread of a document.
pub(super) struct Worker {
    calls: Option<Sender<Call>>,
    newest: Newest,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    pub(super) fn start(publisher: Publisher, knowledge: Arc<Knowledge>, cache: Arc<ParseCache>) -> Self {
        let ((calls, incoming), newest) = (channel(), Newest::default());
        let analyst = Analyst {
            publisher,
            knowledge,
            cache,
            newest: Arc::clone(&newest),
            reading: Duration::ZERO,
            too_long: None,
        };
        let thread = thread::spawn(move || analyst.work(&incoming));
        Self { calls: Some(calls), newest, thread: Some(thread) }
    }

    /// Has a text looked at, instead of those before it.
    pub(super) fn schedule_analysis(&self, job: Job) {
        let earlier = locked(&self.newest).replace(Box::new(job));
        // Only what is looked at keeps its text.
        drop(earlier);
        self.call(Call::Look);
    }

    /// Has the edits of an action worked out.
    pub(super) fn repair(&self, asked: RepairRequest) {
        self.call(Call::Repair(Box::new(asked)));
    }

    fn call(&self, call: Call) {
        if let Some(calls) = &self.calls {
            // The thread ends only after the sender.
            let _ = calls.send(call);
        }
    }

    /// Waits for the end of what is being done; the caller has outdated all of it.
    pub(super) fn stop(&mut self) {
        self.calls = None;
        if let Some(thread) = self.thread.take() {
            // A panic on the thread was reported already.
            let _ = thread.join();
        }
    }
}

/// Whether the variants of a text are looked at only when it is saved: what took too long for a text of the length `too_long`
/// would do so again at every key.
fn is_put_off(too_long: Option<usize>, trigger: Trigger, length: usize) -> bool {
    trigger == Trigger::Edit && too_long.is_some_and(|too_long| length >= too_long / 2)
}

/// The settings beside a text. What is wrong with them is reported with whatever is reported of it.
pub(super) fn settings_of(job: &Job) -> Settings {
    job.path.as_deref().and_then(|path| Settings::beside(path).ok()).unwrap_or_default()
}

struct Analyst {
    publisher: Publisher,
    knowledge: Arc<Knowledge>,
    cache: Arc<ParseCache>,
    newest: Newest,
    /// How long reading the last text took.
    reading: Duration,
    /// The length of the last text, when it took too long to look at all of its variants.
    too_long: Option<usize>,
}

impl Analyst {
    fn work(mut self, incoming: &Receiver<Call>) {
        while let Ok(call) = incoming.recv() {
            let mut next = self.begin(call);
            while let Some(step) = next.take() {
                next = match incoming.recv_timeout(self.pause(&step)) {
                    Ok(call) => self.begin(call).or(Some(step)),
                    // An error in an analysis must not take the editor's server down.
                    Err(_) => catch_unwind(AssertUnwindSafe(|| self.take(step))).unwrap_or_default(),
                };
            }
        }
    }

    /// How long the author has to pause before something is done: a key soon after makes it useless.
    fn pause(&self, step: &Step) -> Duration {
        match step {
            Step::Read(_) => PAUSE.max(self.reading / PART_OF_READING),
            Step::Analyse(..) => self.reading,
        }
    }

    /// Does what is waited for; what is left to do when the author pauses is returned.
    fn begin(&self, call: Call) -> Option<Step> {
        match call {
            Call::Look => locked(&self.newest).take().map(Step::Read),
            Call::Repair(asked) => {
                let (id, judge) = (asked.id.clone(), self.publisher.judge(&asked.job));
                let answered = catch_unwind(AssertUnwindSafe(|| repair::answer(*asked, &judge, &self.cache)));
                let failed =
                    |_| Response::new_err(id, ErrorCode::InternalError as i32, "an error in the program".into());
                (self.publisher.send)(answered.unwrap_or_else(failed).into());
                None
            }
        }
    }

    fn take(&mut self, step: Step) -> Option<Step> {
        match step {
            Step::Read(job) if job.outdated.is_raised() => None,
            Step::Read(job) => {
                let start = Instant::now();
                let is_put_off = is_put_off(self.too_long, job.trigger, job.text.len());
                let draft = self.read(&job, is_put_off.then_some(PUT_OFF));
                self.reading = start.elapsed();
                draft.filter(|_| !is_put_off).map(|draft| Step::Analyse(job, draft))
            }
            Step::Analyse(job, draft) => {
                self.analyse(&job, &draft);
                None
            }
        }
    }

    /// Reads a text, and says at once what is wrong with it, and why that may be not all.
    fn read(&self, job: &Job, note: Option<&str>) -> Option<Arc<Draft>> {
        if job.text.len() > MAX_REMEMBERED_BYTES {
            self.learn(job, |state| (state.facts.take(), state.before_errors.take(), state.fixes.take()));
        }
        let earlier = self.knowledge.lock().get(job.uri.as_str()).and_then(|state| state.draft.clone());
        let draft = match Draft::read(&job.package, Arc::clone(&job.text), &self.cache, earlier.as_deref()) {
            Ok(draft) => Arc::new(draft.asserting(settings_of(job).assertions())),
            Err(error) => {
                let diagnostic = Diagnostic::unplaced(Code::UnreadableFile, error.to_string());
                self.publisher.unreadable(job, &diagnostic);
                return None;
            }
        };
        drop(earlier);
        if job.outdated.is_raised() {
            return None;
        }
        if note.is_none() && self.is_reported_soon(job, &draft) {
            self.keep(job, &draft, Vec::new());
        } else {
            self.publish(job, &draft, draft.diagnostics().iter().cloned(), note);
        }
        if draft.model().is_some() {
            draft.find_names();
            self.learn(job, |state| state.draft.replace(Arc::clone(&draft)));
        }
        Some(draft)
    }

    /// Whether what was reported of the text before stays until all is known of this one: neither has errors that hide the
    /// rest.
    fn is_reported_soon(&self, job: &Job, draft: &Draft) -> bool {
        let has_errors =
            |draft: &Draft| draft.model().is_none() || draft.diagnostics().iter().any(Diagnostic::is_error);
        let knowledge = self.knowledge.lock();
        let before = knowledge.get(job.uri.as_str()).and_then(|state| state.fixes.as_ref());
        before.is_some_and(|before| !has_errors(&before.draft)) && !has_errors(draft)
    }

    /// Says what is wrong with the variants of a text when that is known.
    fn analyse(&mut self, job: &Job, draft: &Arc<Draft>) {
        let is_outdated = || job.outdated.is_raised();
        if is_outdated() {
            return;
        }
        let start = Instant::now();
        let limits = limits(job);
        let is_long = job.text.len() > MAX_REMEMBERED_BYTES;
        let options = CheckOptions::rated(self.publisher.judge(job));
        let options = if is_long { options.without_trials() } else { options };
        let is_cut_short = Cell::new(false);
        let note = || {
            // A change stops an analysis as well, which says nothing about its length.
            is_cut_short.set(is_cut_short.get() || limits.budget.check().is_err() && !is_outdated());
            if is_cut_short.get() { Some(CUT_SHORT) } else { is_long.then_some(NOT_TRIED) }
        };
        // An answer to which a change has come may be cut off, and is about what is no more.
        let reported = |update: FactsUpdate<'_>| match update {
            _ if is_outdated() => {}
            FactsUpdate::Found(findings, diagnostics) | FactsUpdate::Explained(findings, diagnostics) => {
                let is_repeated = findings.duplicate_filter();
                let read = draft.diagnostics().iter().chain(diagnostics).filter(|read| !is_repeated(read)).cloned();
                self.publish(job, draft, read.chain(findings.findings.iter().map(shown)), note());
            }
            FactsUpdate::Known(facts) => {
                self.learn(job, |state| (state.facts.replace(Arc::new(facts)), state.before_errors.take()));
                self.publisher.refresh();
            }
        };
        match Facts::ask(draft, &limits, options, reported) {
            Err(diagnostics) if !is_outdated() => {
                // What was known of an earlier text is not so of this one, and reported as what it is.
                self.learn(job, |state| state.facts.take().and_then(|facts| state.before_errors.replace(facts)));
                self.publisher.refresh();
                self.report_despite_errors(job, draft, &limits, options, (diagnostics, &note));
            }
            Ok(()) | Err(_) => {}
        }
        note();
        let is_slow = is_cut_short.get() || start.elapsed() > MAX_TIME_AFTER_CHANGE;
        if is_slow || !is_outdated() {
            self.too_long = is_slow.then(|| job.text.len());
        }
    }

    /// Changes what is known of a document. What was known before may be large: no other thread has to wait until it is gone.
    fn learn<T>(&self, job: &Job, change: impl FnOnce(&mut DocumentState) -> T) {
        let before = change(self.knowledge.lock().entry(job.uri.to_string()).or_default());
        drop(before);
    }

    /// Says all errors of a text that has some, and what else is wrong with it.
    fn report_despite_errors(
        &self,
        job: &Job,
        draft: &Arc<Draft>,
        limits: &Limits,
        options: CheckOptions,
        (diagnostics, note): (Vec<Diagnostic>, &dyn Fn() -> Option<&'static str>),
    ) {
        match despite_errors(&job.package, draft, limits, options) {
            _ if job.outdated.is_raised() => {}
            Ok(Some(ExaminedFiles { diagnostics: all, sources, .. })) => {
                let (reported, fixes) = self.publisher.converted(job, (draft, &sources), (all.into_iter(), note()));
                self.keep(job, draft, fixes);
                self.publisher.publish(job, reported);
            }
            Ok(None) | Err(_) => self.publish(job, draft, draft.diagnostics().iter().cloned().chain(diagnostics), None),
        }
    }

    /// `note`: why that may be not all.
    fn publish(
        &self,
        job: &Job,
        draft: &Arc<Draft>,
        diagnostics: impl Iterator<Item = Diagnostic>,
        note: Option<&str>,
    ) {
        let (reported, fixes) = self.publisher.converted(job, (draft, draft.sources()), (diagnostics, note));
        self.keep(job, draft, fixes);
        self.publisher.publish(job, reported);
    }

    /// Keeps what can be repaired, before it is reported: an editor may ask for it at once.
    fn keep(&self, job: &Job, draft: &Arc<Draft>, all: Vec<(lsp_types::Diagnostic, Fix)>) {
        let (version, outdated) = (job.version, job.outdated.clone());
        let fixes = Fixes { version, outdated, draft: Arc::clone(draft), all };
        self.learn(job, |state| state.fixes.replace(fixes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_took_too_long_waits_until_the_text_is_saved() {
        for (too_long, trigger, length, expected) in [
            (None, Trigger::Edit, 1_000, false),
            (Some(1_000), Trigger::Edit, 1_001, true),
            (Some(1_000), Trigger::Edit, 999, true),
            (Some(1_000), Trigger::Edit, 499, false),
            (Some(1_000), Trigger::OpenOrSave, 1_001, false),
        ] {
            assert_eq!(is_put_off(too_long, trigger, length), expected, "{too_long:?} {trigger:?} {length}");
        }
    }
}
