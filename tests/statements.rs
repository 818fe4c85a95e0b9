//! What the descriptions of the language say, statement by statement: each table in `statements/` names the tests that hold
//! its rows, and these exist. Cases of a profile that no row names hold nothing that was said.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use support::folder::{files, has_extension};

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

/// The text of all tests in `folder`.
fn sources(folder: &Path) -> String {
    files(folder, &has_extension("rs")).into_iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// The rows of a table, without its head.
fn rows(table: &str) -> Vec<Vec<&str>> {
    let rows = table.lines().filter(|line| line.starts_with("| "));
    rows.map(|row| row.trim_matches(['|', ' ']).split(" | ").collect()).skip(1).collect()
}

/// The names of tests in a row.
fn names<'t>(row: &[&'t str]) -> Vec<&'t str> {
    row.last().unwrap().split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_statement_has_tests_that_exist() {
    let (sources, tables) = (sources(&tests()), entries(&tests().join("statements")));
    assert!(!tables.is_empty());
    for path in tables {
        let table = fs::read_to_string(&path).unwrap();
        let rows = rows(&table);
        assert!(rows.len() > 30, "{}", path.display());
        for row in rows {
            assert_eq!(row.len(), 3, "{}: {row:?}", path.display());
            let names = names(&row);
            assert!(!names.is_empty(), "{}: {row:?}", path.display());
            for name in names {
                let exists = if name.contains('/') {
                    tests().join("cases").join(name).is_dir()
                } else {
                    sources.contains(&format!("fn {name}("))
                };
                assert!(exists, "{}: no test {name}", path.display());
            }
        }
    }
}

#[test]
fn every_case_of_a_profile_holds_a_statement() {
    for profile in ["profile-a", "profile-b", "profile-c", "profile-d"] {
        let table = fs::read_to_string(tests().join(format!("statements/{profile}.md"))).unwrap();
        let rows = rows(&table);
        let listed: BTreeSet<&str> = rows.iter().flat_map(|row| names(row)).collect();
        for folder in entries(&tests().join("cases").join(profile)) {
            let name = format!("{profile}/{}", folder.file_name().unwrap().to_str().unwrap());
            assert!(listed.contains(name.as_str()), "no statement names {name}");
        }
    }
}
