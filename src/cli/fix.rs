//! `variscope check --fix` and `--diff`: files are written last, each as a whole.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use variscope::diagnostic::Diagnostic;
use variscope::fix::{Examined, Patched, Repaired, Texts, repair};
use variscope::printable::printable;
use variscope::question::Strictness;
use variscope::source::Sources;
use variscope::source::package::Package;

use super::arguments::Check;
use super::check::Wanted;
use super::guard;
use super::output::{place, write};
use super::question::{Asked, ask_telling};
use super::settings::Settings;
use super::status::Status;
use super::template::open;
use super::terminal::{Failure, Terminal};

/// Repairs what can be repaired in one template: writes the files, or shows what would be written. Whether there was
/// anything to repair.
pub fn run(
    arguments: &Check,
    asked: &Asked<'_>,
    template: &Path,
    wanted: &Wanted,
    terminal: &Terminal,
) -> Result<bool, Failure> {
    let settings = Settings::beside(template)?;
    let examine = |package: &Package| examine(arguments, asked, package, wanted, &settings);
    let original = examine(&editable(template)?)?;
    let repaired = repair(original, |texts: &Texts| {
        let package =
            texts.iter().fold(open(template)?, |package, (name, text)| package.replacing(name, Arc::clone(text)));
        examine(&package)
    })?;
    finish(arguments, &repaired, terminal)?;
    Ok(!repaired.titles.is_empty())
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

fn examine(
    arguments: &Check,
    asked: &Asked<'_>,
    package: &Package,
    wanted: &Wanted,
    settings: &Settings,
) -> Result<Examined, Failure> {
    let (mut diagnostics, mut found, mut sources) = (Vec::new(), Vec::new(), Arc::default());
    let (mut count, mut is_read, mut is_cut_short) = (None, false, false);
    let tell = |said: &[Diagnostic], quoted: &Sources| {
        diagnostics.extend(said.iter().filter(|diagnostic| wanted.has(diagnostic.code)).cloned());
        sources = Arc::new(quoted.clone());
    };
    ask_telling(package, arguments.profile, asked, tell, |variants, limits, _| {
        let all = variants.all(limits);
        let strictness = Strictness { open: arguments.open, types: arguments.types_profile.profile() };
        let mut findings = all.begin_check(strictness).findings().clone();
        wanted.filter(&mut findings, settings);
        found = findings.findings.into_iter().map(|finding| finding.diagnostic).collect();
        let counted = all.count(false);
        count = counted.is_exact().then_some(counted.variants);
        is_read = true;
        is_cut_short = limits.budget.check().is_err();
        Ok(Status::Fine)
    })?;
    diagnostics.append(&mut found);
    Ok(Examined { diagnostics, sources, count, is_read, is_cut_short })
}

/// Shows the difference, or writes the files and tells what was done.
fn finish(arguments: &Check, repaired: &Repaired, terminal: &Terminal) -> Result<(), Failure> {
    let mut files = repaired.files();
    if arguments.diff {
        files.try_for_each(|file| write(&file.diff(), None))?;
    } else {
        let text = |file: Patched| (byte_order_mark(&file.name).to_owned() + &file.after, file.name);
        let texts: Vec<(String, String)> = files.map(text).collect();
        guard::undisturbed(|| texts.iter().try_for_each(|(text, name)| place(text, Some(Path::new(name)))))?;
    }
    let verb = if arguments.diff { "can be repaired" } else { "repaired" };
    repaired.titles.iter().for_each(|title| terminal.tell(&format!("{verb}: {}\n", printable(title))));
    Ok(())
}

/// What some editors write at the start of a file stays there.
fn byte_order_mark(path: &str) -> &'static str {
    let has_mark = fs::read(path).is_ok_and(|bytes| bytes.starts_with("\u{feff}".as_bytes()));
    if has_mark { "\u{feff}" } else { "" }
}
