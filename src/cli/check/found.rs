//! What was found in the templates that were checked so far, and how it is written.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use variscope::render::findings::Summary;
use variscope::render::formats::{Checked, Report};

use super::super::arguments::Check;
use super::super::guard;
use super::super::output::write;
use super::super::status::Status;
use super::super::terminal::{Failure, Terminal};

/// What is said about a template that is not done with, when nobody waits for the rest.
const UNFINISHED: &str = "stopped before all classes were looked at: there may be more\n";

/// What is known of all templates, shared with the guard: should the call be ended, it is said as far as it goes.
pub struct Found(Arc<Mutex<Known>>);

/// What came of one template.
pub struct Looked {
    /// For people.
    pub text: String,
    /// For programs, if it could be read.
    pub checked: Option<Checked>,
    pub status: Status,
    /// Whether its findings were counted.
    pub is_summed_up: bool,
}

struct Known {
    text: String,
    report: Report,
    statuses: Vec<Status>,
    /// Whether there is a template whose findings were counted.
    is_summed_up: bool,
    /// What is known of the template that is looked at.
    current: Option<Looked>,
}

impl Looked {
    /// Nothing is known but how it ended.
    pub fn ended(status: Status) -> Self {
        Self { text: String::new(), checked: None, status, is_summed_up: false }
    }
}

impl Found {
    pub fn new(arguments: &Check) -> Self {
        let report = Report { templates: Vec::new(), fail_on: super::least(arguments.fail_on) };
        let known = Known { text: String::new(), report, statuses: Vec::new(), is_summed_up: false, current: None };
        let known = Arc::new(Mutex::new(known));
        let (shared, format) = (Arc::clone(&known), arguments.format.name());
        guard::last_words(arguments.output.as_deref(), move || lock(&shared).unfinished(&format));
        Self(known)
    }

    /// A template is looked at; this is what was said about it when it was read.
    pub fn begin(&self, current: Checked) {
        self.go_on(Looked { checked: Some(current), ..Looked::ended(Status::Undecided) });
    }

    /// This is known of the template that is looked at.
    pub fn go_on(&self, current: Looked) {
        lock(&self.0).current = Some(current);
    }

    /// It is done with.
    pub fn end(&self, looked: Looked) {
        let mut known = lock(&self.0);
        known.current = None;
        known.text += &looked.text;
        known.report.templates.extend(looked.checked);
        known.statuses.push(looked.status);
        known.is_summed_up |= looked.is_summed_up;
    }

    /// Unreadable before findings before undecided.
    pub fn worst(&self) -> Status {
        let (order, known) = ([Status::Broken, Status::Findings, Status::Undecided], lock(&self.0));
        order.into_iter().find(|status| known.statuses.contains(status)).unwrap_or(Status::Fine)
    }

    /// Writes everything, unless nothing could be read.
    pub fn write(&self, arguments: &Check, terminal: &Terminal) -> Result<(), Failure> {
        let known = lock(&self.0);
        if known.report.templates.is_empty() {
            return Ok(());
        }
        if let Some(text) = known.report.write(&arguments.format.name()) {
            write(&text, arguments.output.as_deref())?;
            return Ok(());
        }
        write(&known.text, arguments.output.as_deref())?;
        if known.is_summed_up && known.report.summary().is_empty() {
            terminal.tell(&format!("{}\n", Summary::default().text()));
        }
        Ok(())
    }
}

impl Known {
    /// What is known now, in the format of this name; nothing before a template was read.
    fn unfinished(&mut self, format: &str) -> String {
        let Some(current) = self.current.take() else { return String::new() };
        self.report.templates.extend(current.checked);
        let text = if current.text.is_empty() { UNFINISHED } else { &current.text };
        self.report.write(format).unwrap_or_else(|| format!("{}{text}", self.text))
    }
}

/// Whoever panics here leaves it whole.
fn lock(known: &Mutex<Known>) -> MutexGuard<'_, Known> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}
