//! What codes mean, a list of all or their pages, and what the book says of words of the language.

use super::findings::severity;
use crate::source::diagnostic::Code;
use crate::source::syntax::vocabulary::{OPERATORS, Profile, book};
use crate::tosca::model::option_names;

/// A line for each code.
pub fn list(codes: &[Code]) -> String {
    let line = |code: &Code| {
        let entry = code.entry();
        format!("{}  {:<7}  {}\n", entry.number, severity(entry.severity), entry.title)
    };
    codes.iter().map(line).collect()
}

/// The page of each code, in the words of profile D, with those of the others.
pub fn pages(codes: &[Code]) -> String {
    let pages: Vec<String> = codes.iter().map(|code| code.page().text().to_owned() + &earlier(*code)).collect();
    pages.join("\n")
}

/// What the book says of a word of the language: each row of its tables, and the section that a row refers to.
pub fn word(word: &str) -> Option<String> {
    let entries = book::entries(word);
    let mut sections: Vec<String> = Vec::new();
    for book::Entry { heading, text, section } in &entries {
        sections.push(format!("{heading}: {text}"));
        if let Some((title, body)) = section {
            let part = format!("## {title}\n\n{body}");
            if !sections.contains(&part) && !body.is_empty() {
                sections.push(part);
            }
        }
    }
    (!sections.is_empty()).then(|| format!("# `{word}`\n\n{}\n", sections.join("\n\n")))
}

/// What operators and options on the page of a code are called in earlier profiles.
fn earlier(code: Code) -> String {
    let words = words(code.page().text());
    let lines: Vec<String> = operators(&words).chain(options(&words)).collect();
    if lines.is_empty() { String::new() } else { format!("\n## In profiles A to C\n\n{}", lines.concat()) }
}

/// The words of a page, each once, in order of appearance.
fn words(page: &str) -> Vec<&str> {
    let words = page.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| word.contains('_'));
    words.fold(Vec::new(), |mut words, word| {
        if !words.contains(&word) {
            words.push(word);
        }
        words
    })
}

fn operators(words: &[&str]) -> impl Iterator<Item = String> {
    let name = |word: &&str| OPERATORS.iter().find(|entry| entry.names[Profile::LATEST.index()] == *word);
    words.iter().filter_map(name).filter_map(|entry| {
        let [early @ .., late] = entry.names;
        let is_other = early.iter().any(|name| *name != late);
        is_other.then(|| {
            let mut names: Vec<(&str, Vec<String>)> = Vec::new();
            for (profile, name) in Profile::ALL.into_iter().zip(early) {
                match names.last_mut() {
                    Some((last, profiles)) if *last == name => profiles.push(profile.to_string()),
                    _ => names.push((name, vec![profile.to_string()])),
                }
            }
            let names: Vec<String> = names.iter().map(|(name, profiles)| called(name, &profiles.join(", "))).collect();
            format!("- `{late}`: {}\n", names.join("; "))
        })
    })
}

fn called(name: &str, profiles: &str) -> String {
    if name.is_empty() { format!("nothing in {profiles}") } else { format!("`{name}` in {profiles}") }
}

/// Options said at first that they turn something on, or a check off.
fn options(words: &[&str]) -> impl Iterator<Item = String> {
    let known = option_names(Profile::WITH_ENABLING_OPTIONS);
    let early = move |word: &&str| {
        let check = word.strip_suffix("_check").map(|check| format!("disable_{check}_consistency_check"));
        let name = [Some(format!("enable_{word}")), check].into_iter().flatten().find(|name| known.contains(name))?;
        let value = if name.starts_with("disable_") { ", which turns it off" } else { "" };
        Some(format!("- `{word}`: `{name}` in C{value}\n"))
    };
    words.iter().filter_map(early)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_language_have_pages() {
        let page = word("mode").expect("a page");
        assert!(page.starts_with("# `mode`\n\nModes") && page.contains("consistent-strict"), "{page}");
        assert_eq!(word("nonsense"), None);
    }

    #[test]
    fn pages_name_the_words_of_earlier_profiles() {
        let page = pages(&[Code::RelationSource]);
        let (_, words) = page.split_once("## In profiles A to C\n\n").expect("there are such words");
        let expected = "- `variability_input`: `get_variability_input` in A, B, C\n\
                        - `relation_default_condition`: `enable_relation_default_condition` in C\n\
                        - `relation_pruning`: `enable_relation_pruning` in C\n";
        assert_eq!(words, expected);
        assert!(pages(&[Code::HostingLimit]).ends_with(Code::HostingLimit.page().text()));
    }
}
