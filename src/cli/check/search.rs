//! Templates and CSARs in folders.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use variscope::Error;
use variscope::analysis::settings::Settings;
use variscope::output::render::variant::shell;
use variscope::resolve::suite::{TESTS, is_expected_document};
use variscope::source::diagnostic::did_you_mean;
use variscope::source::package::{Enclosure, Package, is_yaml, read_found};
use variscope::source::printable::printable_path;
use variscope::tosca::model::{LoadOptions, Model};

use crate::cli::failure::Failure;
use crate::cli::feature_model::is_model;
use crate::cli::template::{allows_outside, report_leading_out};
use crate::cli::terminal::Terminal;

/// Folders in which no templates of the author are.
static FOREIGN: [&str; 3] = ["node_modules", "target", "__pycache__"];

/// Keys that begin what a template deploys.
static TOPOLOGY: [&str; 2] = ["topology_template", "node_templates"];

/// A template or feature model to check.
pub struct Subject {
    pub path: PathBuf,
    /// Whether it was found in a folder, and not named.
    pub is_found: bool,
}

impl Subject {
    fn found(path: PathBuf) -> Self {
        Self { path, is_found: true }
    }
}

/// What is to be checked: paths as they are, behind a CSAR the other templates in its folder, and in place of any other folder what is
/// found in it. Where settings leave out all of that, that is said.
pub fn subjects(paths: &[PathBuf], terminal: &Terminal) -> Result<Vec<Subject>, Failure> {
    if paths.iter().filter(|path| *path == Path::new("-")).count() > 1 {
        return Err(Failure::Usage("`-` is stdin, which can be read only once: name it once".to_owned()));
    }
    let named = |path: &PathBuf| Subject { path: path.clone(), is_found: false };
    let mut subjects = Vec::new();
    for path in paths {
        if !path.is_dir() {
            subjects.push(named(path));
            continue;
        }
        let (settings, is_csar) = (Settings::beside(path)?, is_csar(path));
        let content = if is_csar { FolderContent::beside_csar } else { FolderContent::of };
        let enclosure = Enclosure::of(path).allowing_outside(allows_outside());
        let FolderContent { templates: below, passed_over, models, leading_out } =
            content(path, &settings, &enclosure)?;
        report_leading_out(&leading_out, terminal);
        for (file, why) in &passed_over {
            terminal.inform(&format!("passed over: `{}` {why}\n", printable_path(file)));
        }
        for model in models.iter().filter(|_| terminal.is_verbose()) {
            let model = printable_path(model);
            terminal.write_message(&format!(
                "passed over: `{model}` is a feature model, which is checked where it is named\n"
            ));
        }
        // With one template at its root a folder is a CSAR, too; and why it is none is the best that can be said.
        let is_alone = |only: &PathBuf| only.is_file() && only.parent() == Some(path);
        if is_csar {
            subjects.push(Subject { path: path.clone(), is_found: !below.is_empty() });
            subjects.extend(below.into_iter().map(Subject::found));
        } else if below.is_empty() && has_templates(path, &enclosure)? {
            let path = printable_path(path);
            terminal.inform(&format!("nothing to check in `{path}`: `exclude` in variscope.toml leaves out all\n"));
        } else if let (true, true, Some(model)) = (below.is_empty(), passed_over.is_empty(), models.first()) {
            return Err(only_models(path, model, models.len()));
        } else if below.is_empty() || below.len() == 1 && passed_over.is_empty() && below.iter().all(is_alone) {
            subjects.push(named(path));
        } else {
            subjects.extend(below.into_iter().map(Subject::found));
        }
    }
    // One template may be named in several ways; what cannot be read, and stdin, has no other name.
    let mut seen = BTreeSet::new();
    let file = |path: &Path| entry_of(path).unwrap_or_else(|| path.to_owned()).canonicalize();
    subjects.retain(|subject| file(&subject.path).map_or(true, |path| seen.insert(path)));
    Ok(subjects)
}

