//! `variscope check --fix` and `--diff`.
//!
//! Errors are repaired before warnings, for a repaired error often takes warnings with it. Edits are tried on the texts in
//! memory first, and are kept only when what they are for is gone, nothing new is wrong, and, where something without
//! effect was removed, there are as many variants as before. Files are written last, each as a whole.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use num_bigint::BigUint;
use variscope::diagnostic::{Code, Diagnostic, Fix};
use variscope::fix::{Patch, Patched};
use variscope::question::Strictness;
use variscope::source::Sources;
use variscope::source::package::Package;

use super::arguments::Check;
use super::check::Wanted;
use super::output::write;
use super::question::ask_telling;
use super::settings::Settings;
use super::status::Status;
use super::template::open;
use super::terminal::{Failure, Terminal};

/// Repairs may show what was hidden before; so often is looked again.
const MOST_ROUNDS: usize = 8;

/// What is known of one state of the files.
struct State {
    /// What was said while reading and found afterwards, as far as it is wanted.
    diagnostics: Vec<Diagnostic>,
    sources: Arc<Sources>,
    /// How many variants there are, unless that is not known exactly.
    count: Option<BigUint>,
    /// Whether it could be asked about variants.
    is_read: bool,
}

/// Repairs what can be repaired in one template: writes the files, or shows what would be written. Whether there was
/// anything to repair.
pub fn run(arguments: &Check, template: &Path, wanted: &Wanted, terminal: &Terminal) -> Result<bool, Failure> {
    let settings = Settings::beside(template)?;
    let examine = |package: &Package| examine(arguments, package, wanted, &settings);
    let original = examine(&editable(template)?)?;
    let sources = Arc::clone(&original.sources);
    let (mut state, mut titles, mut refused) = (original, Vec::new(), Vec::new());
    for _ in 0..MOST_ROUNDS {
        let patch = state.patch(&refused);
        if patch.is_empty() {
            break;
        }
        let single = patch.fixes().iter().map(|fix| Patch::of([fix]));
        let tried = std::iter::once(patch.clone()).chain(single.filter(|_| patch.fixes().len() > 1));
        let mut repaired = None;
        for patch in tried {
            let next = examine(&state.with(&patch, template)?)?;
            if state.is_repaired_by(&patch, &next) {
                titles.extend(patch.fixes().iter().map(|fix| state.line(fix)));
                repaired = Some(next);
                break;
            }
            if let [fix] = patch.fixes() {
                refused.push(fix.title.clone());
            }
        }
        state = repaired.unwrap_or(state);
    }
    finish(arguments, &sources, &state.sources, &titles, terminal)?;
    Ok(!titles.is_empty())
}

/// The package at a path, where files can be written.
fn editable(template: &Path) -> Result<Package, Failure> {
    let package = open(template)?;
    let reason = if package.is_archive() {
        "is an archive: unpack it, files inside archives are not edited"
    } else if package.is_text() {
        "is no file that could be edited"
    } else {
        return Ok(package);
    };
    Err(Failure::Usage(format!("`{}` {reason}", template.display())))
}

fn examine(arguments: &Check, package: &Package, wanted: &Wanted, settings: &Settings) -> Result<State, Failure> {
    let (mut diagnostics, mut found, mut sources) = (Vec::new(), Vec::new(), Arc::default());
    let (mut count, mut is_read) = (None, false);
    let tell = |said: &[Diagnostic], quoted: &Sources| {
        diagnostics.extend(said.iter().filter(|diagnostic| wanted.has(diagnostic.code)).cloned());
        sources = Arc::new(quoted.clone());
    };
    ask_telling(package, arguments.profile, &arguments.scope, tell, |variants, limits, _| {
        let mut findings =
            variants.check(limits, Strictness { open: arguments.open, types: arguments.types_profile.profile() });
        wanted.filter(&mut findings, settings);
        found = findings.findings.into_iter().map(|finding| finding.diagnostic).collect();
        let counted = variants.count(limits, false);
        count = counted.is_exact().then_some(counted.variants);
        is_read = true;
        Ok(Status::Fine)
    })?;
    diagnostics.append(&mut found);
    Ok(State { diagnostics, sources, count, is_read })
}

