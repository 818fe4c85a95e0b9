//! The map in `src/ARCHITECTURE.md` is true: no room uses one that its row does not list, and no module one that stands behind
//! it in its room. No name stands for more than three types, and no file is long.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use support::folder::{files, has_extension};

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
            let names = format!("`{}", entry.split(':').next().expect("something stands before the colon"));
            let modules = names.split('`').skip(1).step_by(2).map(str::to_owned);
            found.entry(room.to_owned()).or_default().extend(modules);
        }
    }
    found
}

fn rust_files(folder: &str) -> Vec<PathBuf> {
    files(folder, &has_extension("rs"))
}

/// The modules that lead to a file, from the root of the crate.
fn module_of(path: &Path) -> Vec<String> {
    let inner = path.strip_prefix("src").expect("a file under src").with_extension("");
    let words = inner.iter().map(|word| word.to_string_lossy().into_owned());
    words.filter(|word| word != "mod").collect()
}

/// The code of a file without the tests at its end.
fn product(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().expect("there is something before the tests")
}

/// The words of code and the signs between them, comments left out; `::` is one sign.
fn tokens(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_inner = |letter: char| letter.is_alphanumeric() || letter == '_';
            let end = match first {
                _ if is_inner(first) => rest.find(|letter| !is_inner(letter)).unwrap_or(rest.len()),
                _ if rest.starts_with("::") => 2,
                _ => first.len_utf8(),
            };
            found.push(&rest[..end]);
            rest = rest[end..].trim_start();
        }
    }
    found
}

/// Takes apart the path that starts here, with all that its braces list; gives what stands behind it.
fn branches<'t, 'c>(mut rest: &'t [&'c str], before: &[&'c str], found: &mut Vec<Vec<&'c str>>) -> &'t [&'c str] {
    let mut path = before.to_vec();
    loop {
        match rest {
            ["{", inner @ ..] => {
                rest = inner;
                while let Some(&sign) = rest.first().filter(|&&sign| sign != "}") {
                    rest = if sign == "," { &rest[1..] } else { branches(rest, &path, found) };
                }
                return rest.get(1..).unwrap_or_default();
            }
            [word, "::", inner @ ..] => {
                path.push(word);
                rest = inner;
            }
            [word, inner @ ..] => {
                path.push(word);
                found.push(path);
                return match inner {
                    ["as", _, behind @ ..] => behind,
                    _ => inner,
                };
            }
            [] => return rest,
        }
    }
}

/// What code in this module names of its own crate, from the root: in `use` lines and elsewhere.
fn named_places(code: &str, module: &[String]) -> BTreeSet<Vec<String>> {
    let tokens = tokens(code);
    let mut found = Vec::new();
    for place in 0..tokens.len() {
        let is_start = place == 0 || tokens[place - 1] != "::";
        if is_start && matches!(tokens[place..], ["crate" | "variscope" | "super", "::", ..]) {
            branches(&tokens[place..], &[], &mut found);
        }
    }
    let from_root = |path: Vec<&str>| {
        let mut place = if path[0] == "super" { module.to_vec() } else { Vec::new() };
        for word in path {
            match word {
                "crate" | "variscope" => {}
                "super" => place.truncate(place.len() - 1),
                _ => place.push(word.to_owned()),
            }
        }
        place
    };
    found.into_iter().map(from_root).collect()
}

/// By name: the module of a folder from which its `mod.rs` hands it on.
fn handed_on(folder: &str) -> BTreeMap<String, String> {
    let text = fs::read_to_string(format!("src/{folder}/mod.rs")).expect("a folder with its own file");
    let tokens = tokens(product(&text));
    let mut found = Vec::new();
    for place in (0..tokens.len()).filter(|&place| tokens[place] == "use") {
        branches(&tokens[place + 1..], &[], &mut found);
    }
    let name = |path: Vec<&str>| Some(((*path.last()?).to_owned(), path[0].to_owned()));
    found.into_iter().filter_map(name).collect()
}

/// All files but those of tests.
fn product_files() -> Vec<PathBuf> {
    let mut files = rust_files("src");
    files.retain(|path| !path.iter().any(|part| part == "tests" || part == "tests.rs"));
    files
}

#[test]
fn rooms_use_what_the_map_lists() {
    let table = rooms(&map());
    assert_eq!(table.len(), 10, "the table of rooms");
    let mut faults = Vec::new();
    for path in product_files() {
        let module = module_of(&path);
        let own = &module[0];
        if own == "lib" || own == "main" {
            continue;
        }
        let Some(listed) = table.get(own) else {
            faults.push(format!("`{own}/` is not in the table"));
            continue;
        };
        let text = fs::read_to_string(&path).expect("a source file");
        let used: BTreeSet<String> =
            named_places(product(&text), &module).into_iter().map(|mut place| place.swap_remove(0)).collect();
        let is_room = |used: &String| used.starts_with(char::is_lowercase);
        let unlisted = used.into_iter().filter(|used| is_room(used) && used != own && !listed.contains(used));
        faults.extend(unlisted.map(|used| format!("{}: `{own}` uses `{used}`", path.display())));
    }
    assert_eq!(faults, Vec::<String>::new());
}

