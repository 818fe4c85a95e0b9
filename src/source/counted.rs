//! Counts, long lists and long texts in sentences.

use std::borrow::Cow;

/// A number of things: "1 finding", "2 findings".
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The first `most` names, and how many more there are.
pub fn shortened(names: &[impl AsRef<str>], most: usize) -> String {
    let shown: Vec<&str> = names.iter().take(most).map(AsRef::as_ref).collect();
    let more = names.len() - shown.len();
    let shown = shown.join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// All names if there are no more than `most`, `a, b and c`; else the first ones, and how many more there are.
pub fn together(names: &[impl AsRef<str>], most: usize) -> String {
    match names {
        [first @ .., last] if !first.is_empty() && names.len() <= most => {
            format!("{} and {}", shortened(first, most), last.as_ref())
        }
        _ => shortened(names, most),
    }
}

/// The beginning of a text that is too long for a line.
pub fn cut(text: &str, most_letters: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most_letters) {
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural_and_the_rest_is_counted() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "rule")), ["0 rules", "1 rule", "2 rules"]);
        assert_eq!([2, 3].map(|most| cut("äbc", most).into_owned()), ["äb...", "äbc"]);
        assert_eq!([1, 2, 3].map(|most| shortened(&["a", "b"], most)), ["a and 1 more", "a, b", "a, b"]);
        assert_eq!([2, 3].map(|most| together(&["a", "b", "c"], most)), ["a, b and 1 more", "a, b and c"]);
        assert_eq!([&["a"][..], &["a", "b"]].map(|names| together(names, 2)), ["a", "a and b"]);
    }
}
