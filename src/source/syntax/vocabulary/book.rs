//! What the book's pages about the language say of a word: the rows of their tables, with the sections that rows refer to, and
//! the items of lists that begin with it.
//!
//! The pages are read, not repeated: what an editor shows, what `variscope rule WORD` prints and what stands in the book are one
//! text.

use super::Section;

/// The pages in the order of the book: the name of the file and its text.
static PAGES: &[(&str, &str)] = &[
    ("overview.md", include_str!("../../../../docs/src/language/overview.md")),
    ("inputs.md", include_str!("../../../../docs/src/language/inputs.md")),
    ("elements.md", include_str!("../../../../docs/src/language/elements.md")),
    ("conditions.md", include_str!("../../../../docs/src/language/conditions.md")),
    ("operators.md", include_str!("../../../../docs/src/language/operators.md")),
    ("pruning.md", include_str!("../../../../docs/src/language/pruning.md")),
    ("checks.md", include_str!("../../../../docs/src/language/checks.md")),
    ("optimisation.md", include_str!("../../../../docs/src/language/optimisation.md")),
    ("technologies.md", include_str!("../../../../docs/src/language/technologies.md")),
    ("options.md", include_str!("../../../../docs/src/language/options.md")),
];

/// What one place of the book says of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The heading of the section that it stands in.
    pub heading: &'static str,
    /// The row of its table, or what the item of a list says, as Markdown without links.
    pub text: String,
    /// The section that the row refers to: its heading and its words, without examples.
    pub section: Option<(String, String)>,
}

/// What the book says of `word`, in the order of its pages.
pub fn entries(word: &str) -> Vec<Entry> {
    let quoted = format!("`{word}`");
    PAGES.iter().flat_map(|(name, text)| rows(name, text, &quoted)).collect()
}

/// What the book says of a key of this section.
pub fn key_entries(section: Section, key: &str) -> Vec<Entry> {
    let headings = headings(section);
    let every = "What every element may have";
    let is_meant = |entry: &Entry| headings.contains(&entry.heading) || entry.heading == every;
    entries(key).into_iter().filter(is_meant).collect()
}

/// Below which headings the keys of a section stand.
fn headings(section: Section) -> &'static [&'static str] {
    match section {
        Section::Template | Section::Topology => &["The document"],
        Section::Variability => &["The section `variability`"],
        Section::VariabilityInput => &["Variability inputs", "Rules between inputs"],
        Section::Preset => &["Presets"],
        Section::Node => &["Nodes"],
        Section::Relation => &["Relations"],
        Section::RelationshipTemplate => &["Relationship templates"],
        Section::Type => &["Types"],
        Section::Property => &["Properties"],
        Section::Artifact => &["Artifacts"],
        Section::Technology => &["Technologies"],
        Section::Group => &["Groups"],
        Section::Policy => &["Policies"],
        Section::Input => &["Inputs"],
        Section::Output => &["Outputs"],
    }
}

/// All words that begin a row of a table, or an item of a list.
pub fn words() -> impl Iterator<Item = &'static str> {
    let lines = PAGES.iter().flat_map(|(_, text)| prose(text));
    let row = |line: &'static str| line.strip_prefix("| ").filter(|row| row.starts_with('`'))?.split(" | ").next();
    let cells = lines.filter_map(move |line| row(line).or_else(|| item(line).map(|(words, _)| words)));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2))
}

fn rows(page: &str, text: &'static str, quoted: &str) -> Vec<Entry> {
    let (mut heading, mut columns, mut found) = ("", Vec::new(), Vec::new());
    let (mut before, mut is_found) = ("", false);
    for line in prose(text) {
        if let Some(title) = line.strip_prefix('#') {
            heading = title.trim_start_matches('#').trim();
        } else if line.starts_with("|---") {
            columns = cells(before);
            if is_found {
                // It was the head of a table.
                found.pop();
            }
        }
        is_found = line.starts_with('|') && cells(line).first().is_some_and(|first| first.contains(quoted));
        if is_found {
            found.push(Entry { heading, text: row_text(&columns, &cells(line)), section: referred(page, line) });
        } else if let Some((_, text)) = item(line).filter(|(words, _)| words.contains(quoted)) {
            found.push(Entry { heading, text: without_links(text.trim_end_matches([';', '.'])), section: None });
        }
        before = line;
    }
    found
}

/// The lines of a page that are no example.
fn prose(text: &'static str) -> impl Iterator<Item = &'static str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// What stands before the colon in the item of a list that begins with a word, and what behind it.
fn item(line: &'static str) -> Option<(&'static str, &'static str)> {
    let item = line.strip_prefix("- ").filter(|item| item.starts_with('`'))?;
    item.split_once(": ").filter(|(words, _)| words.ends_with('`'))
}

fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split(" | ").map(str::trim).collect()
}

/// The cells behind the first, with the names of their columns where there are several.
fn row_text(columns: &[&str], row: &[&str]) -> String {
    let cells = row.iter().copied().enumerate().skip(1).filter(|(_, cell)| !cell.is_empty());
    let rest: Vec<(Option<&str>, &str)> = cells.map(|(index, cell)| (columns.get(index).copied(), cell)).collect();
    let words: Vec<String> = match rest.as_slice() {
        [(_, only)] => vec![without_links(only)],
        several => several
            .iter()
            .map(|(column, cell)| format!("{}: {}", column.unwrap_or_default(), without_links(cell)))
            .collect(),
    };
    words.join("; ")
}

/// `[text](target)` as `text`.
fn without_links(text: &str) -> String {
    let mut parts = text.split("](");
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let opening = result.rfind('[').unwrap_or_default();
        result.replace_range(opening..=opening, "");
        result.push_str(part.split_once(')').map_or(part, |(_, rest)| rest));
    }
    result
}

/// The section that a row's last link leads to, where it is one of these pages.
fn referred(page: &str, row: &str) -> Option<(String, String)> {
    let target = row.rsplit("](").next().filter(|_| row.contains("]("))?.split(')').next()?;
    let (file, anchor) = target.split_once('#')?;
    let file = if file.is_empty() { page } else { file };
    let (_, text) = PAGES.iter().find(|(name, _)| *name == file)?;
    section(text, anchor)
}

/// The prose of the section with this anchor, up to the next heading.
fn section(text: &'static str, anchor: &str) -> Option<(String, String)> {
    let mut lines = prose(text).skip_while(|line| !(line.starts_with('#') && anchor_of(line) == anchor));
    let heading = lines.next()?.trim_start_matches('#').trim().to_owned();
    let body: Vec<String> =
        lines.take_while(|line| !line.starts_with('#')).filter(is_text).map(without_links).collect();
    let body = body.join("\n");
    Some((heading, squeezed(&body)))
}

/// Pictures, what draws them and the names of files are left out.
fn is_text(line: &&'static str) -> bool {
    let is_file = line.starts_with('`') && line.ends_with("`:");
    !(line.starts_with("<!--") || line.starts_with("![") || is_file)
}

fn squeezed(text: &str) -> String {
    let paragraphs: Vec<&str> = text.split("\n\n").map(str::trim).filter(|part| !part.is_empty()).collect();
    paragraphs.join("\n\n")
}

/// What a heading is called in links.
fn anchor_of(heading: &str) -> String {
    let is_kept = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
    let text: String = heading.trim_start_matches('#').trim().to_lowercase().chars().filter(is_kept).collect();
    text.replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_reported_with_their_columns() {
        let entry = &entries("and")[0];
        assert_eq!(entry.heading, "Logic");
        assert!(entry.text.starts_with("operands: list; holds when: all operands hold"), "{}", entry.text);
        assert_eq!(without_links("see [a](b.md#c) and [d](e)."), "see a and d.");
    }

    #[test]
    fn items_of_lists_are_reported() {
        for word in ["SELF", "CONTAINER", "SOURCE", "TARGET"] {
            assert_eq!(entries(word).len(), 1, "{word}");
            assert!(words().any(|known| known == word), "{word}");
        }
        assert_eq!(entries("SELF")[0].text, "the element that has the condition");
    }

    #[test]
    fn heads_of_tables_are_no_rows() {
        assert!(entries("mode").iter().all(|entry| !entry.text.starts_with(':')), "{:?}", entries("mode")[0].text);
    }

    #[test]
    fn rows_lead_to_sections() {
        let mode = entries("mode").into_iter().find_map(|entry| entry.section).expect("a section about modes");
        assert_eq!(mode.0, "Modes");
        assert!(mode.1.contains("`semantic-strict`") && !mode.1.contains("```"), "{}", mode.1);
    }

    #[test]
    fn links_between_the_pages_lead_to_sections() {
        for (page, text) in PAGES {
            for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let Some((file, anchor)) = target.split_once('#').filter(|(file, _)| !file.contains('/')) else {
                    continue;
                };
                let file = if file.is_empty() { page } else { file };
                let (_, text) = PAGES.iter().find(|(name, _)| *name == file).expect("a page");
                assert!(section(text, anchor).is_some(), "{page}: {target}");
            }
        }
    }

    #[test]
    fn there_is_no_entry_for_what_is_no_word() {
        assert_eq!(entries("nonsense"), []);
    }
}
