//! `variscope.toml` beside a template or above it: severities of findings, assertions, what is left out.
//!
//! Comes in: the path of a template, or the text of a file. Goes out: [`Settings`], and assertions of files of their own
//! ([`assertions_of`]). Invariant: what the settings mean depends on nothing but the file and where it is; which file that is,
//! outside of a repository also on the current folder.

mod assertions;

pub use assertions::{assertions_of, read_assertions};

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;

use crate::analysis::question::{AssertionSource, AssertionText};
use crate::source::diagnostic::{CODES, Code, Diagnostic, Severity, did_you_mean};
use crate::source::glob::Glob;
use crate::source::package::{Enclosure, Package};
use crate::source::printable::printable_path;
use crate::source::{Position, Sources, Span};
use assertions::Assertion;

/// The name of the file.
const FILE: &str = "variscope.toml";

/// Settings that are found have so many bytes at most.
const MAX_BYTES: usize = 1 << 20;

/// Why there are no settings, or no assertions.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] crate::Error),
    /// The file says what it cannot say.
    #[error("{}: {error}", printable_path(path))]
    Wrong {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: WrongSetting,
    },
}

/// What is wrong with a text of settings or of assertions.
#[derive(Debug, Error)]
#[error("{message}")]
pub struct WrongSetting {
    /// What is said about it, with the line where it is known.
    pub message: String,
    /// Where it is, where that is known.
    pub place: Option<Position>,
}

impl WrongSetting {
    /// What is wrong at the byte `at` of `text`.
    fn at(text: &str, at: usize, message: impl Display) -> Self {
        let place = position(text, at);
        Self { message: format!("line {}: {message}", place.line), place: Some(place) }
    }

    /// The same without words of the file: behind a link may be one that is not for all eyes.
    fn without_quotation(self) -> Self {
        let line = self.place.map_or(1, |place| place.line);
        Self { message: format!("line {line}: what the link leads to are no settings"), ..self }
    }

    /// What `text` has that is no TOML, or not the TOML that is meant; its message says where.
    fn of_toml(text: &str, error: &toml::de::Error) -> Self {
        Self { message: error.to_string(), place: error.span().map(|span| position(text, span.start)) }
    }
}

fn position(text: &str, at: usize) -> Position {
    let mut sources = Sources::new();
    let file = sources.add(FILE.to_owned(), Arc::from(text));
    sources.position(Span::new(file, at, at))
}

/// What the file says.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SettingsFile {
    #[serde(default)]
    severity: BTreeMap<Spanned<String>, SeveritySetting>,
    #[serde(default)]
    ignore: Vec<Spanned<String>>,
    #[serde(default)]
    exclude: Vec<String>,
    #[serde(default, rename = "per-path")]
    per_path: BTreeMap<String, Vec<Spanned<String>>>,
    #[serde(default)]
    assertions: Vec<Assertion>,
}

/// A severity, or none at all.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SeveritySetting {
    Off,
    Note,
    Warning,
    Error,
}

impl SeveritySetting {
    /// As findings have it; none for what is not wanted.
    fn severity(self) -> Option<Severity> {
        match self {
            Self::Off => None,
            Self::Note => Some(Severity::Note),
            Self::Warning => Some(Severity::Warning),
            Self::Error => Some(Severity::Error),
        }
    }
}

/// Severities that are not the usual ones, none for findings that are not wanted; assertions; what is not looked at.
#[derive(Debug, Default)]
pub struct Settings {
    severities: BTreeMap<Code, Option<Severity>>,
    /// What further codes are not wanted in templates whose paths from the folder of the settings match: those of their files,
    /// and of their CSARs.
    per_path: Vec<(Glob, Vec<Code>)>,
    exclude: Vec<Glob>,
    assertions: Vec<AssertionText>,
    /// The folder of the settings.
    folder: PathBuf,
    /// The file, where there is one.
    file: Option<PathBuf>,
}

