//! Every input that a fuzzer ever found worth keeping is read again: corpora and what once made a program fall, under
//! `tests/fuzz`, which says how more are found.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "fuzz/src/targets.rs"]
mod targets;
#[expect(dead_code, unused_imports, reason = "more is asked of templates by the laws")]
#[path = "laws/template/mod.rs"]
mod template;
#[expect(dead_code, reason = "more is asked of templates by the laws")]
#[path = "laws/whole/truth.rs"]
mod truth;

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

fn inputs(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn nothing_in_the_corpora_makes_a_target_fall() {
    let folder = Path::new("tests/fuzz");
    for &(name, target) in targets::TARGETS {
        let kept = inputs(&folder.join("corpus").join(name));
        assert!(!kept.is_empty(), "{name} has a corpus");
        for path in kept.into_iter().chain(inputs(&folder.join("regressions").join(name))) {
            let bytes = fs::read(&path).unwrap();
            assert!(catch_unwind(|| target(&bytes)).is_ok(), "{}", path.display());
        }
    }
}

#[test]
fn every_target_has_a_program() {
    let manifest = fs::read_to_string("tests/fuzz/Cargo.toml").unwrap();
    for (name, _) in targets::TARGETS {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name} is built");
        let program = fs::read_to_string(format!("tests/fuzz/fuzz_targets/{name}.rs")).unwrap();
        assert!(program.contains(&format!("targets::{name}(bytes)")), "{name} runs its target");
    }
}
