//! Laws of edits: what they name goes, all else stays.

use super::*;
use crate::source::diagnostic::{Code, Diagnostic, Fix};
use crate::source::syntax::yaml::{Tree, Yaml};
use crate::source::{Sources, Span};

/// The text after an edit of its root, which has to be YAML again; none where there is no edit.
fn edited(text: &str, edit: impl FnOnce(Yaml<'_>) -> Option<crate::source::diagnostic::Edit>) -> Option<String> {
    let (mut sources, mut tree) = (Sources::new(), Tree::new());
    let file = sources.add("t.yaml", text.to_owned());
    let root = tree.parse(&sources, file).0.unwrap();
    let edit = edit(tree.at(root))?;
    let patch = Patch::of(&[Fix::new("edit", vec![edit])]);
    let after = patch.apply(&sources).remove(0).after;
    let file = sources.add("after.yaml", after.clone());
    let (root, diagnostics) = tree.parse(&sources, file);
    assert!(root.is_some() && diagnostics.is_empty(), "{after}");
    Some(after)
}

#[test]
fn entries_go_and_comments_stay() {
    let without = |text: &str| edited(text, |root| remove_entry(root, "b"));
    assert_eq!(without("{a: 1, b: {x: 2}, c: 3} # d\n").as_deref(), Some("{a: 1, c: 3} # d\n"));
    assert_eq!(without("{a: 1, b: 2}\n").as_deref(), Some("{a: 1}\n"));
    assert_eq!(without("{b: 2}\n").as_deref(), Some("{}\n"));
    assert_eq!(without("a: 1\n# of b\nb:\n  x: 2\n\nc: 3\n").as_deref(), Some("a: 1\n# of b\n\nc: 3\n"));
    assert_eq!(without("a: 1\nb: 2 # of b\nc: 3\n").as_deref(), Some("a: 1\n# of b\nc: 3\n"));
    assert_eq!(without("b: 2\n").as_deref(), Some("{}\n"));
    assert_eq!(without("a: 1\nb: 2").as_deref(), Some("a: 1\n"));
    assert_eq!(without("a: 1\nb:\n  x: 2 # a comment inside\n  y: 3\n"), None);
    assert_eq!(without("a: 1\nb: &anchor 2\nc: *anchor\n"), None);
    assert_eq!(without("a: &anchor {x: 1}\nb: *anchor\n"), None);
    assert_eq!(without("a: 1\n"), None);
}

#[test]
fn items_go_with_their_lines() {
    let without = |place: usize, text: &str| edited(text, |root| remove_item(root, place));
    assert_eq!(without(1, "- a\n- b: 1\n  c: 2\n# d\n- d\n").as_deref(), Some("- a\n# d\n- d\n"));
    assert_eq!(without(0, "[a, b]\n").as_deref(), Some("[b]\n"));
    assert_eq!(without(1, "[a, b]\n").as_deref(), Some("[a]\n"));
    assert_eq!(without(0, "- a\n").as_deref(), Some("[]\n"));
    assert_eq!(without(0, "-   a\n- b\n").as_deref(), Some("- b\n"));
    assert_eq!(without(2, "- a\n"), None);
}

#[test]
fn what_loses_its_only_part_is_empty() {
    let without = |text: &str| edited(text, |root| remove_item(root.get("x")?, 0));
    assert_eq!(without("x:\n- a\ny: 1\n").as_deref(), Some("x: []\ny: 1\n"));
    assert_eq!(without("x:\n  - a\ny: 1\n").as_deref(), Some("x: []\ny: 1\n"));
    assert_eq!(without("x: # of x:\n- a\ny: 1\n").as_deref(), Some("x: # of x:\n []\ny: 1\n"));
    let without = |text: &str| edited(text, |root| remove_entry(root.get("x")?, "b"));
    assert_eq!(without("x:\n  b:\n    c: 1\ny: 1\n").as_deref(), Some("x: {}\ny: 1\n"));
}

#[test]
fn entries_come_where_they_can_stand() {
    let with = |text: &str| edited(text, |root| add_entry(root, "b", "[2]"));
    assert_eq!(with("{a: 1}\n").as_deref(), Some("{a: 1, b: [2]}\n"));
    assert_eq!(with("a: 1\nc: 3\n").as_deref(), Some("b: [2]\na: 1\nc: 3\n"));
    assert_eq!(
        edited("x:\n  - a: 1\n", |root| add_entry(root.get("x")?.items().next()?, "b", "2")).as_deref(),
        Some("x:\n  - b: 2\n    a: 1\n")
    );
    assert_eq!(with("{}\n"), None);
}

#[test]
fn edits_never_overlap() {
    let mut sources = Sources::new();
    let file = sources.add("t", "abcdef");
    let fix = |start, end, text: &str| Fix::replace("fix", Span::new(file, start, end), text);
    let patch = Patch::of(&[fix(1, 3, "X"), fix(2, 4, "Y"), fix(1, 3, "X"), fix(3, 4, ""), fix(6, 6, "!")]);
    assert_eq!(patch.fixes().len(), 3);
    let patched = patch.apply(&sources);
    assert_eq!((patched.len(), patched[0].after.as_str()), (1, "aXef!"));
    assert!(patched[0].diff().starts_with("--- t\n+++ t\n@@ -1 +1 @@\n-abcdef\n"));
}

#[test]
fn lines_that_are_written_end_as_those_of_the_file() {
    for (text, written, expected) in [
        ("a: 1\r\nc: 3\r\n", "b: 2\n", "b: 2\r\na: 1\r\nc: 3\r\n"),
        ("a: 1\r\nc: 3\r\n", "b: 2\r\n", "b: 2\r\na: 1\r\nc: 3\r\n"),
        ("a: 1\nc: 3\n", "b: 2\n", "b: 2\na: 1\nc: 3\n"),
    ] {
        let mut sources = Sources::new();
        let file = sources.add("t", text);
        let patch = Patch::of(&[Fix::replace("fix", Span::new(file, 0, 0), written)]);
        assert_eq!(patch.apply(&sources)[0].after, expected);
    }
}

#[test]
fn what_is_not_found_for_want_of_time_is_not_taken_for_repaired() {
    let mut sources = Sources::new();
    let file = sources.add("t", "abcdef");
    let (place, sources) = (Span::new(file, 1, 3), std::sync::Arc::new(sources));
    let fix = |text: &str| Fix::replace("fix", place, text);
    let found = vec![
        Diagnostic::new(Code::WrongShape, place, "first").fix(fix("X")),
        Diagnostic::new(Code::UnknownKey, place, "second"),
    ];
    let original = ExaminedFiles { diagnostics: found, sources, is_read: true, ..ExaminedFiles::default() };
    for is_cut_short in [false, true] {
        let repaired = repair(original.clone(), FixSelection::Suggested, &Nothing { is_cut_short }).unwrap();
        assert_eq!((repaired.done.len(), repaired.files().count()), if is_cut_short { (0, 0) } else { (1, 1) });
    }
    let repaired = repair(original, FixSelection::Safe, &Nothing { is_cut_short: false }).unwrap();
    assert_eq!((repaired.done.len(), repaired.suggestions), (0, 1), "suggestions are made only when asked for");
}

/// Nothing is wrong with any other text.
struct Nothing {
    is_cut_short: bool,
}

impl RepairSubject for Nothing {
    type Error = ();

    fn examine(&self, texts: &Texts) -> Result<ExaminedFiles, ()> {
        let mut sources = Sources::new();
        for (name, text) in texts {
            sources.add(name.as_str(), &**text);
        }
        let is_cut_short = self.is_cut_short;
        Ok(ExaminedFiles { is_read: true, is_cut_short, sources: sources.into(), ..ExaminedFiles::default() })
    }

    fn is_same(&self, _: &Texts, _: &Texts) -> Result<bool, ()> {
        Ok(false)
    }
}

/// A text of lines each of which can go, but not the last one.
struct TextLines;

impl RepairSubject for TextLines {
    type Error = ();

    fn examine(&self, texts: &Texts) -> Result<ExaminedFiles, ()> {
        let mut sources = Sources::new();
        let file = sources.add("t", &*texts[0].1);
        let (mut diagnostics, mut start) = (Vec::new(), 0);
        for line in texts[0].1.split_inclusive('\n') {
            let span = Span::new(file, start, start + line.len());
            let fix = Fix { safety: crate::source::diagnostic::Safety::Safe, ..Fix::remove("remove the line", span) };
            diagnostics.push(Diagnostic::new(Code::RedundantConstraint, span, line.trim()).fix(fix));
            start += line.len();
        }
        Ok(ExaminedFiles { diagnostics, sources: sources.into(), is_read: true, ..ExaminedFiles::default() })
    }

    fn is_same(&self, before: &Texts, after: &Texts) -> Result<bool, ()> {
        assert!(before[0].1.len() > after[0].1.len());
        Ok(!after[0].1.is_empty())
    }
}

#[test]
fn what_is_safe_alone_is_not_made_together_where_it_is_not_safe_together() {
    let original = TextLines.examine(&vec![("t".to_owned(), "a\nb\nc\n".into())]).unwrap();
    let repaired = repair(original, FixSelection::Safe, &TextLines).unwrap();
    assert_eq!(repaired.files().next().unwrap().after, "c\n");
    assert!(repaired.done.len() == 2 && repaired.done.iter().all(|done| done.is_safe));
}

/// A misspelt word, and a word that can go where nothing is misspelt.
struct Words;

impl RepairSubject for Words {
    type Error = ();

    fn examine(&self, texts: &Texts) -> Result<ExaminedFiles, ()> {
        let mut sources = Sources::new();
        let file = sources.add("t", &*texts[0].1);
        let place = |word: &str| {
            let start = texts[0].1.find(word)?;
            Some(Span::new(file, start, start + word.len()))
        };
        let misspelt = place("nmae").map(|span| {
            Diagnostic::new(Code::UnknownKey, span, "misspelt").fix(Fix::replace("write name", span, "name"))
        });
        let idle = place("idle").filter(|_| misspelt.is_none()).map(|span| {
            let fix = Fix { safety: crate::source::diagnostic::Safety::Safe, ..Fix::remove("remove the word", span) };
            Diagnostic::new(Code::RedundantConstraint, span, "idle").fix(fix)
        });
        let diagnostics = misspelt.into_iter().chain(idle).collect();
        Ok(ExaminedFiles { diagnostics, sources: sources.into(), is_read: true, ..ExaminedFiles::default() })
    }

    fn is_same(&self, _: &Texts, _: &Texts) -> Result<bool, ()> {
        Ok(true)
    }
}

#[test]
fn what_only_a_suggestion_shows_to_be_superfluous_stays() {
    for (text, repaired) in [("nmae idle", "name idle"), ("name idle", "name ")] {
        let original = Words.examine(&vec![("t".to_owned(), text.into())]).unwrap();
        let after = repair(original, FixSelection::Suggested, &Words).unwrap().files().next().unwrap().after;
        assert_eq!(after, repaired, "{text}");
    }
}

/// Letters that can be capital ones: `b` only beside a capital `A`, and `c` never.
struct Letters;

impl RepairSubject for Letters {
    type Error = ();

    fn examine(&self, texts: &Texts) -> Result<ExaminedFiles, ()> {
        let (mut sources, text) = (Sources::new(), &*texts[0].1);
        let file = sources.add("t", text);
        let small = text.char_indices().filter(|(_, letter)| letter.is_ascii_lowercase());
        let mut diagnostics: Vec<Diagnostic> = small
            .map(|(at, letter)| {
                let (span, title) = (Span::new(file, at, at + 1), format!("write {letter} otherwise"));
                let fix = Fix::replace(title, span, letter.to_ascii_uppercase().to_string());
                Diagnostic::new(Code::UnknownKey, span, letter.to_string()).fix(fix)
            })
            .collect();
        if text.contains('C') || (text.contains('B') && text.contains('a')) {
            diagnostics.push(Diagnostic::new(Code::UnknownKey, Span::new(file, 0, 1), "clash"));
        }
        Ok(ExaminedFiles { diagnostics, sources: sources.into(), is_read: true, ..ExaminedFiles::default() })
    }

    fn is_same(&self, _: &Texts, _: &Texts) -> Result<bool, ()> {
        Ok(false)
    }
}

#[test]
fn what_is_refused_is_tried_again_when_other_things_are_mended() {
    let original = Letters.examine(&vec![("t".to_owned(), "bca".into())]).unwrap();
    let repaired = repair(original, FixSelection::Suggested, &Letters).unwrap();
    assert_eq!(repaired.files().next().unwrap().after, "BcA");
    assert_eq!((repaired.done.len(), repaired.suggestions), (2, 1));
}
