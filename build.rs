//! Passes to the program which commit it is built from, when that is known.
//!
//! Files of git are read, git itself is not needed. Builds for development do without, so that a commit does not make
//! everything be compiled again. Nothing here can fail: without an answer, the version is just a number.

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let git = Path::new(&env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join(".git");
    let commit = if is_release && git.is_dir() { commit(&git) } else { None };
    let version = commit.map_or(version.clone(), |commit| format!("{version} ({commit})"));
    println!("cargo:rustc-env=VARISCOPE_VERSION={version}");
}

/// The short id of the commit that is checked out.
fn commit(git: &Path) -> Option<String> {
    let read = |name: &str| {
        println!("cargo:rerun-if-changed={}", git.join(name).display());
        fs::read_to_string(git.join(name)).ok()
    };
    let head = read("HEAD")?;
    let id = match head.trim().strip_prefix("ref: ") {
        None => head.trim().to_owned(),
        Some(reference) if git.join(reference).is_file() => read(reference)?.trim().to_owned(),
        Some(reference) => {
            // A file of its own, which comes with the next commit, goes before what is packed.
            if let Some(folder) = git.join(reference).ancestors().find(|folder| folder.is_dir()) {
                println!("cargo:rerun-if-changed={}", folder.display());
            }
            packed(&read("packed-refs")?, reference)?
        }
    };
    let is_id = id.len() >= 12 && id.chars().all(|letter| letter.is_ascii_hexdigit());
    is_id.then(|| id[..12].to_owned())
}

/// The id of a reference in `packed-refs`: lines `<id> <reference>`.
fn packed(references: &str, reference: &str) -> Option<String> {
    let line = references.lines().find(|line| line.split_whitespace().nth(1) == Some(reference))?;
    line.split_whitespace().next().map(str::to_owned)
}
