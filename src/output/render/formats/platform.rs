//! Findings for platforms that show them beside lines of a repository: each at some line of a file in it.

use super::FindingsReport;
use crate::answer::{CheckedTemplate, Finding, Place};

impl FindingsReport {
    /// The report with paths from the root of the repository. What is about no file, such as a value of the command line, or
    /// about a condition there, is reported at the first line of the template: platforms refuse what has no place.
    pub(super) fn on_platform(&self) -> Self {
        let templates = self.templates.iter().map(|checked| {
            let template = self.paths.in_repository(&self.path(checked));
            let findings = checked.findings.iter().map(|finding| self.placed(finding, &template)).collect();
            CheckedTemplate { template, findings, ..checked.clone() }
        });
        Self { templates: templates.collect(), ..self.clone() }
    }

    fn placed(&self, finding: &Finding, template: &str) -> Finding {
        let mut placed = finding.clone();
        match &finding.file {
            Some(file) if !is_argument(file) => placed.file = Some(self.paths.in_repository(file)),
            Some(_) | None => placed = placed.at_start_of(template.to_owned()),
        }
        for place in placed.places.iter_mut().chain(&mut placed.because).filter(|place| place.is_in_file()) {
            place.file = self.paths.in_repository(&place.file);
        }
        for edit in placed.fix.iter_mut().flat_map(|fix| &mut fix.edits) {
            edit.file = self.paths.in_repository(&edit.file);
        }
        placed
    }
}

impl Place {
    /// Whether there is a file to point at.
    pub(super) fn is_in_file(&self) -> bool {
        !is_argument(&self.file)
    }
}

/// Whether what diagnostics call a file is an option of the command line, such as `--assert`.
fn is_argument(file: &str) -> bool {
    file.starts_with("--")
}
