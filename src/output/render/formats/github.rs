//! Workflow commands of GitHub Actions, which become annotations of lines.
//!
//! Line breaks and `%` are escaped everywhere, `:` and `,` in properties besides. Columns are understood only where start
//! and end are in the same line.

use super::{Checked, FileRange, FindingsReport, Issue};
use crate::source::diagnostic::Severity;

pub(super) fn write(report: &FindingsReport) -> String {
    report.issues().map(|(template, issue)| command(template, issue)).collect()
}

fn command(template: &Checked, issue: &Issue) -> String {
    let word = match issue.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let title = property(&format!("{} {}", issue.code, issue.code.entry().title));
    let place = issue.place().map_or_else(|| format!("file={}", property(&template.path)), place);
    format!("::{word} {place},title={title}::{}\n", data(&issue.paragraph()))
}

fn place(place: &FileRange) -> String {
    let (start, end) = (place.start, place.end);
    let columns =
        if start.line == end.line { format!(",col={},endColumn={}", start.column, end.column) } else { String::new() };
    format!("file={},line={},endLine={}{columns}", property(&place.path), start.line, end.line)
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
