//! What a case asks and expects: its `test.yaml` and the files beside it.
//!
//! Two keys are ours: `profile` names the revision that the template is read with, `codes` lists the codes of all
//! diagnostics that have to appear. DEVIATION: the reference passes over keys that it does not know, and with them what
//! their author wants; here the case fails.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::mistakes::{misnamed, shapes};
use super::names::{EXPECTED, INPUTS, TEMPLATES, TEST, first_file, first_there};
use super::{Case, Failure, Report};
use crate::analysis::value::Value;
use crate::source::Sources;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::package::read_file;
use crate::source::syntax::vocabulary::Profile;
use crate::source::syntax::yaml::{Tree, Yaml};
use crate::tosca::model::option_names;

/// The keys of `test.yaml`. Some cases of the reference say `descriptions`.
static KEYS: &[&str] = &[
    "name",
    "description",
    "descriptions",
    "profile",
    "template",
    "resolver",
    "preset",
    "presets",
    "inputs",
    "expected",
    "error",
    "codes",
    "replace",
    "merge",
];

/// What a case asks and expects.
#[derive(Debug)]
pub(super) struct Specification {
    /// The text of `test.yaml`.
    pub text: Arc<str>,
    /// The file, or the CSAR that it is found in.
    pub template: PathBuf,
    pub profile: Option<Profile>,
    /// `resolver`: options in YAML that profile B took on the command line. Other profiles pass it over.
    pub options: Option<String>,
    pub presets: Vec<String>,
    pub inputs: Option<PathBuf>,
    /// Codes of all diagnostics that have to appear, ascending.
    pub codes: Option<Vec<String>>,
    pub expectation: Expectation,
    /// Texts to find in the output and what replaces each, in order.
    pub replacements: Vec<(String, String)>,
    /// What is merged into the expected document.
    pub addition: Option<Value>,
}

/// What has to come out.
#[derive(Debug)]
pub(super) enum Expectation {
    /// The document of this file.
    Document(PathBuf),
    /// Nothing is said yet: the document would stand in this file.
    Unwritten(PathBuf),
    /// An error with this sentence, which stands at these bytes of `test.yaml`.
    Error { sentence: String, place: std::ops::Range<usize> },
    /// Nothing beyond the codes.
    Codes,
}

impl Specification {
    pub(super) fn read(case: &Case) -> Result<Self, Failure> {
        let path = case.directory().join(TEST);
        if let Some(objection) = case.enclosure().objection(&path, TEST) {
            return Err(unusable(&objection));
        }
        let text = if path.is_file() { read(&path)? } else { Arc::default() };
        let (mut sources, mut tree) = (Sources::new(), Tree::new());
        let file = sources.add(path.display().to_string(), text);
        let (root, faults) = tree.parse(&sources, file);
        let test = root.map(|root| tree.at(root));
        let text = Arc::clone(sources.file(file).text());
        // A missing or empty file asks for nothing special.
        let is_given = root.is_some() || !text.trim().is_empty();
        let mut faults: Vec<Diagnostic> =
            faults.into_iter().filter(|diagnostic| is_given && diagnostic.is_error()).collect();
        faults.extend(test.into_iter().flat_map(unknown_keys));
        faults.extend(test.into_iter().flat_map(shapes));
        if !faults.is_empty() {
            return Err(Failure::Malformed(Report { sources: Arc::new(sources), diagnostics: faults }));
        }
        if let Some(message) = misnamed(case, test) {
            return Err(Failure::Unusable(message));
        }
        let specification = CaseReader { case, text, test }.read()?;
        match specification.objections(case, test) {
            objections if objections.is_empty() => Ok(specification),
            objections if objections.iter().all(|objection| objection.span().is_some()) => {
                Err(Failure::Malformed(Report { sources: Arc::new(sources), diagnostics: objections }))
            }
            objections => Err(unusable(&objections[0])),
        }
    }

    /// What stands against the files that it reads or may write: they lie out of reach, or are no regular files. Those that `test`
    /// does not name come first, and have no place.
    fn objections(&self, case: &Case, test: Option<Yaml<'_>>) -> Vec<Diagnostic> {
        let expected = match &self.expectation {
            Expectation::Document(path) | Expectation::Unwritten(path) => Some(path),
            Expectation::Error { .. } | Expectation::Codes => None,
        };
        let files = [("inputs", self.inputs.as_ref()), ("expected", expected), ("template", Some(&self.template))];
        let objections = files.into_iter().filter_map(|(key, path)| {
            let (path, named) = (path?, test.and_then(|test| test.get(key)).filter(|name| !name.is_null()));
            let name = named.map_or_else(|| case.shown(path), |name| name.text().to_owned());
            let objection = case.enclosure().objection(path, &name)?;
            let span = named.map(Yaml::span);
            Some(Diagnostic { labels: Diagnostic::at(objection.code, span, "").labels, ..objection })
        });
        let mut objections: Vec<Diagnostic> = objections.collect();
        objections.sort_by_key(|objection| objection.span().is_some());
        objections
    }