/// Whether a folder says or shows which of its files is the template.
fn is_csar(folder: &Path) -> bool {
    Package::open(folder).is_ok_and(|package| package.names_entry())
}

/// Whether it is a CSAR or a variable template: what else has a topology beside a template is what was resolved from it, or serves it.
fn is_csar_or_variable(path: &Path) -> bool {
    !path.is_file() || !is_yaml(path) || read_found(path).map_or(true, |text| text.contains("variability:"))
}

/// The file with the template of a CSAR in a folder; none where it is no folder.
pub fn entry_of(folder: &Path) -> Option<PathBuf> {
    let package = folder.is_dir().then(|| Package::open(folder).ok()).flatten()?;
    package.path(&package.entry().ok()?)
}

/// The template of a CSAR in a folder, and the files that it imports; none where errors leave that unknown.
fn files_of(folder: &Path) -> Option<BTreeSet<PathBuf>> {
    let loaded = Package::open(folder).and_then(|package| Model::load(&package, &LoadOptions::default())).ok()?;
    loaded.model.as_ref()?;
    Some(loaded.sources.files().filter_map(|file| Path::new(file.name()).canonicalize().ok()).collect())
}

/// What is said of a folder with feature models and nothing else.
fn only_models(folder: &Path, model: &Path, count: usize) -> Failure {
    let are = if count == 1 { "one feature model".to_owned() } else { format!("{count} feature models") };
    let (folder, model) = (printable_path(folder), shell(&printable_path(model)));
    Failure::Usage(format!(
        "there is no template in `{folder}`, but {are}: these are checked where they are named, as in `variscope check {model}`"
    ))
}

/// Whether there are templates in a folder, whatever settings leave out.
fn has_templates(folder: &Path, enclosure: &Enclosure) -> Result<bool, Failure> {
    Ok(!FolderContent::of(folder, &Settings::default(), enclosure)?.templates.is_empty())
}

/// What is in a folder.
#[derive(Default)]
struct FolderContent {
    templates: Vec<PathBuf>,
    /// What may be a template, and why it is not looked at.
    passed_over: Vec<(PathBuf, String)>,
    models: Vec<PathBuf>,
    /// Links that lead out of the folder that was named.
    leading_out: Vec<PathBuf>,
}

impl FolderContent {
    fn of(folder: &Path, settings: &Settings, enclosure: &Enclosure) -> Result<Self, Failure> {
        let mut below = Self::default();
        below.search(folder, settings, enclosure).map_err(|source| Error::Io { path: folder.to_owned(), source })?;
        Ok(below)
    }

    /// What is in the folder of a CSAR that belongs neither to its template nor to its tests: other CSARs and variable templates.
    fn beside_csar(folder: &Path, settings: &Settings, enclosure: &Enclosure) -> Result<Self, Failure> {
        let Some(entry) = entry_of(folder).filter(|entry| matches!(content(entry), Content::Template)) else {
            return Ok(Self::default());
        };
        let mut beside = Self::of(folder, settings, enclosure)?;
        let is_other = |path: &PathBuf| *path != entry && !path.starts_with(folder.join(TESTS));
        beside.templates.retain(|path| is_other(path) && is_csar_or_variable(path));
        beside.passed_over.retain(|(path, _)| is_other(path));
        if !beside.templates.is_empty() {
            let Some(parts) = files_of(folder) else { return Ok(Self::default()) };
            let entry = |path: &Path| if path.is_dir() { entry_of(path) } else { Some(path.to_owned()) };
            let is_part = |path: &PathBuf| {
                entry(path).and_then(|path| path.canonicalize().ok()).is_some_and(|path| parts.contains(&path))
            };
            beside.templates.retain(|path| !is_part(path));
        }
        Ok(beside)
    }

