//! The files that an environment may stand in: by itself, in an ensemble, in a project.

use crate::source::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::syntax::yaml::Yaml;

/// The sections of an environment that are read, all of them mappings.
pub(super) static SECTIONS: &[&str] = &["variables", "connections", "inputs", "external"];

/// Further sections that environments may have, which say nothing about a variant.
static OTHER_SECTIONS: &[&str] = &[
    "locals",
    "secrets",
    "repositories",
    "imports",
    "instances",
    "runtime",
    "schema",
    "topology",
    "primary_provider",
    "deployment_blueprints",
    "lfs_lock",
    "description",
    "metadata",
    "apiVersion",
    "kind",
];

/// Sections of an ensemble, around its environment.
static ENSEMBLE: &[&str] = &[
    "environment",
    "spec",
    "service_template",
    "apiVersion",
    "kind",
    "metadata",
    "context",
    "status",
    "lastJob",
    "changeLog",
    "jobsLog",
    "jobsFolder",
    "changes",
    "lock",
];

/// Sections that only an ensemble has.
static ONLY_ENSEMBLE: &[&str] = &["environment", "spec", "service_template", "status", "lastJob", "changes"];

/// The environment of an ensemble: a mapping with its sections, or with `environment` around them, as in the file of an ensemble. None
/// where there is none, or what is there is no environment, which is a fault.
pub fn environment_in<'s>(root: Yaml<'s>, diagnostics: &mut Vec<Diagnostic>) -> Option<Yaml<'s>> {
    if let Some(environments) = environments_of_project(root) {
        diagnostics.push(is_project(root, environments));
        return None;
    }
    let sections = environment_of(root, diagnostics)?;
    if sections.is_mapping() {
        return Some(sections);
    }
    let message = format!("the environment of an ensemble is a mapping, not a {}", sections.kind());
    let diagnostic = Diagnostic::new(Code::BadSurroundings, sections.span(), message);
    diagnostics.push(diagnostic.help(format!("it has the sections {}", SECTIONS.join(", "))));
    None
}

/// The environments of a project; none for another file.
fn environments_of_project(root: Yaml<'_>) -> Option<Yaml<'_>> {
    let is_project = root.get("kind").is_some_and(|kind| kind.text() == "Project");
    let environments = ["environments", "contexts"].into_iter().find_map(|key| root.get(key));
    environments.or(is_project.then_some(root))
}

/// That a file is that of a project.
fn is_project(root: Yaml<'_>, environments: Yaml<'_>) -> Diagnostic {
    let message = "this is a project, where the environment of an ensemble is wanted";
    let diagnostic = Diagnostic::new(Code::BadSurroundings, environments.span(), message);
    let names = environments.entries().filter(|_| environments.id() != root.id());
    let names: Vec<String> = names.map(|(name, _)| format!("\"{}\"", name.text())).collect();
    match names.as_slice() {
        [] => diagnostic.help("give the file of an ensemble, or one with `variables`, `connections` and `inputs`"),
        names => {
            diagnostic.help(format!("write one of its environments to a file and give that: {}", names.join(", ")))
        }
    }
}

/// The environment in a file; none when there is none. Sections with unknown names are faults.
fn environment_of<'s>(root: Yaml<'s>, diagnostics: &mut Vec<Diagnostic>) -> Option<Yaml<'s>> {
    let is_ensemble = root.entries().any(|(key, _)| ONLY_ENSEMBLE.contains(&key.text()));
    let sections = if is_ensemble {
        // Other files may be templates themselves: only what is meant to be the environment matters.
        let is_close = |key: &Yaml<'_>| did_you_mean(key.text(), ["environment"]).is_some();
        let others = root.entries().map(|(key, _)| key).filter(|key| !ENSEMBLE.contains(&key.text()));
        diagnostics.extend(others.filter(is_close).map(|key| unknown(key, ENSEMBLE)));
        root.get("environment")?
    } else {
        root
    };
    if sections.is_null() {
        return None;
    }
    let known: Vec<&str> = SECTIONS.iter().chain(OTHER_SECTIONS).copied().collect();
    let others = sections.entries().map(|(key, _)| key).filter(|key| !known.contains(&key.text()));
    diagnostics.extend(others.map(|key| unknown(key, &known)));
    Some(sections)
}

fn unknown(key: Yaml<'_>, known: &[&str]) -> Diagnostic {
    let message = format!("an environment of an ensemble has no section \"{}\"", key.text());
    let diagnostic = Diagnostic::new(Code::UnknownSection, key.span(), message);
    let diagnostic = diagnostic.help(format!("it has the sections {}", SECTIONS.join(", ")));
    diagnostic.meaning(did_you_mean(key.text(), known.iter().copied()))
}
