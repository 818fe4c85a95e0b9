//! `--watch`: doing the same again whenever a file changes.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use super::exit_status::ExitStatus;
use super::terminal::{Failure, Terminal};
use super::{interrupt, watchdog};

/// How long nothing may change before something is done: editors write files in several steps.
const SETTLED: Duration = Duration::from_millis(120);

/// How often is looked for Ctrl-C.
const BEAT: Duration = Duration::from_millis(10);

/// What templates, inputs and settings are written in; a picture or report that is written beside them is no change.
const KINDS: [&str; 10] = ["yaml", "yml", "json", "xml", "toml", "csar", "zip", "uvl", "cnf", "dimacs"];

/// Does `act`, and again whenever something changes beside `paths`, until the user interrupts.
///
/// # Errors
/// When changes cannot be observed. What `act` fails with is shown, and may be mended by the next change.
pub fn watch(
    paths: &[PathBuf],
    terminal: &Terminal,
    act: impl Fn() -> Result<ExitStatus, Failure>,
) -> Result<ExitStatus, Failure> {
    let changes = Changes::of(paths)?;
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

/// Changes beside templates.
pub struct Changes {
    /// Ends when it is dropped.
    _watcher: RecommendedWatcher,
    changes: Receiver<()>,
}

impl Changes {
    /// Observes what is beside `paths`, from now on.
    ///
    /// # Errors
    /// When that is not possible.
    pub fn of(paths: &[PathBuf]) -> Result<Self, Failure> {
        if let Some(stdin) = paths.iter().find(|path| *path == Path::new("-")) {
            return Err(Failure::Usage(format!("`{}`: stdin cannot be watched", stdin.display())));
        }
        let (sender, changes) = channel();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            if event.is_ok_and(|event| is_change(&event)) {
                // Nobody listens any more when the program ends.
                let _ = sender.send(());
            }
        })
        .map_err(|error| unobservable(&error))?;
        paths.iter().try_for_each(|path| observe(&mut watcher, path))?;
        Ok(Self { _watcher: watcher, changes })
    }

    /// Waits for a change and for the end of it; false when there will be none, or the user interrupts.
    pub fn wait(&self) -> bool {
        loop {
            match self.changes.recv_timeout(BEAT) {
                Ok(()) => break,
                Err(RecvTimeoutError::Timeout) if !interrupt::is_raised() => {}
                Err(_) => return false,
            }
        }
        while self.changes.recv_timeout(SETTLED).is_ok() {}
        true
    }
}

/// Observes a folder with all that is in it; beside a file, its own folder and the library next to it. Files are not
/// observed themselves: editors replace them.
fn observe(watcher: &mut RecommendedWatcher, path: &Path) -> Result<(), Failure> {
    let mut observe = |path: &Path, mode| watcher.watch(path, mode).map_err(|error| unobservable(&error));
    if path.is_dir() {
        return observe(path, RecursiveMode::Recursive);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    observe(folder, RecursiveMode::NonRecursive)?;
    let library = folder.join("lib");
    if library.is_dir() { observe(&library, RecursiveMode::Recursive) } else { Ok(()) }
}

fn unobservable(error: &notify::Error) -> Failure {
    Failure::Usage(format!("changes cannot be observed: {error}"))
}

fn is_change(event: &Event) -> bool {
    let is_meant = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| KINDS.iter().any(|kind| kind.eq_ignore_ascii_case(extension)))
    };
    !event.kind.is_access() && event.paths.iter().any(is_meant)
}

/// Only where somebody looks; in files and pipes answers follow each other.
fn clear_screen() {
    let mut stdout = io::stdout().lock();
    if stdout.is_terminal() {
        // A terminal that is gone shows nothing anyway.
        let _ = stdout.write_all(b"\x1b[2J\x1b[3J\x1b[H").and_then(|()| stdout.flush());
    }
}
