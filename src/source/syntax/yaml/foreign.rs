//! What is no YAML but was written for another program: parts of templates that a template engine fills in, and comments of
//! JavaScript. What the parser says of them is put in the words of their authors.

use std::ops::Range;

use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};

/// How parts for template engines begin and end, with the programs that fill them in.
static PARTS: [(&str, &str, &str); 4] = [
    ("{%", "%}", "Jinja2, Ansible"),
    ("{#", "#}", "Jinja2, Ansible"),
    ("{{", "}}", "Helm, Jinja2, Ansible"),
    ("${", "}", "Terraform, envsubst"),
];
/// A part is looked for in so many bytes before and behind an error.
const REACH: usize = 400;
/// How comments of JavaScript begin.
static COMMENTS: [&str; 2] = ["//", "/*"];

/// Whether a key that goes over several lines, or should, begins with a comment of JavaScript.
pub(super) fn is_comment(key: &str, is_on_one_line: bool) -> bool {
    key.starts_with("/*") || !is_on_one_line && key.starts_with("//")
}

/// The diagnostics of `text` in words for what other programs would read there, and whether there is any such thing.
pub(super) fn reported(text: &str, file: FileId, diagnostics: Vec<Diagnostic>) -> (Vec<Diagnostic>, bool) {
    let mut reported: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    let mut is_foreign = false;
    for diagnostic in diagnostics {
        let other = diagnostic.span().filter(|_| may_be_foreign(&diagnostic)).and_then(|span| {
            let at = span.start as usize..span.end as usize;
            part(text, &at, file).or_else(|| comment(text, at.start, file))
        });
        is_foreign |= other.is_some();
        let diagnostic = other.unwrap_or(diagnostic);
        // One part may spoil the text in several ways.
        if reported.last().is_none_or(|error| error.span() != diagnostic.span() || error.message != diagnostic.message)
        {
            reported.push(diagnostic);
        }
    }
    (reported, is_foreign)
}

fn may_be_foreign(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.code, Code::MalformedYaml | Code::WrongShape)
}

/// What is said of the part for a template engine in which `at` is.
fn part(text: &str, at: &Range<usize>, file: FileId) -> Option<Diagnostic> {
    let begin = boundary(text, at.start.saturating_sub(REACH));
    let end = boundary(text, at.start.saturating_add(REACH).min(text.len()));
    let line_start = text[begin..at.start].rfind('\n').map_or(begin, |line_break| begin + line_break + 1);
    let line = text[line_start..end].lines().next()?;
    let within = PARTS.iter().filter_map(|&(begin, end, engines)| {
        let part = parts(line, begin, end).find(|part| part.contains(&(at.start - line_start)))?;
        Some((part, engines))
    });
    let (part, engines) = within.min_by_key(|(part, _)| part.start)?;
    let written = &line[part.clone()];
    let span = Span::new(file, line_start + part.start, line_start + part.end);
    let message = format!("`{written}` is for a template engine, which has not filled it in");
    let help = format!("let the engine ({engines}) write the file first, or put the text in quotes");
    Some(Diagnostic::new(Code::MalformedYaml, span, message).help(help))
}

/// The last place up to `at` that is not within a letter.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// All parts of a line between `begin` and `end`.
fn parts<'l>(line: &'l str, begin: &'l str, end: &'l str) -> impl Iterator<Item = Range<usize>> + 'l {
    line.match_indices(begin).filter_map(move |(start, _)| {
        let length = line[start..].find(end)?;
        Some(start..start + length + end.len())
    })
}

/// What is said of a comment of JavaScript that begins at `at`.
fn comment(text: &str, at: usize, file: FileId) -> Option<Diagnostic> {
    let begin = COMMENTS.iter().find(|begin| text[at..].starts_with(**begin))?;
    let line = text[at..].lines().next()?.trim_end();
    let span = Span::new(file, at, at + line.len());
    let message = format!("`{begin}` begins no comment");
    Some(Diagnostic::new(Code::MalformedYaml, span, message).help("remove it, or begin the comment with `# `"))
}