    fn search(&mut self, folder: &Path, settings: &Settings, enclosure: &Enclosure) -> io::Result<()> {
        let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
        let mut entries: Vec<PathBuf> = entries.collect::<Result<_, _>>()?;
        entries.sort();
        for path in entries {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            if name.starts_with('.') || FOREIGN.contains(&&*name) || settings.excludes(&path) {
                continue;
            }
            let is_link = path.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink());
            if is_link && !enclosure.has(&path) {
                self.add_leading_out(path);
            } else if !path.is_dir() {
                self.add(path);
            } else if is_csar(&path) {
                // Links may lead to a folder that they are in.
                let others = if is_link { Ok(Self::default()) } else { Self::beside_csar(&path, settings, enclosure) };
                self.templates.push(path.clone());
                match others {
                    Ok(others) => {
                        self.templates.extend(others.templates);
                        self.passed_over.extend(others.passed_over);
                        self.models.extend(others.models);
                        self.leading_out.extend(others.leading_out);
                    }
                    Err(error) => self.passed_over.push((path, format!("cannot be read: {}", error.message()))),
                }
            } else if !is_link && let Err(error) = self.search(&path, settings, enclosure) {
                self.passed_over.push((path, format!("cannot be read: {error}")));
            }
        }
        Ok(())
    }

    /// Notes a link that leads out, where a template, a CSAR or a feature model would be looked at.
    fn add_leading_out(&mut self, path: PathBuf) {
        if is_yaml(&path) || is_archive(&path) || is_model(&path) || path.is_dir() && is_csar(&path) {
            self.leading_out.push(path);
        }
    }

    fn add(&mut self, path: PathBuf) {
        if is_expected_document(&path) {
            return;
        }
        match content(&path) {
            Content::Template => self.templates.push(path),
            Content::Other => {}
            Content::Model => self.models.push(path),
            Content::Doubtful(why) => self.passed_over.push((path, why)),
        }
    }
}

/// Whether a file is called as archives with templates are.
fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csar"))
}

/// What a file is.
enum Content {
    /// An archive, or what says that it is TOSCA and has a topology.
    Template,
    Model,
    /// It may be a template; why it is not looked at.
    Doubtful(String),
    Other,
}

fn content(path: &Path) -> Content {
    if !is_yaml(path) && !is_archive(path) {
        return if is_model(path) { Content::Model } else { Content::Other };
    }
    if !path.is_file() {
        let is_there = path.exists();
        return Content::Doubtful(if is_there { "is no regular file" } else { "leads to no file" }.to_owned());
    }
    if is_archive(path) {
        return Content::Template;
    }
    match read_found(path) {
        Ok(text) => content_of(&text),
        // Checking it says why.
        Err(Error::Io { .. }) => Content::Template,
        Err(_) if has_topology(path) => Content::Template,
        Err(error) => Content::Doubtful(format!("cannot be read: {error}")),
    }
}

/// Whether a file that is no UTF-8 has a topology, in an encoding in which letters of keys have one byte, or one and a zero.
fn has_topology(path: &Path) -> bool {
    let mut bytes = fs::read(path).unwrap_or_default();
    bytes.retain(|&byte| byte != 0);
    TOPOLOGY.iter().any(|key| bytes.windows(key.len()).any(|part| part == key.as_bytes()))
}

/// What a YAML file is: keys of its root start at the margin.
fn content_of(text: &str) -> Content {
    const VERSION: &str = "tosca_definitions_version";
    let has = |key: &str| text.lines().any(|line| line.starts_with(key));
    let key = |line: &'_ str| line.split_once(':').map(|(key, _)| key.trim_matches(['"', '\'', ' ']).to_owned());
    let is_misspelt = || text.lines().filter_map(key).any(|key| did_you_mean(&key, [VERSION]).is_some());
    if !TOPOLOGY.iter().any(|key| has(key)) {
        Content::Other
    } else if has(VERSION) || is_misspelt() {
        Content::Template
    } else if has("topology_template") {
        Content::Doubtful(format!("has a topology, but no `{VERSION}`"))
    } else {
        Content::Other
    }
}
