//! Names of files, safe on every system.

use std::collections::BTreeSet;

/// Letters of a name, at most.
const MAX_LETTERS: usize = 80;

/// Names that are given, in lower case: some systems do not distinguish cases.
#[derive(Debug, Default)]
pub(super) struct FileNames {
    taken: BTreeSet<String>,
}

impl FileNames {
    /// A name, without extension, that says what `title` says and was not given before.
    pub(super) fn fresh(&mut self, title: &str) -> String {
        let is_safe = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_');
        let safe = |letter: char| if is_safe(letter) { letter } else { '-' };
        let stem: String = title.chars().take(MAX_LETTERS).map(safe).collect();
        // A name that begins with a point is hidden, or leads elsewhere.
        let stem =
            if stem.starts_with(|letter: char| letter.is_ascii_alphanumeric()) { stem } else { format!("x{stem}") };
        let numbered = (2..).map(|number: usize| format!("{stem}-{number}"));
        let mut names = std::iter::once(stem.clone()).chain(numbered);
        let is_free = |name: &String| self.taken.insert(name.to_ascii_lowercase());
        names.find(is_free).unwrap_or(stem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_folder_and_differ() {
        let mut names = FileNames::default();
        assert_eq!(names.fresh("dead node.db"), "dead-node.db");
        assert_eq!(names.fresh("dead node/db"), "dead-node-db");
        assert_eq!(names.fresh("Dead node.DB"), "Dead-node.DB-2");
        assert_eq!(names.fresh("dead ../../etc/pass\0wd\n"), "dead-..-..-etc-pass-wd-");
        assert_eq!([names.fresh(".."), names.fresh("")], ["x..", "x"]);
        assert_eq!(names.fresh(&"ä".repeat(500)).len(), MAX_LETTERS + 1);
    }
}
