//! The thread on which texts are analysed: a newer text cancels the analysis of an older one.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use lsp_types::Uri;
use variscope_encoder::Budget;

use super::publish::Publisher;
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::editor::{Draft, Facts};
use crate::question::{Findings, Limits};
use crate::render::findings::shown;
use crate::source::package::Package;

/// How long the author has to pause before the text is looked at.
const PAUSE: Duration = Duration::from_millis(30);
/// How long one analysis may take.
const LONGEST: Duration = Duration::from_secs(20);

/// A text to be analysed.
pub(super) struct Job {
    pub(super) uri: Uri,
    pub(super) path: Option<PathBuf>,
    pub(super) version: i32,
    pub(super) text: Arc<str>,
    pub(super) package: Package,
    pub(super) outdated: Arc<AtomicBool>,
}

/// What is known of a document.
#[derive(Default)]
pub(super) struct Known {
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
pub(super) struct Knowledge(Mutex<BTreeMap<String, Known>>);

impl Knowledge {
    pub(super) fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Known>> {
        // Whoever panicked left a map that is as good as before.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The thread.
pub(super) struct Worker {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    pub(super) fn start(publisher: Publisher, knowledge: Arc<Knowledge>) -> Self {
        let (jobs, incoming) = channel();
        let thread = thread::spawn(move || Analyst { publisher, knowledge }.work(&incoming));
        Self { jobs: Some(jobs), thread: Some(thread) }
    }

    pub(super) fn analyse(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // The thread ends only after the sender.
            let _ = jobs.send(job);
        }
    }

    /// Waits for the end of what is being done; whoever calls has outdated all of it.
    pub(super) fn stop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A panic on the thread was told already.
            let _ = thread.join();
        }
    }
}

struct Analyst {
    publisher: Publisher,
    knowledge: Arc<Knowledge>,
}

impl Analyst {
    fn work(&self, incoming: &Receiver<Job>) {
        while let Ok(first) = incoming.recv() {
            let mut pending = BTreeMap::from([(first.uri.to_string(), first)]);
            while let Some((_, job)) = Self::next(incoming, &mut pending) {
                // An error in an analysis must not take the editor's server down.
                let _ = catch_unwind(AssertUnwindSafe(|| self.analyse(&job)));
            }
        }
    }

    /// The next job, when no newer one has come for a while.
    fn next(incoming: &Receiver<Job>, pending: &mut BTreeMap<String, Job>) -> Option<(String, Job)> {
        while let Ok(job) = incoming.recv_timeout(PAUSE) {
            pending.insert(job.uri.to_string(), job);
        }
        pending.pop_first()
    }

    /// Tells what is wrong with the text at once, and what is wrong with its variants when that is known.
    fn analyse(&self, job: &Job) {
        let is_outdated = || job.outdated.load(Ordering::Relaxed);
        if is_outdated() {
            return;
        }
        let draft = match Draft::read(&job.package, Arc::clone(&job.text)) {
            Ok(draft) => Arc::new(draft),
            Err(error) => {
                let fault = Diagnostic::unplaced(Code::UnreadableFile, error.to_string());
                self.publisher.unreadable(job, &fault);
                return;
            }
        };
        if draft.model().is_some() {
            self.knowledge.lock().entry(job.uri.to_string()).or_default().draft = Some(Arc::clone(&draft));
        }
        self.tell(job, &draft, draft.diagnostics());
        let budget = Budget::unlimited().with_time(LONGEST).with_interrupt(Arc::clone(&job.outdated));
        let told = |findings: &Findings| {
            if !is_outdated() {
                self.tell_more(job, &draft, findings.findings.iter().map(shown));
            }
        };
        match Facts::of(Arc::clone(&draft), &Limits { budget, most_variants: None }, told) {
            _ if is_outdated() => {}
            Ok(facts) => {
                self.knowledge.lock().entry(job.uri.to_string()).or_default().facts = Some(Arc::new(facts));
                self.publisher.refresh_hints();
            }
            Err(faults) if faults.is_empty() => {}
            Err(faults) => self.tell_more(job, &draft, faults),
        }
    }

    /// Tells what reading the text has told, and more.
    fn tell_more(&self, job: &Job, draft: &Arc<Draft>, more: impl IntoIterator<Item = Diagnostic>) {
        let all: Vec<Diagnostic> = draft.diagnostics().iter().cloned().chain(more).collect();
        self.tell(job, draft, &all);
    }

    fn tell(&self, job: &Job, draft: &Arc<Draft>, diagnostics: &[Diagnostic]) {
        let all = self.publisher.publish(job, draft, diagnostics);
        let fixes = Some(Fixes { version: job.version, draft: Arc::clone(draft), all });
        self.knowledge.lock().entry(job.uri.to_string()).or_default().fixes = fixes;
    }
}
