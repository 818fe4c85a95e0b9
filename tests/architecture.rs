//! The map in `src/ARCHITECTURE.md` is true: no room uses one that its row does not list, and no module one that stands behind
//! it in its room. No name stands for more than three types, and no file is long.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Crates with a single owner: a module, or a whole room.
static OWNED: &[(&str, &str)] = &[
    ("petgraph::graph", "tosca/topology"),
    ("granit_parser", "source/syntax"),
    ("clap", "cli"),
    ("zip", "source/package"),
];

fn map() -> String {
    fs::read_to_string("src/ARCHITECTURE.md").expect("the map is part of the project")
}

/// Which rooms each room may use.
fn rooms(map: &str) -> BTreeMap<String, BTreeSet<String>> {
    let rows = map.lines().filter(|line| line.starts_with("| `") && line.contains("/` |"));
    let room = |row: &str| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let name = cells[1].trim_matches(|letter| letter == '`' || letter == '/').to_owned();
        let uses = cells[3].split(',').map(|word| word.trim().trim_matches('`').to_owned());
        (name, uses.filter(|used| !used.is_empty()).collect())
    };
    rows.map(room).collect()
}

/// The modules of each room, in their order.
fn modules(map: &str) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut room = None;
    for line in map.lines() {
        if line.starts_with('#') {
            room = line.strip_prefix("### ");
        } else if let (Some(room), Some(entry)) = (room, line.strip_prefix("- `")) {
            let module = entry.split('`').next().expect("something stands before the quote");
            found.entry(room.to_owned()).or_default().push(module.to_owned());
        }
    }
    found
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

/// The room of a file, and its module where it is not the room's own.
fn place(path: &Path) -> (String, Option<String>) {
    let inner = path.strip_prefix("src").expect("a file under src");
    let mut parts = inner.iter().map(|part| part.to_string_lossy().trim_end_matches(".rs").to_owned());
    let room = parts.next().expect("a component");
    (room, parts.next().filter(|module| module != "mod"))
}

/// The first two words behind `crate::` or `variscope::` in code, tests left out.
fn used_places(text: &str) -> BTreeSet<(String, String)> {
    let code = text.split("#[cfg(test)]").next().expect("there is something before the tests");
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut found = BTreeSet::new();
    for line in lines {
        for prefix in ["crate::", "variscope::"] {
            for (at, _) in line.match_indices(prefix) {
                let rest = &line[at + prefix.len()..];
                let mut words = rest.split("::").map(|word| {
                    word.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect::<String>()
                });
                let (room, module) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
                if room.starts_with(char::is_lowercase) {
                    found.insert((room, module));
                }
            }
        }
    }
    found
}

/// All files but those of tests.
fn product_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    rust_files(Path::new("src"), &mut files);
    files.retain(|path| !path.iter().any(|part| part == "tests" || part == "tests.rs"));
    files
}

#[test]
fn rooms_use_what_the_map_lists() {
    let table = rooms(&map());
    assert_eq!(table.len(), 10, "the table of rooms");
    let mut faults = Vec::new();
    for path in product_files() {
        let (own, _) = place(&path);
        if own == "lib" || own == "main" {
            continue;
        }
        let Some(listed) = table.get(&own) else {
            faults.push(format!("`{own}/` is not in the table"));
            continue;
        };
        let text = fs::read_to_string(&path).expect("a source file");
        let unlisted = used_places(&text).into_iter().filter(|(used, _)| *used != own && !listed.contains(used));
        faults.extend(unlisted.map(|(used, _)| format!("{}: `{own}` uses `{used}`", path.display())));
    }
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn modules_use_those_before_them() {
    let table = modules(&map());
    let mut faults = Vec::new();
    for path in product_files() {
        let (room, own) = place(&path);
        let (Some(order), Some(own)) = (table.get(&room), own) else { continue };
        let Some(own_place) = order.iter().position(|module| *module == own) else {
            faults.push(format!("`{own}` is not in the list of `{room}`"));
            continue;
        };
        let text = fs::read_to_string(&path).expect("a source file");
        for (used_room, used) in used_places(&text) {
            let used_place = order.iter().position(|module| *module == used);
            if used_room == room && used_place.is_some_and(|used_place| used_place > own_place) {
                faults.push(format!("{}: `{own}` uses `{used}`, which stands behind it", path.display()));
            }
        }
    }
    assert_eq!(faults, Vec::<String>::new());
    let listed: BTreeSet<&str> = table.keys().map(String::as_str).collect();
    assert_eq!(listed, BTreeSet::from(["source", "tosca", "analysis", "resolve", "output", "ide"]));
}

#[test]
fn crates_with_one_owner_stay_with_it() {
    for path in product_files() {
        let text = fs::read_to_string(&path).expect("a source file");
        for &(name, owner) in OWNED {
            let is_used =
                text.lines().any(|line| line.contains(&format!("use {name}")) || line.contains(&format!("{name}::")));
            let is_owned = path.strip_prefix("src").expect("a file under src").starts_with(owner);
            assert!(!is_used || is_owned, "{} uses {name}, which is {owner}'s", path.display());
        }
    }
}

/// The type that a line declares. Indented aliases are left out: nearly all are associated types, which a trait has named.
fn declared_type(line: &str) -> Option<&str> {
    let inner = line.trim_start();
    let behind_pub = match inner.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.strip_prefix(' ')?,
        None => inner,
    };
    let (keyword, rest) = behind_pub.split_once(' ')?;
    let is_declared = match keyword {
        "struct" | "enum" | "trait" | "union" => true,
        "type" => inner.len() == line.len(),
        _ => false,
    };
    let name = rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()?;
    (is_declared && name.starts_with(char::is_uppercase)).then_some(name)
}