impl Settings {
    /// The settings for a template: those of the folder that it is or that it is in, or of the next folder above it in the
    /// same repository; where there is no repository, up to the current folder. Without a file nothing is set.
    ///
    /// # Errors
    /// When the file cannot be read, or is wrong.
    pub fn beside(template: &Path) -> Result<Self, SettingsError> {
        let folder = if template.is_dir() { template } else { template.parent().unwrap_or(Path::new(".")) };
        let own = folder.join(FILE);
        let path = if own.is_file() { Some(own) } else { above(folder) };
        let Some(path) = path else { return Ok(Self::default()) };
        // It was found, and is not named: a template's author must not make a file of the reader of it.
        let folder = path.parent().unwrap_or(Path::new(""));
        let text = Enclosure::of(folder).read(&path, &path.display().to_string(), MAX_BYTES).map_err(of_link)?;
        let is_link = path.is_symlink();
        let wrong = |error: WrongSetting| {
            let error = if is_link { error.without_quotation() } else { error };
            SettingsError::Wrong { path: path.clone(), error }
        };
        let mut settings = Self::read(&text, &path).map_err(wrong)?;
        settings.folder = path.parent().map(Path::to_owned).unwrap_or_default();
        settings.file = Some(path.clone());
        if settings.per_path.is_empty() {
            return Ok(settings);
        }
        let spellings: Vec<String> =
            spellings(template).iter().filter_map(|spelling| settings.relative(spelling)).collect();
        let is_meant = |glob: &Glob| spellings.iter().any(|spelling| glob.matches_path(spelling));
        let matching = settings.per_path.iter().filter(|(glob, _)| is_meant(glob));
        let codes: Vec<Code> = matching.flat_map(|(_, codes)| codes.iter().copied()).collect();
        settings.severities.extend(codes.into_iter().map(|code| (code, None)));
        Ok(settings)
    }

    /// A path as seen from the folder of the settings.
    fn relative(&self, path: &Path) -> Option<String> {
        let [path, folder] = [path, &*self.folder]
            .map(|path| fs::canonicalize(if path.as_os_str().is_empty() { Path::new(".") } else { path }));
        let (path, folder) = (path.ok()?, folder.ok()?);
        // Patterns have slashes, whatever stands between parts of paths.
        let parts: Vec<_> = path.strip_prefix(folder).ok()?.iter().map(|part| part.to_string_lossy()).collect();
        Some(parts.join("/"))
    }

    /// Whether a file that was found below a folder is left out.
    pub fn excludes(&self, path: &Path) -> bool {
        let Some(relative) = self.relative(path) else { return false };
        self.exclude.iter().any(|glob| glob.matches_path(&relative))
    }

    /// The file that was read.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// What is asserted about all variants.
    pub fn assertions(&self) -> &[AssertionText] {
        &self.assertions
    }

    /// The settings that a file with this text has; paths in it are seen from no folder.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(text: &str, path: &Path) -> Result<Self, WrongSetting> {
        let document: SettingsFile = toml::from_str(text).map_err(|error| WrongSetting::of_toml(text, &error))?;
        let located = |code: &Spanned<String>, message| WrongSetting::at(text, code.span().start, message);
        let severity = |(code, level): (&Spanned<String>, &SeveritySetting)| {
            let meant = code_named(code.get_ref()).map_err(|message| located(code, message))?;
            Ok((meant, level.severity()))
        };
        let codes = |codes: &[Spanned<String>]| {
            let meant = codes.iter().map(|code| codes_meant(code.get_ref()).map_err(|message| located(code, message)));
            meant.collect::<Result<Vec<_>, _>>().map(|codes| codes.concat())
        };
        let ignored = codes(&document.ignore)?.into_iter().map(|code| Ok((code, None)));
        let stated = document.severity.iter().map(severity);
        let severities = ignored.chain(stated).collect::<Result<_, WrongSetting>>()?;
        let mut per_path = Vec::new();
        for (written, own) in &document.per_path {
            let own = codes(own)?;
            per_path.extend(patterns(written).map(|glob| (glob, own.clone())));
        }
        let file = AssertionSource { name: path.display().to_string(), text: Arc::from(text) };
        let assertions = document.assertions.into_iter().map(|assertion| assertion.in_file(&file)).collect();
        let exclude = document.exclude.iter().flat_map(|written| patterns(written)).collect();
        Ok(Self { severities, per_path, exclude, assertions, folder: PathBuf::new(), file: None })
    }

    /// The severity of findings with this code, `usual` unless set; none when they are not wanted.
    pub fn severity(&self, code: Code, usual: Severity) -> Option<Severity> {
        self.severities.get(&code).copied().unwrap_or(Some(usual))
    }
}

/// What is said of settings that lie elsewhere: there is no option that trusts them.
fn of_link(error: crate::Error) -> crate::Error {
    match error {
        crate::Error::Package(diagnostic) if diagnostic.code == Code::UnsafePath => {
            let diagnostic = Diagnostic::unplaced(Code::UnsafePath, diagnostic.message.clone())
                .note("settings that are found beside a template or above it lie in that folder themselves")
                .help("copy the file there");
            crate::Error::Package(Box::new(diagnostic))
        }
        other => other,
    }
}

