//! Comparing names as people sort them.

use std::cmp::Ordering;

/// What is no letter or digit, in the order of the Unicode collation algorithm (CLDR root).
const PUNCTUATION: &str = "\t\n\u{b}\u{c}\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";

/// Compares as `String.prototype.localeCompare` does for the names that occur: punctuation before digits before
/// letters, capitals right after their small letters.
///
/// DEVIATION: letters beyond ASCII come last, by code point; the collation tables for them are not worth carrying.
pub(super) fn compare(left: &str, right: &str) -> Ordering {
    let primary = left.chars().map(primary).cmp(right.chars().map(primary));
    primary.then_with(|| left.chars().map(char::is_uppercase).cmp(right.chars().map(char::is_uppercase)))
}

/// The weight of a character regardless of case.
fn primary(character: char) -> (u8, u32) {
    if let Some(place) = PUNCTUATION.find(character) {
        return (0, place as u32);
    }
    if let Some(digit) = character.to_digit(10) {
        return (1, digit);
    }
    (2, character.to_lowercase().next().map_or(0, u32::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_sort_as_people_sort_them() {
        let sorted = [
            "", "_a", "-a", ".a", "*", "#", "~", "1", "10", "2", "a", "A", "a b", "a.b", "a1", "ab", "aB", "Ab", "b",
            "é",
        ];
        for (place, left) in sorted.iter().enumerate() {
            for right in &sorted[place + 1..] {
                assert_eq!(compare(left, right), Ordering::Less, "{left} {right}");
                assert_eq!(compare(right, left), Ordering::Greater, "{right} {left}");
            }
            assert_eq!(compare(left, left), Ordering::Equal);
        }
    }
}
