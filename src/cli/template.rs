//! Templates that arguments name.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use variscope::output::render::formats::Paths;
use variscope::source::package::{Package, read_file};
use variscope::tosca::model::{LoadOptions, Model};

use super::arguments::Template;
use super::status::Status;
use super::terminal::{Failure, Terminal};

/// Whether links may lead out of packages; said once, before anything is opened.
static ALLOWS_OUTSIDE: AtomicBool = AtomicBool::new(false);

/// Lets links lead out of the packages that are opened from now on.
pub fn allow_outside() {
    ALLOWS_OUTSIDE.store(true, Ordering::Relaxed);
}

/// The package at `path`; `-` is stdin.
pub fn open(path: &Path) -> Result<Package, Failure> {
    if path != Path::new("-") {
        let package = Package::open(path)?;
        return Ok(if ALLOWS_OUTSIDE.load(Ordering::Relaxed) { package.allowing_outside() } else { package });
    }
    Ok(Package::piped("<stdin>", std::io::stdin().lock())?)
}

/// The package with the environments of the project at home, if one is named, beneath those of its own project.
pub fn at_home(package: Package, home: Option<&Path>) -> Result<Package, Failure> {
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

/// Where the user is; paths stay as they are where nobody knows.
pub fn current() -> PathBuf {
    std::env::current_dir().unwrap_or_default()
}

/// Paths of the files of a template: relative to where the user is, or inside the archive that it is in.
pub fn paths(package: &Package, template: &Path) -> Paths {
    let paths = Paths::new(current());
    if package.is_archive() { paths.inside(template) } else { paths }
}

/// The text of a file.
pub fn read(path: &Path) -> Result<Arc<str>, Failure> {
    Ok(read_file(path)?)
}

/// Shows what is wrong with a template; its model when that can be used all the same.
pub fn load(template: &Template, terminal: &Terminal) -> Result<Result<Model, Status>, Failure> {
    let package = open(&template.path)?;
    let options = LoadOptions { profile: template.profile.chosen(), options: None };
    let loaded = Model::load(&package, &options)?;
    terminal.diagnose(&loaded.diagnostics, &loaded.sources);
    let is_broken = loaded.diagnostics.iter().any(|diagnostic| diagnostic.is_error());
    Ok(loaded.model.filter(|_| !is_broken).ok_or(Status::Broken))
}
