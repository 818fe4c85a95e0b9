//! Workflow commands of GitHub Actions, which become annotations of lines.
//!
//! Line breaks and `%` are escaped everywhere, `:`, `,` and what terminals obey in properties besides. Columns are understood only where start
//! and end are in the same line.

use super::FindingsReport;
use crate::answer::{Finding, Place};
use crate::source::diagnostic::Severity;
use crate::source::printable::printable;

pub(super) fn write(report: &FindingsReport) -> String {
    report.findings().map(|(template, finding)| command(template, finding)).collect()
}

fn command(template: &str, finding: &Finding) -> String {
    let word = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let title = property(&format!("{} {}", finding.code, finding.code.entry().title));
    let place = finding.place().map_or_else(|| format!("file={}", property(template)), place);
    format!("::{word} {place},title={title}::{}\n", data(&finding.paragraph()))
}

fn place(Place { file, line, column, end, .. }: Place) -> String {
    let columns = if line == end.line { format!(",col={column},endColumn={}", end.column) } else { String::new() };
    format!("file={},line={line},endLine={}{columns}", property(&file), end.line)
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    printable(&data(text)).replace(':', "%3A").replace(',', "%2C")
}
