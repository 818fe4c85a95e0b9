//! `--watch`: doing the same again whenever a file changes.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, SystemTime};

use notify::event::{CreateKind, ModifyKind, RemoveKind};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::feature_model::is_model;
use super::output::READ;
use super::terminal::Terminal;
use super::{interrupt, watchdog};
use variscope::source::package::is_yaml;
use variscope::source::printable::printable_path;

/// How long nothing may change before something is done: editors write files in several steps.
const SETTLED: Duration = Duration::from_millis(120);

/// How often is looked for Ctrl-C.
const BEAT: Duration = Duration::from_millis(10);

/// By how much the time of a change may be behind the clock.
const CLOCK_STEP: Duration = Duration::from_millis(20);

/// What inputs, settings and archives are called; a picture or report that is written beside them is no change.
const KINDS: [&str; 5] = ["json", "xml", "toml", "csar", "zip"];

/// Does `act`, and again whenever something changes beside `paths` or what was read for them, until the user interrupts.
///
/// # Errors
/// When changes cannot be observed. What `act` fails with is shown, and may be mended by the next change.
pub fn watch(
    paths: &[PathBuf],
    terminal: &Terminal,
    act: impl Fn() -> Result<ExitStatus, Failure>,
) -> Result<ExitStatus, Failure> {
    let mut changes = Changes::of(paths)?;
    watchdog::disable();
    loop {
        clear_screen();
        if let Err(error) = act() {
            terminal.fail(&error);
        }
        if interrupt::is_raised() {
            return Ok(ExitStatus::Fine);
        }
        terminal.write_message("watching for changes; Ctrl-C ends\n");
        if !changes.wait() {
            return Ok(ExitStatus::Fine);
        }
    }
}

/// Changes beside templates, and beside the files that were read for them.
pub struct Changes {
    paths: Vec<PathBuf>,
    watcher: RecommendedWatcher,
    sender: Sender<()>,
    events: Receiver<()>,
    /// When it began.
    since: SystemTime,
    /// The folders that are observed, and whether with all that is in them.
    folders: Vec<(PathBuf, RecursiveMode)>,
    /// How many files had been read when their folders were looked up.
    read: usize,
}

impl Changes {
    /// Observes what is beside `paths`, from now on.
    ///
    /// # Errors
    /// When that is not possible.
    pub fn of(paths: &[PathBuf]) -> Result<Self, Failure> {
        if let Some(stdin) = paths.iter().find(|path| *path == Path::new("-")) {
            return Err(Failure::Usage(format!("`{}`: stdin cannot be watched", printable_path(stdin))));
        }
        let (sender, events) = channel();
        let (since, of_watcher) = (SystemTime::now(), sender.clone());
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            if event.is_ok_and(|event| is_change(&event)) {
                // There is no receiver any more when the program ends.
                let _ = of_watcher.send(());
            }
        })
        .map_err(|error| unobservable(&error))?;
        let mut observed = Self { paths: paths.to_vec(), watcher, sender, events, since, folders: Vec::new(), read: 0 };
        paths.iter().try_for_each(|path| observed.observe_beside(path))?;
        observed.observe_read();
        Ok(observed)
    }

    /// Waits for a change and for the end of it; false when there will be none, or the user interrupts.
    pub fn wait(&mut self) -> bool {
        loop {
            self.observe_read();
            match self.events.recv_timeout(BEAT) {
                Ok(()) => break,
                Err(RecvTimeoutError::Timeout) if !interrupt::is_raised() => {}
                Err(_) => return false,
            }
        }
        while self.events.recv_timeout(SETTLED).is_ok() {}
        // A folder that was replaced is another one. Where nothing can be observed anew, what was observed before still is.
        if let Ok(anew) = Self::of(&self.paths) {
            *self = anew;
        }
        true
    }

    /// Observes a folder with all that is in it; beside a file, its own folder and the library next to it. Files are not
    /// observed themselves: editors replace them. What is not there may come back: then the folder that it was in is observed.
    fn observe_beside(&mut self, path: &Path) -> Result<(), Failure> {
        if path.is_dir() {
            return self.observe(path, RecursiveMode::Recursive).map(drop);
        }
        let parents =
            path.ancestors().skip(1).map(|folder| if folder == Path::new("") { Path::new(".") } else { folder });
        let folder = parents.into_iter().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
        self.observe(folder, RecursiveMode::NonRecursive)?;
        let library = folder.join("lib");
        if library.is_dir() { self.observe(&library, RecursiveMode::Recursive).map(drop) } else { Ok(()) }
    }

    /// Observes the folders of files that were read since the last time: of imports and inputs files.
    fn observe_read(&mut self) {
        let read = READ.count();
        if read == self.read {
            return;
        }
        self.read = read;
        let files = READ.files();
        let folders: BTreeSet<&Path> = files.iter().filter_map(|file| file.parent()).collect();
        // One that is gone, or that may not be observed, is passed over: the template itself is observed.
        let mut is_new = |folder: &&Path| self.observe(folder, RecursiveMode::NonRecursive).unwrap_or(false);
        let fresh: BTreeSet<&Path> = folders.into_iter().filter(|folder| is_new(folder)).collect();
        let changed = |file: &PathBuf| file.metadata().and_then(|metadata| metadata.modified());
        let is_late = |file: &PathBuf| changed(file).is_ok_and(|changed| changed + CLOCK_STEP >= self.since);
        let mut files = files.iter().filter(|file| file.parent().is_some_and(|folder| fresh.contains(folder)));
        if files.any(is_late) {
            // It changed before it was observed; the receiver is this value's own.
            let _ = self.sender.send(());
        }
    }

    /// Observes a folder, unless it is observed already; whether it was not.
    fn observe(&mut self, folder: &Path, mode: RecursiveMode) -> Result<bool, Failure> {
        let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let is_observed = |(other, with): &(PathBuf, RecursiveMode)| match with {
            RecursiveMode::Recursive => real.starts_with(other),
            RecursiveMode::NonRecursive => mode == RecursiveMode::NonRecursive && real == *other,
        };
        let is_new = !self.folders.iter().any(is_observed);
        if is_new {
            self.watcher.watch(folder, mode).map_err(|error| unobservable(&error))?;
            self.folders.push((real, mode));
        }
        Ok(is_new)
    }
}

fn unobservable(error: &notify::Error) -> Failure {
    Failure::Usage(format!("changes cannot be observed: {error}"))
}

fn is_change(event: &Event) -> bool {
    let is_meant = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let is_known = |extension: &str| KINDS.iter().any(|kind| kind.eq_ignore_ascii_case(extension));
        is_yaml(path) || is_model(path) || extension.is_some_and(is_known)
    };
    match event.kind {
        EventKind::Access(_) => false,
        // The folder of a template may have come back, or be gone.
        EventKind::Create(CreateKind::Folder) | EventKind::Remove(RemoveKind::Folder | RemoveKind::Other) => true,
        EventKind::Modify(ModifyKind::Name(_)) => event.paths.iter().any(|path| path.is_dir() || is_meant(path)),
        _ => event.paths.iter().any(is_meant),
    }
}

/// Only on a terminal; in files and pipes answers follow each other.
fn clear_screen() {
    let mut stdout = io::stdout().lock();
    if stdout.is_terminal() {
        // A terminal that is gone shows nothing anyway.
        let _ = stdout.write_all(b"\x1b[2J\x1b[3J\x1b[H").and_then(|()| stdout.flush());
    }
}
