use super::{Detail, Paint, quotations, report, report_findings};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Sources, Span};

fn span(sources: &Sources, file: FileId, word: &str) -> Span {
    let start = sources.file(file).text().find(word).unwrap();
    Span::new(file, start, start + word.len())
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_end).collect()
}

#[test]
fn quotes_lines_with_labels_notes_and_help() {
    let mut sources = Sources::new();
    let file = sources.add("shop.yaml", "nodes:\n  - größe: {node: oracle}\n  - oracle: {}\n");
    let diagnostic =
        Diagnostic::new(Code::RelationTarget, span(&sources, file, "oracle"), "relation target can be missing")
            .labelled("absent when `env` is \"dev\"")
            .and(span(&sources, file, "oracle: {}"), "the target")
            .note("witness: env=dev")
            .help("give the relation the same condition");
    let expected = "\
error[V302]: relation target can be missing
 --> shop.yaml:2:19
  |
2 |   - größe: {node: oracle}
  |                   ^^^^^^ absent when `env` is \"dev\"
3 |   - oracle: {}
  |     ---------- the target
  |
  = note: witness: env=dev
  = help: give the relation the same condition

1 error
";
    assert_eq!(lines(&report(&[diagnostic], &sources, Paint::Plain)), lines(expected));
}

#[test]
fn sorts_by_place_and_marks_the_first_error() {
    let mut sources = Sources::new();
    let file = sources.add("t.yaml", "a: 1\nb: 2\nc: 3\n");
    let at = |word, message: &str| Diagnostic::new(Code::UnknownKey, span(&sources, file, word), message);
    let mut warning = at("a", "first");
    warning.severity = crate::source::diagnostic::Severity::Warning;
    let text = report(&[at("c", "third").reference("Third"), warning, at("b", "second")], &sources, Paint::Plain);
    let place = |word| text.find(word).unwrap();
    assert!(place("first") < place("second") && place("second") < place("third"));
    assert_eq!(text.matches("a Variability Test").count(), 1);
    assert!(place("looks at the first error, this one, and expects `Third`") > place("third"));
    assert!(text.ends_with("\n2 errors, 1 warning\n"));
}

/// A relation of a misspelt name is not the one that pruning and checks look for.
#[test]
fn misspelt_requirements_stand_before_what_is_wrong_with_variants() {
    let mut sources = Sources::new();
    let file = sources.add("t.yaml", "a: 1\nb: 2\n");
    let torn = Diagnostic::new(Code::Contradiction, span(&sources, file, "a"), "torn");
    let misspelt = Diagnostic::new(Code::UndeclaredRequirement, span(&sources, file, "b"), "misspelt");
    let text = quotations(&[torn, misspelt], &sources, Paint::Plain, Detail::Brief);
    assert!(text.find("misspelt") < text.find("torn"), "{text}");
}

/// That nothing is valid follows from the other errors where no lines are shown for it.
#[test]
fn what_points_nowhere_stands_behind_its_reason() {
    let mut sources = Sources::new();
    let file = sources.add("t.yaml", "a: 1\nb: 2\n");
    let reason = Diagnostic::new(Code::AmbiguousResult, span(&sources, file, "b"), "reason");
    let nothing = Diagnostic::new(Code::NoValidVariant, Span::start_of(file), "nothing");
    let text = |last: Diagnostic| quotations(&[last, reason.clone()], &sources, Paint::Plain, Detail::Brief);
    let is_last = |text: &str| text.find("reason") < text.find("nothing");
    assert!(is_last(&text(nothing.clone())));
    assert!(!is_last(&text(nothing.and(span(&sources, file, "a"), "a line"))));
}

#[test]
fn tests_are_mentioned_only_where_there_may_be_some() {
    let mut sources = Sources::new();
    let file = sources.add("t.yaml", "a: 1\nb: 2\n");
    let at = |word| Diagnostic::new(Code::UnknownKey, span(&sources, file, word), "message").reference("Other");
    let diagnostics = [at("a"), at("b")];
    assert_eq!(report(&diagnostics, &sources, Paint::Plain).matches("and expects `Other`").count(), 1);
    assert_eq!(
        report(&diagnostics[..1], &sources, Paint::Plain).matches("a Variability Test expects `Other`").count(),
        1
    );
    assert!(!report_findings(&diagnostics, &sources, Paint::Plain).contains("Variability Test"));
}

#[test]
fn quotes_of_long_files_and_long_lines_stay_short() {
    let mut sources = Sources::new();
    let wide = sources.add("wide.yaml", format!("{}needle{}", " ".repeat(1 << 20), " ".repeat(1 << 20)));
    let long = sources.add("long.yaml", format!("top: 1\n{}needle: 1\n", "filler: 1\n".repeat(1 << 17)));
    let far =
        Diagnostic::new(Code::UnknownKey, span(&sources, long, "needle"), "far").and(span(&sources, long, "top"), "");
    let hidden = Diagnostic::new(Code::UnknownKey, span(&sources, wide, "needle"), "wide").labelled("the label");
    let text = report(&[far, hidden], &sources, Paint::Plain);
    assert!(text.len() < 1000, "{text}");
    assert!(text.contains("long.yaml:131074:1") && text.contains("wide.yaml:1:1048577"), "{text}");
    assert!(text.contains("the label"));
}

#[test]
fn a_span_over_several_lines_is_marked_on_its_first() {
    let mut sources = Sources::new();
    let file = sources.add("t.yaml", "a:\n  b: 1\n");
    let text = report(&[Diagnostic::new(Code::WrongShape, Span::new(file, 0, 9), "shape")], &sources, Paint::Plain);
    assert!(text.contains("^^") && !text.contains("b: 1"), "{text}");
}

#[test]
fn says_nothing_about_nothing() {
    assert_eq!(report(&[], &Sources::new(), Paint::Coloured), "");
}

#[test]
fn control_characters_are_shown_escaped() {
    let sources = Sources::new();
    let text = report(&[Diagnostic::unplaced(Code::UnknownKey, "\u{1b}]0;x\u{7}\n::error::y")], &sources, Paint::Plain);
    assert!(text.starts_with("error[V103]: \\u{1b}]0;x\\u{7}\\n::error::y\n"), "{text}");
}
