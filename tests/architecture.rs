//! The table in `src/ARCHITECTURE.md` is true: no place uses what it does not list.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Crates with a single owner, as the table says.
static OWNED: &[(&str, &str)] =
    &[("petgraph::graph", "topology"), ("granit_parser", "syntax"), ("clap", "cli"), ("zip", "source")];

/// Which places each place may use; "everything above" are the rows above.
fn table() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string("src/ARCHITECTURE.md").expect("the map is part of the project");
    let mut table: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in text.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let place = cells[1].trim_matches(|letter| letter == '`' || letter == '/').to_owned();
        let mut uses: BTreeSet<String> =
            cells[3].split(',').map(|word| word.trim().trim_matches('`').to_owned()).collect();
        if uses.contains("everything above") {
            uses.extend(table.keys().cloned());
        }
        table.insert(place, uses);
    }
    table
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a source folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The place that a file belongs to: the folder under `src/`, or the name of a file that stands alone.
fn place(path: &Path) -> String {
    let inner = path.strip_prefix("src").expect("a file under src");
    let first = inner.iter().next().expect("a component").to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

/// The first words behind `crate::` or `variscope::` in code, tests left out.
fn used_places(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]").next().expect("there is something before the tests");
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut found = BTreeSet::new();
    for line in lines {
        for prefix in ["crate::", "variscope::"] {
            for (at, _) in line.match_indices(prefix) {
                let rest = &line[at + prefix.len()..];
                let word: String =
                    rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
                if word.chars().next().is_some_and(char::is_lowercase) {
                    found.insert(word);
                }
            }
        }
    }
    found
}

#[test]
fn places_use_what_the_map_lists() {
    let table = table();
    let mut files = Vec::new();
    rust_files(Path::new("src"), &mut files);
    let mut faults = Vec::new();
    for path in files {
        let own = place(&path);
        let is_test = path.iter().any(|part| part == "tests" || part == "tests.rs");
        if is_test || own == "lib" || own == "main" || own == "error" {
            continue;
        }
        let Some(listed) = table.get(&own) else {
            faults.push(format!("`{own}/` is not in the table"));
            continue;
        };
        let text = fs::read_to_string(&path).expect("a source file");
        let unlisted = used_places(&text).into_iter().filter(|used| *used != own && !listed.contains(used));
        faults.extend(unlisted.map(|used| format!("{}: `{own}` uses `{used}`", path.display())));
    }
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn crates_with_one_owner_stay_with_it() {
    let mut files = Vec::new();
    rust_files(Path::new("src"), &mut files);
    for path in files {
        let text = fs::read_to_string(&path).expect("a source file");
        for &(name, owner) in OWNED {
            let is_used =
                text.lines().any(|line| line.contains(&format!("use {name}")) || line.contains(&format!("{name}::")));
            assert!(!is_used || place(&path) == owner, "{} uses {name}, which is {owner}'s", path.display());
        }
    }
}
