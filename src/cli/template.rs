//! Templates that arguments name.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use variscope::Error;
use variscope::analysis::settings::repository_of;
use variscope::answer::Finding;
use variscope::feature::Format;
use variscope::output::render::formats::Paths;
use variscope::source::Position;
use variscope::source::counted::counted;
use variscope::source::diagnostic::{Code, Diagnostic};
use variscope::source::package::{Package, read_file};
use variscope::source::printable::printable_path;
use variscope::tosca::model::{LoadOptions, Model};

use super::arguments::Template;
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::output::READ;
use super::terminal::Terminal;

/// Whether links and imports may lead out of packages; said once, before anything is opened.
static ALLOWS_OUTSIDE: AtomicBool = AtomicBool::new(false);

/// Lets links and imports lead out of the packages that are opened from now on.
pub fn allow_outside() {
    ALLOWS_OUTSIDE.store(true, Ordering::Relaxed);
}

/// Whether they may.
pub fn allows_outside() -> bool {
    ALLOWS_OUTSIDE.load(Ordering::Relaxed)
}

/// Counts what was found and is passed over because it is a link out of the folder that was named.
pub fn report_leading_out(links: &[PathBuf], terminal: &Terminal) {
    if let Some(first) = links.first() {
        let (number, first) = (counted(links.len(), "link"), printable_path(first));
        terminal.inform(&format!(
            "passed over: {number}, first `{first}`, out of the folder that was named: `--allow-outside` follows them\n"
        ));
    }
}

/// The package at `path`; `-` is stdin.
pub fn open(path: &Path) -> Result<Package, Failure> {
    if Format::of(path).is_some() {
        return Err(not_a_template(path));
    }
    if path != Path::new("-") {
        let package = Package::open(path)?.noting(&READ);
        READ.note(path);
        return Ok(if allows_outside() { package.allowing_outside() } else { package });
    }
    note_stdin();
    Ok(Package::piped("<stdin>", std::io::stdin().lock())?)
}

/// What is said of a feature model that is given to a command about templates.
fn not_a_template(path: &Path) -> Failure {
    let takes = "`check`, `count`, `diff`, `elements`, `explain`, `export`, `list`, `optimize` and `sample` take feature models";
    let instead = "`elements` shows what is always, sometimes or never selected, with `--input FEATURE=true` what a choice leaves";
    Failure::Usage(format!(
        "`{}` is a feature model, and this command takes templates only: {takes}; {instead}; see {}feature-models.html",
        printable_path(path),
        env!("CARGO_PKG_HOMEPAGE")
    ))
}

/// Notes the file that stdin comes from, if the system knows it.
fn note_stdin() {
    READ.note(Path::new("/dev/stdin"));
}

/// The package with the environments of the project at home, if one is named, beneath those of its own project.
pub fn with_unfurl_home(package: Package, home: Option<&Path>) -> Result<Package, Failure> {
    Ok(match home {
        Some(home) => package.with_home(open(home)?),
        None => package,
    })
}

/// The package in the environment that an argument means, and the file that it is: an environment has a file of its own, or is
/// one of the project, by its name.
pub fn deployed_in(package: Package, environment: Option<&Path>) -> Result<(Package, Option<Package>), Failure> {
    match environment {
        None => Ok((package, None)),
        Some(file) if file.exists() || file == Path::new("-") => Ok((package, Some(open(file)?))),
        Some(name) => Ok((package.in_environment(&name.to_string_lossy()), None)),
    }
}

/// Where the user is; paths stay as they are where that is unknown.
pub fn current() -> PathBuf {
    std::env::current_dir().unwrap_or_default()
}

/// Paths as the user sees them, and as platforms do: these say where a checkout is, else it is the repository that the user is in.
pub fn here() -> Paths {
    let checkouts = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"].into_iter().filter_map(std::env::var_os);
    let checkouts = checkouts.filter_map(|folder| Path::new(&folder).canonicalize().ok());
    let current = current();
    let roots = checkouts.chain(repository_of(&current)).collect();
    Paths::new(current).below(roots)
}

/// Paths of the files of a template: relative to where the user is, or inside the archive that it is in.
pub fn paths(package: &Package, template: &Path) -> Paths {
    let paths = Paths::new(current());
    if package.is_archive() { paths.inside(template) } else { paths }
}

/// The output for programs about a template that cannot be read: a package is called by the file with its template.
pub fn unreadable(template: &Path, error: &Error) -> Finding {
    let entry = |package: Package| package.path(&package.entry().ok()?);
    let file = match error {
        // Settings, assertions and findings that are known are read for it.
        Error::Io { path, .. } if template.exists() && !path.starts_with(template) => Some(path.clone()),
        _ => Some(template).filter(|path| path.is_dir()).and_then(|path| entry(Package::open(path).ok()?)),
    };
    let path = Paths::new(current()).show(&file.as_deref().unwrap_or(template).display().to_string());
    let Diagnostic { code, message, notes, help, .. } = error.diagnostic();
    Finding { notes, help, ..Finding::of_file(code, message, path) }
}

/// Settings or assertions that make no sense, for programs: the last line says what, those before it where.
pub fn unusable(path: &Path, message: &str, place: Option<Position>) -> Finding {
    let mut lines: Vec<String> = message.trim_end().lines().map(str::to_owned).collect();
    let last = lines.pop().unwrap_or_default();
    let path = Paths::new(current()).show(&path.display().to_string());
    let place = place.unwrap_or(Position { line: 1, column: 1 });
    Finding { notes: lines, ..Finding::new(Code::UnreadableFile, last).at(Some(path), (place, place)) }
}

/// The text of a file.
pub fn read(path: &Path) -> Result<Arc<str>, Failure> {
    Ok(read_file(path)?)
}

/// Shows what is wrong with a template; its model when that can be used all the same.
pub fn load(template: &Template, terminal: &Terminal) -> Result<Result<Model, ExitStatus>, Failure> {
    let package = open(&template.path)?;
    let options = LoadOptions { profile: template.profile.chosen(), options: None };
    let loaded = Model::load(&package, &options)?;
    terminal.diagnose(&loaded.diagnostics, &loaded.sources);
    let is_broken = loaded.diagnostics.iter().any(|diagnostic| diagnostic.is_error());
    Ok(loaded.model.filter(|_| !is_broken).ok_or(ExitStatus::Broken))
}
