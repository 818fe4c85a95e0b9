//! Keys that are one slip away from a keyword.

use std::fmt::Write as _;

/// In words that are no shorter, two letters in place of one are a slip as well.
const LONG: usize = 6;

/// Keys that say themselves that they are for other programs.
const PRIVATE: &str = "[xX][-_]|[^a-zA-Z]";

/// A pattern for keys that are one letter, or one swap of neighbours, away from one of `words`, but are none of
/// `known`; none when there are no words.
pub(super) fn pattern(words: &[&str], known: &[&str]) -> Option<String> {
    if words.is_empty() {
        return None;
    }
    let slips: Vec<String> = words.iter().filter(|word| word.is_ascii()).map(|word| slips(word)).collect();
    Some(format!("^(?!(?:{})$)(?!{PRIVATE})(?:{})$", known.join("|"), slips.join("|")))
}

/// One letter more, less or other; or two neighbours swapped.
fn slips(word: &str) -> String {
    let is_long = word.len() >= LONG;
    let changed = if is_long { ".{0,2}" } else { ".?" };
    let mut ways = if is_long { String::new() } else { format!("{word}.") };
    for at in 0..word.len() {
        let (before, rest) = word.split_at(at);
        let after = &rest[1..];
        let separator = if ways.is_empty() { "" } else { "|" };
        // Writing into a string cannot fail.
        let _ = write!(ways, "{separator}{before}{changed}{after}");
        if !is_long {
            let _ = write!(ways, "|{before}.{rest}");
        }
        if let Some(next) = after.get(..1) {
            let _ = write!(ways, "|{before}{next}{}{}", &rest[..1], &after[1..]);
        }
    }
    ways
}
