//! `variscope check --fix` and `--diff`: files are written last, each as a whole.

use std::path::Path;
use std::sync::Arc;

use variscope::analysis::settings::Settings;
use variscope::resolve::sameness::is_safe;
use variscope::source::Sources;
use variscope::source::counted::counted;
use variscope::source::diagnostic::Diagnostic;
use variscope::source::fix::{ExaminedFiles, FixSelection, Patched, RepairSubject, Repaired, Texts, repair};
use variscope::source::package::Package;
use variscope::source::printable::{printable, printable_path};
use variscope::source::writing::{Replacement, Snapshot};
use variscope::tosca::model::{LoadOptions, Loaded, Model};

use super::super::exit_status::ExitStatus;
use super::super::failure::Failure;
use super::super::feature_model;
use super::super::output::replace;
use super::super::question::TemplateQuestion;
use super::super::template::open;
use super::super::terminal::Terminal;
use super::search::Subject;
use super::{Check, CheckRun};

/// The templates among the subjects that can be repaired. What cannot be is left out, and said so; but an archive or stdin that was
/// named is refused, before anything is repaired.
pub fn editable<'s>(subjects: &'s [Subject], terminal: &Terminal) -> Result<Vec<&'s Path>, Failure> {
    let mut editable = Vec::new();
    for Subject { path, is_found } in subjects {
        match obstacle(path) {
            Ok(None) => editable.push(path.as_path()),
            Ok(Some(Obstacle { reason, is_refused: true })) if !is_found => {
                return Err(Failure::Usage(format!("`{}` {reason}", printable_path(path))));
            }
            Ok(Some(Obstacle { reason, .. })) => {
                terminal.inform(&format!("not repaired: `{}` {reason}\n", printable_path(path)));
            }
            // What is wrong with it is reported when it is checked.
            Err(_) if *is_found => {}
            Err(error) => return Err(error),
        }
    }
    Ok(editable)
}

/// Why something cannot be repaired.
struct Obstacle {
    reason: &'static str,
    /// Whether nothing is done where it was named.
    is_refused: bool,
}

fn obstacle(path: &Path) -> Result<Option<Obstacle>, Failure> {
    if feature_model::is_model(path) {
        return Ok(Some(Obstacle { reason: "is a feature model: templates are repaired", is_refused: false }));
    }
    let package = open(path)?;
    let reason = if package.is_archive() {
        "is an archive: unpack it, files inside archives are not edited"
    } else if package.is_text() {
        "is no file that could be edited"
    } else {
        return Ok(None);
    };
    Ok(Some(Obstacle { reason, is_refused: true }))
}

/// Repairs what can be repaired in one template: writes the files, or returns what would be written as a patch, which is empty where
/// there is nothing to repair.
pub fn run(run: CheckRun<'_>, template: &Path) -> Result<String, Failure> {
    let CheckRun { arguments, terminal, .. } = run;
    let settings = Settings::beside(template)?;
    let attempts = Attempts { run, template, settings: &settings };
    let original = attempts.of(&open(template)?)?;
    let errors = original.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let selection = if arguments.takes_suggestions { FixSelection::Suggested } else { FixSelection::Safe };
    let repaired = repair(original, selection, &attempts)?;
    let patch = finish(arguments, &repaired, terminal)?;
    if arguments.diff && repaired.done.is_empty() && repaired.suggestions == 0 {
        let path = printable_path(template);
        terminal.inform(&match errors {
            0 => format!("nothing to change in `{path}`\n"),
            _ => format!("no fix is known for `{path}`, which has {}\n", counted(errors, "error")),
        });
    }
    Ok(patch)
}

/// Tries texts of the files of a template in place of those that they have.
struct Attempts<'a> {
    run: CheckRun<'a>,
    template: &'a Path,
    settings: &'a Settings,
}

impl Attempts<'_> {
    fn package(&self, texts: &Texts) -> Result<Package, Failure> {
        let package = open(self.template)?;
        Ok(texts.iter().fold(package, |package, (name, text)| package.replacing(name, Arc::clone(text))))
    }

    fn of(&self, package: &Package) -> Result<ExaminedFiles, Failure> {
        examine(self.run, package, self.settings)
    }
}

impl RepairSubject for Attempts<'_> {
    type Error = Failure;

    fn examine(&self, texts: &Texts) -> Result<ExaminedFiles, Failure> {
        self.of(&self.package(texts)?)
    }

    fn is_same(&self, before: &Texts, after: &Texts) -> Result<bool, Failure> {
        let load = LoadOptions { profile: self.run.arguments.profile.chosen(), options: None };
        let read = |texts: &Texts| -> Result<Loaded, Failure> { Ok(Model::load(&self.package(texts)?, &load)?) };
        Ok(is_safe(&read(before)?, &read(after)?, self.run.asked.limits()))
    }
}

fn examine(run: CheckRun<'_>, package: &Package, settings: &Settings) -> Result<ExaminedFiles, Failure> {
    let CheckRun { arguments, asked, wanted, .. } = run;
    let (mut diagnostics, mut found, mut sources) = (Vec::new(), Vec::new(), Arc::default());
    let (mut is_read, mut is_cut_short) = (false, false);
    let mut report = |diagnostic: &[Diagnostic], quoted: &Sources| {
        let is_wanted =
            |diagnostic: &&Diagnostic| wanted.has(diagnostic.code) && wanted.shows(diagnostic, quoted, settings);
        diagnostics.extend(diagnostic.iter().filter(is_wanted).cloned());
        sources = Arc::new(quoted.clone());
    };
    let asked = asked.despite_errors().asserting(wanted.assertions(settings));
    TemplateQuestion::new(package, arguments.profile, &asked, &mut report).run(|variants, limits, _| {
        let all = variants.all(limits);
        let options = wanted.check_options(arguments, settings);
        let mut findings = all.begin_check(options).findings().clone();
        wanted.filter(&mut findings, settings);
        found = findings.findings.into_iter().map(|finding| finding.diagnostic).collect();
        is_read = variants.model().recovery().is_none();
        is_cut_short = limits.budget.check().is_err();
        Ok(ExitStatus::Fine)
    })?;
    let from_reading = diagnostics.len();
    diagnostics.append(&mut found);
    Ok(ExaminedFiles { diagnostics, from_reading, sources, is_read, is_cut_short })
}

/// Makes the patch, or writes the files; prints what was or can be done.
fn finish(arguments: &Check, repaired: &Repaired, terminal: &Terminal) -> Result<String, Failure> {
    let mut patch = String::new();
    if arguments.diff {
        patch.extend(repaired.files().map(|file| file.diff()));
    } else {
        let files: Vec<Replacement> = repaired.files().map(replacement).collect();
        replace(&files)?;
    }
    for done in &repaired.done {
        let verb = match (arguments.diff, done.is_safe) {
            (true, true) => "can be repaired",
            (true, false) => "suggested",
            (false, true) => "repaired",
            (false, false) => "changed as suggested",
        };
        terminal.write_message(&format!("{verb}: {}\n", printable(&done.title)));
    }
    if repaired.suggestions > 0 {
        let (number, option) = (repaired.suggestions, if arguments.diff { "--diff" } else { "--fix" });
        let what = counted(number, "suggestion");
        terminal.write_message(&if arguments.takes_suggestions {
            format!("{what} not followed: another error would come of it, or what it is for would stay\n")
        } else {
            format!("{what} that may change what is deployed: see `{option} --unsafe`\n")
        });
    }
    Ok(patch)
}

fn replacement(file: Patched) -> Replacement {
    Replacement { path: file.name.into(), before: Snapshot::Text(file.before), after: file.after }
}
