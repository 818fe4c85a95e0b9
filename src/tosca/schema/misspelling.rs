//! Keys that are one slip away from a keyword.

use std::fmt::Write as _;

/// Shorter words are too near to others.
const SHORTEST: usize = 6;

/// A pattern for keys that are one letter, or one swap of neighbours, away from one of `words`, but are none of
/// `known`; none when all words are too short.
pub(super) fn pattern(words: &[&str], known: &[&str]) -> Option<String> {
    let long: Vec<&&str> = words.iter().filter(|word| word.len() >= SHORTEST && word.is_ascii()).collect();
    if long.is_empty() {
        return None;
    }
    let slips: Vec<String> = long.iter().map(|word| slips(word)).collect();
    Some(format!("^(?!(?:{})$)(?:{})$", known.join("|"), slips.join("|")))
}

/// One letter more, less or other; or two neighbours swapped.
fn slips(word: &str) -> String {
    let mut ways = String::new();
    for at in 0..word.len() {
        let (before, after) = (&word[..at], &word[at + 1..]);
        let separator = if at == 0 { "" } else { "|" };
        // Writing into a string cannot fail.
        let _ = write!(ways, "{separator}{before}.{{0,2}}{after}");
        if let Some(next) = after.get(..1) {
            let _ = write!(ways, "|{before}{next}{}{}", &word[at..=at], &after[1..]);
        }
    }
    ways
}