    /// The profile that the template is read with when nothing but `usual` is said; none to go by its words.
    pub(super) fn effective_profile(&self, usual: Option<Profile>) -> Option<Profile> {
        let implied = self.options.as_ref().map(|_| Profile::WITH_OPTIONS_OF_CALL);
        self.profile.or(usual).or(implied)
    }
}

/// What is reported of a case whose expectation is unknown.
pub(super) fn unwritten(case: &Case) -> Failure {
    let (directory, expected) = (case.directory().display(), EXPECTED[1]);
    Failure::Unusable(format!(
        "there is no {expected} in \"{directory}\", and no `error` and no `codes` in a {TEST} there: what is expected?"
    ))
}

/// Keys without effect.
fn unknown_keys(test: Yaml<'_>) -> impl Iterator<Item = Diagnostic> {
    let keys = test.entries().map(|(key, _)| key).filter(|key| !KEYS.contains(&key.text()));
    keys.map(|key| {
        let message = format!("unknown key \"{}\" in a Variability Test", key.text());
        let diagnostic = Diagnostic::new(Code::UnknownKey, key.span(), message).labelled("has no effect");
        diagnostic.help(format!("one of {}", KEYS.join(", "))).suggesting(key.text(), KEYS.iter().copied())
    })
}

/// A case of which a file cannot be used.
fn unusable(objection: &Diagnostic) -> Failure {
    let help = objection.help.iter().map(|help| format!("; {help}"));
    Failure::Unusable(objection.message.clone() + &help.collect::<String>())
}

fn read(path: &Path) -> Result<Arc<str>, Failure> {
    read_file(path).map_err(|error| Failure::Unusable(error.to_string()))
}

struct CaseReader<'c, 't> {
    case: &'c Case,
    text: Arc<str>,
    test: Option<Yaml<'t>>,
}

impl<'t> CaseReader<'_, 't> {
    fn read(&self) -> Result<Specification, Failure> {
        let codes = self.key("codes").map(|codes| {
            let mut codes = texts(codes);
            codes.sort_unstable();
            codes
        });
        Ok(Specification {
            text: Arc::clone(&self.text),
            template: self.template(),
            profile: self.profile()?,
            options: self.key("resolver").and_then(options),
            presets: self.key("presets").or(self.key("preset")).map(texts).unwrap_or_default(),
            inputs: self.file("inputs").or_else(|| first_there(self.case.directory(), INPUTS)),
            expectation: self.expectation(codes.is_some()),
            codes,
            replacements: self.replacements()?,
            addition: self.key("merge").map(Value::from_yaml),
        })
    }

    fn key(&self, key: &str) -> Option<Yaml<'t>> {
        self.test?.get(key).filter(|value| !value.is_null())
    }

    /// A file named by a key, relative to the case.
    fn file(&self, key: &str) -> Option<PathBuf> {
        Some(self.case.directory().join(self.key(key)?.text()))
    }

    /// The named file, relative to the root; else what lies in the root.
    fn template(&self) -> PathBuf {
        let root = self.case.root();
        match self.key("template") {
            Some(name) => root.join(name.text()),
            None if self.case.is_in_csar() => root.to_owned(),
            None => first_file(root, TEMPLATES).unwrap_or_else(|| root.to_owned()),
        }
    }

    fn profile(&self) -> Result<Option<Profile>, Failure> {
        let Some(profile) = self.key("profile") else { return Ok(None) };
        profile.text().parse().map(Some).map_err(|error| Failure::Unusable(format!("{TEST}: {error}")))
    }

    fn expectation(&self, has_codes: bool) -> Expectation {
        if let Some(error) = self.key("error") {
            let span = error.span();
            let place = span.start as usize..span.end as usize;
            return Expectation::Error { sentence: error.text().to_owned(), place };
        }
        match self.file("expected").or_else(|| first_file(self.case.directory(), EXPECTED)) {
            Some(path) => Expectation::Document(path),
            None if has_codes => Expectation::Codes,
            None => Expectation::Unwritten(self.case.directory().join(EXPECTED[1])),
        }
    }

    fn replacements(&self) -> Result<Vec<(String, String)>, Failure> {
        let pairs = self.key("replace").into_iter().flat_map(Yaml::items).map(|pair| match *texts(pair) {
            [ref find, ref replacement] => Ok((find.clone(), replacement.clone())),
            _ => Err(Failure::Unusable(format!("{TEST}: an entry of `replace` is a list of two texts"))),
        });
        pairs.collect()
    }
}

/// One text, or a list of texts.
fn texts(yaml: Yaml<'_>) -> Vec<String> {
    if yaml.is_sequence() {
        yaml.items().map(|item| item.text().to_owned()).collect()
    } else {
        vec![yaml.text().to_owned()]
    }
}

/// A mapping of names to words, one on each line; none when no name is an option that a call may have.
fn options(resolver: Yaml<'_>) -> Option<String> {
    let known = option_names(Profile::WITH_OPTIONS_OF_CALL);
    let is_known = |name: &str| known.iter().any(|option| option == name);
    let mut entries = resolver.entries();
    entries
        .any(|(name, _)| is_known(name.text()))
        .then(|| resolver.entries().map(|(name, value)| [name.text(), ": ", value.text(), "\n"].concat()).collect())
}
