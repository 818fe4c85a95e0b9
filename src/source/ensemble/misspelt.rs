//! Keys and words of ensembles and projects that look misspelt: Unfurl passes over what it does not know, and so does
//! everything here, but for what is almost a word that means something.

use super::directive::INCLUDE;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Severity, did_you_mean, did_you_mean_code};
use crate::source::syntax::yaml::Yaml;

/// Sections of a project.
static PROJECT: &[&str] = &[
    "apiVersion",
    "kind",
    "metadata",
    "ensembles",
    "manifests",
    "environments",
    "contexts",
    "default_environment",
    "default_project",
    "projects",
    "localRepositories",
];
/// What a project says of one of its ensembles.
static LISTED: &[&str] = &["file", "default", "environment", "context", "project", "managedBy", "alias"];
/// Sections of an ensemble, but for its environment: what is almost called so is reported with that.
static ENSEMBLE: &[&str] =
    &["apiVersion", "kind", "metadata", "spec", "status", "lastJob", "changeLog", "jobsLog", "changes", "lock"];
/// Sections of `spec`.
static SPEC: &[&str] = &[
    "service_template",
    "tosca",
    "inputs",
    "outputs",
    "instances",
    "deployment_blueprint",
    "deployment_blueprints",
    "resource_templates",
    "discovered",
    "installers",
];
/// The versions of files that Unfurl reads.
const VERSION: &str = "unfurl/v1";

/// What looks misspelt in a project.
pub(super) fn in_project(project: Yaml<'_>) -> Vec<Diagnostic> {
    let listed = project.get("ensembles").into_iter().flat_map(Yaml::items);
    let mut found: Vec<Diagnostic> = version(project).into_iter().collect();
    found.extend(unknown("a project", project, PROJECT));
    found.extend(listed.flat_map(|listed| unknown("an ensemble of a project", listed, LISTED)));
    found
}

/// What looks misspelt in an ensemble.
pub(super) fn in_ensemble(ensemble: Yaml<'_>) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = version(ensemble).into_iter().chain(kind(ensemble)).collect();
    found.extend(unknown("an ensemble", ensemble, ENSEMBLE));
    found.extend(ensemble.get("spec").into_iter().flat_map(|spec| unknown("the `spec` of an ensemble", spec, SPEC)));
    found
}

/// The keys of a mapping that are almost one that it may have.
fn unknown(owner: &str, mapping: Yaml<'_>, known: &[&'static str]) -> Vec<Diagnostic> {
    let others = mapping.entries().map(|(key, _)| key).filter(|key| !known.contains(&key.text()));
    let reported = others.filter_map(|key| {
        let close = did_you_mean(key.text(), known.iter().copied())?;
        let message = format!("{owner} has no section \"{}\": what it says is not read", key.text());
        Some(suggested(Diagnostic::new(Code::UnknownSection, key.span(), message), key.text(), close))
    });
    reported.collect()
}

/// A `kind` that is almost one: Unfurl refuses the file.
fn kind(ensemble: Yaml<'_>) -> Option<Diagnostic> {
    let kind = ensemble.get("kind")?;
    let close = did_you_mean(kind.text(), ["Ensemble"])?;
    let message = format!("Unfurl reads no file of the kind \"{}\"", kind.text());
    Some(suggested(Diagnostic::new(Code::BadEnsemble, kind.span(), message), kind.text(), close))
}

/// A version of the file that Unfurl does not read.
fn version(root: Yaml<'_>) -> Option<Diagnostic> {
    let version = root.get("apiVersion").filter(|version| !version.text().starts_with(VERSION))?;
    let message = format!("Unfurl reads no file of the version \"{}\"", version.text());
    let diagnostic =
        Diagnostic::new(Code::BadEnsemble, version.span(), message).help("write `apiVersion: unfurl/v1alpha1`");
    Some(Diagnostic { severity: Severity::Warning, ..diagnostic })
}

/// Other keys are allowed, so that this may be one.
fn suggested(diagnostic: Diagnostic, word: &str, close: &str) -> Diagnostic {
    let diagnostic = diagnostic.replacing(word, close).meaning(close);
    Diagnostic { severity: Severity::Warning, ..diagnostic }
}

/// That a key, which stands below `path`, is almost a directive: it is nothing else, but for rules of environments, whose names
/// are free.
pub(super) fn directive(key: &str, path: &[String], place: Span) -> Option<Diagnostic> {
    let has_rules = match path.last().map(String::as_str) {
        Some("variables") => true,
        // That of an ensemble itself has sections.
        Some("environment") => path.len() > 1,
        _ => false,
    };
    let close = meant(key).filter(|_| !has_rules)?;
    let diagnostic = Diagnostic::new(Code::BadEnsemble, place, format!("`{key}` is no directive that Unfurl follows"));
    Some(diagnostic.replacing(key, &close).help(did_you_mean_code(&close)))
}

/// The directive that a key is almost: `+include` for `+inclde`. Rules of environments are mostly written in capital letters.
fn meant(key: &str) -> Option<String> {
    let rest = key.strip_prefix('+')?;
    let word = rest.strip_prefix('?').unwrap_or(rest);
    let end = word.find(['-', '_']).unwrap_or(word.len());
    let (word, suffix) = word.split_at(end);
    if word.contains(|letter: char| !letter.is_ascii_lowercase()) {
        return None;
    }
    let close = did_you_mean(word, [INCLUDE])?;
    let optional = if rest.starts_with('?') { "?" } else { "" };
    Some(format!("+{optional}{close}{suffix}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_distinguished_from_rules() {
        for (key, expected) in [
            ("+inclde", Some("+include")),
            ("+?inclde-local", Some("+?include-local")),
            ("+includ_more", Some("+include_more")),
            ("+INCLDE", None),
            ("+HOME", None),
            ("+home", None),
            ("inclde", None),
        ] {
            assert_eq!(meant(key).as_deref(), expected, "{key}");
        }
    }
}
