//! Parts of projects and environments that are no mappings or lists where they have to be: what they say would be lost.

use super::sections::SECTIONS;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Yaml;

/// What is misshapen in a project: its environments, and the list of its ensembles.
pub(super) fn in_project(project: Yaml<'_>) -> Vec<Diagnostic> {
    let mut found = ensembles(project);
    let Some(all) = project.get("environments").filter(|all| !all.is_null()) else { return found };
    if all.is_mapping() {
        let others = all.entries().filter(|(_, environment)| !environment.is_mapping() && !environment.is_null());
        found.extend(others.map(|(name, environment)| {
            let message = format!("environment \"{}\" is a mapping, not a {}", name.text(), environment.kind());
            misshapen(environment, message).help(format!("it has the sections {}", SECTIONS.join(", ")))
        }));
    } else {
        let message = format!("the environments of a project are a mapping, not a {}", all.kind());
        found.push(misshapen(all, message).help("write each below its name: `environments: {NAME: {variables: ...}}`"));
    }
    found
}

/// What is misshapen in the list of the ensembles of a project.
pub(super) fn ensembles(project: Yaml<'_>) -> Vec<Diagnostic> {
    let Some(all) = project.get("ensembles").filter(|all| !all.is_null()) else { return Vec::new() };
    let reported = |found: Yaml<'_>, message: String| {
        Diagnostic::new(Code::BadEnsemble, found.span(), message)
            .help("write a list with the file of each: `ensembles: [{file: ensemble/ensemble.yaml}]`")
    };
    if !all.is_sequence() {
        return vec![reported(all, format!("the ensembles of a project are a list, not a {}", all.kind()))];
    }
    let others = all.items().filter(|listed| !listed.is_mapping());
    let message =
        |listed: Yaml<'_>| format!("an ensemble of a project is a mapping with its `file`, not a {}", listed.kind());
    others.map(|listed| reported(listed, message(listed))).collect()
}

/// The sections of an environment that are no mappings, where others go over them or under them that are: they would be
/// invisible. What is left of them otherwise is reported with all that is read of the environment.
pub(super) fn hidden(layer: Yaml<'_>, merged: Yaml<'_>) -> Vec<Diagnostic> {
    let lost = SECTIONS.iter().filter_map(|&name| {
        let section = layer.get(name).filter(|section| !section.is_mapping() && !section.is_null())?;
        let message = format!("`{name}` of an environment are a mapping, not a {}", section.kind());
        merged.get(name).is_some_and(Yaml::is_mapping).then(|| misshapen(section, message))
    });
    lost.collect()
}

fn misshapen(found: Yaml<'_>, message: String) -> Diagnostic {
    Diagnostic::new(Code::BadSurroundings, found.span(), message)
}