/// The paths that a template has: the one that is given, and of a CSAR both its folder and the template in it.
fn spellings(template: &Path) -> Vec<PathBuf> {
    let folder = if template.is_dir() { Some(template) } else { template.parent() };
    let folder = folder.map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    let entry =
        |folder: &Path| Package::open(folder).and_then(|package| package.entry()).map(|entry| folder.join(entry));
    let csar = folder.and_then(|folder| Some((folder.to_owned(), entry(folder).ok()?)));
    let same = |file: &Path| fs::canonicalize(file).ok();
    match csar {
        Some((folder, entry)) if template.is_dir() || same(&entry) == same(template) => vec![folder, entry],
        _ => vec![template.to_owned()],
    }
}

/// What a pattern of paths means below the folder of the settings, which it may name; with a slash at its end, a folder with all
/// that is in it.
fn patterns(written: &str) -> impl Iterator<Item = Glob> {
    let written = written.strip_prefix("./").unwrap_or(written);
    let folder = written.strip_suffix('/');
    let inside = folder.map(|_| Glob::new(&format!("{written}*")));
    std::iter::once(Glob::new(folder.unwrap_or(written))).chain(inside)
}

/// The root of the git repository that a folder is in.
pub fn repository_of(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_owned)
}

/// The settings above a folder, not beyond the root of the repository that it is in; in none, not beyond the current folder.
fn above(folder: &Path) -> Option<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let folder = fs::canonicalize(folder).ok()?;
    let root = repository_of(&folder).or_else(|| fs::canonicalize(".").ok())?;
    let between = folder.ancestors().take_while(|folder| folder.starts_with(&root));
    between.map(|folder| folder.join(FILE)).find(|path| path.exists())
}

/// The codes that numbers, or beginnings of numbers, mean.
///
/// # Errors
/// When a number is none, with the closest one.
pub fn codes_named(numbers: &[String]) -> Result<Vec<Code>, String> {
    let meant = numbers.iter().map(|number| codes_meant(number)).collect::<Result<Vec<_>, String>>()?;
    Ok(meant.concat())
}

/// The codes that a number, or the beginning of one, means.
fn codes_meant(number: &str) -> Result<Vec<Code>, String> {
    let meant = Code::beginning(number);
    if meant.is_empty() { Ok(vec![code_named(number)?]) } else { Ok(meant) }
}

/// The code with this number.
///
/// # Errors
/// When there is none, with the closest one.
pub fn code_named(number: &str) -> Result<Code, String> {
    let found = CODES.iter().find(|entry| entry.number.eq_ignore_ascii_case(number));
    found.map(|entry| entry.code).ok_or_else(|| {
        let close = did_you_mean(&number.to_uppercase(), CODES.iter().map(|entry| entry.number));
        let close = close.map_or_else(String::new, |close| format!(", did you mean \"{close}\"?"));
        format!("there is no code \"{number}\"{close}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Settings, String> {
        let located = |error: WrongSetting| format!("{}:{}", error.place.unwrap().line, error.message);
        Settings::read(text, Path::new(FILE)).map_err(located)
    }

    #[test]
    fn severities_are_set_by_code() {
        let settings = read("ignore = [\"V41\"]\n[severity]\nV404 = \"error\"\nV408 = \"off\"\n").unwrap();
        assert_eq!(settings.severity(Code::FalseOptional, Severity::Warning), Some(Severity::Error));
        assert_eq!(settings.severity(Code::UnreadInput, Severity::Warning), None);
        assert_eq!(settings.severity(Code::EqualPresets, Severity::Warning), None);
        assert_eq!(settings.severity(Code::DeadElement, Severity::Warning), Some(Severity::Warning));
    }

    #[test]
    fn mistakes_are_located() {
        let error = read("[severity]\nV404 = \"loud\"\n").unwrap_err();
        assert!(error.starts_with("2:") && error.contains("line 2"), "{error}");
        let error = read("[severity]\nV999 = \"off\"\n").unwrap_err();
        assert!(error.starts_with("2:line 2: there is no code \"V999\""), "{error}");
        let error = read("ignore = [\n  \"V41\",\n  \"V4O1\",\n]\n").unwrap_err();
        assert!(error.starts_with("3:line 3: there is no code \"V4O1\", did you mean"), "{error}");
        let error = read("[per-path]\n\"a/*\" = [\"W1\"]\n").unwrap_err();
        assert!(error.starts_with("2:line 2: there is no code \"W1\""), "{error}");
    }

    #[test]
    fn patterns_are_of_files_and_folders() {
        let is_meant = |written, path| super::patterns(written).any(|glob| glob.matches_path(path));
        for written in ["./a/*.yaml", "a/*.yaml", "a/", "./a/"] {
            assert!(is_meant(written, "a/t.yaml") && !is_meant(written, "ab/t.yaml"), "{written}");
        }
        assert!(is_meant("a/", "a") && !is_meant("a/*", "a"));
    }
}