#[test]
fn no_type_name_is_shared_by_more_than_three() {
    let mut files = Vec::new();
    rust_files(Path::new("src"), &mut files);
    rust_files(Path::new("encoder/src"), &mut files);
    let mut declared: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in &files {
        let text = fs::read_to_string(path).expect("a source file");
        for (line, name) in text.lines().enumerate().filter_map(|(line, text)| Some((line, declared_type(text)?))) {
            declared.entry(name.to_owned()).or_default().push(format!("{}:{}", path.display(), line + 1));
        }
    }
    assert!(declared.len() > 500, "types are found: {}", declared.len());
    declared.retain(|_, places| places.len() > 3);
    assert_eq!(declared, BTreeMap::new());
}

#[test]
fn declarations_are_told_from_other_lines() {
    let named = [
        "pub struct Deed<'t> {",
        "enum Deed {",
        "    pub(in crate::cli) trait Deed: Sized {",
        "type Deed<T> = Vec<T>;",
    ];
    assert_eq!(named.map(declared_type), [Some("Deed"); 4]);
    let others =
        ["    type Item = u8;", "// struct Deed", "struct_of(Deed)", "impl Deed {", "    let type_name = Deed;", ""];
    assert_eq!(others.map(declared_type), [None; 6]);
}

/// Longer files are cut by what they mean.
const MOST_LINES: usize = 400;

#[test]
fn no_file_is_long() {
    let mut files = vec![PathBuf::from("build.rs")];
    for folder in ["src", "encoder", "tests"] {
        rust_files(Path::new(folder), &mut files);
    }
    assert!(files.len() > 800, "files are found: {}", files.len());
    let length = |path: PathBuf| (fs::read_to_string(&path).expect("a source file").lines().count(), path);
    let long: Vec<(usize, PathBuf)> = files.into_iter().map(length).filter(|(lines, _)| *lines > MOST_LINES).collect();
    assert_eq!(long, Vec::new());
}

/// Where a revision of the language is meant and not what is done in it: the table, what tells which one a template is written
/// in, and the command line. The last two are tests.
static PLACES_OF_PROFILES: &[&str] = &[
    "src/source/syntax/vocabulary/profile.rs",
    "src/source/syntax/vocabulary/dialect.rs",
    "src/source/syntax/vocabulary/detect",
    "src/cli/arguments",
    "src/analysis/value/configuration/suites.rs",
    "src/analysis/value/operator/laws.rs",
];

/// Whether code names one of the revisions.
fn names_profile(code: &str) -> bool {
    let is_letter = |rest: &str| {
        let mut letters = rest.chars();
        letters.next().is_some_and(|letter| ('A'..='D').contains(&letter))
            && !letters.next().is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
    };
    code.match_indices("Profile::").any(|(start, word)| is_letter(&code[start + word.len()..]))
}

#[test]
fn profiles_are_asked_for_their_dialect() {
    let mut found = Vec::new();
    for path in product_files() {
        let text = fs::read_to_string(&path).expect("a source file");
        let code = text.split("#[cfg(test)]").next().expect("there is something before the tests");
        let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let is_place = PLACES_OF_PROFILES.iter().any(|place| path.starts_with(place));
        if names_profile(&code) && !is_place {
            found.push(path);
        }
    }
    assert_eq!(found, Vec::<PathBuf>::new(), "ask `Profile::dialect`");
    assert!(names_profile("if profile == Profile::D {") && names_profile("[Profile::A]"));
    assert!(!names_profile("Profile::LATEST, Profile::ALL, Profile::DIALECTS"));
}
