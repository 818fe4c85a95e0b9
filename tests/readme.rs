//! The README and the book are true: every command in them runs, and prints what is shown below it; links lead somewhere; the
//! book knows every word of the language.

#![cfg(unix)]

mod pages;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use pages::{PROJECT, broken_links, faults};
use variscope::source::syntax::vocabulary::{OPERATORS, Profile, Section, book};
use variscope::tosca::model::option_names;

/// Pages at the top of the project.
const TOP: [&str; 3] = ["README.md", "CONTRIBUTING.md", "SECURITY.md"];

fn markdown(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut found: Vec<PathBuf> = entries
        .flat_map(|path| if path.is_dir() { markdown(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    found.sort();
    found
}

fn pages_of_the_book() -> PathBuf {
    Path::new(PROJECT).join("docs/src")
}

/// The pages of the book but those of codes, which `tests/rules.rs` runs.
fn chapters() -> impl Iterator<Item = PathBuf> {
    markdown(&pages_of_the_book()).into_iter().filter(|page| !page.starts_with(pages_of_the_book().join("rules")))
}

#[test]
fn every_block_does_what_the_page_says() {
    let top = TOP.iter().map(|name| Path::new(PROJECT).join(name));
    let all: Vec<PathBuf> = top.chain(chapters()).collect();
    let reported: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = all.iter().map(|page| scope.spawn(move || (page, faults(page)))).collect();
        let results = threads.into_iter().map(|thread| thread.join().expect("a page is run"));
        let reported = |(page, faults): (&PathBuf, Vec<String>)| {
            faults.into_iter().map(|fault| format!("{}: {fault}", page.display())).collect::<Vec<_>>()
        };
        results.flat_map(reported).collect()
    });
    assert!(reported.is_empty(), "{}", reported.join("\n"));
}

#[test]
fn links_lead_to_places() {
    let top = TOP.iter().map(|name| Path::new(PROJECT).join(name));
    let broken: Vec<String> = top.chain(markdown(&pages_of_the_book())).flat_map(|page| broken_links(&page)).collect();
    assert_eq!(broken, Vec::<String>::new());
}

#[test]
fn every_page_is_in_the_summary() {
    let summary = fs::read_to_string(pages_of_the_book().join("SUMMARY.md")).expect("a summary");
    for page in chapters() {
        let name = page.strip_prefix(pages_of_the_book()).expect("a page of the book").display().to_string();
        assert!(name == "SUMMARY.md" || summary.contains(&format!("({name})")), "{name}");
    }
}

/// What `variscope rule WORD` prints is there for every word of the language.
#[test]
fn the_book_explains_every_word_of_the_language() {
    let operators = OPERATORS.iter().map(|entry| entry.names[Profile::D.index()].to_owned());
    let keys = Section::ALL.into_iter().flat_map(Section::keys).map(|key| key.name.to_owned());
    let words = operators.chain(keys).chain(option_names(Profile::D)).filter(|word| !word.is_empty());
    let missing: BTreeSet<String> = words.filter(|word| book::entries(word).is_empty()).collect();
    assert_eq!(missing, BTreeSet::new());
}
