//! The thread on which a text is analysed: a newer text cancels the analysis of an older one.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use lsp_server::{ErrorCode, Response};
use lsp_types::Uri;
use variscope_encoder::Budget;

use super::publish::Publisher;
use super::repair::{self, Asked};
use crate::analysis::question::Limits;
use crate::ide::editor::{Draft, Facts, News, despite_errors};
use crate::output::render::findings::shown;
use crate::source::diagnostic::{Code, Diagnostic, Fix};
use crate::source::package::Package;
use crate::source::syntax::yaml::ParseCache;

/// How long the author has to pause before the text is looked at.
const PAUSE: Duration = Duration::from_millis(30);
/// How long one analysis may take.
const LONGEST: Duration = Duration::from_secs(20);
/// And in steps, however slow the clock.
const STEPS: u64 = 20_000_000_000;

/// A text to be analysed.
pub(super) struct Job {
    pub(super) uri: Uri,
    pub(super) path: Option<PathBuf>,
    pub(super) version: i32,
    pub(super) text: Arc<str>,
    pub(super) package: Package,
    pub(super) outdated: Flag,
}

/// What there is to do.
pub(super) enum WorkerTask {
    /// Look at a text.
    Analyse(Box<Job>),
    /// Work out the edits of an action, which are the answer to a request.
    Repair(Box<Asked>),
}

/// Raised when nobody waits for something any more.
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
    let budget = Budget::unlimited().with_time(LONGEST).with_steps(STEPS).with_interrupt(Arc::clone(&job.outdated.0));
    Limits { budget, most_variants: None }
}

/// What is known of a document.
#[derive(Default)]
pub(super) struct DocumentState {
    /// The last draft that has a model.
    pub(super) draft: Option<Arc<Draft>>,
    /// The last facts; they may be about an older draft.
    pub(super) facts: Option<Arc<Facts>>,
    /// What can be repaired.
    pub(super) fixes: Option<Fixes>,
}

/// The fixes of a version of the text.
pub(super) struct Fixes {
    pub(super) version: i32,
    pub(super) draft: Arc<Draft>,
    /// Each with the diagnostic that it is for.
    pub(super) all: Vec<(lsp_types::Diagnostic, Fix)>,
}

/// What is known of all documents, by URI.
#[derive(Default)]
pub(super) struct Knowledge(Mutex<BTreeMap<String, DocumentState>>);

impl Knowledge {
    pub(super) fn lock(&self) -> MutexGuard<'_, BTreeMap<String, DocumentState>> {
        // Whoever panicked left a map that is as good as before.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The thread of a document.
pub(super) struct Worker {
    tasks: Option<Sender<WorkerTask>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    pub(super) fn start(publisher: Publisher, knowledge: Arc<Knowledge>, cache: Arc<ParseCache>) -> Self {
        let (tasks, incoming) = channel();
        let thread = thread::spawn(move || Analyst { publisher, knowledge, cache }.work(&incoming));
        Self { tasks: Some(tasks), thread: Some(thread) }
    }

    pub(super) fn take(&self, task: WorkerTask) {
        if let Some(tasks) = &self.tasks {
            // The thread ends only after the sender.
            let _ = tasks.send(task);
        }
    }

    /// Waits for the end of what is being done; whoever calls has outdated all of it.
    pub(super) fn stop(&mut self) {
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            // A panic on the thread was told already.
            let _ = thread.join();
        }
    }
}

struct Analyst {
    publisher: Publisher,
    knowledge: Arc<Knowledge>,
    cache: Arc<ParseCache>,
}

impl Analyst {
    fn work(&self, incoming: &Receiver<WorkerTask>) {
        while let Ok(task) = incoming.recv() {
            let mut newest = self.begin(task);
            while let Some(job) = newest.take() {
                newest = match incoming.recv_timeout(PAUSE) {
                    Ok(task) => self.begin(task).or(Some(job)),
                    Err(_) => {
                        // An error in an analysis must not take the editor's server down.
                        let _ = catch_unwind(AssertUnwindSafe(|| self.analyse(&job)));
                        None
                    }
                };
            }
        }
    }

    /// Does what somebody waits for; what is left to do when the author pauses is returned.
    fn begin(&self, task: WorkerTask) -> Option<Box<Job>> {
        match task {
            WorkerTask::Analyse(job) => Some(job),
            WorkerTask::Repair(asked) => {
                let (id, judge) = (asked.id.clone(), self.publisher.judge(&asked.job));
                let answered = catch_unwind(AssertUnwindSafe(|| repair::answer(*asked, &judge, &self.cache)));
                let failed =
                    |_| Response::new_err(id, ErrorCode::InternalError as i32, "an error in the program".into());
                (self.publisher.send)(answered.unwrap_or_else(failed).into());
                None
            }
        }
    }

    /// Tells what is wrong with the text at once, and what is wrong with its variants when that is known.
    fn analyse(&self, job: &Job) {
        let is_outdated = || job.outdated.is_raised();
        if is_outdated() {
            return;
        }
        let draft = match Draft::read_again(&job.package, Arc::clone(&job.text), &self.cache) {
            Ok(draft) => Arc::new(draft),
            Err(error) => {
                let fault = Diagnostic::unplaced(Code::UnreadableFile, error.to_string());
                self.publisher.unreadable(job, &fault);
                return;
            }
        };
        if is_outdated() {
            return;
        }
        if draft.model().is_some() {
            self.knowledge.lock().entry(job.uri.to_string()).or_default().draft = Some(Arc::clone(&draft));
        }
        self.tell(job, &draft, draft.diagnostics());
        // An answer to which a change has come may be cut off, and is about what is no more.
        let told = |news: News<'_>| match news {
            _ if is_outdated() => {}
            News::Found(findings) | News::Explained(findings) => {
                self.tell_more(job, &draft, findings.findings.iter().map(shown));
            }
            News::Known(facts) => {
                self.knowledge.lock().entry(job.uri.to_string()).or_default().facts = Some(Arc::new(facts));
                self.publisher.refresh();
            }
        };
        match Facts::ask(&draft, &limits(job), told) {
            Err(faults) if !is_outdated() => self.tell_despite_errors(job, &draft, faults),
            Ok(()) | Err(_) => {}
        }
    }

    /// Tells all errors of a text that has some, and what else is wrong with it.
    fn tell_despite_errors(&self, job: &Job, draft: &Arc<Draft>, faults: Vec<Diagnostic>) {
        let all = despite_errors(&job.package, &limits(job));
        match all {
            _ if job.outdated.is_raised() => {}
            Ok(Some(all)) => self.tell(job, draft, &all),
            Ok(None) | Err(_) if faults.is_empty() => {}
            Ok(None) | Err(_) => self.tell_more(job, draft, faults),
        }
    }

    /// Tells what reading the text has told, and more.
    fn tell_more(&self, job: &Job, draft: &Arc<Draft>, more: impl IntoIterator<Item = Diagnostic>) {
        let all: Vec<Diagnostic> = draft.diagnostics().iter().cloned().chain(more).collect();
        self.tell(job, draft, &all);
    }

    fn tell(&self, job: &Job, draft: &Arc<Draft>, diagnostics: &[Diagnostic]) {
        self.publisher.publish(job, draft, diagnostics, |all| {
            let fixes = Some(Fixes { version: job.version, draft: Arc::clone(draft), all });
            self.knowledge.lock().entry(job.uri.to_string()).or_default().fixes = fixes;
        });
    }
}