/// Where files of a folder use a module that stands behind their own in this list.
fn against_order(folder: &str, order: &[String]) -> Vec<String> {
    let above: Vec<String> = folder.split('/').map(str::to_owned).collect();
    let handed_on = handed_on(folder);
    let mut faults = Vec::new();
    for path in product_files() {
        let module = module_of(&path);
        let Some(own) = module.strip_prefix(&above[..]).and_then(<[String]>::first) else { continue };
        let Some(own_place) = order.iter().position(|module| module == own) else {
            faults.push(format!("`{own}` is not in the list of `{folder}`"));
            continue;
        };
        let text = fs::read_to_string(&path).expect("a source file");
        let places = named_places(product(&text), &module);
        let used = places.iter().filter_map(|place| place.strip_prefix(&above[..])?.first());
        let used: BTreeSet<&String> = used.map(|name| handed_on.get(name).unwrap_or(name)).collect();
        let behind = order[own_place + 1..].iter().filter(|module| used.contains(module));
        faults.extend(behind.map(|used| format!("{}: `{own}` uses `{used}`, which stands behind it", path.display())));
    }
    faults
}

#[test]
fn modules_use_those_before_them() {
    let table = modules(&map());
    let faults: Vec<String> = table.iter().flat_map(|(folder, order)| against_order(folder, order)).collect();
    assert_eq!(faults, Vec::<String>::new());
    let listed: BTreeSet<&str> = table.keys().map(String::as_str).collect();
    assert_eq!(
        listed,
        BTreeSet::from([
            "source",
            "tosca",
            "analysis",
            "analysis/domain",
            "analysis/question",
            "resolve",
            "unfurl",
            "answer",
            "feature",
            "output",
            "ide",
            "cli"
        ])
    );
}

#[test]
fn paths_are_taken_apart() {
    let module = ["analysis", "question", "check"].map(str::to_owned);
    let places = |code| -> Vec<String> { named_places(code, &module).iter().map(|place| place.join("/")).collect() };
    assert_eq!(
        places("use crate::tosca::{model::{A, B as C}, types::*};\nuse std::fmt;"),
        ["tosca/model/A", "tosca/model/B", "tosca/types/*"]
    );
    assert_eq!(
        places("use super::{count, check::Finding};"),
        ["analysis/question/check/Finding", "analysis/question/count"]
    );
    assert_eq!(places("pub(super) fn f(it: super::super::domain::Class) {}\n// crate::cli"), ["analysis/domain/Class"]);
    assert_eq!(places("matches!(it, Some(variscope::cli::Exit::Done(_)))"), ["cli/Exit/Done"]);
}

#[test]
fn files_of_the_map_are_there() {
    let map = map();
    let files = [rust_files("src"), rust_files("encoder")].concat();
    let named =
        map.split('`').skip(1).step_by(2).filter(|name| Path::new(name).extension().is_some_and(|end| end == "rs"));
    let missing: Vec<&str> = named.filter(|name| !files.iter().any(|file| file.ends_with(name))).collect();
    assert_eq!(missing, Vec::<&str>::new());
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
    let files = [rust_files("src"), rust_files("encoder/src")].concat();
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
fn declarations_are_distinguished_from_other_lines() {
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
    let files = ["src", "encoder", "tests"].map(rust_files).concat();
    assert!(files.len() > 800, "files are found: {}", files.len());
    let length = |path: PathBuf| (fs::read_to_string(&path).expect("a source file").lines().count(), path);
    let long: Vec<(usize, PathBuf)> = files.into_iter().map(length).filter(|(lines, _)| *lines > MOST_LINES).collect();
    assert_eq!(long, Vec::new());
}

/// Where a revision of the language is meant and not what is done in it: the table, the detection of the one that a template
/// is written in, and the command line. The last two are tests.
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
        let code: String = product(&text).lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let is_place = PLACES_OF_PROFILES.iter().any(|place| path.starts_with(place));
        if names_profile(&code) && !is_place {
            found.push(path);
        }
    }
    assert_eq!(found, Vec::<PathBuf>::new(), "ask `Profile::dialect`");
    assert!(names_profile("if profile == Profile::D {") && names_profile("[Profile::A]"));
    assert!(!names_profile("Profile::LATEST, Profile::ALL, Profile::DIALECTS"));
}
