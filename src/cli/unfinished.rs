//! Files and folders that are not complete yet, which a process must not leave behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static PATHS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// How often something is removed: what is under way may put another file into a folder meanwhile. What cannot be removed
/// stays; nobody is left who could do better.
const ATTEMPTS: usize = 5;

/// A mark on a path, until it is dropped: what is there is complete then, or gone.
pub struct Mark(PathBuf);

impl Mark {
    /// Marks what has just been made.
    pub fn on(path: &Path) -> Self {
        paths().push(path.to_owned());
        Self(path.to_owned())
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        paths().retain(|path| *path != self.0);
    }
}

/// Removes all that is marked: the process ends before it is complete.
pub fn remove() {
    for path in paths().drain(..) {
        for _ in 0..ATTEMPTS {
            let _ = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            if !path.exists() {
                break;
            }
        }
    }
}

/// Whoever panics here leaves the list whole.
fn paths() -> MutexGuard<'static, Vec<PathBuf>> {
    PATHS.lock().unwrap_or_else(PoisonError::into_inner)
}
