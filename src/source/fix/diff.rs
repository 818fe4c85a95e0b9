//! Two texts as a unified diff, which `patch` and `git apply` read.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use similar::{ChangeTag, TextDiff};

use crate::source::printable::is_hidden;

/// The changes from `before` to `after`; empty when there are none.
pub(super) fn unified(name: &str, before: &str, after: &str) -> String {
    let name = quoted(name);
    TextDiff::from_lines(before, after).unified_diff().header(&name, &name).to_string()
}

/// The name of a file as git writes it into patches: between quotes, with the escapes of C, where it has what would end the line, or
/// what terminals obey.
fn quoted(name: &str) -> Cow<'_, str> {
    if !name.contains(|letter| is_hidden(letter) || matches!(letter, '"' | '\\')) {
        return Cow::Borrowed(name);
    }
    let mut quoted = String::from("\"");
    for letter in name.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            letter if is_hidden(letter) => {
                let mut bytes = [0; 4];
                // Writing to a string cannot fail.
                letter.encode_utf8(&mut bytes).bytes().for_each(|byte| _ = write!(quoted, "\\{byte:03o}"));
            }
            letter => quoted.push(letter),
        }
    }
    Cow::Owned(quoted + "\"")
}

/// The bytes of `before` that go, each with what comes for them, ascending.
pub(super) fn changes(before: &str, after: &str) -> Vec<(Range<usize>, String)> {
    let mut changes: Vec<(Range<usize>, String)> = Vec::new();
    let (mut at, mut is_open) = (0, false);
    for change in TextDiff::from_lines(before, after).iter_all_changes() {
        let is_kept = change.tag() == ChangeTag::Equal;
        if !is_open && !is_kept {
            changes.push((at..at, String::new()));
        }
        is_open = !is_kept;
        match (change.tag(), changes.last_mut()) {
            (ChangeTag::Delete, Some((gone, _))) => gone.end += change.value().len(),
            (ChangeTag::Insert, Some((_, new))) => new.push_str(change.value()),
            _ => {}
        }
        if change.tag() != ChangeTag::Insert {
            at += change.value().len();
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_lead_from_one_text_to_the_other() {
        let before = "1\n2\n3\n4\n5\n6\n";
        for after in ["", "1\n3\n4\n5\n6\n", "0\n1\n2\n3\n4\nfive\n5a\n6", "6\n5\n4\n3\n", before] {
            let changes = changes(before, after);
            let made = changes.iter().rev().fold(before.to_owned(), |mut text, (gone, new)| {
                text.replace_range(gone.clone(), new);
                text
            });
            assert_eq!(made, after);
            assert!(changes.windows(2).all(|pair| pair[0].0.end < pair[1].0.start));
        }
    }

    #[test]
    fn names_are_quoted_as_git_does() {
        assert_eq!(quoted("a b/größe.yaml"), "a b/größe.yaml");
        assert_eq!(quoted("a\n+++ b\t\"c\"\\"), r#""a\n+++ b\t\"c\"\\""#);
        assert_eq!(quoted("\u{1b}\u{9b}\u{202e}"), r#""\033\302\233\342\200\256""#);
        assert!(unified("a\n--- b", "1\n", "2\n").starts_with("--- \"a\\n--- b\"\n+++ \"a\\n--- b\"\n@@"));
    }

    #[test]
    fn changes_are_shown_with_three_lines_around() {
        let before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n";
        let after = before.replace("5\n6\n", "six\n").replace("16\n", "16");
        assert_eq!(
            unified("a.yaml", before, &after),
            "--- a.yaml\n+++ a.yaml\n@@ -2,8 +2,7 @@\n 2\n 3\n 4\n-5\n-6\n+six\n 7\n 8\n 9\n\
             @@ -13,4 +12,4 @@\n 13\n 14\n 15\n-16\n+16\n\\ No newline at end of file\n"
        );
        assert_eq!(unified("a", before, before), "");
        assert_eq!(unified("a", "x\n", ""), "--- a\n+++ a\n@@ -1 +0,0 @@\n-x\n");
    }
}
