//! The pages of codes: what each means, why it matters, an example, how to repair it.
//!
//! A page is a file of its own in the book, `docs/src/rules/`. Its example gives the code, and repaired it does not.

/// A page in Markdown.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    pub(super) text: &'static str,
}

impl Page {
    /// The whole page.
    pub fn text(self) -> &'static str {
        self.text
    }

    /// What the code means: the paragraph behind the heading.
    pub fn meaning(self) -> &'static str {
        self.text.split("\n\n").nth(1).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use crate::source::diagnostic::CODES;

    #[test]
    fn pages_are_of_their_codes() {
        for entry in CODES {
            let heading = format!("# {}: {}\n", entry.number, entry.title);
            let page = entry.page;
            assert!(page.text().starts_with(&heading), "{}", entry.number);
            assert!(page.meaning().ends_with('.'), "{}", entry.number);
        }
    }
}