impl State {
    /// The fixes of errors, else those of everything, without those that were of no use.
    fn patch(&self, refused: &[String]) -> Patch {
        let fixes = |only_errors: bool| {
            let wanted = self.diagnostics.iter().filter(move |diagnostic| !only_errors || diagnostic.is_error());
            let fixes = wanted.filter_map(|diagnostic| diagnostic.fix.as_deref());
            Patch::of(fixes.filter(|fix| !refused.contains(&fix.title)))
        };
        let errors = fixes(true);
        if errors.is_empty() { fixes(false) } else { errors }
    }

    /// The package with the texts as the patch leaves them.
    fn with(&self, patch: &Patch, template: &Path) -> Result<Package, Failure> {
        let fresh = self
            .sources
            .files()
            .fold(open(template)?, |package, file| package.replacing(file.name(), Arc::clone(file.text())));
        let patched = patch.apply(&self.sources).into_iter();
        Ok(patched.fold(fresh, |package, file| package.replacing(&file.name, file.after)))
    }

    /// Whether what the patch is for is gone, and nothing else came for it.
    fn is_repaired_by(&self, patch: &Patch, next: &Self) -> bool {
        let is_of = |diagnostic: &&Diagnostic| diagnostic.fix.as_deref().is_some_and(|fix| patch.fixes().contains(fix));
        let targets: Vec<&Diagnostic> = self.diagnostics.iter().filter(is_of).collect();
        let times = |state: &Self, key: &Diagnostic| {
            let is_same = |other: &&Diagnostic| other.code == key.code && other.message == key.message;
            state.diagnostics.iter().filter(is_same).count()
        };
        let is_gone = targets.iter().all(|target| times(next, target) < times(self, target));
        // What could not be read before had no variants in which something could be wrong.
        let errors = next.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        let mut new = errors.filter(|error| times(next, error) > times(self, error));
        let is_harmless = if self.is_read { new.next().is_none() } else { next.is_read || new.next().is_none() };
        let is_only_removal = self.is_read && targets.iter().all(|target| is_without_effect(target.code));
        let is_counted = !is_only_removal || (self.count.is_some() && self.count == next.count);
        is_gone && is_harmless && is_counted
    }

    /// `file:line: what is done`.
    fn line(&self, fix: &Fix) -> String {
        let place = fix.edits.first().map(|edit| self.sources.place(edit.span)).unwrap_or_default();
        format!("{place}: {}\n", fix.title)
    }
}

/// What these codes are about can go without any variant going or coming.
fn is_without_effect(code: Code) -> bool {
    matches!(
        code,
        Code::IdleCondition
            | Code::FalseOptional
            | Code::TrueCondition
            | Code::IdleConstraint
            | Code::TrueConstraint
            | Code::UnusedExpression
    )
}

/// Shows the difference, or writes the files and tells what was done.
fn finish(
    arguments: &Check,
    before: &Sources,
    after: &Sources,
    titles: &[String],
    terminal: &Terminal,
) -> Result<(), Failure> {
    let changed = before.files().filter_map(|file| {
        let now = after.files().find(|now| now.name() == file.name())?;
        let (name, before, after) = (file.name().to_owned(), Arc::clone(file.text()), now.text().to_string());
        (*before != *after).then_some(Patched { name, before, after })
    });
    for file in changed {
        if arguments.diff {
            write(&file.diff(), None)?;
        } else {
            write(&(byte_order_mark(&file.name).to_owned() + &file.after), Some(Path::new(&file.name)))?;
        }
    }
    let verb = if arguments.diff { "can be repaired" } else { "repaired" };
    titles.iter().for_each(|title| terminal.tell(&format!("{verb}: {title}")));
    Ok(())
}

/// What some editors write at the start of a file stays there.
fn byte_order_mark(path: &str) -> &'static str {
    let has_mark = fs::read(path).is_ok_and(|bytes| bytes.starts_with("\u{feff}".as_bytes()));
    if has_mark { "\u{feff}" } else { "" }
}
