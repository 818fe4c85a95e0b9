//! Imports that are not read.

use super::Finding;
use super::subject::Subject;
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::tosca::model::{MisnamedRepository, Model, UnreadImport, UnreadReason};

/// So many imports are shown.
const SHOWN: usize = 4;

/// Imported files that are not there, and imports that are not read wherever they are.
pub(super) fn unread(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let model = subject.variants.model();
    let mut elsewhere = Vec::new();
    for import in model.unread_imports() {
        if let Some(repository) = &import.misnamed {
            findings.push(Finding::of(misnamed(import, repository)));
            continue;
        }
        match import.why {
            UnreadReason::Missing => findings.push(Finding::of(model.absent_import(import))),
            UnreadReason::Refused | UnreadReason::Unclear | UnreadReason::Unnamed => {}
            UnreadReason::Outside | UnreadReason::Repository | UnreadReason::Remote | UnreadReason::Program => {
                elsewhere.push(import);
            }
        }
    }
    findings.extend(beyond(&elsewhere).map(Finding::of));
}

/// Imports of files that exist, or may, and are not read: what is in them is not compared with anything.
pub fn unread_files(model: &Model) -> Option<Diagnostic> {
    let files: Vec<&UnreadImport> =
        model.unread_imports().iter().filter(|import| import.why == UnreadReason::Outside).collect();
    beyond(&files)
}

/// What is in a repository that is not declared cannot be read.
fn misnamed(import: &UnreadImport, repository: &MisnamedRepository) -> Diagnostic {
    let (name, close) = (&repository.name, &repository.close);
    let message = format!("import \"{}\" is not read: the repository \"{name}\" is not declared", import.name);
    let diagnostic = Diagnostic::new(Code::UnreadImport, repository.span, message).replacing(name, close);
    Diagnostic { severity: Severity::Warning, ..diagnostic.meaning(close.as_str()) }
}

fn beyond(imports: &[&UnreadImport]) -> Option<Diagnostic> {
    let (first, others) = imports.split_first()?;
    let message = match others.len() {
        0 => format!("import \"{}\" is not read: {}", first.name, why(first.why)),
        more => format!("import \"{}\" and {more} more are not read: {}", first.name, why(first.why)),
    };
    let diagnostic = Diagnostic::new(Code::UnreadImport, first.span, message);
    let diagnostic = others
        .iter()
        .take(SHOWN - 1)
        .fold(diagnostic, |diagnostic, import| diagnostic.and(import.span, why(import.why)));
    let diagnostic =
        diagnostic.note("types that they define are unknown here, and what has such a type is not checked");
    let is_outside = imports.iter().any(|import| import.why == UnreadReason::Outside && !import.name.starts_with('/'));
    let help = "copy the file into the folder of the template, or trust it with `--allow-outside`";
    Some(if is_outside { diagnostic.help(help) } else { diagnostic })
}

fn why(why: UnreadReason) -> &'static str {
    match why {
        UnreadReason::Missing => "it does not exist",
        UnreadReason::Refused => "the package does not give it away",
        UnreadReason::Unnamed | UnreadReason::Unclear => "no file is named",
        UnreadReason::Outside => "it lies outside of the folder or archive of the template",
        UnreadReason::Repository => "it is in a repository",
        UnreadReason::Remote => "nothing is fetched from the network",
        UnreadReason::Program => "programs are not run",
    }
}
