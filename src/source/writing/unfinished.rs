//! Files and folders that are not complete yet, which a process must not leave behind.

use std::fs;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::source::locked;

static PATHS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Held while several files or folders change places.
static EXCHANGE: Mutex<()> = Mutex::new(());

/// A mark on a path, until it is dropped: what is there is complete then, or gone.
pub struct UnfinishedMark(PathBuf);

impl UnfinishedMark {
    /// Marks what has just been made.
    pub fn on(path: &Path) -> Self {
        locked(&PATHS).push(path.to_owned());
        Self(path.to_owned())
    }
}

impl Drop for UnfinishedMark {
    fn drop(&mut self) {
        locked(&PATHS).retain(|path| *path != self.0);
    }
}

/// Does what must not be left half done by a process that ends: it waits for `act`, which is short.
pub fn undisturbed<T>(act: impl FnOnce() -> T) -> T {
    let _exchange = locked(&EXCHANGE);
    act()
}

/// Removes all that is marked: the process ends before it is complete. Nothing that must not be left half done begins
/// after it.
pub fn remove() {
    mem::forget(locked(&EXCHANGE));
    locked(&PATHS).drain(..).for_each(|path| take_away(&path));
}

/// Removes a file or a folder, into which other programs may put files meanwhile. What cannot be removed stays: there
/// is no other way to remove it.
fn take_away(path: &Path) {
    let mut gone = path.to_owned().into_os_string();
    gone.push(".gone");
    // By its name nothing finds it any more; what had found it before is done by the second time.
    if fs::rename(path, &gone).is_ok() {
        let remove = || if Path::new(&gone).is_dir() { fs::remove_dir_all(&gone) } else { fs::remove_file(&gone) };
        let _ = remove().or_else(|_| remove());
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn nothing_is_left_whoever_writes() {
        let outer = tempfile::tempdir().unwrap();
        let (folder, file) = (outer.path().join("folder"), outer.path().join("file"));
        fs::create_dir(&folder).unwrap();
        fs::write(&file, "").unwrap();
        thread::scope(|scope| {
            let write = |number: usize| fs::write(folder.join(number.to_string()), "").is_ok();
            let writer = scope.spawn(move || (0..1 << 20).take_while(|&number| write(number)).count());
            while fs::read_dir(&folder).unwrap().next().is_none() {
                thread::yield_now();
            }
            [&folder, &file].into_iter().for_each(|path| take_away(path));
            assert!(writer.join().unwrap() > 0);
        });
        assert_eq!(fs::read_dir(outer.path()).unwrap().count(), 0);
    }
}
